internal import Glibc
internal import LayoutService
internal import Reporting

/// `plumbline analyze --batch FILE`: documents a line each, reports a line each, in constant memory.
struct BatchCommand {
    let path: String
    let batch: BatchAnalyzer
    /// The longest line that is taken, in bytes.
    let lineLimit: Int

    func run() throws -> ExitStatus {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.input("\(path.terminalSafe()): \(String(cString: strerror(errno)))") }
        defer { if path != "-" { close(descriptor) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines = BatchLines(limit: lineLimit)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw CommandFailure.input("\(InputReader.name(of: path).terminalSafe()): \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            lines.feed(buffer[..<count])
            while let line = lines.next() { try answer(line) }
        }
        if let line = lines.last() { try answer(line) }
        return .success
    }

    private func answer(_ line: BatchLines.Line) throws {
        switch line {
        case .tooLong(let number): try Console.output(line: batch.refusal(number: number, limit: lineLimit))
        case .text(let text, let number):
            if let report = batch.answer(to: text, number: number) { try Console.output(line: report) }
        }
    }
}
