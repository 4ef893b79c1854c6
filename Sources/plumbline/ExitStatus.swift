/// How the program ends, by CONTRACT.md section 7.
enum ExitStatus: Int32 {
    /// Nothing was found.
    case success = 0
    /// Something was found that the caller asked to fail on.
    case findings = 1
    /// Bad usage, or input that cannot be read, or output that cannot be written.
    case usage = 2
    /// A mistake of the program.
    case internalError = 70
}

/// What is said on standard error before the program ends with `status`.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    /// The caller's mistake; `command` is whose help would say more.
    static func usage(_ message: String, command: String? = nil) -> CommandFailure {
        let help = command.map { "plumbline help \($0)" } ?? "plumbline help"
        return CommandFailure(status: .usage, message: "\(message)\nSee '\(help)'.")
    }

    static func input(_ message: String) -> CommandFailure {
        CommandFailure(status: .usage, message: message)
    }
}
