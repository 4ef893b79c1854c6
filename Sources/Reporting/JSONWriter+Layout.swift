public import ExactArithmetic
public import JSON
internal import LayoutModel

// How lengths, exact numbers and frames stand in a report.

extension JSONWriter {
    /// A length in points, rounded to 1e-6; null for unbounded.
    public mutating func member(_ key: StaticString, length: Rational?) {
        self.key(key)
        if let length { decimal(length, places: 6) } else { null() }
    }

    /// A priority, or the constant of a change: a decimal of at most twelve places.
    mutating func member(_ key: StaticString, decimal value: Rational) {
        self.key(key)
        decimal(value, places: 12)
    }

    /// A duration in milliseconds, to the microsecond.
    mutating func member(_ key: StaticString, milliseconds: Double) {
        self.key(key)
        let microseconds = milliseconds.isFinite ? Int(exactly: (milliseconds * 1000).rounded()) ?? 0 : 0
        decimal(Rational(microseconds, over: 1000) ?? .zero, places: 3)
    }

    /// A number rounded to so many decimal places; whole ones of machine words exactly.
    public mutating func decimal(_ value: Rational, places: Int) {
        if let whole = value.integer {
            integer(whole)
        } else if let (whole, fraction, digits) = value.shortDecimal(places: places) {
            decimal(isNegative: value.isNegative && (whole > 0 || fraction > 0), whole: whole, fraction: fraction, digits: digits)
        } else {
            // Readers of JSON take whole numbers of 64 bits: what is longer is written as the double that it is nearest to.
            let text = value.decimalText(places: places)
            if text.prefix(while: { $0 != "." }).utf8.count <= 18 { return number(text) }
            number(value.double(places: places).description)
        }
    }

    /// An exact number: an integer where every reader of JSON takes it exactly, else text `"p"` or `"p/q"`.
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
