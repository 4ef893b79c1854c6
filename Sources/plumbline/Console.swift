internal import Glibc

/// Standard output and standard error as bytes.
enum Console {
    /// What the other end did to standard output.
    enum WriteFailure: Error {
        /// The reader has gone: as with `| head`, no failure of this program.
        case brokenPipe
        case other(errno: Int32)

        /// What is said of it.
        var reason: String {
            switch self {
            case .brokenPipe: "its reader has gone"
            case .other(let code): InputFailure(code).reason
            }
        }
    }

    static func output(_ text: String) throws(WriteFailure) {
        try write(text, to: STDOUT_FILENO)
    }

    /// Writes the bytes and a newline.
    static func output(line bytes: [UInt8]) throws(WriteFailure) {
        try write(String(decoding: bytes, as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }

    /// Says something on standard error; where even that fails there is nobody left to tell.
    static func message(_ text: String) {
        try? write(text.hasSuffix("\n") ? text : text + "\n", to: STDERR_FILENO)
    }

    /// Whether colours are wanted: a terminal that understands them, and nobody set `NO_COLOR`.
    static func isColored(_ descriptor: Int32) -> Bool {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        return isatty(descriptor) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
    }

    /// Without this a reader that has gone, or a file that may not grow further, would end the program by a signal; a write that fails
    /// is told like other failures.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Without this a file that is opened could get the number of an output that was closed (`>&-`), and what is said would be written into it.
    /// Reading from and writing to such a number fails, as it did before.
    static func holdClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // The least free number is this one.
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
