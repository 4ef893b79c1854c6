internal import Foundation
internal import Glibc
internal import JSON
internal import LayoutService
internal import Reporting

/// `plumbline analyze --batch FILE`: reads one document per line, and prints one report per line in the same order, in constant
/// memory.
///
/// Lines that are available together are analyzed in parallel, one per processor. No line waits for input that has not arrived.
struct BatchCommand {
    let path: String
    let batch: BatchAnalyzer
    /// The longest accepted line, in bytes.
    let lineLimit: Int

    func run() throws -> ExitStatus {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.input("\(path.terminalSafe()): \(InputFailure(errno, opening: path).reason)") }
        defer { if path != "-" { close(descriptor) } }
        noteWholeDocument(descriptor)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines = BatchLines(limit: lineLimit)
        var ready: [BatchLines.Line] = []
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw CommandFailure.input("\(InputReader.name(of: path).terminalSafe()): \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            lines.feed(buffer[..<count])
            while let line = lines.next() {
                ready.append(line)
                if ready.count == BatchCommand.width { try answer(&ready) }
            }
            if !isMoreThere(descriptor) { try answer(&ready) }
        }
        if let line = lines.last() { ready.append(line) }
        try answer(&ready)
        return .success
    }

    /// Prints that a file is one document on several lines, and so no batch.
    private func noteWholeDocument(_ descriptor: Int32) {
        var status = stat()
        guard path != "-", fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= lineLimit else { return }
        var head = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(descriptor, &head, head.count, 0)
        let start = head.prefix(max(0, count)).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let line = Array(start.prefix { $0 != UInt8(ascii: "\n") })
        guard start.first == UInt8(ascii: "{"), line.count < start.count, (try? JSONTree(parsing: line)) == nil,
            case .success(let bytes) = InputFiles(byteLimit: lineLimit).read(path), (try? JSONTree(parsing: bytes)) != nil
        else { return }
        Console.message(
            "plumbline: '--batch' reads one document from each line, and \(path.terminalSafe()) is one document on several lines: leave out '--batch'"
        )
    }

    /// Returns whether more input or its end can be read without blocking.
    private func isMoreThere(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    /// The number of lines that are analyzed in parallel.
    private static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)

    private func answer(_ ready: inout [BatchLines.Line]) throws {
        let lines = ready
        ready.removeAll()
        let answers = ParallelWork.results(lines.count, width: BatchCommand.width) { answer(to: lines[$0]) }
        for case let answer? in answers { try Console.output(line: answer) }
    }

    /// Returns the answer to a line, or nil if it is blank.
    private func answer(to line: BatchLines.Line) -> [UInt8]? {
        switch line {
        case .tooLong(let number): batch.refusal(number: number, limit: lineLimit)
        case .text(let text, let number): batch.answer(to: text, number: number)
        }
    }
}
