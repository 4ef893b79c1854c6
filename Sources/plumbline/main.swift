internal import Glibc

Console.ignoreBrokenPipes()
exit(Tool.run(CommandLine.arguments.dropFirst()).rawValue)
