internal import Glibc

Console.ignoreWriteSignals()
exit(Tool.run(CommandLine.arguments.dropFirst()).rawValue)
