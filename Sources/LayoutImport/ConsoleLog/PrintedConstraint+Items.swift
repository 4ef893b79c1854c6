internal import LayoutModel

extension PrintedConstraint {
    /// The items in the constraint, the superview of its table last.
    var items: [PrintedItem] {
        var items: [PrintedItem] = []
        switch body {
        case .contentSize(let size): items.append(size.item)
        case .relation(let relation):
            if let item = relation.first.item { items.append(item) }
            if let item = relation.second?.item { items.append(item) }
        }
        if let superview { items.append(superview) }
        return items
    }

    /// Whether the table's `|` is the superview of the first item, or of the second one. Nil if it is neither's.
    var isFirstPlaced: Bool? {
        guard let relation else { return nil }
        if relation.second?.reference == .superview { return true }
        if relation.first.reference == .superview { return false }
        return isAutoresizing || relation.first.attribute.isPosition ? true : nil
    }

    /// Whether it positions its first item by a length of the second one, as autoresizing does: `V.minX == 0.5*S.width`.
    var isPlacedByLength: Bool {
        guard let relation, let second = relation.second else { return false }
        return relation.first.attribute.attribute.kind != .size && second.attribute.attribute.kind == .size
    }
}

extension PrintedRelation {
    /// The items in printed order.
    var printedItems: [PrintedItem] {
        get {
            let items = [first.item, second?.item].compactMap(\.self)
            return isVisual ? items.reversed() : items
        }
        set {
            var items = isVisual ? newValue.reversed()[...] : newValue[...]
            if first.item != nil, let item = items.popFirst() { first.reference = .item(item) }
            if second?.item != nil, let item = items.popFirst() { second?.reference = .item(item) }
        }
    }
}

extension PrintedAttribute {
    /// Whether it is a location within the superview.
    var isPosition: Bool {
        if case .position = self { return true }
        return false
    }
}
