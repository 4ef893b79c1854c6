internal import ExactArithmetic
internal import LayoutModel

// Adds guides for distances that no two attributes can express. They have no extent across the format's axis.

extension DocumentReader {
    /// Adds `-10%-` or `-(a/2)-`: a guide of that length begins at the start of the distance, and the relation is between its end
    /// and the next view.
    mutating func connect(
        _ one: VisualFormatExpansion.Item, _ previous: VisualFormatExpansion.Stop, _ other: VisualFormatExpansion.Item,
        _ next: VisualFormatExpansion.Stop, byGuide predicate: VisualFormat.Predicate, _ stops: [VisualFormatExpansion.Stop],
        _ expansion: inout VisualFormatExpansion
    ) throws(ImportError) {
        let superview = try commonSuperview(stops, &expansion, for: "a percentage", at: predicate.offset)
        var length = try length(predicate, in: superview, expansion)
        guard let spacer = try makeSpacer(in: superview, at: predicate.offset, &expansion) else { return }
        let (from, to) = anchors(one, previous, other, next, expansion)
        // A guide has no negative length: one for a negative distance is before the edge at which it starts.
        let isBackwards = length.multiplier.isNegative || (length.multiplier.isZero && length.constant.isNegative)
        let (near, far) = isBackwards ? (expansion.edges.end, expansion.edges.start) : (expansion.edges.start, expansion.edges.end)
        try append(VisualFormatRow(LayoutAnchor(spacer, near), .equal, from, at: predicate.offset), &expansion)
        length.first.item = spacer
        if isBackwards { (length.multiplier, length.constant) = (-length.multiplier, -length.constant) }
        try append(length, &expansion)
        let end = LayoutAnchor(spacer, far)
        var row = VisualFormatRow(expansion.isReversed ? end : to, predicate.relation, expansion.isReversed ? to : end, at: predicate.offset)
        row.priority = predicate.priority ?? expansion.entry.priority
        try append(row, &expansion)
    }

    /// Returns the length of the guide, without its item: a fraction of the superview's length, or an expression of a view's.
    private mutating func length(
        _ predicate: VisualFormat.Predicate, in superview: Int, _ expansion: VisualFormatExpansion
    ) throws(ImportError) -> VisualFormatRow {
        let guide = LayoutAnchor(-1, expansion.length)
        var row = VisualFormatRow(guide, .equal, LayoutAnchor(superview, expansion.length), at: predicate.offset)
        switch predicate.value {
        case .share(let share): row.multiplier = share
        case .view(let operand):
            row.second = LayoutAnchor(try item(operand.name, expansion).number, operand.attribute ?? expansion.length)
            row.multiplier = operand.multiplier
            row.constant = operand.constant
            if !row.multiplier.isZero, !row.constant.isZero, row.multiplier.isNegative != row.constant.isNegative {
                throw expansion.invalid(
                    "bad-visual-format", "a distance may grow or shrink with a view, but its two parts must have the same sign: -(a/2+8)-",
                    at: predicate.offset)
            }
        case .number(let number):
            row.second = nil
            row.constant = number
        }
        return row
    }

    /// Adds `~`: a guide from one end to the other with the same length as the format's first.
    mutating func space(
        _ previous: VisualFormatExpansion.Stop, _ next: VisualFormatExpansion.Stop, _ predicates: [VisualFormat.Predicate], at offset: Int,
        _ stops: [VisualFormatExpansion.Stop], _ expansion: inout VisualFormatExpansion
    ) throws(ImportError) {
        let superview = try commonSuperview(stops, &expansion, for: "a spacer '~'", at: offset)
        guard let spacer = try makeSpacer(in: superview, at: offset, &expansion) else { return }
        let item = VisualFormatExpansion.Item(number: spacer, offset: offset)
        let stop = VisualFormatExpansion.Stop(items: [item], isSuperview: false)
        for one in previous.items {
            let (from, to) = anchors(one, previous, item, stop, expansion)
            try append(VisualFormatRow(to, .equal, from, at: offset), &expansion)
        }
        for other in next.items {
            let (from, to) = anchors(item, stop, other, next, expansion)
            try append(VisualFormatRow(to, .equal, from, at: offset), &expansion)
        }
        if let first = expansion.firstSpacer {
            var row = VisualFormatRow(LayoutAnchor(spacer, expansion.length), .equal, LayoutAnchor(first, expansion.length), at: offset)
            row.priority = expansion.entry.priority
            try append(row, &expansion)
        } else {
            expansion.firstSpacer = spacer
        }
        for predicate in predicates { try add(predicate, to: item, expansion.length, &expansion) }
    }

    /// Creates a guide that is fixed across the axis. Returns nil for an inactive format, whose guide nothing would position.
    private mutating func makeSpacer(in superview: Int, at offset: Int, _ expansion: inout VisualFormatExpansion) throws(ImportError) -> Int? {
        let entry = expansion.entry
        guard entry.isActive else {
            spacersLeftOut += 1
            try limits.checkConstraints(constraints.count + spacersLeftOut, at: entry.place)
            warnings.add("the spacers of the visual format \"\(entry.id)\" are left out because the format is not active")
            return nil
        }
        expansion.spacers += 1
        let id = "\(entry.id)~\(expansion.spacers)"
        guard let spacer = addSpacer(id, in: superview) else {
            throw entry.source.invalid("duplicate-id", "the id \"\(id)\" of a spacer is already used by a view", at: offset)
        }
        do throws(ImportError) {
            try limits.checkViews(views.count + spacers.count, at: entry.place)
        } catch {
            throw entry.source.located(error, at: offset)
        }
        let (edge, across): (LayoutAttribute, LayoutAttribute) = expansion.axis == .horizontal ? (.top, .height) : (.leading, .width)
        try append(VisualFormatRow(LayoutAnchor(spacer, edge), .equal, LayoutAnchor(superview, edge), at: offset), &expansion)
        try append(VisualFormatRow(LayoutAnchor(spacer, across), .equal, nil, at: offset), &expansion)
        return spacer
    }

    /// Returns the index of a new guide, or nil if a view has the id.
    private mutating func addSpacer(_ id: String, in superview: Int) -> Int? {
        let guide = LayoutView(id: id, parent: superview, kind: .guide)
        if impliesViews {
            guard names.insert(Array(id.utf8)).isNew else { return nil }
            views.append(guide)
            return views.count - 1
        }
        guard names.find(Array(id.utf8)) == nil, spacerNames.insert(Array(id.utf8)).isNew else { return nil }
        spacers.append(guide)
        return views.count + content.scrolls.count + spacers.count - 1
    }
}

// MARK: - Constraint lines

extension DocumentReader {
    mutating func expand(_ line: ConstraintLine, _ expansion: inout VisualFormatExpansion) throws(ImportError) {
        let item = try item(line.view.name, expansion)
        for part in line.parts {
            for predicate in part.predicates { try add(predicate, to: item, part.attribute, &expansion) }
        }
    }
}
