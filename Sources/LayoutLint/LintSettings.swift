public import ExactArithmetic
public import LayoutModel

/// What rules go by.
public struct LintSettings: Sendable, Hashable {
    /// The rules to check besides what every check says.
    public var rules: Set<Rule>
    /// Least sizes of views, as `FrameLimits` has them.
    public var minimumSizes: [String: FrameLimits.MinimumSize]
    /// Points that a frame may be off before a rule speaks; nil for none, and half a point where sizes were rounded when they were measured.
    public var tolerance: Rational?

    public init(
        rules: Set<Rule> = [], minimumSizes: [String: FrameLimits.MinimumSize] = FrameLimits.tapTargets, tolerance: Rational? = nil
    ) {
        self.rules = rules
        self.minimumSizes = minimumSizes
        self.tolerance = tolerance
    }

    /// - Parameter isRounded: sizes of views are frames of an Interface Builder file, in whole or half points.
    public func limits(isRounded: Bool) -> FrameLimits {
        FrameLimits(minimumSizes: minimumSizes, tolerance: tolerance ?? (isRounded ? .half : .zero))
    }

    /// A rule finds no more than so many; the rest are counted in one finding.
    static let mostFindings = 200
}
