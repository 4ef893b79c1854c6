internal import ExactArithmetic
internal import LayoutModel

/// Reads an equation that the engine wrote (`title.top == root.top + 8 @ 750`): suggestions are texts.
struct EquationReader {
    private let text: [Unicode.Scalar]
    private var place = 0
    private let views: [String: Int]

    /// The constraint that the equation says; nil if it is not in the form that the engine writes.
    ///
    /// - Parameter views: the document's views by their ids.
    static func constraint(_ equation: String, views: [String: Int]) -> LayoutConstraint? {
        var reader = EquationReader(text: Array(equation.unicodeScalars), views: views)
        return reader.constraint()
    }

    private init(text: [Unicode.Scalar], views: [String: Int]) {
        self.text = text
        self.views = views
    }

    private mutating func constraint() -> LayoutConstraint? {
        guard let first = anchor(), let relation = relation() else { return nil }
        var constraint = LayoutConstraint(id: "", first: first, relation: relation)
        if isNumberNext {
            guard let number = number() else { return nil }
            if take("*") {
                constraint.multiplier = number
                constraint.second = anchor()
                if constraint.second == nil { return nil }
            } else {
                constraint.constant = number
            }
        } else {
            constraint.second = anchor()
            if constraint.second == nil { return nil }
        }
        if take("/") {
            guard let divisor = number(), let multiplier = Rational.one.divided(by: divisor) else { return nil }
            constraint.multiplier = multiplier
        }
        for (sign, isNegative) in [("+", false), ("-", true)] where take(sign) {
            guard let number = number() else { return nil }
            constraint.constant = isNegative ? -number : number
        }
        if take("@") {
            guard let priority = number() else { return nil }
            constraint.priority = priority
        }
        skipBlanks()
        return place == text.count ? constraint : nil
    }

    // MARK: Parts

    private mutating func skipBlanks() {
        while place < text.count, text[place] == " " { place += 1 }
    }

    private mutating func take(_ word: String) -> Bool {
        skipBlanks()
        let scalars = Array(word.unicodeScalars)
        guard text[place...].starts(with: scalars) else { return false }
        place += scalars.count
        return true
    }

    private mutating func relation() -> LayoutRelation? {
        for relation in [LayoutRelation.equal, .lessThanOrEqual, .greaterThanOrEqual] where take(relation.rawValue) { return relation }
        return nil
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private var isNumberNext: Bool {
        var next = place
        while next < text.count, text[next] == " " { next += 1 }
        guard next < text.count else { return false }
        return EquationReader.isDigit(text[next]) || text[next] == "-"
    }

    /// A decimal, or a ratio `p:q`.
    private mutating func number() -> Rational? {
        guard let numerator = decimal() else { return nil }
        guard place < text.count, text[place] == ":" else { return numerator }
        place += 1
        return decimal().flatMap { numerator.divided(by: $0) }
    }

    private mutating func decimal() -> Rational? {
        skipBlanks()
        var digits = String.UnicodeScalarView()
        if place < text.count, text[place] == "-" {
            digits.append("-")
            place += 1
        }
        while place < text.count, EquationReader.isDigit(text[place]) || text[place] == "." {
            digits.append(text[place])
            place += 1
        }
        return Rational(decimal: String(digits))
    }

    private mutating func anchor() -> LayoutAnchor? {
        skipBlanks()
        let isQuoted = place < text.count && text[place] == "\""
        if isQuoted { place += 1 }
        var item = String.UnicodeScalarView()
        while place < text.count, text[place] != (isQuoted ? "\"" : ".") {
            if isQuoted, text[place] == "\\" { place += 1 }
            guard place < text.count else { return nil }
            item.append(text[place])
            place += 1
        }
        if isQuoted { place += 1 }
        guard place < text.count, text[place] == "." else { return nil }
        place += 1
        var attribute = String.UnicodeScalarView()
        while place < text.count, text[place].properties.isAlphabetic {
            attribute.append(text[place])
            place += 1
        }
        guard let view = views[String(item)], let named = LayoutAttribute(rawValue: String(attribute)) else { return nil }
        return LayoutAnchor(view, named)
    }
}
