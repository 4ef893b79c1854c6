internal import ExactArithmetic
internal import LayoutModel

/// A pin of a view to an end that leaves out another view, such as that of a list to the bottom of the screen although there is a new bar below
/// it: the bar begins where the list ends and is pinned to the same end, so it has no room.
struct BypassingPin {
    /// The pin, which was there before the other view was inserted.
    let row: DiagnosedRow
    /// The constraint by which one of the two views follows the other.
    let link: DiagnosedRow
    /// The edge that the pin places.
    let edge: LayoutAnchor
    /// The view that was inserted.
    let between: Int

    /// Returns nil if the rows contain no such pin.
    init?(_ facts: ConflictFacts) {
        var pins: [LayoutAnchor: [DiagnosedRow]] = [:]
        var links: [DiagnosedRow] = []
        func isEdge(_ side: LayoutAnchor) -> Bool { side.attribute.isNearEdge || side.attribute.isFarEdge }
        func isNear(_ side: LayoutAnchor) -> Bool { side.attribute.isNearEdge }
        func key(_ side: LayoutAnchor) -> LayoutAnchor { LayoutAnchor(side.item, side.attribute.edge) }
        for row in facts.own where row.relation == .equal && row.multiplier.isOne {
            let side = facts.placed(row)
            guard let other = facts.reference(row), other.item != side.item, isEdge(side), isEdge(other) else { continue }
            if isNear(side) == isNear(other) {
                pins[key(side), default: []].append(row)
            } else {
                links.append(row)
            }
        }
        for link in links {
            guard let second = link.second else { continue }
            for (edge, near) in [(link.first, second), (second, link.first)] {
                for pin in pins[key(edge)] ?? [] {
                    let end = BypassingPin.end(pin, facts)
                    let others = pins[key(LayoutAnchor(near.item, edge.attribute))] ?? []
                    guard let other = others.lazy.map({ BypassingPin.end($0, facts) }).first(where: { $0.side == end.side }) else { continue }
                    let distance = other.offset - end.offset - (edge == link.first ? -link.constant : link.constant)
                    let room = isNear(edge) ? -distance : distance
                    if room.isPositive, !BypassingPin.needsMore(than: room, near.item, link.axis, facts) { continue }
                    (row, self.link, self.edge, between) = (pin, link, edge, near.item)
                    return
                }
            }
        }
        return nil
    }

    /// Returns the edge of a view to which a pin leads, and the distance of the edge that it places from that one. A guide with insets has the edge of
    /// its superview, so that a bar may be pinned to the bottom of the screen, and a list to that of the safe area.
    private static func end(_ pin: DiagnosedRow, _ facts: ConflictFacts) -> (side: LayoutAnchor, offset: Rational) {
        let other = facts.reference(pin) ?? pin.first
        let (item, edge) = (other.item, other.attribute.edge)
        let offset = facts.placed(pin) == pin.first ? pin.constant : -pin.constant
        let guide = facts.document.views[item]
        guard guide.kind == .guide, let owner = guide.parent, let insets = guide.insets?.resolved(facts.document.direction, default: .zero) else {
            return (LayoutAnchor(item, edge), offset)
        }
        let inset: Rational =
            switch edge {
            case .left: insets.left
            case .right: -insets.right
            case .top: insets.top
            case .bottom: -insets.bottom
            default: .zero
            }
        return (LayoutAnchor(owner, edge), offset + inset)
    }

    /// Returns whether a row requires that a view is longer.
    private static func needsMore(than room: Rational, _ view: Int, _ axis: Axis, _ facts: ConflictFacts) -> Bool {
        facts.rows.contains { $0.isSize && $0.first.item == view && $0.axis == axis && $0.relation != .lessThanOrEqual && $0.constant > room }
    }
}
