/// The sentences that UIKit and AppKit print around the list of constraints.
enum LogPhrase {
    /// The beginning of a message.
    case header
    /// Text between the header and the list.
    case advice
    /// Text before the constraint that the system breaks.
    case breaking
    /// Text at the end of a message.
    case footer

    private static let known: [(text: StaticString, phrase: LogPhrase)] = [
        ("Unable to simultaneously satisfy", .header),
        ("nable to simultaneously satisfy constraints", .header),
        ("Conflicting constraints detected", .header),
        ("Probably at least one of the constraints", .advice),
        ("one of the constraints in the following list", .advice),
        ("Try this:", .advice),
        ("look at each constraint and try to figure", .advice),
        ("find the code that added the unwanted", .advice),
        ("Note: If you're seeing NSAutoresizingMask", .advice),
        ("If you\u{2019}re seeing NSAutoresizingMask", .advice),
        ("refer to the documentation for the UIView property", .advice),
        ("translatesAutoresizingMaskIntoConstraints", .advice),
        ("Will attempt to recover", .breaking),
        ("attempt to recover by", .breaking),
        ("recover by breaking", .breaking),
        ("by breaking constraint", .breaking),
        ("Make a symbolic breakpoint", .footer),
        ("catch this in the debugger", .footer),
        ("The methods in the UIConstraintBasedLayoutDebugging", .footer),
        ("UIConstraintBasedLayoutDebugging", .footer),
        ("Break on objc_exception_throw", .footer),
        ("Break on void", .footer),
        ("may also be helpful", .footer),
        ("Set the NSUserDefault", .footer),
        ("NSConstraintBasedLayoutVisualizeMutuallyExclusive", .footer),
        ("And/or, set a symbolic breakpoint", .footer),
    ]

    /// The texts of all phrases.
    static var texts: [StaticString] { known.map(\.text) }

    /// The phrases by their first byte.
    private static let byFirstByte: [[(text: StaticString, phrase: LogPhrase)]] = {
        var table = [[(text: StaticString, phrase: LogPhrase)]](repeating: [], count: 256)
        for entry in known { table[Int(entry.text.utf8Start[0])].append(entry) }
        return table
    }()

    /// Returns whether the text contains a message's header.
    static func containsHeader(_ text: Bytes) -> Bool {
        text.indices.contains { index in
            byFirstByte[Int(text[index])].contains { $0.phrase == .header && text.has($0.text, at: index) }
        }
    }

    /// Returns the phrases in a part of a line, in their order.
    static func phrases(in line: Bytes, _ range: Range<Int>) -> [LogPhrase] {
        var phrases: [LogPhrase] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let candidates = byFirstByte[Int(line[index])]
            if !candidates.isEmpty, let found = candidates.first(where: { line.has($0.text, at: index) }) {
                phrases.append(found.phrase)
                index += found.text.utf8CodeUnitCount
            } else {
                index += 1
            }
        }
        return phrases
    }
}

/// The formats in which debuggers and collections print a list of constraints, which is not a message of the system.
enum ListSign {
    private static let headings: [StaticString] = [
        "(lldb) po ", "(lldb) p ", "(lldb) expr", "(lldb) v ", "(gdb) po ", "Printing description of ", "<__NSArray", "<__NSFrozenArray", "<_TtGC",
        "<Swift.", "\u{25BF} ",
    ]

    /// The text after a description that macOS shows on a window.
    private static let visualized: StaticString = "(Actual Distance - pixels)"
    /// The beginnings of a list that Swift prints in one line. A message has each constraint in a separate line.
    private static let printed: [StaticString] = [
        "[<", "Optional([",
    ]

    /// Returns whether the line announces a list at this index: a debugger's command, or a collection's own line.
    static func isHeading(_ line: Bytes, at start: Int) -> Bool {
        headings.contains { line.has($0, at: start) }
    }

    /// Returns whether a line with descriptions is part of a list: one that Swift printed, or one that macOS shows on a window.
    static func isIn(_ line: Bytes, descriptions: [Int]) -> Bool {
        guard let first = descriptions.first, let last = descriptions.last else { return false }
        let head = line[..<min(first + 1, line.count)]
        if first > 0, printed.contains(where: { head.count >= $0.utf8CodeUnitCount && line.has($0, at: head.count - $0.utf8CodeUnitCount) }) {
            return line.at(first) == Byte.less
        }
        return line[last...].indices.contains { line[$0] == Byte.openParenthesis && line.has(visualized, at: $0) }
    }

    /// Returns whether an element's number precedes the description: `- 0 : `.
    static func isElement(_ head: ArraySlice<UInt8>) -> Bool {
        var rest = head.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard rest.first == UInt8(ascii: "-") else { return false }
        rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return !digits.isEmpty && rest.dropFirst(digits.count).elementsEqual(" : ".utf8)
    }
}
