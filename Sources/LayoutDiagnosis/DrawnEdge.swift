internal import ExactArithmetic
internal import LayoutModel

/// A constraint of which the canvas of Interface Builder shows the opposite edge of one of its two views: the wrong one was chosen.
struct DrawnEdge {
    let row: DiagnosedRow
    /// The edge that the constraint has, and the one that the canvas shows at its place.
    let wrong: LayoutAnchor
    let right: LayoutAnchor

    /// Returns nil if the canvas agrees with the row, or with neither edge in its place.
    init?(_ row: DiagnosedRow, _ drawn: DrawnPlaces) {
        guard let second = row.second, row.relation == .equal, row.multiplier.isOne, row.first.item != second.item, drawn.contradicts(row) else {
            return nil
        }
        self.row = row
        for side in [row.first, second] {
            guard let opposite = side.attribute.oppositeEdge else { continue }
            var turned = row
            let edge = LayoutAnchor(side.item, opposite)
            if side == row.first { turned.first = edge } else { turned.second = edge }
            if drawn.error(of: turned) != nil, !drawn.contradicts(turned) {
                (wrong, right) = (side, edge)
                return
            }
        }
        return nil
    }

    func remedy(_ facts: ConflictFacts) -> Remedy {
        Remedy(
            .changeItem, [row.id],
            sentence:
                "Pin the \(right.attribute.words) of \(facts.name(right.item)) in place of its \(wrong.attribute.words) (\(row.id)), as on the canvas."
        )
    }
}

extension LayoutAttribute {
    /// The edge on the other side, or nil if it is no edge.
    fileprivate var oppositeEdge: LayoutAttribute? {
        switch self {
        case .left: .right
        case .right: .left
        case .leading: .trailing
        case .trailing: .leading
        case .top: .bottom
        case .bottom: .top
        case .leadingMargin: .trailingMargin
        case .trailingMargin: .leadingMargin
        case .leftMargin: .rightMargin
        case .rightMargin: .leftMargin
        case .topMargin: .bottomMargin
        case .bottomMargin: .topMargin
        case .width, .height, .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins, .firstBaseline, .lastBaseline: nil
        }
    }
}
