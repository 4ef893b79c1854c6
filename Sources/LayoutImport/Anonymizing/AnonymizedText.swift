internal import StandardAdditions

/// Replaces what a log or a debugger's output says of an app, word by word: what is no word of the system's own messages, no
/// attribute and no number gets another name. All else, and thereby the form, stays.
struct AnonymizedText {
    private var replacements: Replacements
    /// Titles as the reader finds them. They may contain quotes.
    private var titles: Set<String> = []
    private var output: Bytes = []
    /// The number of following lines that may belong to a description or a message.
    private var linesBelow = 0

    init(_ replacements: Replacements) {
        self.replacements = replacements
    }

    /// Returns the text with other names, and what was replaced.
    mutating func text(_ text: String, limits: ImportLimits) -> (text: String, replacements: Replacements) {
        let bytes = Bytes(text.utf8)
        titles = AnonymizedText.titles(in: bytes, limits: limits)
        output.reserveCapacity(bytes.count)
        for line in bytes.lines {
            if !output.isEmpty || isBegun { output.append(Byte.newline) }
            isBegun = true
            let line = Bytes(line)
            if isOfLayout(line) {
                replaceWords(of: line)
            } else {
                blank(line)
            }
        }
        return (String(decoding: output, as: UTF8.self), replacements)
    }

    private var isBegun = false

    /// Returns the titles and identifiers that the reader finds in the text.
    private static func titles(in bytes: Bytes, limits: ImportLimits) -> Set<String> {
        var reader = LogReader(bytes, limits: limits)
        try? reader.read()
        var titles: Set<String> = []
        for constraint in reader.messages.flatMap({ $0.constraints + ($0.broken.map { [$0] } ?? []) }) {
            for item in constraint.items + constraint.names { if let title = item.title { titles.insert(title) } }
            if let title = constraint.superview?.title { titles.insert(title) }
            if let identifier = constraint.identifier { titles.insert(identifier) }
        }
        for node in reader.readHierarchy.tree.nodes { if let title = node.view.title { titles.insert(title) } }
        return titles
    }

    // MARK: Lines

    /// No line of a layout is longer, and the bound makes the search for texts linear.
    private static let longestLine = 1 << 14
    private static let signs: [StaticString] = ["<private>", "==", "<=", ">=", "names:", "Names:", "(active", "(inactive", "H:", "V:", "Hug:"]

    /// Returns whether a line may be a part of what the reader of logs takes, so that its numbers and the system's words stay.
    private mutating func isOfLayout(_ line: Bytes) -> Bool {
        linesBelow -= 1
        if line.count > AnonymizedText.longestLine { return false }
        if let match = MessageKind.match(line[...]) {
            linesBelow = max(linesBelow, match.kind.linesBelow)
            return true
        }
        if !DescriptionFinder.starts(in: line).isEmpty || line.indices.contains(where: { line.has("onstraint", at: $0) }) {
            linesBelow = max(linesBelow, 4)
            return true
        }
        if TreeLine(TreeLine.withoutDash(line) ?? line) != nil || TreeLine.wrappedStatus(line) != nil || ListCommand(line) != nil
            || !LogPhrase.phrases(in: line, 0..<line.count).isEmpty
        {
            return true
        }
        let content = LogLines.withoutDecoration(line).trimmed
        if ListSign.isHeading(line, at: content.startIndex) { return true }
        if linesBelow >= 0, line.indices.contains(where: { line.has("0x", at: $0) }) { return true }
        return line.indices.contains { index in AnonymizedText.signs.contains { line.has($0, at: index) } }
    }

    /// Writes the form of a line of something else: its words are crosses, and its digits zeros.
    private mutating func blank(_ line: Bytes) {
        var wasWord = false
        var isBlanked = false
        for byte in line {
            let isWord = byte.isLetter || byte >= 0x80 || byte == UInt8(ascii: "_")
            if isWord {
                if !wasWord { output.append(UInt8(ascii: "x")) }
            } else {
                output.append(byte.isDigit ? UInt8(ascii: "0") : byte)
            }
            isBlanked = isBlanked || isWord || byte.isDigit
            wasWord = isWord
        }
        if isBlanked { replacements.note(.other) }
    }

    // MARK: Words

