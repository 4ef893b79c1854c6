internal import LayoutModel

/// The parts of a message that fill the placeholders of its sentence.
struct MessageText {
    private let line: Bytes

    private static let longest = 160

    init(_ line: Bytes) {
        self.line = Bytes(line.prefix(1 << 12))
    }

    /// Returns `A and B`, with "another view" for a missing name.
    static func pair(_ names: [String]) -> String {
        switch names.count {
        case 0: "two views"
        case 1: "\(names[0]) and another view"
        default: "\(names[0]) and \(names[1])"
        }
    }

    /// The message without the date, process and subsystem that precede it in a log. Of an exception it is the reason.
    var message: String {
        var start = 0
        if let reason = line.indices.first(where: { line[$0] == UInt8(ascii: "r") && line.has("reason: '", at: $0) }) {
            return shortened(line[(reason + 9)...])
        }
        // The prefix ends with the last bracket: `App[1:2] [LayoutConstraints] `.
        for index in line.indices.prefix(200) where line[index] == Byte.closeBracket && line.at(index + 1) == Byte.space { start = index + 2 }
        return shortened(line[start...])
    }

    private func shortened(_ text: ArraySlice<UInt8>) -> String {
        let words = String(decoding: text.trimmed, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > MessageText.longest ? words.prefix(MessageText.longest) + "…" : words
    }

    /// The text in the last quotation marks, including these, or `a view` if there is none; then the object's id in its file, if printed.
    var quoted: String {
        quotation + (objectID.map { " (id \($0))" } ?? "")
    }

    private var quotation: String {
        let text = String(decoding: line, as: UTF8.self)
        let marks: Set<Character> = ["\"", "\u{201C}", "\u{201D}"]
        guard let close = text.lastIndex(where: marks.contains), let open = text[..<close].lastIndex(where: marks.contains),
            text.index(after: open) < close
        else { return "a view" }
        return "“\(text[text.index(after: open)..<close].prefix(MessageText.longest))”"
    }

    /// The class whose method a message names: `PhotoTable's implementation`, `-[PhotoTable layout]`.
    var owner: String {
        let text = String(decoding: line, as: UTF8.self)
        if let end = text.firstRange(of: "'s implementation") { return String(text[..<end.lowerBound].suffix(while: { !$0.isWhitespace })) }
        if let start = text.firstRange(of: "calling -[") {
            let name = text[start.upperBound...].prefix { !$0.isWhitespace && $0 != "]" }
            if !name.isEmpty { return String(name) }
        }
        return "a view"
    }

    /// The attributes that a build reports as ambiguous, in words: `its height and vertical position are open`.
    var what: String {
        let text = String(decoding: line, as: UTF8.self)
        guard let end = text.firstRange(of: " is ambiguous") ?? text.firstRange(of: " are ambiguous") else {
            let lengths = ["width", "height"].filter { text.contains("content \($0)") }
            return lengths.isEmpty
                ? "its position or size is not determined" : "the \(lengths.joined(separator: " and ")) of its scrollable content is not determined"
        }
        let before = text[..<end.lowerBound]
        let subject = before.lastIndex(of: ":").map { before[before.index(after: $0)...] } ?? before
        let words = subject.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(MessageText.longest).lowercased()
        return words.isEmpty ? "its position or size is not determined" : "its \(words) \(words.contains(" and ") ? "are" : "is") not determined"
    }

    private static let endings: [(text: String, isOfInterfaceBuilder: Bool)] = [
        (".storyboard", true), (".xib", true), (".swift", false), (".mm", false), (".m", false),
    ]

    /// The file that the message prints, with line and column if they follow: `Cell.swift:12:3:`, `Main.storyboard:abc-12-xyz:`,
    /// `Cell.swift, line 12`.
    var place: SourceReference? {
        let text = String(decoding: line, as: UTF8.self)
        for ending in MessageText.endings {
            guard let found = text.ranges(of: ending.text).first(where: { isEnd($0.upperBound, in: text) }) else { continue }
            let before = text[..<found.upperBound]
            // Builds print the path first, and it may contain blanks.
            let start = ending.isOfInterfaceBuilder ? before.startIndex : before.lastIndex { $0.isWhitespace || $0 == "(" }.map(before.index(after:))
            let file = before[(start ?? before.startIndex)...].drop(while: \.isWhitespace)
            guard !file.isEmpty, !file.contains(": ") else { continue }
            var rest = text[found.upperBound...]
            if rest.hasPrefix(", line ") { rest = rest.dropFirst(6) }
            let line = number(&rest)
            let column = line == nil ? nil : number(&rest)
            return SourceReference(file: String(file), line: line, column: column)
        }
        return nil
    }

    /// The id of the object of an Interface Builder file, which follows the file's name: `Main.storyboard:abc-12-xyz:`.
    private var objectID: String? {
        let text = String(decoding: line, as: UTF8.self)
        for ending in MessageText.endings where ending.isOfInterfaceBuilder {
            guard let found = text.firstRange(of: ending.text + ":") else { continue }
            let id = text[found.upperBound...].prefix { $0 != ":" }
            let parts = id.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.count) == [3, 2, 3], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }) else {
                continue
            }
            return String(id)
        }
        return nil
    }

    private func isEnd(_ index: String.Index, in text: String) -> Bool {
        [":", " :", ", line "].contains { text[index...].hasPrefix($0) }
    }

    /// Parses the number after one separator, and advances the text beyond it.
    private func number(_ rest: inout Substring) -> Int? {
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0 else { return nil }
        let behind = rest[digits.endIndex...]
        // The digits are a part of an object's id: `12A-bc-345`.
        if let next = behind.first, next.isLetter || next == "-" { return nil }
        rest = behind
        return number
    }
}

extension StringProtocol {
    /// Returns the longest suffix whose characters all satisfy the predicate.
    fileprivate func suffix(while predicate: (Character) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, predicate(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
