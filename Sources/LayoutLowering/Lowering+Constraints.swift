internal import ExactArithmetic
internal import LayoutModel

/// The document's own constraints, in its order.
extension Lowering {
    mutating func appendConstraints() {
        for index in constraints.indices where constraints[index].isActive {
            if !appendPlain(index) { appendAny(index) }
        }
    }

    /// Appends the row of any constraint.
    mutating func appendAny(_ index: Int) {
        let constraint = constraints[index]
        append(.constraint(index), constraint.relation, priority: constraint.priority) { lowering, difference in
            lowering.addDifference(constraint, to: &difference)
            difference.constant -= constraint.constant
            if let name = constraint.unknownConstant {
                difference.add(lowering.unknown("\(name) of \(constraint.id)"), -1)
            }
        }
    }

    /// Adds `first - multiplier * second`, locations in the coordinate system of the nearest common ancestor.
    private mutating func addDifference(_ constraint: LayoutConstraint, to difference: inout LinearExpression) {
        let first = constraint.first
        guard let second = constraint.second else {
            addOwn(first, factor: .one, to: &difference)
            return
        }
        let multiplier = constraint.multiplier
        guard first.attribute.kind != .size else {
            addOwn(first, factor: .one, to: &difference)
            addOwn(second, factor: -multiplier, to: &difference)
            return
        }
        let space = hierarchy.commonAncestor(first.item, second.item) ?? document.root
        let isMirrored =
            document.direction == .rtl && first.attribute.kind == .horizontalLocation
            && (first.attribute.isDirectional || second.attribute.isDirectional)
        add(first, in: space, mirrored: isMirrored, factor: .one, to: &difference)
        add(second, in: space, mirrored: isMirrored, factor: -multiplier, to: &difference)
        if isUnknownSpace(space), !multiplier.isOne {
            // A factor on a location depends on where the origin is; a factor of 1 lets it cancel.
            difference.add(unknown("coordinate space of \(constraint.id)"), .one)
        }
    }
}
