// Helpers for text as UTF-8 bytes. Console logs of any size are scanned as bytes in one pass.

/// UTF-8 bytes of a log or of a part of it.
typealias Bytes = [UInt8]

enum Byte {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let backslash = UInt8(ascii: "\\")
    static let quote = UInt8(ascii: "'")
    static let doubleQuote = UInt8(ascii: "\"")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")
    static let colon = UInt8(ascii: ":")
    static let dot = UInt8(ascii: ".")
    static let comma = UInt8(ascii: ",")
    static let bar = UInt8(ascii: "|")
    static let minus = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let equals = UInt8(ascii: "=")
    static let star = UInt8(ascii: "*")
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    var isHexDigit: Bool { hexValue != nil }
    var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
    /// Whether the byte may be in an identifier of source code.
    var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
    /// Whether the byte may be in a class name as the runtime prints it, including non-ASCII bytes.
    var isClassName: Bool { isWord || self == Byte.dot || self == UInt8(ascii: "$") || self >= 0x80 }
    var isBlank: Bool { self == Byte.space || self == UInt8(ascii: "\t") || self == Byte.newline || self == Byte.carriageReturn }

    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Bytes {
    /// Returns whether the ASCII text is at an index. Returns false beyond the end.
    func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index <= count - length else { return false }
        for offset in 0..<length where self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Returns the byte at an index, or nil beyond the end.
    func at(_ index: Int) -> UInt8? {
        index >= 0 && index < count ? self[index] : nil
    }

    /// Returns the index of the first non-blank byte from `start` on.
    func skippingBlanks(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlank { index += 1 }
        return index
    }

    /// Parses hexadecimal digits in a range. Returns nil if the number exceeds 64 bits.
    func hexadecimal(_ range: Range<Int>) -> UInt64? {
        guard !range.isEmpty, range.count <= 16 else { return nil }
        var value: UInt64 = 0
        for index in range {
            guard let digit = self[index].hexValue else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// Returns the text of a range, clamped to the bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
    }

    /// The length of the class name at the beginning. Generic arguments may contain any character: `Shop.Pair<Shop.Item, (Int) ->
    /// ()>`.
    var classNameLength: Int {
        var depth = 0
        for (index, byte) in enumerated() {
            if byte == Byte.less {
                depth += 1
            } else if closesBracket(at: index), depth > 0 {
                depth -= 1
            } else if depth == 0, !byte.isClassName {
                return index
            }
        }
        return depth == 0 ? count : 0
    }

    /// Returns whether a bracket closes at an index, since `>` is also part of `>=` and `->`.
    func closesBracket(at index: Int) -> Bool {
        self[index] == Byte.greater && at(index + 1) != Byte.equals && at(index - 1) != Byte.minus
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without blanks at both ends.
    var trimmed: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first.isBlank { slice = slice.dropFirst() }
        while let last = slice.last, last.isBlank { slice = slice.dropLast() }
        return slice
    }
}
