public import ExactArithmetic

/// A validated constraint set: indices are in range, ids are unique, paired attributes have the same kind, and numbers are in
/// range.
///
/// Importers create and validate it. Functions that take one may rely on its validity.
public struct LayoutDocument: Sendable, Hashable {
    public var name: String?
    public var direction: LayoutDirection
    /// The index of the root view.
    public var root: Int
    /// The root's size in points. An axis without a size takes the fitting size.
    public var size: LayoutSize
    /// The standard space of visual formats.
    public var spacing: StandardSpacing
    /// The views in the document's order, except for content areas of scroll views, which come last.
    public var views: [LayoutView]
    /// In the document's order, including inactive ones.
    public var constraints: [LayoutConstraint]
    /// Whether the document is a part of a layout (a console log). The root is then the common coordinate space of views with
    /// unknown superviews and has no size. Margins and baselines are unknowns, and ambiguity is not analyzed.
    public var isFragment: Bool
    /// The importer's warnings, such as unknown keys and skipped lines.
    public var warnings: [String]
    /// The line of each constraint, from 1, for a line-based source (a console log, equations). Empty for others.
    public var lines: [Int] = []
    /// Conditions on the finished layout.
    public var assertions: [LayoutAssertion] = []
    /// Intended findings.
    public var suppressions: [LayoutSuppression] = []
    /// In a fragment, the index of the constraint that the log reports as broken.
    public var recordedBroken: Int?
    /// Whether the fragment is a list of constraints that a developer printed (`po view.constraints`). The system then reported
    /// no conflict.
    public var isList = false
    /// In a fragment, the number of lines that were not understood. Each may have been a constraint.
    public var unreadLines = 0
    /// The notices of a text beside its constraints: other messages of the system, and details of a hierarchy. As with
    /// `warnings`, the canonical form has none.
    public var notices: [SourceFinding] = []
    /// In a fragment with a view hierarchy, the printed frame of each view in the order of the views, or nil if none is printed.
    /// Otherwise empty.
    public var printedFrames: [LayoutFrame?] = []
    /// The provenance of a document that was captured from a running app.
    public var capture: Capture?
    /// The observations of the platform when the document was captured, in the order of the views. Events remove it, since it is
    /// about the state before them.
    public var observations: [ViewObservation] = []
    /// The passes in which texts that wrap got the heights of this document. Nil if it has none, or before they are solved. The canonical
    /// form has none.
    public var passes: TextPasses?
    /// The notation for texts that edits add later. The document's own texts are already parsed.
    public var notation = Notation()

    public struct Notation: Sendable, Hashable {
        /// Named numbers.
        public var metrics: [String: Rational] = [:]
        /// Whether visual formats use the extended grammar.
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

    /// Whether a text contains no constraint at all, only other messages or a view hierarchy.
    public var isWithoutConstraints: Bool { isFragment && constraints.isEmpty && !isList }

    /// Returns the source line of a constraint, or nil if unknown.
    public func line(ofConstraint index: Int) -> Int? {
        lines.indices.contains(index) ? lines[index] : nil
    }
}
