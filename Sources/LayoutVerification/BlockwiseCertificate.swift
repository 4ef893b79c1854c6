public import ExactArithmetic
public import LayoutLowering

/// An optimum that is proven part by part, so that an edit leaves the proofs of most parts valid. It is the only optimum, except
/// in a subsystem that may be left to another proof.
///
/// Required equalities that determine variables one after the other do so in every layout: these variables are *fixed*. A *part*
/// has, for each priority, multipliers of its rows whose combination contains no variable that is not fixed. Written as in
/// `DualProof`, the violations of its soft rows are then a constant plus the sum of reduced costs times sides, level by level. If
/// no side with reduced costs is positive at the point, and the first nonzero reduced cost of each side is positive, no layout
/// has less violation, and the sides with positive reduced costs are 0 in every layout with as little (complementary slackness).
/// A soft row in no part either contains only fixed variables, so that it is constant, or is satisfied at the point. The point
/// minimizes the violations of all parts at once, so it is an optimum, and every optimum minimizes those of each part. So in each
/// optimum, required equalities are satisfied, and so are rows whose two sides are 0. If these determine the variables of each
/// part from fixed ones, and the other variables follow by required equalities one after the other, there is no other optimum.
///
/// Variables that may have several values belong to no part; see `UndeterminedSubsystem`.
///
/// The proof contains coefficients, priorities and signs of rows and no constant (see `RHSCertificate`). It contains only rows
/// that have multipliers or determine variables; other rows need only be satisfied.
public struct BlockwiseCertificate: Sendable {
    public let system: LoweredSystem
    /// The optimum: a value for each variable, in points.
    public let point: [Rational]
    /// The sign of each row's value at the point.
    let signs: [Int8]
    /// For each variable, whether required equalities fix it or it is 0 by definition.
    let isFixed: [Bool]
    public let order: BlockOrder
    let problem: StagedProblem
    /// The subsystem that remains to be proven; nil if this is the only optimum.
    public let subsystem: UndeterminedSubsystem?

    /// Returns whether the row is satisfied at the point, without any tolerance.
    public func holds(_ row: Int) -> Bool { system.isEquality(row) ? signs[row] == 0 : signs[row] >= 0 }

    /// Returns whether the row is hard: required and not broken.
    public func isHard(_ row: Int) -> Bool { problem.rows.isHard(row) }
}

/// The row or part that determines each variable, in an order of evaluation.
public struct BlockOrder: Sendable {
    /// A required equality that determines a variable in terms of its others.
    public struct Assignment: Sendable, Hashable {
        public var row: Int32
        public var variable: Int32

        public init(row: Int32, variable: Int32) {
            self.row = row
            self.variable = variable
        }
    }

    /// The assignments of fixed variables; each needs only those before it.
    public var fixed: [Assignment]
    /// For each part, the rows that prove it or may prove it.
    public var rows: IndexLists
    /// For each part, its variables, ascending.
    public var variables: IndexLists
    /// The assignments of the other variables; each needs only fixed variables, variables of parts, and assignments before it.
    public var following: [Assignment]
    /// The variables that nothing determines, ascending.
    public var open: [Int32]

    public init(fixed: [Assignment], rows: IndexLists, variables: IndexLists, following: [Assignment], open: [Int32] = []) {
        self.fixed = fixed
        self.rows = rows
        self.variables = variables
        self.following = following
        self.open = open
    }
}

/// A row's factor in the proof of a priority's least violation.
public struct BlockMultiplier: Sendable, Hashable {
    public var row: Int
    /// The index of the priority among the problem's levels, or -1 for an additional level before all of them, at which all costs
    /// are 0.
    public var level: Int
    public var factor: Rational

    public init(row: Int, level: Int, factor: Rational) {
        self.row = row
        self.level = level
        self.factor = factor
    }
}
