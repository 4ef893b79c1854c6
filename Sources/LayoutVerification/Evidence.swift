public import ExactArithmetic

/// A linear combination of rows. Each row index occurs at most once, and no factor is 0.
public struct RowCombination: Sendable, Hashable {
    public struct Term: Sendable, Hashable {
        public var row: Int
        public var factor: Rational

        public init(_ row: Int, _ factor: Rational) {
            self.row = row
            self.factor = factor
        }
    }

    public var terms: [Term]

    public init(_ terms: [Term]) {
        self.terms = terms
    }
}

/// A side of a row of a `StagedProblem`, written as `value == above - below` with both at least 0 and one of them 0. A hard
/// inequality has only the side `above` (its slack); a hard equality has none.
public struct RowSide: Sendable, Hashable {
    public enum Side: Sendable, Hashable {
        case above, below
    }

    public var row: Int
    public var side: Side

    public init(_ row: Int, _ side: Side) {
        self.row = row
        self.side = side
    }
}

/// The objective that a `DualProof` bounds from below, over the layouts that are optimal for all levels before it.
public enum Objective: Sendable, Hashable {
    /// The total violation of a level.
    case level(Int)
    /// `sign * variable`, sign being 1 (its minimum) or -1 (its maximum, negated).
    case variable(Int, sign: Int)
    /// The negated side: the bound 0 proves that the side is 0 in every optimum.
    case negatedSide(RowSide)
}

/// A dual certificate that an objective is at least `bound` on the set of optima.
///
/// `combination` (over the rows of the `StagedProblem`) contains the multipliers f. Let the objective be `g(x) + sum of cost *
/// side` (for a level: cost 1 of `below`, and of `above` for equalities, of its rows; for a variable: g alone; for a negated
/// side: cost -1 of that side). Then the identity `g(x) + sum of f * value(x) == bound` holds for every x. The reduced costs are
/// `cost(above) - f` and `cost(below) + f` of each soft row, and `cost(above) - f` of each hard inequality. For each side, the
/// first nonzero reduced cost, over the levels before and then here, is positive. For `level(k)` the levels before are 0 ..< k;
/// for the other objectives they are all levels.
public struct DualProof: Sendable, Hashable {
    public var objective: Objective
    public var bound: Rational
    public var combination: RowCombination

    public init(objective: Objective, bound: Rational, combination: RowCombination) {
        self.objective = objective
        self.bound = bound
        self.combination = combination
    }
}

/// A change of a variable: from the evidence's point to a layout, or per unit step along a ray.
public struct VariableChange: Sendable, Hashable {
    public var variable: Int
    public var change: Rational

    public init(_ variable: Int, _ change: Rational) {
        self.variable = variable
        self.change = change
    }
}

extension [Rational] {
    /// Returns the layout with some of its variables changed; every change must refer to one of them.
    public func changed(by changes: [VariableChange]) -> [Rational] {
        var point = self
        for change in changes { point[change.variable] += change.change }
        return point
    }
}

/// One end of an attribute's range over the set of optima. Layouts are stored as changes from the evidence's point, so that the
/// evidence for many attributes stays small.
public enum RangeEnd: Sendable, Hashable {
    /// An optimal layout that attains the end, and the certificate that no optimal layout lies beyond.
    case finite(changes: [VariableChange], proof: DualProof)
    /// An optimal layout, and a `ray` from it along which every layout is optimal and the attribute is unbounded.
    case unbounded(changes: [VariableChange], ray: [VariableChange])
}

/// The exact range of one variable over the set of optima, with evidence for both ends.
public struct RangeEvidence: Sendable, Hashable {
    public var variable: Int
    public var least: RangeEnd
    public var greatest: RangeEnd

    public init(variable: Int, least: RangeEnd, greatest: RangeEnd) {
        self.variable = variable
        self.least = least
        self.greatest = greatest
    }
}

/// A claim that a variable (the *follower*) changes in proportion to another one (the *leader*) over the set of optima. The
/// leader's range is among the evidence.
public struct FollowerEvidence: Sendable, Hashable {
    public var variable: Int
    public var leader: Int
    /// The ratio of the follower's change to the leader's change.
    public var factor: Rational

    public init(variable: Int, leader: Int, factor: Rational) {
        self.variable = variable
        self.leader = leader
        self.factor = factor
    }
}

/// Evidence that a point is a lexicographic optimum, and evidence of the extent of the set of optima.
public struct OptimumEvidence: Sendable {
    public var point: [Rational]
    /// One certificate for each level, in order; the bound is the level's total violation.
    public var levels: [DualProof]
    /// Sides that are 0 in every optimum although no level's certificate shows it.
    public var zeroSides: [DualProof]
    /// The ranges of the variables that are not constant on the set of optima, except followers.
    public var ranges: [RangeEvidence]
    /// The other varying variables: their ranges follow from those of their leaders.
    public var followers: [FollowerEvidence]
    /// Further optimal points. Each side that is not proven to be 0 must be positive at `point`, at the end of a range, along a
    /// ray, or at one of these points, unless the equations of the set determine its row's value. The mean of all these points is
    /// then in the relative interior of the set of optima, which shows its dimension.
    public var witnesses: [[Rational]]

    public init(
        point: [Rational], levels: [DualProof], zeroSides: [DualProof] = [], ranges: [RangeEvidence] = [], followers: [FollowerEvidence] = [],
        witnesses: [[Rational]] = []
    ) {
        self.point = point
        self.levels = levels
        self.zeroSides = zeroSides
        self.ranges = ranges
        self.followers = followers
        self.witnesses = witnesses
    }
}