    private mutating func replaceWords(of line: Bytes) {
        var index = 0
        while index < line.count {
            let byte = line[index]
            if byte == 0x1B {
                index = copyEscape(line, from: index)
            } else if let quote = AnonymizedText.quote(in: line, at: index) {
                index = replaceQuoted(line, from: index, quote)
            } else if AnonymizedText.isPartOfWord(line, at: index) {
                let end = AnonymizedText.endOfWord(line, from: index)
                replaceWord(line, index..<end)
                index = end
            } else {
                output.append(byte)
                index += 1
            }
        }
    }

    /// Copies a terminal's escape sequence, and returns its end.
    private mutating func copyEscape(_ line: Bytes, from start: Int) -> Int {
        var end = start + 1
        if line.at(end) == Byte.openBracket {
            end += 1
            while let byte = line.at(end), byte.isDigit || byte == UInt8(ascii: ";") { end += 1 }
            if line.at(end)?.isLetter == true { end += 1 }
        }
        output += line[start..<end]
        return end
    }

    /// Characters beyond ASCII that are signs and no letters: quotes, dashes, arrows, bullets, blanks.
    private static let marks: [StaticString] = [
        "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2026}", "\u{2022}", "\u{25BF}", "\u{25B9}", "\u{2192}", "\u{2264}", "\u{2265}",
        "\u{2013}",
        "\u{2014}", "\u{00A0}", "\u{FEFF}",
    ]

    /// Returns the length of a sign at an index, or 0.
    private static func mark(_ line: Bytes, at index: Int) -> Int {
        guard line[index] >= 0xC2 else { return 0 }
        return marks.first { line.has($0, at: index) }?.utf8CodeUnitCount ?? 0
    }

    private static func isPartOfWord(_ line: Bytes, at index: Int) -> Bool {
        let byte = line[index]
        if byte.isWord || byte == UInt8(ascii: "$") { return true }
        guard byte >= 0x80 else { return false }
        // The bytes within a sign are none of a word either.
        return !(0...2).contains { back in index >= back && mark(line, at: index - back) > back }
    }

    private static func endOfWord(_ line: Bytes, from start: Int) -> Int {
        var end = start
        while end < line.count, isPartOfWord(line, at: end) { end += 1 }
        return end
    }

    private mutating func replaceWord(_ line: Bytes, _ range: Range<Int>) {
        let word = line.text(range)
        if word.hasPrefix("0x"), let address = AnonymizedText.address(word) {
            output += replacements.address(address).utf8
            return
        }
        let isEscaped = line.at(range.lowerBound - 1) == Byte.backslash && word.utf8.count == 1
        if isEscaped || AnonymizedText.isNumber(word) || Vocabulary.contains(word) {
            output += line[range]
            return
        }
        let isSystem = SystemNames.isClass(word) || word.hasPrefix(SystemNames.observed) || word.hasPrefix("_Tt")
        output += (isSystem ? replacements.className(word) : replacements.word(word)).utf8
    }

    private static func address(_ word: String) -> String? {
        let digits = word.dropFirst(2)
        return !digits.isEmpty && digits.utf8.allSatisfy(\.isHexDigit) ? word : nil
    }

    /// Returns whether a word is a number: `12`, `1e`, `320x568`.
    private static func isNumber(_ word: String) -> Bool {
        guard word.utf8.first?.isDigit == true else { return false }
        let rest = word.utf8.drop(while: \.isDigit)
        if rest.isEmpty || rest.elementsEqual("e".utf8) { return true }
        return (rest.first == UInt8(ascii: "x") || rest.first == UInt8(ascii: "e")) && rest.count > 1 && rest.dropFirst().allSatisfy(\.isDigit)
            && !word.hasPrefix("0x")
    }

    // MARK: Quotes

    private struct Quote {
        var open: StaticString
        var close: StaticString
    }

    private static let quotes = [
        Quote(open: "'", close: "'"), Quote(open: "\u{2018}", close: "\u{2019}"), Quote(open: "\u{201C}", close: "\u{201D}"),
        Quote(open: "\"", close: "\""),
    ]

