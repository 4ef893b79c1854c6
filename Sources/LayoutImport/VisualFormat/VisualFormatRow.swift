internal import ExactArithmetic
internal import LayoutModel

/// A constraint of a visual format before it has an id.
struct VisualFormatRow {
    var first: LayoutAnchor
    var relation: LayoutRelation
    var second: LayoutAnchor?
    var multiplier = Rational.one
    var constant = Rational.zero
    var priority = LayoutPriority.required
    /// The offset in the text that it comes from.
    var offset: Int

    init(_ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?, at offset: Int) {
        self.first = first
        self.relation = relation
        self.second = second
        self.offset = offset
    }
}

extension DocumentReader {
    mutating func append(_ row: VisualFormatRow, _ expansion: inout VisualFormatExpansion) throws(ImportError) {
        let entry = expansion.entry
        expansion.rows += 1
        let id = "\(entry.id).\(expansion.rows)"
        let multiplier = ConstraintRules.snapped(row.multiplier)
        do throws(ImportError) {
            try limits.checkConstraints(constraints.count + 1, at: entry.place)
            try ConstraintRules.check(row.first.attribute, row.second?.attribute, multiplier: multiplier, at: entry.place)
            try checkWritable(multiplier, row.constant, at: entry.place)
        } catch {
            throw entry.source.located(error, at: row.offset)
        }
        try takeExpandedName(id, row, entry)
        constraints.append(
            LayoutConstraint(
                id: id, first: row.first, relation: row.relation, second: row.second, multiplier: row.second == nil ? .one : multiplier,
                constant: row.constant, priority: row.priority, isActive: entry.isActive, identifier: entry.identifier, source: entry.reference,
                origin: LayoutConstraint.Origin(identifier: entry.identifier)))
    }

    private func checkWritable(_ numbers: Rational..., at place: Place) throws(ImportError) {
        guard numbers.allSatisfy(NumberText.isWritable) else {
            throw place.invalid("not-a-number", "a number has more than \(NumberText.digitLimit) digits")
        }
    }

    /// Adds a predicate of one attribute of a view.
    mutating func add(
        _ predicate: VisualFormat.Predicate, to item: VisualFormatExpansion.Item, _ attribute: LayoutAttribute,
        _ expansion: inout VisualFormatExpansion
    ) throws(ImportError) {
        var row = VisualFormatRow(LayoutAnchor(item.number, attribute), predicate.relation, nil, at: predicate.offset)
        row.priority = predicate.priority ?? expansion.entry.priority
        switch predicate.value {
        case .number(let number): row.constant = number
        case .view(let operand):
            row.second = LayoutAnchor(try self.item(operand.name, expansion).number, operand.attribute ?? attribute)
            row.multiplier = operand.multiplier
            row.constant = operand.constant
        case .share(let share):
            guard attribute.kind == .size else {
                throw expansion.invalid("bad-visual-format", "only a width or height can be a share of the superview's", at: predicate.offset)
            }
            row.second = LayoutAnchor(try superview(of: item, expansion, for: "a percentage"), attribute)
            row.multiplier = share
        }
        try append(row, &expansion)
    }

    // MARK: Connections

    mutating func connect(
        _ previous: VisualFormatExpansion.Stop, _ connection: VisualFormat.Connection, _ next: VisualFormatExpansion.Stop,
        _ stops: [VisualFormatExpansion.Stop], _ expansion: inout VisualFormatExpansion
    ) throws(ImportError) {
        if case .none = connection { return }
        if case .spacer(let offset, let predicates) = connection {
            try space(previous, next, predicates, at: offset, stops, &expansion)
            return
        }
        for one in previous.items {
            for other in next.items {
                switch connection {
                case .flush: try connect(one, previous, other, next, predicate: nil, at: other.offset, &expansion)
                case .standard(let offset):
                    try checkStandard(one, previous, other, next, at: offset, expansion)
                    let isEdge = previous.isSuperview || next.isSuperview
                    let value = isEdge ? expansion.spacing.superview : expansion.spacing.sibling
                    let predicate = VisualFormat.Predicate(offset: offset, value: .number(value))
                    try connect(one, previous, other, next, predicate: predicate, at: offset, &expansion)
                case .distances(let predicates):
                    for predicate in predicates {
                        if case .number = predicate.value {
                            try connect(one, previous, other, next, predicate: predicate, at: predicate.offset, &expansion)
                        } else {
                            try connect(one, previous, other, next, byGuide: predicate, stops, &expansion)
                        }
                    }
                case .none, .spacer: break
                }
            }
        }
    }

    /// Returns the two edges that a connection connects.
    func anchors(
        _ one: VisualFormatExpansion.Item, _ previous: VisualFormatExpansion.Stop, _ other: VisualFormatExpansion.Item,
        _ next: VisualFormatExpansion.Stop, _ expansion: VisualFormatExpansion
    ) -> (from: LayoutAnchor, to: LayoutAnchor) {
        var from = LayoutAnchor(one.number, previous.isSuperview ? expansion.edges.start : expansion.edges.end)
        var to = LayoutAnchor(other.number, next.isSuperview ? expansion.edges.end : expansion.edges.start)
        if expansion.entry.options.baselineSpacing != nil, !previous.isSuperview, !next.isSuperview {
            if hasBaseline(one.number) { from.attribute = .lastBaseline }
            if hasBaseline(other.number) { to.attribute = .firstBaseline }
        }
        return (from, to)
    }

    private mutating func connect(
        _ one: VisualFormatExpansion.Item, _ previous: VisualFormatExpansion.Stop, _ other: VisualFormatExpansion.Item,
        _ next: VisualFormatExpansion.Stop, predicate: VisualFormat.Predicate?, at offset: Int, _ expansion: inout VisualFormatExpansion
    ) throws(ImportError) {
        let (from, to) = anchors(one, previous, other, next, expansion)
        var row = VisualFormatRow(to, predicate?.relation ?? .equal, from, at: offset)
        // Along a right-to-left chain, coordinates decrease.
        if expansion.isReversed { (row.first, row.second) = (from, to) }
        if case .number(let number)? = predicate?.value { row.constant = number }
        row.priority = predicate?.priority ?? expansion.entry.priority
        try append(row, &expansion)
    }

    /// Rejects the standard space between baselines, which depends on fonts that a document does not contain.
    private func checkStandard(
        _ one: VisualFormatExpansion.Item, _ previous: VisualFormatExpansion.Stop, _ other: VisualFormatExpansion.Item,
        _ next: VisualFormatExpansion.Stop, at offset: Int, _ expansion: VisualFormatExpansion
    ) throws(ImportError) {
        guard expansion.entry.options.baselineSpacing != nil, !previous.isSuperview, !next.isSuperview else { return }
        for item in [one, other] where hasBaseline(item.number) {
            throw expansion.invalid(
                "no-standard-spacing",
                "the standard space between baselines depends on the fonts, which are not known here (\"\(itemID(item.number))\" has a baseline): "
                    + "write a number", at: offset)
        }
    }
}
