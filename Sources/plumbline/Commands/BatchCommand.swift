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
        var line: [UInt8] = []
        var number = 1
        var isTooLong = false
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw CommandFailure.input("\(InputReader.name(of: path).terminalSafe()): \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            var rest = buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if !isTooLong { line += rest[..<end] }
                try answer(line, number, isTooLong || line.count > lineLimit)
                rest = rest[(end + 1)...]
                line.removeAll(keepingCapacity: true)
                number += 1
                isTooLong = false
            }
            if !isTooLong { line += rest }
            if line.count > lineLimit {
                isTooLong = true
                line.removeAll()
            }
        }
        if isTooLong || !line.isEmpty { try answer(line, number, isTooLong) }
        return .success
    }

    private func answer(_ line: [UInt8], _ number: Int, _ isTooLong: Bool) throws {
        if isTooLong {
            try Console.output(line: batch.refusal(number: number, limit: lineLimit))
        } else if let report = batch.answer(to: line, number: number) {
            try Console.output(line: report)
        }
    }
}
