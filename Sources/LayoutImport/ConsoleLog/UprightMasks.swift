internal import ExactArithmetic
internal import LayoutModel

/// Constraints of autoresizing masks, with `minY` as the edge that it is: in AppKit's views, which are not flipped, the lower
/// one.
///
/// A message does not print whether a view is flipped. But a mask never states the upper edge twice, so if it prints both
/// `V:|-(0)-[view]` and `view.minY == 0`, the latter is the lower edge.
struct UprightMasks {
    let constraints: [PrintedConstraint]

    init(_ printed: [PrintedConstraint]) {
        let pinned = Set(printed.compactMap { UprightMasks.item(pinnedToTop: $0) })
        constraints = pinned.isEmpty ? printed : printed.map { UprightMasks.upright($0, pinned) }
    }

    /// Returns the item of `V:|-(0)-[item]`.
    private static func item(pinnedToTop printed: PrintedConstraint) -> PrintedItem? {
        guard printed.isAutoresizing, let relation = printed.relation, relation.isVisual, let second = relation.second else { return nil }
        let anchors = [relation.first, second]
        guard anchors.allSatisfy({ $0.attribute == .attribute(.top) }), anchors.contains(where: { $0.reference == .superview }) else { return nil }
        return anchors.lazy.compactMap(\.item).first
    }

    private static func upright(_ printed: PrintedConstraint, _ pinned: Set<PrintedItem>) -> PrintedConstraint {
        guard printed.isAutoresizing, case .relation(var relation) = printed.body, relation.second == nil, relation.relation == .equal,
            relation.first.attribute == .position(.top), let item = relation.first.item, pinned.contains(item)
        else { return printed }
        relation.first.attribute = .attribute(.bottom)
        relation.second = PrintedAnchor(reference: .superview, attribute: .attribute(.bottom))
        relation.constant = -relation.constant
        var upright = printed
        upright.body = .relation(relation)
        return upright
    }
}
