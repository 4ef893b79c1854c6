public import ExactArithmetic

// Constraints as people write them, in the document's own grammars.

extension LayoutDocument {
    /// The constraint in visual format where that can say it, else as an equation. Read again either gives the same constraint, unless it calls
    /// views by names.
    public func phrase(of constraint: LayoutConstraint, by names: ViewNames? = nil) -> String {
        visualFormat(of: constraint, by: names) ?? equation(of: constraint, by: names)
    }

    /// The constraint as an equation: `title.leading == root.leading + 8 @ 750`. A required one has no priority.
    ///
    /// A constant that a console log leaves open stands by its name, in brackets.
    ///
    /// - Parameter names: What views are called, for people; nil for an equation that is read again, which calls them by their ids.
    public func equation(of constraint: LayoutConstraint, by names: ViewNames? = nil) -> String {
        var text = "\(phrase(of: constraint.first, by: names)) \(constraint.relation.rawValue) "
        if let second = constraint.second {
            let divisor = constraint.multiplier.divisor
            if divisor == nil, !constraint.multiplier.isOne { text += "\(constraint.multiplier.equationText) * " }
            text += phrase(of: second, by: names)
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
    public func phrase(of anchor: LayoutAnchor, by names: ViewNames? = nil) -> String {
        "\(itemText(anchor.item, by: names)).\(anchor.attribute.rawValue)"
    }

    /// A view by its name; where that is its id, and without names, by its id as an equation writes it.
    public func itemText(_ view: Int, by names: ViewNames?) -> String {
        let id = views.indices.contains(view) ? views[view].id : "?"
        if let name = names?.name(of: view), name != id { return name }
        return LayoutDocument.itemText(id)
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

    /// The ids of the items that an equation names, which is well formed.
    public static func items(inEquation text: String) -> [String] {
        var items: [String] = []
        var item = String.UnicodeScalarView()
        // A word that begins with a digit is a number, unless it is quoted.
        var (isQuoted, isEscaped, isWord) = (false, false, false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                item.append(scalar)
                isEscaped = false
            } else if isQuoted {
                if scalar == "\\" { isEscaped = true } else if scalar == "\"" { isQuoted = false } else { item.append(scalar) }
            } else if scalar == "." {
                if isWord { items.append(String(item)) }
                item.removeAll()
            } else if scalar == "\"" {
                (isQuoted, isWord) = (true, true)
            } else if scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar) {
                if item.isEmpty { isWord = !("0"..."9").contains(scalar) }
                item.append(scalar)
            } else {
                item.removeAll()
            }
        }
        return items
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
