public import ExactArithmetic

/// A root cause in an expert's terms: what is wrong, who owns it, and what to change.
public struct Diagnosis: Sendable, Hashable {
    /// The codes of causes in reports and help pages.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        case systemNoise = "system-noise"
        case transientZero = "transient-zero"
        case cellHeight = "cell-height"
        case cellWidth = "cell-width"
        case hiddenInStack = "hidden-in-stack"
        case maskLeftOn = "mask-left-on"
        case frameSetView = "frame-set-view"
        case duplicate
        case edgesAndSize = "edges-and-size"
        case overconstrainedChain = "overconstrained-chain"
        case stackContents = "stack-contents"
        case aspectRatio = "aspect-ratio"
        case boundsContradict = "bounds-contradict"
        case wrongAnchor = "wrong-anchor"
        case negativeSize = "negative-size"
        case safeAreaOrKeyboard = "safe-area-or-keyboard"
        case libraryNoise = "library-noise"
        case notShown = "not-shown"
        case missingPosition = "missing-position"
        case missingSize = "missing-size"
        case scrollContent = "scroll-content"
        case contentPriorityTie = "content-priority-tie"
        case inequalityOnly = "inequality-only"
        case bothVariantsActive = "both-variants-active"
        case stackDistribution = "stack-distribution"
        case uninstalled
        case removedAtBuild = "removed-at-build"
        case other
    }

    /// The party that can resolve it.
    public enum Owner: String, Sendable, Hashable, CaseIterable {
        case app, library, system
        /// No party: it resolves itself when the view gets its size.
        case transient
    }

    /// The contribution of one row, in words.
    public struct Reason: Sendable, Hashable {
        public var constraint: String
        public var says: String

        public init(constraint: String, says: String) {
            self.constraint = constraint
            self.says = says
        }
    }

    /// `D1`, `D2`, … in the report's order.
    public var id = ""
    public var cause: Cause
    public var owner: Owner
    /// One sentence, in which views have their names.
    public var sentence: String
    /// The ids of the conflicts and ambiguities that it explains. No two diagnoses explain the same one.
    public var explains: [String] = []
    /// Ids of the rows one of which should change. Empty if nothing in the layout should change.
    public var culprits: [String]
    public var because: [Reason]
    /// One to three remedies, the preferred one first.
    public var remedies: [Remedy]
    /// From 0 to 1.
    public var confidence: Rational

    public init(
        cause: Cause, owner: Owner, sentence: String, culprits: [String], because: [Reason] = [], remedies: [Remedy], confidence: Rational
    ) {
        self.cause = cause
        self.owner = owner
        self.sentence = sentence
        self.culprits = culprits
        self.because = because
        self.remedies = remedies
        self.confidence = confidence
    }
}

/// A change that resolves everything that a diagnosis explains.
public struct Remedy: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case disableMask, lowerPriority, makeInequality, removeConstraint, deactivateFirst, changeConstant, changeItem, giveSizeFirst
        case addConstraint, setHugging, setCompressionResistance, changeSetting, ignore, other
    }

    /// The layout's state after the change.
    public struct Outcome: Sendable, Hashable {
        public var verdict: Analysis.Verdict
        /// Ids of the conflicts that the change resolves.
        public var ends: [String]
        /// New problems after the change, in words.
        public var adds: [String]

        public init(verdict: Analysis.Verdict, ends: [String], adds: [String] = []) {
            self.verdict = verdict
            self.ends = ends
            self.adds = adds
        }
    }

    public var kind: Kind
    /// Ids of the constraints that it changes. For `addConstraint`, the constraint as an equation.
    public var constraints: [String]
    /// The id of the view that it changes, for masks, content priorities and sizes.
    public var view: String?
    public var axis: Axis?
    public var priority: Rational?
    /// For `addConstraint`, the constraints, in the order of their equations. For a setting, what it adds to the layout.
    public var additions: [LayoutConstraint] = []
    /// Whether a trial has to show that the change settles an ambiguity. If it was not tried, the remedy is removed.
    public var needsTrial = false
    /// Whether it is tried only if no remedy before it settles all that its diagnosis explains. It needs a trial.
    public var isSpare = false
    /// Whether its trial left a part of what its diagnosis explains ambiguous.
    public var leavesPart: Bool { left != nil }
    /// The parts that its trial left ambiguous, such as `the width of UILabel “Name”`; nil if nothing.
    public var left: String?
    /// Whether a developer would rather not take it, since it stretches or cuts off a view that others of the tie are more suitable for.
    public var isUnlikely = false
    /// Whether it conflicts with the first remedies of earlier diagnoses, so that only one of them can be taken.
    public var contradictsEarlier = false
    /// Whether it was chosen together with the first remedies of the other diagnoses.
    public var isPlanned = false
    /// Whether its constants are taken from the frame that Interface Builder shows.
    public var isDrawn = false
    /// Whether it is one that the canvas shows in place of another one of its diagnosis, and not beside it.
    public var isInstead = false
    public var from: Rational?
    public var to: Rational?
    public var sentence: String
    /// The change as a line of Swift, or nil if there is none.
    public var swift: String?
    /// The place of the change in Interface Builder, in words, or nil if the layout is not from its files.
    public var inspector: String?
    /// The change in the library that made the constraint, or nil if none did.
    public var libraryCode: LibraryCode?
    /// The outcome, or nil if the change was not tried, as it is outside of the layout.
    public var outcome: Outcome?

    public init(
        _ kind: Kind, _ constraints: [String] = [], view: String? = nil, axis: Axis? = nil, priority: Rational? = nil, from: Rational? = nil,
        to: Rational? = nil, sentence: String, swift: String? = nil
    ) {
        self.kind = kind
        self.constraints = constraints
        self.view = view
        self.axis = axis
        self.priority = priority
        self.from = from
        self.to = to
        self.sentence = sentence
        self.swift = swift
    }
}
