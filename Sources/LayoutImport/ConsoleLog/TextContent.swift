/// The content of a text: a log, or a list of constraints.
public enum TextContent: Sendable, Hashable {
    case log
    case constraints
    /// A log with a constraint, as lists have it, in the line with this number. Neither reader would read the whole text.
    case mixed(line: Int)

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
        // Beside the system's messages, an app may print lines that look like constraints.
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
    private static let longestConstraint = 2000

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
        if line.count <= ConstraintLines.longestConstraint, printed.entries(of: line).contains(where: ConstraintLines.isConstraint) {
            firstConstraint = firstConstraint ?? number
        } else {
            others += line + [Byte.newline]
        }
    }

    /// Returns whether a line is an equation or a visual format without mistakes.
    private static func isConstraint(_ line: Bytes) -> Bool {
        line.withUnsafeBufferPointer { text in
            if line.contains(Byte.equals), (try? EquationParser.parse(text, metrics: Metrics(), allowsComments: true)) != nil { return true }
            let hasRow = text.contains { [Byte.bar, Byte.minus, Byte.openParenthesis].contains($0) }
            guard hasRow, VisualFormatText.isOne(text) else { return false }
            let grammar = VisualFormatGrammar(isExtended: true, allowsComments: true)
            return (try? VisualFormatParser.parse(text, grammar: grammar, metrics: [])) != nil
        }
    }
}
