internal import ExactArithmetic
internal import LayoutModel

/// The document's own constraints, in order.
extension Lowering {
    mutating func appendConstraints() {
        for index in constraints.indices { appendConstraint(index) }
    }

    /// Appends a constraint's row if it is active.
    mutating func appendConstraint(_ index: Int) {
        if constraints[index].isActive, !appendPlain(index) { appendAny(index) }
    }

    /// Appends the row of a constraint with any attributes. See `appendPlain` for common ones.
    mutating func appendAny(_ index: Int) {
        append(.constraint(index), constraints[index].relation, priority: constraints[index].priority) { lowering, difference in
            lowering.addDifference(index, to: &difference)
            difference.constant -= lowering.constraints[index].constant
            if let name = lowering.constraints[index].unknownConstant {
                difference.add(lowering.unknown("\(name) of \(lowering.constraints[index].id)"), -1)
            }
        }
    }

    /// Adds `first - multiplier * second`, with locations in the coordinate system of the nearest common ancestor.
    private mutating func addDifference(_ index: Int, to difference: inout LinearExpression) {
        let first = constraints[index].first
        guard let second = constraints[index].second else {
            addOwn(first, factor: .one, to: &difference)
            return
        }
        let multiplier = constraints[index].multiplier
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
            // With a factor other than 1 a location depends on the origin; with a factor of 1 the origin cancels.
            difference.add(unknown("coordinate space of \(constraints[index].id)"), .one)
        }
    }
}
