public import ExactArithmetic

/// What `-` alone means in a visual format, in points.
public struct StandardSpacing: Sendable, Hashable {
    /// Between two views.
    public var sibling: Rational
    /// Between a view and its superview's edge.
    public var superview: Rational

    public init(sibling: Rational = 8, superview: Rational = 20) {
        self.sibling = sibling
        self.superview = superview
    }
}
