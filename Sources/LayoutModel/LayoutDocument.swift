public import ExactArithmetic

/// A checked constraint set: every index lies in its list, ids are unique, attributes pair, numbers are in their range.
///
/// Importers make it and check it; what takes one may rely on that.
public struct LayoutDocument: Sendable, Hashable {
    public var name: String?
    public var direction: LayoutDirection
    /// Index of the root view.
    public var root: Int
    /// The root's size in points; an axis without one takes the fitting size.
    public var size: LayoutSize
    /// The standard space of visual formats.
    public var spacing: StandardSpacing
    /// In the document's order; content areas of scroll views follow all others.
    public var views: [LayoutView]
    /// In the document's order, inactive ones included.
    public var constraints: [LayoutConstraint]
    /// Shows only part of a layout (a console log): the root is the space that views of unknown superview share and has no
    /// size, margins and baselines are unknowns, and ambiguity is not judged.
    public var isFragment: Bool
    /// What the importer noticed and the reader should know: unknown keys, lines that were skipped.
    public var warnings: [String]
    /// In a source of lines (a console log, equations) the line of each constraint, from 1; else empty.
    public var lines: [Int] = []
    /// What the finished layout has to satisfy.
    public var assertions: [LayoutAssertion] = []
    /// Findings that are meant.
    public var suppressions: [LayoutSuppression] = []
    /// In a fragment, the index of the constraint that the log says was broken.
    public var recordedBroken: Int?
    /// In a fragment, a list of constraints that somebody had printed (`po view.constraints`): the system reported no conflict.
    public var isList = false
    /// In a fragment, how many lines of the log were not understood: each may have been a constraint.
    public var unreadLines = 0
    /// How its texts may be written. They are all read; it is for those that come later.
    public var notation = Notation()

    public struct Notation: Sendable, Hashable {
        /// Names of numbers.
        public var metrics: [String: Rational] = [:]
        /// Visual formats may be of the extended grammar.
        public var isExtended = false

        public init() {}
    }

    public init(
        name: String? = nil, direction: LayoutDirection = .ltr, root: Int, size: LayoutSize = LayoutSize(),
        spacing: StandardSpacing = StandardSpacing(), views: [LayoutView], constraints: [LayoutConstraint], isFragment: Bool = false,
        warnings: [String] = [], recordedBroken: Int? = nil
    ) {
        self.name = name
        self.direction = direction
        self.root = root
        self.size = size
        self.spacing = spacing
        self.views = views
        self.constraints = constraints
        self.isFragment = isFragment
        self.warnings = warnings
        self.recordedBroken = recordedBroken
    }

    /// The line in which a constraint stands in its source; nil where that is not known.
    public func line(ofConstraint index: Int) -> Int? {
        lines.indices.contains(index) ? lines[index] : nil
    }
}
