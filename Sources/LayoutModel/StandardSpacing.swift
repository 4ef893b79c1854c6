public import ExactArithmetic

/// The meaning of a bare `-` in a visual format, in points.
public struct StandardSpacing: Sendable, Hashable {
    /// The space between two views.
    public var sibling: Rational
    /// The space between a view and its superview's edge.
    public var superview: Rational

    public init(sibling: Rational = 8, superview: Rational = 20) {
        self.sibling = sibling
        self.superview = superview
    }
}
