public import ExactArithmetic

/// Details of a source beyond the document made from it.
public struct SourceDetails: Sendable, Hashable {
    /// Findings in the order of their places in the source.
    public var findings: [SourceFinding]
    /// Values that the source does not state, in the order of the document's views.
    public var taken: [TakenValue]
    /// The classes of views that were judged with the content of their own files, sorted.
    public var composed: [String]
    /// The container in which the scene is embedded, if there is one.
    public var embedding: SceneEmbedding?
    /// The name by which the caller gave the scene a canvas of its own.
    public var ownCanvas: String?

    public init(findings: [SourceFinding] = [], taken: [TakenValue] = [], composed: [String] = [], ownCanvas: String? = nil) {
        self.findings = findings
        self.taken = taken
        self.composed = composed
        self.ownCanvas = ownCanvas
    }
}

/// A finding about the source that is neither a conflict nor an ambiguity of the layout.
public struct SourceFinding: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A stored frame differs from the one that the constraints determine.
        case misplacedView = "misplaced-view"
        /// A view without constraints, which retains its design frame.
        case fixedFrame = "fixed-frame"
        /// A constraint that refers to a missing item.
        case unreferencedConstraint = "unreferenced-constraint"
        /// An outlet, action or segue whose destination is missing.
        case danglingReference = "dangling-reference"
        /// A constraint that the framework rejects.
        case invalidConstraint = "invalid-constraint"
        /// Leading or trailing paired with left or right.
        case mixedDirection = "mixed-direction"
        /// Views with equal content priorities, so that it is undetermined which of them is compressed or stretched.
        case contentPriorityTie = "content-priority-tie"
        /// A constraint that is not installed for these size classes.
        case uninstalledConstraint = "uninstalled-constraint"
        /// A constraint that is removed when the app is built.
        case placeholderConstraint = "placeholder-constraint"
        /// An intrinsic size that applies only in the editor.
        case designTimeSize = "design-time-size"
        /// An arranged view whose stack view has an ambiguous position.
        case ambiguousPosition = "ambiguous-position"
        /// An ambiguity whose report the developer switched off.
        case unverifiedAmbiguity = "unverified-ambiguity"
        /// A text reports that the app ended, or that the framework rejected a call.
        case reportedError = "reported-error"
        /// A text reports that a layout is ambiguous.
        case reportedAmbiguity = "reported-ambiguity"
        /// A text reports another problem with a layout.
        case reportedProblem = "reported-problem"
        /// Information about a text itself, or a message about layout whose meaning is not known.
        case reportedText = "reported-text"
    }

    public var kind: Kind
    /// The id of the view or constraint in question.
    public var view: String?
    public var constraint: String?
    public var message: String
    /// The place in the source, both from 1.
    public var line: Int
    public var column: Int
    /// The name of a text's message: `no-common-ancestor`.
    public var name: String?
    /// The advice on how to fix it or what to paste next, in one or two sentences.
    public var remedy: String?
    /// The place in a developer's files that a text prints.
    public var place: SourceReference?
    /// The number of times that a text reports it.
    public var count = 1
    /// Whether also a short report says it, although it is only a note.
    public var isNotable = false

    public init(_ kind: Kind, view: String? = nil, constraint: String? = nil, _ message: String, line: Int, column: Int) {
        self.kind = kind
        self.view = view
        self.constraint = constraint
        self.message = message
        self.line = line
        self.column = column
    }
}

/// A value of the document that the source does not state explicitly.
public struct TakenValue: Sendable, Hashable {
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// Determined only by the framework's rules.
        case model
        /// Approximately from the rules, and exactly from a stored frame that agrees.
        case refined
        /// One of a few values that the rules allow, chosen by the stored frames.
        case chosen
        /// Taken only from a stored frame.
        case stored
    }

    /// The id of the view or guide.
    public var view: String
    /// The attribute: `intrinsicContentSize.width`, `insets.top`, `layoutMargins.leading`.
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
