public import ExactArithmetic

/// A linear combination of rows, rows by index, each at most once and no factor 0.
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

/// A side of a row of a `StagedProblem`, written as `value == above - below` with both at least 0 and one of them 0.
/// A hard inequality has the side `above` alone (its slack); a hard equality has none.
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

/// What a `DualProof` bounds from below, over the layouts that are optimal for all levels before it.
public enum Objective: Sendable, Hashable {
    /// The total violation of a level.
    case level(Int)
    /// `sign * variable`, sign being 1 (its minimum) or -1 (its maximum, negated).
    case variable(Int, sign: Int)
    /// The negated side: the bound 0 says that the side is 0 in every optimum.
    case negatedSide(RowSide)
}

/// A proof by duality that an objective is nowhere below `bound` within the set of optima.
///
/// `combination` (over the rows of the `StagedProblem`) holds the multipliers f. With the objective written as
/// `g(x) + sum of cost * side` (a level: cost 1 of `below`, and of `above` for equalities, of its rows; a variable: g alone;
/// a negated side: cost -1 of that side), the identity `g(x) + sum of f * value(x) == bound` holds for every x, and
/// the reduced costs `cost(above) - f` and `cost(below) + f` of each soft row, and `cost(above) - f` of each hard inequality, are
/// such that with the same side's reduced costs of all levels before, the first that is not 0 is positive.
/// For `level(k)` the proofs before are those of levels 0 ..< k; for the others those of all levels.
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

/// How much a variable differs: of a layout from the evidence's point, or along a ray from standing still.
public struct VariableChange: Sendable, Hashable {
    public var variable: Int
    public var change: Rational

    public init(_ variable: Int, _ change: Rational) {
        self.variable = variable
        self.change = change
    }
}

extension [Rational] {
    /// A layout with some of its variables moved; each change's variable is one of it.
    public func changed(by changes: [VariableChange]) -> [Rational] {
        var point = self
        for change in changes { point[change.variable] += change.change }
        return point
    }
}

/// One end of an attribute's range over the set of optima. Layouts are told by how they differ from the evidence's point, so that the
/// evidence for many attributes stays small.
public enum RangeEnd: Sendable, Hashable {
    /// An optimal layout where the end is reached, and the proof that nothing lies beyond.
    case finite(changes: [VariableChange], proof: DualProof)
    /// From an optimal layout one may go along `ray` forever and stay optimal, while the attribute grows (or falls).
    case unbounded(changes: [VariableChange], ray: [VariableChange])
}

/// A claim about the exact range of one variable.
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

/// A claim that a variable changes in proportion to another one all over the set of optima, whose range is in evidence.
public struct FollowerEvidence: Sendable, Hashable {
    public var variable: Int
    public var leader: Int
    /// By how much it changes where the other changes by 1.
    public var factor: Rational

    public init(variable: Int, leader: Int, factor: Rational) {
        self.variable = variable
        self.leader = leader
        self.factor = factor
    }
}

/// What proves that a point is a lexicographic optimum and how far the set of optima reaches.
public struct OptimumEvidence: Sendable {
    public var point: [Rational]
    /// One proof for each level, in order; the bound is the level's total violation.
    public var levels: [DualProof]
    /// Sides that are 0 in every optimum though no level's proof shows it.
    public var zeroSides: [DualProof]
    /// The variables that are not the same all over the set of optima, but for followers.
    public var ranges: [RangeEvidence]
    /// The others: their ranges follow from those of their leaders.
    public var followers: [FollowerEvidence]
    /// Further optimal points. Every side that is not proven to be 0 is positive at `point`, at a witness of a range, somewhere along
    /// a ray, or at one of these, unless the equations of the set give its row's value. Then the mean of these points lies inside
    /// the set of optima, and its dimension is known exactly.
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
