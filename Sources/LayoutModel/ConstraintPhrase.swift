public import ExactArithmetic

// Renders constraints in the document's grammars.

extension LayoutDocument {
    /// Returns the constraint in visual format if that can express it, else as an equation. Either form can be parsed again and
    /// gives the same constraint, unless `names` is set.
    public func phrase(of constraint: LayoutConstraint, by names: ViewNames? = nil) -> String {
        visualFormat(of: constraint, by: names) ?? equation(of: constraint, by: names)
    }

    /// Returns the constraint as an equation, such as `title.leading == root.leading + 8 @ 750`. A required constraint has no
    /// priority.
    ///
    /// A constant that a console log does not state is rendered as its symbol in brackets.
    ///
    /// - Parameter names: the names of views, for people. If nil, views are named by id, and the equation can be parsed again.
    public func equation(of constraint: LayoutConstraint, by names: ViewNames? = nil) -> String {
        var text = "\(phrase(of: constraint.first, by: names)) \(constraint.relation.rawValue) "
        if let second = constraint.second {
            let divisor = constraint.multiplier.divisor
            if divisor == nil, !constraint.multiplier.isOne { text += "\(constraint.multiplier.text(asFactorFor: names)) * " }
            text += phrase(of: second, by: names)
            if let divisor { text += " / \(divisor.equationText)" }
            if let unknown = constraint.unknownConstant {
                text += " + [\(unknown)]"
            } else if !constraint.constant.isZero {
                text += constraint.constant.isNegative ? " - " : " + "
                text += constraint.constant.magnitude.text(for: names)
            }
        } else {
            text += constraint.unknownConstant.map { "[\($0)]" } ?? constraint.constant.text(for: names)
        }
        if !constraint.isRequired { text += " @ \(constraint.priority.text(for: names))" }
        return text
    }

    /// Returns `item.attribute`, with the item quoted if it is not a plain word.
    public func phrase(of anchor: LayoutAnchor, by names: ViewNames? = nil) -> String {
        "\(itemText(anchor.item, by: names)).\(anchor.attribute.rawValue)"
    }

    /// Returns the view's name. If `names` is nil or the name is the id, returns the id as an equation writes it.
    public func itemText(_ view: Int, by names: ViewNames?) -> String {
        let id = views.indices.contains(view) ? views[view].id : "?"
        if let name = names?.name(of: view), name != id { return name }
        return LayoutDocument.itemText(id)
    }

    /// Returns the id as an equation writes an item: unquoted if it matches `[A-Za-z_][A-Za-z0-9_]*`, else quoted.
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
        // Iterates over scalars, since a combining accent after a quote forms one character with it.
        for scalar in id.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Returns the ids of the items in a well-formed equation.
    public static func items(inEquation text: String) -> [String] {
        var items: [String] = []
        var item = String.UnicodeScalarView()
        // An unquoted word that begins with a digit is a number.
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
    /// The divisor of a multiplier that is better written as a division: 3 for 1/3, but nil for 1/2, which is 0.5.
    fileprivate var divisor: Rational? {
        isPositive && !isInteger && reciprocal.isInteger && !isDecimal(places: 6) ? reciprocal : nil
    }

    /// Returns the number as text: rounded for readers if `names` is given and the number is not a short decimal, otherwise
    /// exact.
    func text(for names: ViewNames?) -> String { names == nil ? equationText : writtenText }

    /// Returns the same for a multiplier.
    func text(asFactorFor names: ViewNames?) -> String { names == nil ? equationText : factorReadingText }

    /// The exact number as an equation writes it: a decimal if it has one, else a ratio `p:q`.
    public var equationText: String {
        exactDecimal ?? "\(numerator):\(denominator)"
    }

    /// The exact decimal, or nil if there is none with at most 30 places.
    var exactDecimal: String? {
        if isInteger { return description }
        guard isDecimal(places: 30) else { return nil }
        for places in stride(from: 3, through: 30, by: 3) where rounded(toPlaces: places) == self {
            return decimalText(places: places)
        }
        return nil
    }
}
