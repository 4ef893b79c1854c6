/// The exit status of the program (see Manual/commands.md).
enum ExitStatus: Int32 {
    /// There are no findings.
    case success = 0
    /// There are findings for which the caller requested a failure.
    case findings = 1
    /// Invalid usage, unreadable input, or unwritable output.
    case usage = 2
    /// A bug in the program.
    case internalError = 70
}

/// An error whose message is printed on standard error before the program exits with `status`.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String
    /// Whether the message begins with a place in a file, as compilers write it.
    var isPlaced = false

    /// The message as it is printed.
    var text: String { isPlaced ? message : "plumbline: \(message)" }

    /// Returns a usage error. The message refers to the help of `command`.
    static func usage(_ message: String, command: String? = nil) -> CommandFailure {
        let help = command.map { "plumbline help \($0)" } ?? "plumbline help"
        return CommandFailure(status: .usage, message: "\(message)\nSee '\(help)'.")
    }

    static func input(_ message: String) -> CommandFailure {
        CommandFailure(status: .usage, message: message)
    }
}
