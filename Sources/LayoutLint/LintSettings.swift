public import ExactArithmetic

/// What rules go by.
public struct LintSettings: Sendable, Hashable {
    /// The least size of some views, in points; nil where a side may be anything.
    public struct MinimumSize: Sendable, Hashable {
        public var width: Rational?
        public var height: Rational?

        public init(width: Rational?, height: Rational?) {
            self.width = width
            self.height = height
        }
    }

    /// The rules to check besides what every check says.
    public var rules: Set<Rule>
    /// Least sizes by class name (`UIButton`), `*Button` for all names that end so, or `#id` for one view; the longest name that fits wins.
    public var minimumSizes: [String: MinimumSize]
    /// Points that a frame may be off before a rule speaks: text is measured in whole pixels.
    public var tolerance: Rational

    /// Apple's Human Interface Guidelines: what is tapped is at least 44 points wide and high.
    public static let tapTargets: [String: MinimumSize] = [
        "*Button": MinimumSize(width: 44, height: 44), "UIControl": MinimumSize(width: 44, height: 44),
    ]

    public init(rules: Set<Rule> = [], minimumSizes: [String: MinimumSize] = tapTargets, tolerance: Rational = .half) {
        self.rules = rules
        self.minimumSizes = minimumSizes
        self.tolerance = tolerance
    }

    /// A rule finds no more than so many; the rest are counted in one finding.
    static let mostFindings = 200
}
