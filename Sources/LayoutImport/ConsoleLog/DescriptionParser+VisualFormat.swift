internal import ExactArithmetic
internal import LayoutModel

// Parses the visual format as constraints print it: one row of `H:|-(16)-[V]`, `V:[V]-(>=8)-[W]`, `H:[V]-(0)-|`, `V:[V(44)]`.

extension DescriptionParser {
    /// Parses `H:` or `V:` before a visual format. A format without it is horizontal. Returns nil if there is no visual format.
    mutating func takeOrientation() -> Axis? {
        func isFormat(_ position: Int) -> Bool {
            bytes.at(position) == Byte.openBracket || (bytes.at(position) == Byte.bar && bytes.at(position + 1) != Byte.dot)
        }
        if isFormat(index) { return .horizontal }
        guard next == UInt8(ascii: "H") || next == UInt8(ascii: "V"), bytes.at(index + 1) == Byte.colon else { return nil }
        let start = bytes.skippingBlanks(from: index + 2)
        guard start < end, isFormat(start) else { return nil }
        let axis: Axis = next == UInt8(ascii: "H") ? .horizontal : .vertical
        index = start
        return axis
    }

    mutating func takeVisualFormat(axis: Axis) throws(UnreadableDescription) -> PrintedConstraint.Body {
        let leadingEdge: LayoutAttribute = axis == .horizontal ? .leading : .top
        let trailingEdge: LayoutAttribute = axis == .horizontal ? .trailing : .bottom
        var start = PrintedReference.superview
        if !take("|") {
            try expect("[")
            let item = try takeItem(until: Byte.closeBracket, or: Byte.openParenthesis)
            if next == Byte.openParenthesis { return try takeDimension(of: item, axis: axis) }
            try expect("]")
            start = .item(item)
        }
        let gap = try takeGap()
        var finish = PrintedReference.superview
        if !take("|") {
            try expect("[")
            finish = .item(try takeItem(until: Byte.closeBracket, or: Byte.openParenthesis))
            try expect("]")
        }
        // The gap is between the trailing edge of the first item and the leading edge of the next one, or the superview's own
        // edge.
        var relation = PrintedRelation(
            first: PrintedAnchor(reference: finish, attribute: .attribute(finish == .superview ? trailingEdge : leadingEdge)),
            relation: gap.relation,
            second: PrintedAnchor(reference: start, attribute: .attribute(start == .superview ? leadingEdge : trailingEdge)))
        guard start != .superview || finish != .superview else { throw UnreadableDescription("there is no view between the superview's edges") }
        relation.constant = gap.constant
        relation.unknownConstant = gap.unknown
        relation.priority = gap.priority
        relation.isVisual = true
        relation.isStandardSpace = gap.isStandard
        try takeSuffixes(&relation)
        try relation.check()
        return .relation(relation)
    }

    private struct Predicate {
        var relation = LayoutRelation.equal
        var constant = Rational.zero
        var unknown: String?
        var isStandard = false
        var priority = LayoutPriority.required
    }

    /// Parses the gap between two items: nothing, `-`, `-8-` or `-(>=8@750)-`.
    private mutating func takeGap() throws(UnreadableDescription) -> Predicate {
        if next == Byte.openBracket || next == Byte.bar { return Predicate() }
        try expect("-")
        if next == Byte.openBracket || next == Byte.bar { return Predicate(unknown: "standard space") }
        let isParenthesised = !bytes.has("(null)", at: index) && take("(")
        let predicate = try takePredicate()
        if isParenthesised { try expect(")") }
        try expect("-")
        return predicate
    }

    private mutating func takePredicate() throws(UnreadableDescription) -> Predicate {
        var predicate = Predicate()
        skipBlanks()
        predicate.relation = takeRelation() ?? .equal
        skipBlanks()
        if let number = takeNumber() {
            predicate.constant = number
        } else if let symbol = try takeSymbol() {
            predicate.constant = symbol.length ?? .zero
            predicate.unknown = symbol.length == nil ? symbol.name : nil
            predicate.isStandard = symbol.name == "NSSpace"
        } else {
            throw UnreadableDescription("expected a length, found '\(excerpt)'")
        }
        skipBlanks()
        if take("@") { predicate.priority = try takePriority() }
        skipBlanks()
        return predicate
    }

    /// Parses `(44)]`, `(>=44)]` or `(==OtherView)]` after the item.
    private mutating func takeDimension(of item: PrintedItem, axis: Axis) throws(UnreadableDescription) -> PrintedConstraint.Body {
        try expect("(")
        let attribute = PrintedAttribute.attribute(axis == .horizontal ? .width : .height)
        var relation = PrintedRelation(first: PrintedAnchor(reference: .item(item), attribute: attribute), relation: .equal)
        let start = index
        if let predicate = try? takePredicate(), predicate.unknown == nil, next == Byte.closeParenthesis {
            relation.relation = predicate.relation
            relation.constant = predicate.constant
            relation.priority = predicate.priority
        } else {
            index = start
            skipBlanks()
            relation.relation = takeRelation() ?? .equal
            skipBlanks()
            let factor = index
            if let multiplier = takeMultiplier(), take("*") { relation.multiplier = multiplier } else { index = factor }
            let other = try takeItem(until: Byte.closeParenthesis, or: UInt8(ascii: "@"))
            relation.second = PrintedAnchor(reference: .item(other), attribute: attribute)
            if take("@") { relation.priority = try takePriority() }
        }
        try expect(")]")
        if let size = try takeContentSize(of: item, axis: axis, length: relation.constant) { return .contentSize(size) }
        try takeSuffixes(&relation)
        try relation.check()
        return .relation(relation)
    }

    /// Parses the content size of a view that is printed as an equation: `V.width == 79 Hug:250 CompressionResistance:750`.
    mutating func takeContentSize(of relation: PrintedRelation) throws(UnreadableDescription) -> PrintedContentSize? {
        guard relation.second == nil, relation.relation == .equal, case .item(let item) = relation.first.reference else { return nil }
        switch relation.first.attribute {
        case .attribute(.width): return try takeContentSize(of: item, axis: .horizontal, length: relation.constant)
        case .attribute(.height): return try takeContentSize(of: item, axis: .vertical, length: relation.constant)
        default: return nil
        }
    }

    /// Parses ` Hug:250 CompressionResistance:750` after a view's content size.
    private mutating func takeContentSize(
        of item: PrintedItem, axis: Axis, length: Rational
    ) throws(UnreadableDescription) -> PrintedContentSize? {
        skipBlanks()
        guard take("Hug:") else { return nil }
        let hugging = try takePriority()
        skipBlanks()
        try expect("CompressionResistance:")
        let compressionResistance = try takePriority()
        skipBlanks()
        guard index >= end else { throw UnreadableDescription("unexpected '\(excerpt)'") }
        return PrintedContentSize(item: item, axis: axis, length: length, hugging: hugging, compressionResistance: compressionResistance)
    }
}
