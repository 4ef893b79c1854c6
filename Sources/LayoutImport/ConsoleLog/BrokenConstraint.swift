/// Finds the constraint in a message's list that the message reports as broken.
enum BrokenConstraint {
    /// Returns the index by address, else by content, since logs are edited and combined from different runs. Returns nil if the
    /// list has no such constraint.
    static func index(in list: [PrintedConstraint], broken: PrintedConstraint?, names: AccessibilityNames) -> Int? {
        guard let broken else { return nil }
        if let address = broken.address, let found = list.firstIndex(where: { $0.address == address }) { return found }
        let meaning = relation(of: broken) { names.key(of: $0)?.text ?? $0.name }
        let alike = list.indices.filter { relation(of: list[$0]) { names.key(of: $0)?.text ?? $0.name } == meaning }
        if let found = alike.first(where: { list[$0].identifier == broken.identifier }) ?? alike.first { return found }
        return indexInOtherRun(list, broken)
    }

    /// Returns the index in the log of another run, in which every view has another address: a constraint with the same content
    /// for views of the same name or class, if there is only one.
    private static func indexInOtherRun(_ list: [PrintedConstraint], _ broken: PrintedConstraint) -> Int? {
        let addresses = Set(list.flatMap { ($0.items + $0.names).compactMap(\.address) })
        guard !(broken.items + broken.names).contains(where: { $0.address.map(addresses.contains) ?? false }) else { return nil }
        func kind(_ item: PrintedItem) -> String { item.className ?? item.name }
        let meaning = relation(of: broken, naming: kind)
        let alike = list.indices.filter { relation(of: list[$0], naming: kind) == meaning }
        let named = alike.filter { list[$0].identifier == broken.identifier }
        return alike.count == 1 ? alike[0] : named.count == 1 ? named[0] : nil
    }

    /// Returns the content of a constraint with keys in place of views, so that titles and ways of printing do not matter.
    private static func relation(of constraint: PrintedConstraint, naming key: (PrintedItem) -> String) -> PrintedRelation? {
        guard var relation = constraint.relation else { return nil }
        func resolved(_ anchor: PrintedAnchor) -> PrintedAnchor {
            var anchor = anchor
            switch anchor.reference {
            case .item(let item): anchor.reference = .item(PrintedItem(name: key(item)))
            case .superview:
                if let superview = constraint.superview { anchor.reference = .item(PrintedItem(name: key(superview))) }
            }
            return anchor
        }
        relation.isVisual = false
        relation.first = resolved(relation.first)
        relation.second = relation.second.map(resolved)
        return relation
    }
}
