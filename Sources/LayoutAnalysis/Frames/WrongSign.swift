internal import ExactArithmetic
internal import LayoutModel

/// Warnings about a far edge whose constant moves it out of the superview, while the near edge is inset by the same constant.
///
/// Constants of trailing, right and bottom edges must be negative for an inset, a common mistake of beginners. The layout is
/// correct, so it is a warning.
enum WrongSign {
    /// Returns a warning for each such constraint, at most eight.
    static func warnings(_ document: LayoutDocument) -> [String] {
        if document.isFragment { return [] }
        var insets: [LayoutAnchor: Rational] = [:]
        var outside: [(constraint: LayoutConstraint, near: LayoutAnchor)] = []
        for constraint in document.constraints where isPin(constraint, document) {
            let (edge, view) = (constraint.first.attribute, constraint.first.item)
            if let near = near[edge] {
                outside.append((constraint, LayoutAnchor(view, near)))
            } else {
                insets[constraint.first] = constraint.constant
            }
        }
        let found = outside.filter { insets[$0.near] == $0.constraint.constant }.prefix(8)
        if found.isEmpty { return [] }
        let names = ViewNames(document)
        return found.map { entry in
            let constant = entry.constraint.constant.decimalText(places: 2)
            let first = entry.constraint.first
            let edge = first.attribute == .bottom ? "bottom" : "\(first.attribute.rawValue) edge"
            return "the constant \(constant) of \(entry.constraint.id) moves the \(edge) of \(names.name(of: first.item)) \(constant) pt out of its "
                + "superview: for an inset it has to be -\(constant)"
        }
    }

    /// The near edge that belongs to each far edge.
    private static let near: [LayoutAttribute: LayoutAttribute] = [.right: .left, .trailing: .leading, .bottom: .top]

    /// Returns whether the row pins an edge of a view to the same edge of its superview, with a positive constant.
    private static func isPin(_ constraint: LayoutConstraint, _ document: LayoutDocument) -> Bool {
        guard constraint.isActive, constraint.origin == .user, constraint.relation == .equal, constraint.multiplier.isOne,
            constraint.unknownConstant == nil, constraint.constant.isPositive, let second = constraint.second,
            second.attribute == constraint.first.attribute, document.views[constraint.first.item].parent == second.item
        else { return false }
        let edge = constraint.first.attribute
        return near[edge] != nil || near.values.contains(edge)
    }
}
