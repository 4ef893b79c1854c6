internal import Glibc

Console.ignoreWriteSignals()
Console.holdClosedDescriptors()
exit(Tool.run(CommandLine.arguments.dropFirst()).rawValue)
