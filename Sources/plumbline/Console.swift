internal import Glibc
internal import Reporting

/// Standard output and standard error as bytes.
enum Console {
    /// An error of a write.
    enum WriteFailure: Error {
        /// The reader closed the pipe, as with `| head`. This is not a failure of the program.
        case brokenPipe
        case other(errno: Int32)

        /// The reason for messages.
        var reason: String {
            switch self {
            case .brokenPipe: "the reader closed the pipe"
            case .other(let code): InputFailure(code).reason
            }
        }
    }

    /// Prints a text. Names in it, such as those of files and sessions, are no commands to a build's runner.
    static func output(_ text: String) throws(WriteFailure) {
        try write(RunnerCommands.text.breaking(text), to: STDOUT_FILENO)
    }

    /// Prints a file of this program as it is, but for the width of a terminal.
    static func output(own file: String, isWrapped: Bool = false) throws(WriteFailure) {
        try write(isWrapped ? file.wrapped(to: width(STDOUT_FILENO)) : file, to: STDOUT_FILENO)
    }

    /// Writes JSON and a newline.
    static func output(line bytes: [UInt8]) throws(WriteFailure) {
        try write(RunnerCommands.json.breaking(String(decoding: bytes, as: UTF8.self)) + "\n", to: STDOUT_FILENO)
    }

    /// Prints a message on standard error. A failed write is ignored.
    static func message(_ text: String) {
        let text = RunnerCommands.text.breaking(text)
        try? write(text.hasSuffix("\n") ? text : text + "\n", to: STDERR_FILENO)
    }

    /// The condition under which output has colors.
    enum Color: String, CaseIterable {
        /// On a terminal that supports them, if `NO_COLOR` is not set.
        case auto
        case always, never
    }

    static func isColored(_ descriptor: Int32, _ color: Color = .auto) -> Bool {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        return switch color {
        case .always: true
        case .never: false
        case .auto: isTerminal(descriptor) && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the columns of a terminal, or nil if the output is not a terminal.
    static func width(_ descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// Prints a text for people. At a terminal its lines fit the width.
    static func output(text: String) throws(WriteFailure) {
        try output(text.wrapped(to: width(STDOUT_FILENO)))
    }

    /// Ignores SIGPIPE and SIGXFSZ. A write to a closed pipe or to a file at its size limit then returns an error and does not
    /// end the program.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens `/dev/null` for each standard descriptor that is closed (`>&-`). Otherwise a file opened later could get its number,
    /// and messages would be written into the file. Reads and writes still fail, since the mode is the opposite one.
    static func holdClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    static func write(_ text: String, to descriptor: Int32) throws(WriteFailure) {
        var text = text
        let result = text.withUTF8 { bytes in Result { () throws(WriteFailure) in try write(UnsafeRawBufferPointer(bytes), to: descriptor) } }
        try result.get()
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteFailure) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(WriteFailure) in try write(bytes, to: descriptor) } }
        try result.get()
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(WriteFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                throw errno == EPIPE ? .brokenPipe : .other(errno: errno)
            }
        }
    }
}
