public import ExactArithmetic
public import LayoutLowering

/// An optimum that was proven part by part, so that the proofs of parts that an edit leaves alone need not be gone through again. It is the only one,
/// unless there is a section that parts do not prove.
///
/// Required equalities that give variables one after the other give these in every layout: they are *fixed*. A *part* has, for each
/// priority, multipliers of its rows with which no variable is left that is not fixed. Written as in `DualProof`, the violations of its soft rows
/// are then a constant and the sum of reduced costs times sides, level by level; where no side with reduced costs is above 0 at the point, and the first
/// of a side's reduced costs that is not 0 is positive, no layout has less of them, and the sides with positive ones are 0 in every layout
/// that has as little. A soft row in no part is constant, being of fixed variables, or holds at the point. Since the point is the
/// best for all of these at once, it is an optimum, and every optimum is the best for each. So in each optimum required equalities hold, as do rows
/// whose two sides are 0; where these determine the variables of each part from fixed ones, and the others follow by required
/// equalities one after the other, there is no other optimum.
///
/// What may have several values is left to a section: see `OpenSection`.
///
/// This names coefficients, priorities and signs of rows and never a constant. It names no row but those that have multipliers or
/// give variables: others need only hold.
public struct PartwiseOptimum: Sendable {
    public let system: LoweredSystem
    /// By variables, in points.
    public let point: [Rational]
    /// By row: the sign of its value at the point.
    let signs: [Int8]
    /// By variable: required equalities fix it, or it is 0 by definition.
    let isFixed: [Bool]
    public let order: PartOrder
    let problem: StagedProblem
    /// What is to be proven yet; nil where it is the only optimum.
    public let section: OpenSection?

    /// The row holds with nothing missing.
    public func holds(_ row: Int) -> Bool { system.isEquality(row) ? signs[row] == 0 : signs[row] >= 0 }

    /// The row has to hold: it is required, and not broken.
    public func isHard(_ row: Int) -> Bool { problem.rows.isHard(row) }

    /// What gives the variables of another system in which these rows are left; nil where one that is needed is gone, or there are several optima.
    ///
    /// - Parameter kept: the other's `rowsKept` since the own system.
    public func order(keeping kept: [Int32]) -> PartOrder? {
        guard kept.count == system.rows.count, section == nil else { return nil }
        var result = order
        guard result.rows.renumber(by: kept), PartOrder.renumber(&result.fixed, by: kept), PartOrder.renumber(&result.following, by: kept)
        else { return nil }
        return result
    }
}

/// What gives each variable, in an order in which one follows from the other.
public struct PartOrder: Sendable {
    /// A required equality that gives a variable from its others.
    public struct Assignment: Sendable, Hashable {
        public var row: Int32
        public var variable: Int32

        public init(row: Int32, variable: Int32) {
            self.row = row
            self.variable = variable
        }
    }

    /// Each from those before it.
    public var fixed: [Assignment]
    /// By part: the rows that prove it.
    public var rows: IndexLists
    /// By part: its variables, ascending.
    public var variables: IndexLists
    /// Each from fixed variables, those of parts, and those before it.
    public var following: [Assignment]
    /// What nothing of this gives, ascending.
    public var open: [Int32]

    public init(fixed: [Assignment], rows: IndexLists, variables: IndexLists, following: [Assignment], open: [Int32] = []) {
        self.fixed = fixed
        self.rows = rows
        self.variables = variables
        self.following = following
        self.open = open
    }

    /// False, with no more said of the assignments, where a row has no other number.
    fileprivate static func renumber(_ assignments: inout [Assignment], by others: [Int32]) -> Bool {
        for place in assignments.indices {
            let other = others[Int(assignments[place].row)]
            if other < 0 { return false }
            assignments[place].row = other
        }
        return true
    }
}

/// A row's factor in the proof of a priority's least violation.
public struct PartMultiplier: Sendable, Hashable {
    public var row: Int
    /// The place of the priority among the problem's levels, or -1 for a level before all of them, at which nothing costs anything.
    public var level: Int
    public var factor: Rational

    public init(row: Int, level: Int, factor: Rational) {
        self.row = row
        self.level = level
        self.factor = factor
    }
}
