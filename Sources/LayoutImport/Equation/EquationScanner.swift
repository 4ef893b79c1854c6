/// A token of an equation: its kind and its range in the text.
struct EquationToken {
    enum Kind: Hashable {
        case number, name, quoted, relation, sign(UInt8), end

        var words: String {
            switch self {
            case .number: "a number"
            case .name, .quoted: "a name"
            case .relation: "==, <= or >="
            case .sign(let byte): "'\(Character(Unicode.Scalar(byte)))'"
            case .end: "the end of the equation"
            }
        }
    }

    var kind: Kind
    /// The range. For a quoted name, it is that between the quotes.
    var range: Range<Int>
}

/// An error in an equation, with its byte offset.
struct EquationError: Error {
    var offset: Int
    var message: String
}

/// Splits an equation into tokens, one at a time.
struct EquationScanner {
    let text: UnsafeBufferPointer<UInt8>
    /// Whether `#` and `//` end the equation.
    let allowsComments: Bool
    private var at = 0

    init(_ text: UnsafeBufferPointer<UInt8>, allowsComments: Bool) {
        self.text = text
        self.allowsComments = allowsComments
    }

    private func byte(_ offset: Int) -> UInt8? { offset < text.count ? text[offset] : nil }

    mutating func next() throws(EquationError) -> EquationToken {
        while let byte = byte(at), byte.isSpace { at += 1 }
        let start = at
        guard let first = byte(at) else { return EquationToken(kind: .end, range: start..<start) }
        if allowsComments, first == UInt8(ascii: "#") || (first == UInt8(ascii: "/") && byte(at + 1) == UInt8(ascii: "/")) {
            return EquationToken(kind: .end, range: start..<start)
        }
        let kind: EquationToken.Kind
        switch first {
        case _ where first.isDigit:
            kind = .number
            skipNumber()
        case _ where first.isNameStart:
            kind = .name
            while let byte = byte(at), byte.isNameStart || byte.isDigit { at += 1 }
        case UInt8(ascii: "\""): return try quoted()
        case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"):
            kind = .relation
            at += byte(at + 1) == UInt8(ascii: "=") ? 2 : 1
            if at == start + 1, first != UInt8(ascii: "=") { throw unexpected(at: start) }
        case 0xE2 where byte(at + 1) == 0x89 && (byte(at + 2) == 0xA4 || byte(at + 2) == 0xA5):
            kind = .relation
            at += 3
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "."):
            kind = .sign(first)
            at += 1
        default: throw unexpected(at: start)
        }
        return EquationToken(kind: kind, range: start..<at)
    }

    /// Skips `digits[.digits]`, and another one after a colon.
    private mutating func skipNumber() {
        skipDecimal()
        if byte(at) == UInt8(ascii: ":"), byte(at + 1)?.isDigit == true {
            at += 1
            skipDecimal()
        }
    }

    private mutating func skipDecimal() {
        while byte(at)?.isDigit == true { at += 1 }
        if byte(at) == UInt8(ascii: "."), byte(at + 1)?.isDigit == true {
            at += 1
            while byte(at)?.isDigit == true { at += 1 }
        }
    }

    private mutating func quoted() throws(EquationError) -> EquationToken {
        let start = at
        at += 1
        while let byte = byte(at), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                at += 1
                if self.byte(at) == UInt8(ascii: "\n") { throw EquationError(offset: at, message: "a line break cannot be escaped") }
            }
            at += 1
        }
        guard at < text.count else { throw EquationError(offset: start, message: "the quoted name is not closed") }
        at += 1
        return EquationToken(kind: .quoted, range: (start + 1)..<(at - 1))
    }

    /// Returns the word at an offset, up to blanks, dots and operators.
    private func word(around offset: Int) -> String {
        func isPart(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
        }
        let start = text[..<offset].lastIndex { !isPart($0) }.map { $0 + 1 } ?? text.startIndex
        return String(decoding: text[start...].prefix(while: isPart), as: UTF8.self)
    }

    private func unexpected(at offset: Int) -> EquationError {
        let first = text[offset]
        let width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let character = String(decoding: text[offset..<min(offset + width, text.count)], as: UTF8.self)
        let isLetter = character.first?.isLetter == true
        let hint = isLetter ? " outside quotes; quote a name that has other letters than a to z: \"\(word(around: offset))\"" : ""
        return EquationError(offset: offset, message: "\"\(character)\" is not allowed in an equation\(hint)")
    }
}

extension UInt8 {
    var isNameStart: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_") }
    /// Whether the byte is ASCII white space, including vertical tab and form feed.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
