public import ExactArithmetic

// Constraints as people write them, in the document's own grammars.

extension LayoutDocument {
    /// The constraint in visual format where that can say it, else as an equation. Read again either gives the same constraint.
    public func phrase(of constraint: LayoutConstraint) -> String {
        visualFormat(of: constraint) ?? equation(of: constraint)
    }

    /// The constraint as an equation: `title.leading == root.leading + 8 @ 750`. A required one has no priority.
    ///
    /// A constant that a console log leaves open stands by its name, in brackets.
    public func equation(of constraint: LayoutConstraint) -> String {
        var text = "\(phrase(of: constraint.first)) \(constraint.relation.rawValue) "
        if let second = constraint.second {
            let divisor = constraint.multiplier.divisor
            if divisor == nil, !constraint.multiplier.isOne { text += "\(constraint.multiplier.equationText) * " }
            text += phrase(of: second)
            if let divisor { text += " / \(divisor.equationText)" }
            if let unknown = constraint.unknownConstant {
                text += " + [\(unknown)]"
            } else if !constraint.constant.isZero {
                text += constraint.constant.isNegative ? " - " : " + "
                text += constraint.constant.magnitude.equationText
            }
        } else {
            text += constraint.unknownConstant.map { "[\($0)]" } ?? constraint.constant.equationText
        }
        if !constraint.isRequired { text += " @ \(constraint.priority.equationText)" }
        return text
    }

    /// `item.attribute`, the item quoted where it is no plain word.
    public func phrase(of anchor: LayoutAnchor) -> String {
        let id = views.indices.contains(anchor.item) ? views[anchor.item].id : "?"
        return "\(LayoutDocument.itemText(id)).\(anchor.attribute.rawValue)"
    }

    /// The id as an equation writes an item: as it is where it is `[A-Za-z_][A-Za-z0-9_]*`, else quoted.
    public static func itemText(_ id: String) -> String {
        func isLetter(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
            default: false
            }
        }
        let isWord = id.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isWord, let first = id.utf8.first, isLetter(first) { return id }
        var quoted = "\""
        // An accent after a quote makes one character of both.
        for scalar in id.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension Rational {
    /// The number that a multiplier divides by, if that says it better than a ratio: 3 for a third, nil for a half, which is 0.5.
    fileprivate var divisor: Rational? {
        isPositive && !isInteger && reciprocal.isInteger && !isDecimal(places: 6) ? reciprocal : nil
    }

    /// The number as an equation writes it, exact: a decimal where it is one, else a ratio `p:q`.
    public var equationText: String {
        exactDecimal ?? "\(numerator):\(denominator)"
    }

    /// The number as a decimal; nil where it is none, or one of more than 30 places.
    var exactDecimal: String? {
        if isInteger { return description }
        guard isDecimal(places: 30) else { return nil }
        for places in stride(from: 3, through: 30, by: 3) where rounded(toPlaces: places) == self {
            return decimalText(places: places)
        }
        return nil
    }
}
