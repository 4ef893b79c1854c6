internal import ExactArithmetic
internal import LayoutModel

extension PrintedRelation {
    /// Rejects relations that no constraint can have, so that damaged lines are reported.
    func check() throws(UnreadableDescription) {
        guard let second else { return }
        let (one, two) = (first.attribute.attribute, second.attribute.attribute)
        if one.kind != two.kind {
            // Autoresizing positions a view by its superview's length.
            guard one.kind != .size, two.kind == .size, one.axis == two.axis else {
                throw UnreadableDescription("\(one.rawValue) cannot be compared with \(two.rawValue)")
            }
        } else if one.isDirectional && two.isAbsolute || one.isAbsolute && two.isDirectional {
            throw UnreadableDescription("\(one.rawValue) cannot be compared with \(two.rawValue)")
        }
        if one.kind != .size, multiplier.isZero { throw UnreadableDescription("an edge, center or baseline cannot have the multiplier 0") }
    }
}
