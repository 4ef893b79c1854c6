internal import ExactArithmetic

/// Parses numbers as Interface Builder writes them: decimals, doubles in full, ratios.
enum IBNumber {
    /// Returns the exact value of an attribute's text, or nil if it is no number. Also accepts `1.19e-07`.
    static func exact(_ text: String) -> Rational? {
        var text = text
        if let value = text.withUTF8({ NumberText.parse($0) }) { return value }
        guard let double = Double(text), double.isFinite, double.magnitude < 1e12 else { return nil }
        return Rational(shortestDecimalOf: double)
    }

    static func double(_ text: String?) -> Double? {
        guard let text, let value = Double(text), value.isFinite, value.magnitude < 1e9 else { return nil }
        return value
    }

    /// Parses a multiplier: `1:3`, `1/3` or a decimal.
    static func multiplier(_ text: String) -> Rational? {
        let value: Rational?
        if let slash = text.firstIndex(of: "/") {
            guard let above = exact(String(text[..<slash])), let below = exact(String(text[text.index(after: slash)...])) else { return nil }
            value = above.divided(by: below)
        } else {
            value = exact(text)
        }
        return value.map(ConstraintRules.snapped)
    }

    /// Returns a length of a stored frame. Frames are on pixels, so `44.333332061767578` is 44 1/3.
    static func length(_ value: Double) -> Rational {
        // Beyond any screen, and beyond the range of integers.
        guard value.magnitude < 1e12 else { return (value.isFinite ? Rational(shortestDecimalOf: value) : nil) ?? .zero }
        for parts in [1, 2, 3] {
            let scaled = value * Double(parts)
            if (scaled - scaled.rounded()).magnitude < 1e-3 * Double(parts) / 3, let exact = Rational(Int(scaled.rounded()), over: parts) {
                return exact
            }
        }
        return Rational(Int((value * 1000).rounded()), over: 1000) ?? .zero
    }
}
