public import ExactArithmetic

/// What rules about frames go by.
public struct FrameLimits: Sendable, Hashable {
    /// The least size of some views, in points; nil where a side may be anything.
    public struct MinimumSize: Sendable, Hashable {
        public var width: Rational?
        public var height: Rational?

        public init(width: Rational?, height: Rational?) {
            self.width = width
            self.height = height
        }
    }

    /// Least sizes by class name (`UIButton`), `*Button` for all names that end so, or `#id` for one view; the longest name that fits wins.
    public var minimumSizes: [String: MinimumSize]
    /// Points that a frame may be off before a rule speaks.
    public var tolerance: Rational

    /// Apple's Human Interface Guidelines: what is tapped is at least 44 points wide and high.
    public static let tapTargets: [String: MinimumSize] = [
        "*Button": MinimumSize(width: 44, height: 44), "UIControl": MinimumSize(width: 44, height: 44),
    ]

    public init(minimumSizes: [String: MinimumSize] = tapTargets, tolerance: Rational = .zero) {
        self.minimumSizes = minimumSizes
        self.tolerance = tolerance
    }

    /// By the view's id, else by the longest name that fits its class.
    public func least(_ view: LayoutView) -> MinimumSize? {
        if let own = minimumSizes["#" + view.id] { return own }
        guard let kind = view.className else { return minimumSizes["*"] }
        let fitting = minimumSizes.keys.filter { key in
            key == kind || key.hasPrefix("*") && !key.hasPrefix("#") && kind.hasSuffix(key.dropFirst())
        }
        // Equally long: the exact name, which has no star.
        return fitting.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }.flatMap { minimumSizes[$0] }
    }
}
