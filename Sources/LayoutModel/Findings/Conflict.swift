public import ExactArithmetic

/// A minimal set of required rows that cannot hold together, with the proof.
public struct Conflict: Sendable, Hashable {
    /// `K1`, `K2`, … in the report's order.
    public var id: String
    /// Row ids, in the order in which the rows enter; each row's factor in the proof stands at the same place.
    public var members: [String]
    /// Integers without common divisor: the rows times these add up to `sum` alone.
    public var factors: [Rational]
    /// What the weighted rows add up to: negative, though it would have to be 0 or more.
    public var sum: Rational
    public var fingerprint: String
    /// The conflict as one sentence of arithmetic.
    public var explanation: String
    public var fixes: [Change]
    public var owner: Owner
    /// For each size from outside that is a member, when the conflict is gone.
    public var vanishesAt: [VanishingSize]

    /// Who could end a conflict.
    public enum Owner: String, Sendable, Hashable, CaseIterable {
        case app
        /// Every member that could give way is the framework's own.
        case system
        /// It rests on an encapsulated, temporary or fitting size, which the framework may change the next moment.
        case transient
    }

    /// The sizes of one encapsulated, temporary or fitting size at which a conflict is gone, in points; nil for unbounded.
    public struct VanishingSize: Sendable, Hashable {
        public var constraint: String
        public var min: Rational?
        public var max: Rational?

        public init(constraint: String, min: Rational?, max: Rational?) {
            self.constraint = constraint
            self.min = min
            self.max = max
        }
    }

    public init(
        id: String, members: [String], factors: [Rational], sum: Rational, fingerprint: String = "", explanation: String = "",
        fixes: [Change] = [], owner: Owner = .app, vanishesAt: [VanishingSize] = []
    ) {
        self.id = id
        self.members = members
        self.factors = factors
        self.sum = sum
        self.fingerprint = fingerprint
        self.explanation = explanation
        self.fixes = fixes
        self.owner = owner
        self.vanishesAt = vanishesAt
    }
}

/// One change of a document: a fix of a conflict, or a suggestion against an ambiguity.
public enum Change: Sendable, Hashable {
    /// Add a constraint, which reports write as an equation.
    case add(equation: String, constraint: LayoutConstraint)
    /// Lower a required constraint, or a view's required content priority, to `priority`.
    case relax(constraint: String, priority: Rational)
    /// Give an optional constraint, or a view's content priority, another priority.
    case priority(constraint: String, priority: Rational)
    case constant(constraint: String, from: Rational, to: Rational)
    case remove(constraint: String)
}

/// A minimal set of the document's required constraints whose dropping ends every conflict.
public struct Repair: Sendable, Hashable {
    public var relax: [String]

    public init(relax: [String]) {
        self.relax = relax
    }
}

/// How the member of a conflict that breaks is chosen.
public enum BreakingPolicy: String, Sendable, Hashable, CaseIterable {
    /// Predicts what UIKit breaks, from evidence.
    case uikit
    /// The member that entered last among those allowed.
    case last
    /// As the first repair.
    case fewest
}

/// A row that may break, with how likely that is.
public struct BreakingCandidate: Sendable, Hashable {
    /// What a prediction goes by.
    public struct Rule: Sendable, Hashable {
        public var name: String
        /// Each point makes the row half again as likely.
        public var points: Int

        public init(name: String, points: Int) {
            self.name = name
            self.points = points
        }
    }

    public var constraint: String
    /// Where the policy predicts, to four places; the candidates' probabilities add up to 1, but for rounding.
    public var probability: Rational?
    public var rules: [Rule]

    public init(constraint: String, probability: Rational? = nil, rules: [Rule] = []) {
        self.constraint = constraint
        self.probability = probability
        self.rules = rules
    }
}

/// What UIKit is likely to have broken of the constraints that a log prints.
public struct BreakingPrediction: Sendable, Hashable {
    /// The likeliest first.
    public var candidates: [BreakingCandidate]
    public var reason: String

    public init(candidates: [BreakingCandidate], reason: String) {
        self.candidates = candidates
        self.reason = reason
    }
}

/// One breaking decision: when `trigger` entered, `conflict` could not hold, and `broken` gave way.
public struct Decision: Sendable, Hashable {
    public var sequence: Int
    public var trigger: String
    public var conflict: [String]
    public var broken: String
    /// In the policy's order, the broken one first.
    public var candidates: [BreakingCandidate]
    public var policy: BreakingPolicy
    public var reason: String
    /// The decision in UIKit's console form.
    public var log: String
    /// The row could hold again in the end and was put back.
    public var isRestored: Bool
    /// Of a log whose printed constraints can hold as far as they are known: `conflict` is then all that the system printed, of which
    /// nothing is proven and nothing is broken here.
    public var isAssumed = false

    public init(
        sequence: Int, trigger: String, conflict: [String], broken: String, candidates: [BreakingCandidate], policy: BreakingPolicy, reason: String,
        log: String, isRestored: Bool = false
    ) {
        self.sequence = sequence
        self.trigger = trigger
        self.conflict = conflict
        self.broken = broken
        self.candidates = candidates
        self.policy = policy
        self.reason = reason
        self.log = log
        self.isRestored = isRestored
    }
}
