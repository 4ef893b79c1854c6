internal import ExactArithmetic
internal import JSON

/// Parses numbers of documents: JSON numbers, and decimals and ratios as text.
enum NumberText {
    /// The maximum number of digits of a numerator or denominator. Every number must fit in a written document again, and no
    /// layout needs more digits.
    static let digitLimit = 1000

    /// Returns the exact value of a JSON number, which is its shortest decimal.
    static func exact(_ number: JSONNumber) -> Rational? {
        switch number {
        case .integer(let value): Rational(Int(value))
        case .unsigned(let value): Rational(decimal: String(value))
        case .double(let value): exact(value)
        }
    }

    private static func exact(_ value: Double) -> Rational? {
        // A decimal of at most 15 digits is the shortest one of the double that it parses to, and unique.
        let scale = 1_000_000.0
        if value.magnitude < 1e9 {
            let scaled = (value * scale).rounded()
            if scaled / scale == value { return Rational(Int(scaled), over: Int(scale)) }
        }
        return Rational(shortestDecimalOf: value)
    }

    /// Parses `[-]digits[.digits]`, or two of them separated by a colon (the second without a sign). Returns nil for anything
    /// else.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Rational? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return decimal(bytes[...]) }
        guard let antecedent = decimal(bytes[..<colon]), colon + 1 < bytes.count, bytes[colon + 1] != UInt8(ascii: "-"),
            let consequent = decimal(bytes[(colon + 1)...]), let ratio = antecedent.divided(by: consequent)
        else { return nil }
        return isWritable(ratio) ? ratio : nil
    }

    /// Returns whether numerator and denominator are within the digit limit.
    static func isWritable(_ value: Rational) -> Bool {
        if value.numerator.integer != nil, value.denominator.integer != nil { return true }
        let text = value.description.utf8
        return text.count <= digitLimit || text.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= digitLimit }
    }

    private static func decimal(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Rational? {
        var mantissa = 0
        var scale = 1
        var digits = 0
        var isInFraction = false
        var lastIsDigit = false
        let isNegative = bytes.first == UInt8(ascii: "-")
        for byte in isNegative ? bytes.dropFirst() : bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                lastIsDigit = true
                if digits <= 18 {
                    mantissa = 10 * mantissa + Int(byte - UInt8(ascii: "0"))
                    if isInFraction { scale *= 10 }
                }
            case UInt8(ascii: ".") where !isInFraction && lastIsDigit:
                isInFraction = true
                lastIsDigit = false
            default: return nil
            }
        }
        guard lastIsDigit else { return nil }
        if digits > 18 { return Rational(decimal: String(decoding: bytes, as: UTF8.self)) }
        return Rational(isNegative ? -mantissa : mantissa, over: scale)
    }
}
