public import ExactArithmetic

/// The limits for findings about frames.
public struct FrameLimits: Sendable, Hashable {
    /// A minimum size in points. A nil side has no minimum.
    public struct MinimumSize: Sendable, Hashable {
        public var width: Rational?
        public var height: Rational?

        public init(width: Rational?, height: Rational?) {
            self.width = width
            self.height = height
        }
    }

    /// Minimum sizes by class name (`UIButton`), by suffix (`*Button`), or by view (`#id`). The longest matching name applies.
    public var minimumSizes: [String: MinimumSize]
    /// The deviation in points up to which a frame counts as correct.
    public var tolerance: Rational

    /// Minimum sizes of touch targets, 44 by 44 points by Apple's Human Interface Guidelines.
    public static let tapTargets: [String: MinimumSize] = [
        "*Button": MinimumSize(width: 44, height: 44), "UIControl": MinimumSize(width: 44, height: 44),
    ]

    public init(minimumSizes: [String: MinimumSize] = tapTargets, tolerance: Rational = .zero) {
        self.minimumSizes = minimumSizes
        self.tolerance = tolerance
    }

    /// Returns the minimum size by the view's id, else by the longest name that matches its class. Controls of AppKit have one only by
    /// their whole name, since a pointer hits what a finger does not.
    public func least(_ view: LayoutView) -> MinimumSize? {
        if let own = minimumSizes["#" + view.id] { return own }
        guard let kind = view.className else { return minimumSizes["*"] }
        let fitting = minimumSizes.keys.filter { key in
            key == kind || key.hasPrefix("*") && kind.hasSuffix(key.dropFirst()) && !(key != "*" && kind.hasPrefix("NS"))
        }
        // If two names have the same length, the exact one, without a star, takes precedence.
        return fitting.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }.flatMap { minimumSizes[$0] }
    }
}
