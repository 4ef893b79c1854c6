internal import ExactArithmetic
internal import LayoutModel

/// The size of a document's lowered system. It is estimated in advance, so that storage is allocated once.
struct LoweredSize {
    /// The number of rows.
    private(set) var rows: Int
    /// An estimate of the number of terms of all rows; seldom too low.
    private(set) var entries: Int
    /// An estimate of the number of terms of the constraints' rows.
    ///
    /// The row of a constraint of locations has terms of every view on the path between its items. So in deep hierarchies a few
    /// thousand constraints can have millions of terms.
    private(set) var constraintTerms = 0

    init(_ document: LayoutDocument, _ hierarchy: Hierarchy) {
        rows = 2 * document.views.count + hierarchy.ownRows + (document.isFragment ? -2 : 2)
        entries = 2 * document.views.count + hierarchy.ownTerms + 2
        // Unknowns of a log.
        let more = document.isFragment ? 4 : 0
        let isMirrored = document.direction == .rtl
        document.constraints.withUnsafeBufferPointer { constraints in
            for index in constraints.indices where constraints[index].isActive {
                rows += 1
                entries += more + LoweredSize.lengths(constraints[index].first.attribute, isMirrored)
                constraintTerms += 2
                // The bounds of baselines that a log does not state.
                if document.isFragment, LoweredSize.speaksOfBaseline(constraints[index]) {
                    rows += 4
                    entries += 6
                }
                guard let second = constraints[index].second else { continue }
                entries += LoweredSize.lengths(second.attribute, isMirrored)
                // The edge from which mirrored locations are measured.
                if isMirrored, !constraints[index].multiplier.isOne { entries += 1 }
                let first = constraints[index].first
                if first.attribute == .width || first.attribute == .height { continue }
                let distance = hierarchy.distance(first.item, second.item)
                entries += distance
                constraintTerms += distance
            }
        }
    }

    private static func speaksOfBaseline(_ constraint: LayoutConstraint) -> Bool {
        func isOne(_ attribute: LayoutAttribute?) -> Bool { attribute == .firstBaseline || attribute == .lastBaseline }
        return isOne(constraint.first.attribute) || isOne(constraint.second?.attribute)
    }

    /// Returns 1 for an attribute that depends on the view's width or height, otherwise 0.
    private static func lengths(_ attribute: LayoutAttribute, _ isMirrored: Bool) -> Int {
        switch attribute {
        case .left, .top, .leftMargin, .topMargin: 0
        case .leading, .leadingMargin: isMirrored ? 1 : 0
        case .trailing, .trailingMargin: isMirrored ? 0 : 1
        default: 1
        }
    }
}
