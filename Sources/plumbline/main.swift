internal import Glibc
internal import Reporting

Console.ignoreWriteSignals()
Console.holdClosedDescriptors()
if let foreign = CommandLine.foreignArgument {
    Console.message("plumbline: \(foreign.terminalSafe()): names that are not UTF-8 are not supported; rename the file")
    exit(ExitStatus.usage.rawValue)
}
exit(Tool.run(CommandLine.arguments.dropFirst()).rawValue)
