public import ExactArithmetic
public import LayoutModel

/// The settings of the lint rules.
public struct LintSettings: Sendable, Hashable {
    /// The opt-in rules to check.
    public var rules: Set<Rule>
    /// The minimum sizes of views, as in `FrameLimits`.
    public var minimumSizes: [String: FrameLimits.MinimumSize]
    /// The deviation in points up to which a frame counts as correct. If nil, it is 0, or half a point if the sizes were rounded
    /// when measured.
    public var tolerance: Rational?

    public init(
        rules: Set<Rule> = [], minimumSizes: [String: FrameLimits.MinimumSize] = FrameLimits.tapTargets, tolerance: Rational? = nil
    ) {
        self.rules = rules
        self.minimumSizes = minimumSizes
        self.tolerance = tolerance
    }

    /// Returns the limits of frames for a document.
    ///
    /// - Parameter isRounded: whether sizes of views were measured from frames of an Interface Builder file, which are in whole
    ///   or half points.
    public func limits(isRounded: Bool) -> FrameLimits {
        FrameLimits(minimumSizes: minimumSizes, tolerance: tolerance ?? (isRounded ? .half : .zero))
    }

    /// The maximum number of findings of one rule that are listed. If there are more, the last finding states the number of the
    /// others.
    public static let mostFindings = 200
}
