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

    public init(
        id: String, members: [String], factors: [Rational], sum: Rational, fingerprint: String = "", explanation: String = "",
        fixes: [Change] = []
    ) {
        self.id = id
        self.members = members
        self.factors = factors
        self.sum = sum
        self.fingerprint = fingerprint
        self.explanation = explanation
        self.fixes = fixes
    }
}

/// One change of a document: a fix of a conflict, or a suggestion against an ambiguity.
public enum Change: Sendable, Hashable {
    /// Add a constraint, as an equation.
    case add(equation: String)
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

/// One breaking decision: when `trigger` entered, `conflict` could not hold, and `broken` gave way.
public struct Decision: Sendable, Hashable {
    public var sequence: Int
    public var trigger: String
    public var conflict: [String]
    public var broken: String
    /// In the policy's order, the broken one first.
    public var candidates: [String]
    public var policy: BreakingPolicy
    public var reason: String
    /// The decision in UIKit's console form.
    public var log: String
    /// The row could hold again in the end and was put back.
    public var isRestored: Bool

    public init(
        sequence: Int, trigger: String, conflict: [String], broken: String, candidates: [String], policy: BreakingPolicy, reason: String,
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
