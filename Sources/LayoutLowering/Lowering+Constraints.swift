internal import ExactArithmetic
internal import LayoutModel

/// The document's own constraints, in its order.
extension Lowering {
    mutating func appendConstraints() {
        for (index, constraint) in document.constraints.enumerated() where constraint.isActive {
            var difference = difference(constraint)
            difference.constant -= constraint.constant
            if let name = constraint.unknownConstant {
                difference.add(unknown("\(name) of \(constraint.id)"), -1)
            }
            append(.constraint(index), difference, constraint.relation, priority: constraint.priority)
        }
    }

    /// `first - multiplier * second`, locations in the coordinate system of the nearest common ancestor.
    private mutating func difference(_ constraint: LayoutConstraint) -> LinearExpression {
        var difference = LinearExpression()
        let first = constraint.first
        guard let second = constraint.second else {
            addOwn(first, factor: .one, to: &difference)
            return difference
        }
        let multiplier = constraint.multiplier
        guard first.attribute.kind != .size else {
            addOwn(first, factor: .one, to: &difference)
            addOwn(second, factor: -multiplier, to: &difference)
            return difference
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
        return difference
    }
}
