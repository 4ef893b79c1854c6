/// The content of a text: a log, or a list of constraints.
public enum TextContent: Sendable, Hashable {
    case log
    case constraints
    /// A log with a constraint, as lists have it, in the line with this number. Neither reader would read the whole text.
    case mixed(line: Int)

    /// A log that has a constraint as well is one if the system's messages are in it, since an app may print constraints beside them.
    public init(of text: String) {
        let logs = ConsoleLogImporter()
        guard logs.looksLikeLog(text) else {
            self = .constraints
            return
        }
        var lines = ConstraintLines(Bytes(text.utf8))
        lines.read()
        guard let line = lines.firstConstraint else {
            self = .log
            return
        }
        if LogPhrase.containsHeader(lines.others) {
            self = .log
            return
        }
        // A description in a comment may say what a constraint was.
        self = logs.looksLikeLog(String(decoding: lines.others, as: UTF8.self)) ? .mixed(line: line) : .constraints
    }
}

extension TextContent {
    /// Returns the number of the first line that is a constraint without mistakes, from 1, or nil if there is none.
    public static func firstConstraint(in text: String) -> Int? {
        var lines = ConstraintLines(Bytes(text.utf8))
        lines.read()
        return lines.firstConstraint
    }
}

/// The lines of a text that are constraints, and those that are neither constraints nor comments.
private struct ConstraintLines {
    private let text: Bytes
    private let printed: PrintedFormats
    /// The number of the first line that is a constraint.
    private(set) var firstConstraint: Int?
    /// The other lines.
    private(set) var others: Bytes = []

    init(_ text: Bytes) {
        self.text = text
        printed = PrintedFormats(text)
    }

    mutating func read() {
        var (start, number) = (0, 1)
        while start < text.count {
            let end = text[start...].firstIndex { $0 == Byte.newline || $0 == Byte.carriageReturn } ?? text.count
            read(text[start..<end], number)
            let isPair = text.at(end) == Byte.carriageReturn && text.at(end + 1) == Byte.newline
            (start, number) = (end + (isPair ? 2 : 1), number + 1)
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) {
        let content = line.drop { $0.isSpace }
        if content.isEmpty || content.first == UInt8(ascii: "#") || content.starts(with: "//".utf8) { return }
        if printed.entries(of: line).contains(where: ListedConstraint.isOne) || ConstraintLines.isLogged(Bytes(content)) {
            firstConstraint = firstConstraint ?? number
        } else {
            others += line + [Byte.newline]
        }
    }

    /// Returns whether an app logged a constraint: `2026-06-15 16:44:59.789 Shop[31128:347952] title.width == 60`.
    private static func isLogged(_ line: Bytes) -> Bool {
        LogProcess.message(in: line).map { ListedConstraint.isOne(Bytes($0)) } ?? false
    }
}
