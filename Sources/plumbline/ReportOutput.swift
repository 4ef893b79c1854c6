internal import Glibc
internal import LayoutCheck
internal import Reporting

/// The destination of a report: a file, or one of the program's standard outputs.
struct ReportOutput {
    private enum Target {
        case descriptor(Int32)
        /// Collected and written at the end, so that no partial report remains.
        case file(String)
        /// As `file`, within the limits for files that a configuration names.
        case own(OwnFile)
    }

    private let target: Target
    private let color: Console.Color
    /// The parts that wait for the end.
    private var waiting: [[UInt8]] = []
    /// The escaping of CI runner commands on standard output, and in whatever a path leads to that is no file.
    var commands = RunnerCommands.text

    /// - Parameter path: the file, or nil for `standard`.
    init(path: String?, standard: Int32 = STDOUT_FILENO, color: Console.Color = .auto) {
        target = path.map { .file($0) } ?? .descriptor(standard)
        self.color = color
    }

    /// - Parameter own: a file that a configuration names.
    init(own: OwnFile) {
        target = .own(own)
        color = .never
    }

    /// Whether the destination shows colors, which files do not.
    var isColored: Bool {
        if case .descriptor(let descriptor) = target { return Console.isColored(descriptor, color) }
        return false
    }

    /// Whether a person watches the destination.
    var isTerminal: Bool {
        if case .descriptor(let descriptor) = target { return Console.isTerminal(descriptor) }
        return false
    }

    /// The number of bytes that wait for the end.
    var byteCount: Int { waiting.reduce(0) { $0 + $1.count } }

    /// Writes text for people. At a terminal its lines fit the width.
    mutating func write(lines part: String) throws {
        if case .descriptor(let descriptor) = target { return try write(part.wrapped(to: Console.width(descriptor))) }
        try write(part)
    }

    mutating func write(_ part: String) throws {
        switch target {
        case .descriptor(let descriptor):
            // A closed pipe, as with `head`, does not change the exit status.
            do { try Console.write(commands.breaking(part), to: descriptor) } catch .brokenPipe {}
        case .file, .own: waiting.append(Array(part.utf8))
        }
    }

    mutating func write(line bytes: [UInt8]) throws { try write(parts: [bytes, [UInt8(ascii: "\n")]]) }

    /// Writes a long report, of which no copy is made. No two parts make a runner's command together.
    mutating func write(parts: [[UInt8]]) throws {
        guard case .descriptor = target else { return waiting += parts }
        for part in parts { try write(String(decoding: part, as: UTF8.self)) }
    }

    func finish() throws {
        switch target {
        case .descriptor: return
        case .file(let path): try write(to: path)
        case .own(let file):
            do {
                try file.writeReport { descriptor throws(Console.WriteFailure) in
                    for part in waiting { try Console.write(part, to: descriptor) }
                }
            } catch let error as ConfigurationError {
                throw CommandFailure(error)
            } catch let failure as Console.WriteFailure {
                throw CommandFailure.input("\(file.path.terminalSafe()): the report could not be written: \(failure.reason)")
            }
        }
    }

    private func write(to path: String) throws {
        try LinkReach.check(output: path)
        let isShown = OutputFile.mayBeShown(path)
        let opened = OutputFile.open(path)
        guard opened.descriptor >= 0 else { throw CommandFailure.input("\(path.terminalSafe()): \(InputFailure(errno).reason)") }
        defer { if !opened.isStandard { close(opened.descriptor) } }
        do {
            for part in waiting {
                if isShown {
                    try Console.write(commands.breaking(String(decoding: part, as: UTF8.self)), to: opened.descriptor)
                } else {
                    try Console.write(part, to: opened.descriptor)
                }
            }
        } catch {
            throw CommandFailure.input("\(path.terminalSafe()): the report could not be written")
        }
    }
}
