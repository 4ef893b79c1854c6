internal import ExactArithmetic

/// Numbers as Interface Builder writes them: decimals, doubles in full, ratios.
enum IBNumber {
    /// What an attribute's text says exactly; nil where it is no number. `1.19e-07` is taken as well.
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

    /// A multiplier: `1:3`, `1/3` or a decimal.
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

    /// A length of a stored frame. Frames lie on pixels, so what is printed as `44.333332061767578` is 44 1/3.
    static func length(_ value: Double) -> Rational {
        // Beyond any screen, and beyond whole numbers soon.
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
