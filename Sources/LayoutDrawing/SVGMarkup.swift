/// A fragment of an SVG file. `\()` interpolates escaped text, or a length for a `Double`. `\(markup:)` interpolates markup.
struct SVGMarkup: ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8]

    init(stringLiteral value: String) {
        bytes = Array(value.utf8)
    }

    init(stringInterpolation: StringInterpolation) {
        bytes = stringInterpolation.bytes
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate private(set) var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            bytes.append(contentsOf: literal.utf8)
        }

        mutating func appendInterpolation(_ length: Double) {
            bytes.appendLength(length)
        }

        mutating func appendInterpolation(_ text: String) {
            bytes.appendEscaped(text)
        }

        mutating func appendInterpolation(markup: SVGMarkup) {
            bytes.append(contentsOf: markup.bytes)
        }
    }

    static func += (whole: inout SVGMarkup, part: SVGMarkup) {
        whole.bytes.append(contentsOf: part.bytes)
    }

    mutating func line(_ part: SVGMarkup) {
        self += part
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension [UInt8] {
    /// Appends a length, rounded to hundredths.
    fileprivate mutating func appendLength(_ value: Double) {
        let hundredths = (value * 100).rounded()
        guard hundredths.magnitude <= 1e15 else {
            append(UInt8(ascii: "0"))
            return
        }
        let number = Int64(hundredths)
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude / 100)
        let fraction = number.magnitude % 100
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(fraction / 10))
        if fraction % 10 > 0 { append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
    }

    private mutating func appendDigits(_ number: UInt64) {
        if number >= 10 { appendDigits(number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends escaped text. A character that XML does not allow becomes a replacement character.
    fileprivate mutating func appendEscaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append(contentsOf: "&amp;".utf8)
            case "<": append(contentsOf: "&lt;".utf8)
            case ">": append(contentsOf: "&gt;".utf8)
            case "\"": append(contentsOf: "&quot;".utf8)
            case "'": append(contentsOf: "&#39;".utf8)
            // `##vso[` in a drawing that a build prints would be a command to its runner.
            case "#" where last == UInt8(ascii: "#"): append(contentsOf: "&#35;".utf8)
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}": append(UInt8(ascii: " "))
            case " "..."~": append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                let isAllowed = scalar.value > 0x9f && scalar.value & 0xfffe != 0xfffe && !scalar.turnsText
                append(contentsOf: UTF8.encode(isAllowed ? scalar : "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character changes the direction of the text after it, which could change what a label appears to say.
    fileprivate var turnsText: Bool { (0x202a...0x202e).contains(value) || (0x2066...0x2069).contains(value) }
}

extension String {
    /// Returns the text, truncated to fit a width in points.
    func fitted(_ width: Double) -> String {
        let room = Int(max(0, min(200, width / 5.5)))
        let scalars = unicodeScalars
        guard scalars.count > room else { return self }
        return room < 2 ? "" : String(String.UnicodeScalarView(scalars.prefix(room - 1))) + "…"
    }
}
