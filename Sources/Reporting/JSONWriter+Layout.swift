public import ExactArithmetic
public import JSON
internal import LayoutModel

// Writes lengths, exact numbers and frames.

extension JSONWriter {
    /// Writes a length in points, rounded to 1e-6, or null if unbounded.
    public mutating func member(_ key: StaticString, length: Rational?) {
        self.key(key)
        if let length { decimal(length, places: 6) } else { null() }
    }

    /// Writes a priority or the constant of a change as a decimal of at most twelve places.
    mutating func member(_ key: StaticString, decimal value: Rational) {
        self.key(key)
        decimal(value, places: 12)
    }

    /// Writes a duration in milliseconds, to the microsecond.
    mutating func member(_ key: StaticString, milliseconds: Double) {
        self.key(key)
        let microseconds = milliseconds.isFinite ? Int(exactly: (milliseconds * 1000).rounded()) ?? 0 : 0
        decimal(Rational(microseconds, over: 1000) ?? .zero, places: 3)
    }

    /// Writes a number rounded to `places` decimals. Integers of the machine's word size are exact.
    public mutating func decimal(_ value: Rational, places: Int) {
        if let whole = value.integer {
            integer(whole)
        } else if let (whole, fraction, digits) = value.shortDecimal(places: places) {
            decimal(isNegative: value.isNegative && (whole > 0 || fraction > 0), whole: whole, fraction: fraction, digits: digits)
        } else {
            // Readers of JSON accept 64-bit integers. A longer number is written as the nearest double.
            let text = value.decimalText(places: places)
            if text.prefix(while: { $0 != "." }).utf8.count <= 18 { return number(text) }
            number(value.double(places: places).description)
        }
    }

    /// Writes an exact number: an integer up to 2^53, which every reader of JSON represents exactly, or else the text `"p"` or
    /// `"p/q"`.
    mutating func exact(_ value: Rational) {
        if let whole = value.integer, whole.magnitude <= 1 << 53 { integer(whole) } else { string(value.description) }
    }

    mutating func frame(_ frame: LayoutFrame) {
        object { writer in
            writer.member("x", length: frame.x)
            writer.member("y", length: frame.y)
            writer.member("width", length: frame.width)
            writer.member("height", length: frame.height)
        }
    }
}
