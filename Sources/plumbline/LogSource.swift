internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import Reporting

/// Reads a stream in pieces, and copies them to standard output if requested.
final class LogSource {
    private let descriptor: Int32
    private let isPassing: Bool
    private var isReaderGone = false
    /// The message about the input that could not be read, or about standard output that could not be written.
    private(set) var failure: String?
    private let name: String
    /// The first bytes, which show the kind of file.
    private(set) var start: [UInt8] = []
    private var text = WideTextStream()
    private var isAtEnd = false

    private static let startSize = 8000
    private static let pieceSize = 1 << 16

    /// - Parameter path: `-` for standard input.
    init(path: String, isPassing: Bool) throws(CommandFailure) {
        self.isPassing = isPassing
        try LinkReach.check(path)
        name = InputReader.name(of: path).terminalSafe()
        if InputFiles(byteLimit: 1).isDevice(path) { throw .input("\(name): this is not a regular file; '-' reads standard input") }
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .input("\(InputReader.name(of: path).terminalSafe()): \(InputFailure(errno, opening: path).reason)") }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let name = path.terminalSafe()
            throw .input(
                "\(name): \(InputFailure(EISDIR).reason); 'scan-log' takes one file, and 'plumbline check \(name)' checks all files in the folder")
        }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Returns the next piece in UTF-8 as soon as it is available, or nil at the end.
    func next() -> [UInt8]? {
        if isAtEnd { return nil }
        if let piece = nextPiece() { return text.utf8(piece) }
        isAtEnd = true
        return text.end()
    }

    private func nextPiece() -> [UInt8]? {
        guard failure == nil else { return nil }
        var piece = [UInt8](repeating: 0, count: LogSource.pieceSize)
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                piece.removeLast(piece.count - count)
                if start.count < LogSource.startSize { start += piece.prefix(LogSource.startSize - start.count) }
                pass(piece)
                return piece
            }
            if count == 0 { return nil }
            if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                failure = "\(name): \(InputFailure(errno).reason)"
                return nil
            }
        }
    }

    /// The message that the input is no text, or nil if it may be a log.
    var mistake: String? {
        if let signature = FileSignature(of: start) {
            return "\(name) is \(signature.noun), not a console log\(signature.nextStep.map { "; \($0)" } ?? "")"
        }
        // Text of two bytes a character has zeros, too, but begins with its mark.
        return start.contains(0) && !EncodedText.isWide(start) ? "\(name) is not a text file, so it cannot be a console log" : nil
    }

    /// Copies a piece to standard output. If its reader closed the pipe, scanning continues, so that the process that writes the
    /// log is not stopped.
    private func pass(_ piece: [UInt8]) {
        guard isPassing, !isReaderGone else { return }
        do throws(Console.WriteFailure) {
            try Console.write(piece, to: STDOUT_FILENO)
        } catch {
            isReaderGone = true
            if case .other(let code) = error { failure = "could not write to standard output: \(InputFailure(code).reason)" }
        }
    }
}