    /// Returns the quote that opens at an index. An apostrophe within a word opens none, nor does the quote around a description or a
    /// message.
    private static func quote(in line: Bytes, at index: Int) -> Quote? {
        guard let quote = quotes.first(where: { line.has($0.open, at: index) }) else { return nil }
        let start = index + quote.open.utf8CodeUnitCount
        if line.at(start) == Byte.less || line.has("&lt;", at: start) { return nil }
        var before = index - 1
        while line.at(before) == Byte.backslash { before -= 1 }
        if let byte = line.at(before), byte == Byte.greater || byte.isWord, !endsWithAddress(line, before) { return nil }
        let end = (start..<min(line.count, start + longestQuote)).first { line.has(quote.close, at: $0) } ?? min(line.count, start + longestQuote)
        let content = Bytes(line[start..<end])
        if content.indices.contains(where: { content.has(":0x", at: $0) }), line.at(before)?.isWord != true { return nil }
        if MessageKind.match(content[...]) != nil || !LogPhrase.phrases(in: content, 0..<content.count).isEmpty { return nil }
        return quote
    }

    /// Returns whether the word that ends at an index is an address, which a title follows.
    private static func endsWithAddress(_ line: Bytes, _ end: Int) -> Bool {
        var start = end
        while start > 0, line[start - 1].isWord { start -= 1 }
        return line.has("0x", at: start)
    }

    /// The maximum length of a quoted text, and the number of quotes in it that may end it.
    private static let longestQuote = 4000
    private static let mostEnds = 16

    /// Replaces a quoted text as a whole, and returns the end of its closing quote.
    private mutating func replaceQuoted(_ line: Bytes, from start: Int, _ quote: Quote) -> Int {
        let open = start + quote.open.utf8CodeUnitCount
        var close: Int?
        var ends = 0
        for index in open..<min(line.count, open + AnonymizedText.longestQuote)
        where ends < AnonymizedText.mostEnds && line.has(quote.close, at: index) {
            ends += 1
            let next = index + quote.close.utf8CodeUnitCount
            // The longest text that the reader knows wins, since a title may contain quotes.
            if titles.contains(line.text(open..<index)) {
                close = index
            } else if close == nil, next >= line.count || !AnonymizedText.isPartOfWord(line, at: next) {
                close = index
            }
        }
        let end = close ?? line.count
        let text = line.text(open..<end)
        output += line[start..<open]
        if text == "|" || text.isEmpty || SystemNames.isIdentifier(text) || SystemNames.isClass(text) {
            output += text.utf8
        } else {
            output += replacements.text(text).utf8
        }
        guard close != nil else { return end }
        output += line[end..<(end + quote.close.utf8CodeUnitCount)]
        return end + quote.close.utf8CodeUnitCount
    }
}

/// The words of the system's messages, of attributes and of debuggers, which say nothing about an app.
private enum Vocabulary {
    static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words: Set<String> = {
        var words = Set(own.split(separator: " ").map(String.init))
        for text in LogPhrase.texts + MessageKind.texts {
            let text = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
            words.formUnion(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        }
        // Signs begin with a part of a word, so that they match at the beginning of a sentence too.
        words.formUnion([
            "Constraint", "Layout", "Width", "Height", "Position", "Size", "Ambiguous", "Unable", "Invalid", "Multiplier", "Constant", "Content",
        ])
        return words
    }()

    private static let own = """
        left right top bottom leading trailing width height centerX centerY lastBaseline firstBaseline baseline leftMargin rightMargin topMargin \
        bottomMargin leadingMargin trailingMargin centerXWithinMargins centerYWithinMargins minX midX maxX minY midY maxY contentWidth contentHeight \
        Width Height H V LTR RTL active inactive names Names null priority Hug CompressionResistance NSSpace id h v \
        AMBIGUOUS LAYOUT MISSING HOST CONSTRAINTS for frame bounds autoresize W LM RM TM BM clipsToBounds YES NO hidden text opaque layer \
        gestureRecognizers contentOffset contentSize adjustedContentInset layoutFrame owningView alpha tag userInteractionEnabled anchor \
        SwiftUI lldb gdb po p e v expr expression l objc O elements element Optional some key value Printing description of Swift Array Legend \
        constraints constraintsAffectingLayoutForAxis constraintsAffectingLayout vertical horizontal _autolayoutTrace recursiveDescription \
        _subtreeDescription keyWindow self view contentView SnapKit LayoutConstraint LayoutConstraints swift m mm UIKitCore UIKit AppKit \
        CoreFoundation Foundation lt gt amp quot apos nbsp private legend is laid out with auto uses layout engine hosts The the a an and or are not \
        in to constraint constraints don t want you ll re that which this Actual Distance pixels warning error note storyboard xib nib
        """
}
