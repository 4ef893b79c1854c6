/// A position in the text of a visual format.
struct VisualFormatCursor {
    let text: UnsafeBufferPointer<UInt8>
    let grammar: VisualFormatGrammar
    private(set) var offset = 0

    init(_ text: UnsafeBufferPointer<UInt8>, grammar: VisualFormatGrammar) {
        self.text = text
        self.grammar = grammar
    }

    /// The current byte, or nil at the end.
    var next: UInt8? { byte(offset) }

    func byte(_ offset: Int) -> UInt8? { offset < text.count ? text[offset] : nil }

    func isNext(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

    mutating func advance(_ count: Int = 1) { offset += count }

    /// Skips blanks. A comment ends the text.
    mutating func skipBlanks() throws(VisualFormatError) {
        while let byte = next, byte.isSpace { offset += 1 }
        let isSlashes = isNext("/") && byte(offset + 1) == UInt8(ascii: "/")
        guard isSlashes || (isNext("#") && grammar.allowsComments) else { return }
        if !grammar.allowsComments { try grammar.require(.comments, at: offset) }
        offset = text.count
    }

    mutating func take(_ character: Unicode.Scalar) throws(VisualFormatError) -> Bool {
        try skipBlanks()
        guard isNext(character) else { return false }
        offset += 1
        return true
    }

    /// Reads a C identifier.
    mutating func takeWord() -> Range<Int>? {
        guard let first = next, first.isNameStart else { return nil }
        let start = offset
        while let byte = next, byte.isNameStart || byte.isDigit { offset += 1 }
        return start..<offset
    }

    /// Reads a word in code with its dots: `.required`, `UILayoutPriorityRequired`. Empty if there is none.
    mutating func takePlatformWord() -> Range<Int> {
        let start = offset
        if next?.isDigit == true { return start..<start }
        while let byte = next, byte.isNameStart || byte.isDigit || byte == UInt8(ascii: ".") { offset += 1 }
        return start..<offset
    }

    /// Reads a quoted name, in which a backslash escapes a quote or backslash.
    mutating func takeQuoted() throws(VisualFormatError) -> Range<Int> {
        let start = offset
        offset += 1
        while let byte = next, byte != UInt8(ascii: "\"") { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
        guard offset < text.count else { throw VisualFormatError(offset: start, message: "the quoted name is not closed") }
        offset += 1
        return (start + 1)..<(offset - 1)
    }

    // MARK: Errors

    func expected(_ what: String) -> VisualFormatError {
        VisualFormatError(offset: offset, message: "expected \(what), found \(found)\(advice)")
    }

    /// The next step for a usual mistake at the current offset, or an empty text.
    private var advice: String {
        if isNext(";") { return "; write one format on each line" }
        var copy = self
        guard offset > 0, text[offset - 1].isDigit, let word = copy.takeWord() else { return "" }
        let isUnit = ["pt", "pts", "px", "dp"].contains(String(decoding: text[word], as: UTF8.self))
        return isUnit ? "; numbers are points and have no unit" : ""
    }

    /// The text at the current offset for messages: a whole word, or one character.
    private var found: String {
        guard let first = next else { return "the end" }
        var copy = self
        if let word = copy.takeWord() { return "\"\(String(decoding: text[word].prefix(80), as: UTF8.self))\"" }
        let width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let character = String(decoding: text[offset..<min(offset + width, text.count)], as: UTF8.self)
        return character == "\"" ? "a quoted name" : "\"\(character)\""
    }
}
