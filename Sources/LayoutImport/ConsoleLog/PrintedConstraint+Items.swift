internal import LayoutModel

extension PrintedConstraint {
    private var anchors: [PrintedAnchor] {
        relation.map { [$0.first] + ($0.second.map { [$0] } ?? []) } ?? []
    }

    /// The items that it names, the superview of its table last.
    var items: [PrintedItem] {
        var items: [PrintedItem] = []
        if case .contentSize(let size) = body { items.append(size.item) }
        var named = anchors
        // `[V]-(8)-[W]` says W first, but prints V first.
        if case .item? = named.last?.reference, isSpacing { named.reverse() }
        for anchor in named {
            if case .item(let item) = anchor.reference { items.append(item) }
        }
        if let superview { items.append(superview) }
        return items
    }

    private var isSpacing: Bool {
        guard let relation, let second = relation.second, case .item = relation.first.reference, case .item = second.reference else { return false }
        let (one, two) = (relation.first.attribute.attribute, second.attribute.attribute)
        return (one == .leading && two == .trailing || one == .top && two == .bottom) && text.contains("]-")
    }

    /// The view whose superview the table's `|` is.
    var placedItem: PrintedItem? {
        guard let relation else { return nil }
        let references = anchors.map(\.reference)
        if references.contains(.superview) {
            for case .item(let item) in references { return item }
        }
        guard isAutoresizing || relation.first.attribute.isPosition, case .item(let item) = relation.first.reference else { return nil }
        return item
    }

    /// The superview that an autoresizing equation names outright: `V.minX == 0.5*S.width`.
    var impliedSuperview: (view: PrintedItem, superview: PrintedItem)? {
        guard let relation, let second = relation.second, case .item(let view) = relation.first.reference,
            case .item(let superview) = second.reference,
            relation.first.attribute.attribute.kind != .size, second.attribute.attribute.kind == .size, view != superview
        else { return nil }
        return (view, superview)
    }
}

extension PrintedAttribute {
    /// A location within the superview.
    var isPosition: Bool {
        if case .position = self { return true }
        return false
    }
}
