public import ExactArithmetic

/// A minimal infeasible subset of the required rows, with its Farkas proof.
public struct Conflict: Sendable, Hashable {
    /// `K1`, `K2`, … in the report's order.
    public var id: String
    /// Row ids, in the order in which the rows enter. `factors` has the same order.
    public var members: [String]
    /// The factors of the proof: coprime integers. The sum of the rows, each multiplied by its factor, contains no variables and
    /// equals `sum`.
    public var factors: [Rational]
    /// The constant of the weighted sum. It is negative, while the rows imply that it is nonnegative.
    public var sum: Rational
    public var fingerprint: String
    /// The conflict as one sentence of arithmetic.
    public var explanation: Explanation
    public var fixes: [Change]
    public var owner: Owner
    /// The sizes at which the conflict vanishes, for each member that is an externally imposed size.
    public var vanishesAt: [VanishingSize]

    /// One sentence of arithmetic.
    public struct Explanation: Sendable, Hashable {
        /// The comparison that a sentence makes.
        public enum Form: Sendable, Hashable {
            /// One row that can never hold, or two that contradict each other.
            case rows
            /// A size and the sum of what the other rows require: `8 + 60 + 8 = 76, but root.width is 70`.
            case sum
            /// The negative length that would be left for views: `-6 pt would be left for title.width`.
            case room
            /// The distance of one row from what the others require, without their sum.
            case distance
            /// The sum of constants around a cycle of relations, which would have to be 0.
            case cycle
        }

        /// The size with which a sum is compared that contains parts of a container's length, such as half of the root's.
        public struct Comparison: Sendable, Hashable {
            /// The id of the size's row.
            public var size: String
            /// By how much the sum exceeds the size, in points.
            public var excess: Rational

            public init(size: String, excess: Rational) {
                self.size = size
                self.excess = excess
            }
        }

        public var text: String
        public var form: Form
        /// Nil for a sentence without parts of a container's length.
        public var comparison: Comparison?

        public init(_ text: String, _ form: Form) {
            self.text = text
            self.form = form
        }

        /// Whether it is a sum from which nothing is subtracted, as that of what a container contains.
        public var isPlainSum: Bool { form == .sum && !text.hasPrefix("-") && !text.contains(" - ") }
    }

    /// The party that can resolve a conflict.
    public enum Owner: String, Sendable, Hashable, CaseIterable {
        case app
        /// Every member that could be changed belongs to the framework.
        case system
        /// The conflict depends on an encapsulated, temporary or fitting size, which the framework may change at any moment.
        case transient
    }

    /// The range of an encapsulated, temporary or fitting size in which a conflict vanishes, in points. An end is nil if unbounded.
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
        id: String, members: [String], factors: [Rational], sum: Rational, fingerprint: String = "", explanation: Explanation,
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

/// A change of a document: a fix of a conflict, or a suggestion for an ambiguity.
public enum Change: Sendable, Hashable {
    /// Adds a constraint, which reports render as an equation.
    case add(equation: String, constraint: LayoutConstraint)
    /// Lowers a required constraint, or a view's required content priority, to `priority`.
    case relax(constraint: String, priority: Rational)
    /// Changes the priority of an optional constraint, or a view's content priority.
    case priority(constraint: String, priority: Rational)
    case constant(constraint: String, from: Rational, to: Rational)
    case remove(constraint: String)
}

/// A minimal set of the document's required constraints whose removal resolves every conflict: a minimal hitting set of the
/// conflicts.
public struct Repair: Sendable, Hashable {
    public var relax: [String]

    public init(relax: [String]) {
        self.relax = relax
    }
}

/// The rule that chooses which member of a conflict breaks.
public enum BreakingPolicy: String, Sendable, Hashable, CaseIterable {
    /// Predicts which one UIKit breaks, from evidence.
    case uikit
    /// The candidate that entered last.
    case last
    /// The members of the first repair.
    case fewest
}

/// A row that may break, with its probability.
public struct BreakingCandidate: Sendable, Hashable {
    /// A rule of the prediction that applies to the row.
    public struct Rule: Sendable, Hashable {
        public var name: String
        /// The weight of the rule: each point multiplies the row's share of the probability by 1.5 before normalization.
        public var points: Int

        public init(name: String, points: Int) {
            self.name = name
            self.points = points
        }
    }

    public var constraint: String
    /// The probability if the policy predicts, to four places. The sum over all candidates is 1, up to rounding.
    public var probability: Rational?
    public var rules: [Rule]

    public init(constraint: String, probability: Rational? = nil, rules: [Rule] = []) {
        self.constraint = constraint
        self.probability = probability
        self.rules = rules
    }
}

/// A prediction of which of a log's printed constraints UIKit broke.
public struct BreakingPrediction: Sendable, Hashable {
    /// The candidates, the likeliest first.
    public var candidates: [BreakingCandidate]
    public var reason: String

    public init(candidates: [BreakingCandidate], reason: String) {
        self.candidates = candidates
        self.reason = reason
    }
}

/// One breaking decision: when `trigger` entered, `conflict` became infeasible, and `broken` was broken.
public struct Decision: Sendable, Hashable {
    public var sequence: Int
    public var trigger: String
    public var conflict: [String]
    public var broken: String
    /// The candidates in the policy's order, the broken one first.
    public var candidates: [BreakingCandidate]
    public var policy: BreakingPolicy
    public var reason: String
    /// The decision in UIKit's console format.
    public var log: String
    /// Whether the row was satisfiable again in the end and was restored.
    public var isRestored: Bool
    /// Whether the decision is about a log whose printed constraints are satisfiable as far as they are known. `conflict` then
    /// has all constraints that the system printed, nothing is proven, and nothing is broken here.
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
