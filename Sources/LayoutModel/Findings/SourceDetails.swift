public import ExactArithmetic

/// What a source tells of a layout beyond the document made from it.
public struct SourceDetails: Sendable, Hashable {
    /// In the order of their places in the source.
    public var findings: [SourceFinding]
    /// Values that the source does not state, in the order of the document's views.
    public var taken: [TakenValue]

    public init(findings: [SourceFinding] = [], taken: [TakenValue] = []) {
        self.findings = findings
        self.taken = taken
    }
}

/// Something worth knowing that is neither a conflict nor an ambiguity of the layout.
public struct SourceFinding: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A stored frame is not the one that the constraints give.
        case misplacedView = "misplaced-view"
        /// A view without constraints, which keeps the frame it was drawn with.
        case fixedFrame = "fixed-frame"
        /// A constraint that speaks of something that is not there.
        case unreferencedConstraint = "unreferenced-constraint"
        /// A constraint that the framework refuses.
        case invalidConstraint = "invalid-constraint"
        /// Leading or trailing paired with left or right.
        case mixedDirection = "mixed-direction"
        /// Views that ask for their content's size equally strongly, so that nothing says which of them gives way.
        case contentPriorityTie = "content-priority-tie"
        /// A constraint that is not installed for these size classes.
        case uninstalledConstraint = "uninstalled-constraint"
        /// A constraint that is removed when the app is built.
        case placeholderConstraint = "placeholder-constraint"
        /// An intrinsic size that holds in the editor alone.
        case designTimeSize = "design-time-size"
        /// An arranged view whose stack view may lie elsewhere.
        case ambiguousPosition = "ambiguous-position"
        /// An ambiguity that the developer asked not to be told of.
        case unverifiedAmbiguity = "unverified-ambiguity"
    }

    public var kind: Kind
    /// The id of the view or constraint that it is about.
    public var view: String?
    public var constraint: String?
    public var message: String
    /// Place in the source, from 1.
    public var line: Int
    public var column: Int

    public init(_ kind: Kind, view: String? = nil, constraint: String? = nil, _ message: String, line: Int, column: Int) {
        self.kind = kind
        self.view = view
        self.constraint = constraint
        self.message = message
        self.line = line
        self.column = column
    }
}

/// A value of the document that the source does not state in so many words.
public struct TakenValue: Sendable, Hashable {
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// By the rules of the framework alone.
        case model
        /// The rules give it roughly, and a stored frame that agrees gives the pixels.
        case refined
        /// The rules give a short list, from which the stored frames choose.
        case chosen
        /// From a stored frame alone.
        case stored
    }

    /// The id of the view or guide.
    public var view: String
    /// `intrinsicContentSize.width`, `insets.top`, `layoutMargins.leading`.
    public var value: String
    public var length: Rational
    public var origin: Origin

    public init(view: String, value: String, length: Rational, origin: Origin) {
        self.view = view
        self.value = value
        self.length = length
        self.origin = origin
    }
}
