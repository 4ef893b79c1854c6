extension SyntaxScanner {
    /// Scans a string, a number or one of the three literals.
    mutating func scanScalar(expected: String) throws(JSONError) {
        switch bytes[at] {
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
        default:
            for word in ["true", "false", "null"] where bytes[at...].starts(with: word.utf8) {
                at += word.utf8.count
                return
            }
            let word = String(decoding: bytes[at...].prefix { $0.isLetter || $0.isDigit }.prefix(20), as: UTF8.self)
            throw error("expected \(expected), found \(word.isEmpty ? found : "'\(word)'")")
        }
    }

    // MARK: Numbers

    private mutating func scanNumber() throws(JSONError) {
        let start = at
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        let whole = skipDigits()
        if whole == 0 { throw error("expected a digit, found \(found)") }
        if whole > 1, bytes[at - whole] == UInt8(ascii: "0") { throw error("a number must not begin with 0", at: at - whole) }
        var isInteger = true
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            isInteger = false
            at += 1
            if skipDigits() == 0 { throw error("expected a digit, found \(found)") }
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E") {
            isInteger = false
            at += 1
            if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
            if skipDigits() == 0 { throw error("expected a digit, found \(found)") }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isInteger, Int64(text) == nil, UInt64(text) == nil {
            throw error("the integer has \(whole) digits and does not fit in 64 bits", .numberOutOfRange, at: start)
        }
        if !isInteger, Double(text)?.isFinite != true {
            throw error("the number is too large for a double", .numberOutOfRange, at: start)
        }
    }

    private mutating func skipDigits() -> Int {
        let start = at
        while at < bytes.count, bytes[at].isDigit { at += 1 }
        return at - start
    }

    // MARK: Strings

    mutating func scanString() throws(JSONError) {
        let start = at
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"): try scanEscape()
            case 0..<0x20: throw error("\(found) must be escaped in a string")
            default: at += 1
            }
        }
        throw error("the string is not closed", at: start)
    }

    private mutating func scanEscape() throws(JSONError) {
        let start = at
        at += 1
        guard at < bytes.count else { throw error("the string is not closed", at: start) }
        switch bytes[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            at += 1
        case UInt8(ascii: "u"):
            at += 1
            let unit = try scanHexadecimal()
            if (0xDC00...0xDFFF).contains(unit) { throw lone(unit, at: start) }
            guard (0xD800...0xDBFF).contains(unit) else { return }
            guard bytes[at...].starts(with: "\\u".utf8) else { throw lone(unit, at: start) }
            at += 2
            if !(0xDC00...0xDFFF).contains(try scanHexadecimal()) { throw lone(unit, at: start) }
        default:
            throw error("'\\' must be followed by one of \" \\ / b f n r t u, found \(found)")
        }
    }

    private func lone(_ unit: UInt32, at start: Int) -> JSONError {
        error("the surrogate U+\(SyntaxScanner.hexadecimal(unit)) is not part of a surrogate pair", at: start)
    }

    private mutating func scanHexadecimal() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard at < bytes.count, let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
                throw error("expected four hexadecimal digits, found \(found)")
            }
            unit = unit << 4 | UInt32(digit)
            at += 1
        }
        return unit
    }

    // MARK: Encoding

    func checkEncoding() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("a byte order mark is not allowed", at: 0) }
        let start = bytes.prefix(4)
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) || (start.count >= 2 && start.prefix(2).contains(0)) {
            throw error("the text must be UTF-8; this looks like UTF-16, UTF-32 or no text at all", at: 0)
        }
        var offset = 0
        while offset < bytes.count {
            guard let width = sequenceWidth(at: offset) else { throw error("the bytes here are not UTF-8", at: offset) }
            offset += width
        }
    }

    /// Returns the length of the UTF-8 sequence, or nil if it is invalid (RFC 3629: no overlong forms, no surrogates, at most
    /// U+10FFFF).
    private func sequenceWidth(at offset: Int) -> Int? {
        let first = bytes[offset]
        let (width, least): (Int, UInt32)
        switch first {
        case 0..<0x80: return 1
        case 0xC2...0xDF: (width, least) = (2, 0x80)
        case 0xE0...0xEF: (width, least) = (3, 0x800)
        case 0xF0...0xF4: (width, least) = (4, 0x10000)
        default: return nil
        }
        guard offset + width <= bytes.count else { return nil }
        var scalar = UInt32(first) & (0xFF >> UInt32(width + 1))
        for byte in bytes[(offset + 1)..<(offset + width)] {
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        return scalar >= least && Unicode.Scalar(scalar) != nil ? width : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
