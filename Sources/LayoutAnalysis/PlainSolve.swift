public import ExactArithmetic
public import LayoutLowering
public import LayoutModel
public import LayoutVerification
public import Simplex

/// A solve of a layout without explanations: its verdict and frames only.
///
/// The results are exact. Unlike those in a report, they are not verified by `LayoutVerification`.
public struct PlainSolve {
    /// The work of a solve.
    public struct Work: Sendable, Hashable {
        /// The number of variables that presolve eliminated plus the number of simplex steps.
        public var pivots: Int
        /// The number of rows that changed.
        public var rowsTouched: Int

        public init(pivots: Int = 0, rowsTouched: Int = 0) {
            self.pivots = pivots
            self.rowsTouched = rowsTouched
        }
    }

    /// A variable (see `LoweredSystem.variables`) that is not constant on the set of optima.
    public struct Ambiguous: Sendable, Hashable {
        public var variable: Int
        /// The exact minimum and maximum, or nil if unbounded.
        public var min: Rational?
        public var max: Rational?

        public init(variable: Int, min: Rational?, max: Rational?) {
            self.variable = variable
            self.min = min
            self.max = max
        }
    }

    /// `clean`, `ambiguous` or `conflicting`.
    public let verdict: Analysis.Verdict
    /// One minimal conflict with its proof if the verdict is `conflicting`.
    public let conflict: ConflictEvidence?
    /// The values of all variables, in points: for view v `x y width height` from index `4 * v`. Empty if conflicting.
    public let values: [Double]
    public private(set) var work: Work

    private let system: LoweredSystem
    private let problem: StagedProblem
    private let budget: Budget
    private var solution: Solution?

    public init(_ system: LoweredSystem, budget: Budget = Budget()) throws(Budget.Spent) {
        self.system = system
        self.budget = budget
        var problem = StagedProblem(system: system, broken: [], isRelaxed: false)
        var outcome = try Solver(budget: budget).solve(problem.program(of: system))
        if case .infeasible(let proof, let sum) = outcome {
            if let conflict = try PlainSolve.conflict(proof, sum, problem, system, budget) {
                verdict = .conflicting
                self.conflict = ConflictEvidence(conflict)
                values = []
                work = Work(pivots: budget.pivots, rowsTouched: budget.rowsTouched)
                self.problem = problem
                return
            }
            // The rows are satisfiable only within the tolerance.
            problem = StagedProblem(system: system, broken: [], isRelaxed: true)
            outcome = try Solver(budget: budget).solve(problem.program(of: system))
        }
        self.problem = problem
        conflict = nil
        guard case .optimal(var solution) = outcome else {
            // Unreachable: the relaxed rows are proven to be feasible.
            throw Budget.Spent()
        }
        values = solution.doubles
        verdict = try PlainSolve.isAmbiguous(&solution, system) ? .ambiguous : .clean
        self.solution = solution
        work = Work(pivots: budget.pivots, rowsTouched: budget.rowsTouched)
    }

    /// Returns the conflict in a Farkas proof, or nil if the rows are satisfiable within the tolerance.
    private static func conflict(
        _ proof: [RowFactor], _ sum: Rational, _ problem: StagedProblem, _ system: LoweredSystem, _ budget: Budget
    ) throws(Budget.Spent) -> ProvenConflict? {
        var required = FeasibilityOracle(system: system, budget: budget)
        let terms = proof.map { RowFactor(problem.rows[$0.row].source, $0.factor) }
        if required.isBeyondTolerance(terms, sum) { return try required.minimal(ProvenConflict(terms, sum: sum)) }
        guard case .conflict(let conflict) = try required.answer(required.all) else { return nil }
        return try required.minimal(conflict)
    }

    static func isAmbiguous(_ solution: inout Solution, _ system: LoweredSystem) throws(Budget.Spent) -> Bool {
        // Loose variables, which no relevant bound restricts, are arbitrary.
        if solution.looseVariables.contains(where: { !system.isFixedAtZero($0) }) { return true }
        if solution.isDecided { return false }
        // One sufficiently wide range makes the layout ambiguous, independently of the others.
        if try solution.hasOptimaApart(by: VariableRange.leastLength) { return true }
        if try solution.mayVary().allSatisfy(system.isFixedAtZero) { return false }
        let face = try solution.describeFace()
        let varying = face.variables.filter { !system.isFixedAtZero($0) }
        if varying.isEmpty { return false }
        let point = solution.point
        // If two optima differ by less than the minimum width, others may differ by more.
        if varying.contains(where: { (face.interior[$0] - point[$0]).magnitude >= VariableRange.leastLength }) { return true }
        var leaders = LeadingRanges(face, point)
        for variable in varying where try leaders.range(of: variable, &solution) != nil { return true }
        return false
    }

    /// Returns the exact frames of all views, or empty if conflicting.
    public func frames() -> [LayoutFrame] {
        guard let point = solution?.point else { return [] }
        return system.document.views.indices.map { system.frame(of: $0, at: point) }
    }

    /// Returns the ambiguous variables with their exact ranges, by variable.
    public mutating func ambiguous() throws(Budget.Spent) -> [Ambiguous] {
        guard verdict == .ambiguous, var solution else { return [] }
        let found = try PlainSolve.ambiguous(&solution, system)
        self.solution = solution
        work = Work(pivots: budget.pivots, rowsTouched: budget.rowsTouched)
        return found
    }

    /// Returns the variables that are not the same in all optimal layouts, including those whose ranges are too narrow to count.
    mutating func varyingVariables() throws(Budget.Spent) -> Set<Int> {
        guard verdict == .ambiguous, var solution else { return [] }
        let found = try solution.describeFace().variables.filter { !system.isFixedAtZero($0) }
        self.solution = solution
        return Set(found)
    }

    /// Returns the decomposition of the rows by presolve, without solving.
    public static func structure(of system: LoweredSystem) -> ProgramStructure {
        StagedProblem(system: system, broken: [], isRelaxed: false).program(of: system).structure()
    }

    static func ambiguous(_ solution: inout Solution, _ system: LoweredSystem) throws(Budget.Spent) -> [Ambiguous] {
        var found: [Ambiguous] = []
        let face = try solution.describeFace()
        var leaders = LeadingRanges(face)
        for variable in face.variables where !system.isFixedAtZero(variable) {
            if let ambiguous = try leaders.range(of: variable, &solution) { found.append(ambiguous) }
        }
        return found
    }

    /// Returns, for each priority below required in descending order, the sum of the violations of its rows in points, or nil if
    /// conflicting.
    public func violations() -> [(priority: Rational, sum: Rational)]? {
        guard let solution else { return nil }
        let point = solution.point
        var sums: [Rational: Rational] = [:]
        for row in system.rows.indices where !system.isRequired(row) {
            sums[system.rows[row].priority, default: .zero] += system.violation(of: row, at: point)
        }
        return sums.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }
}

/// The ranges of variables. Each is derived from that of its leader (see `VariableRange`), which is computed once.
private struct LeadingRanges {
    private let face: Face
    /// The exact point, computed only if a variable has another one as its leader.
    private var point: [Rational]?
    private var found: [Int: (least: Rational?, greatest: Rational?)] = [:]

    init(_ face: Face, _ point: [Rational]? = nil) {
        self.face = face
        self.point = point
    }

    /// Returns the range, or nil if it is too narrow to count.
    mutating func range(of variable: Int, _ solution: inout Solution) throws(Budget.Spent) -> PlainSolve.Ambiguous? {
        let (leader, factor) = face.leader(of: variable)
        if found[leader] == nil { found[leader] = try ends(of: leader, &solution) }
        guard var range = found[leader] else { return nil }
        if leader != variable {
            let point = self.point ?? solution.point
            self.point = point
            func follow(_ end: Rational?) -> Rational? { end.map { point[variable] + factor * ($0 - point[leader]) } }
            range = factor.isNegative ? (follow(range.greatest), follow(range.least)) : (follow(range.least), follow(range.greatest))
        }
        if let least = range.least, let greatest = range.greatest, greatest - least < VariableRange.leastLength { return nil }
        return PlainSolve.Ambiguous(variable: variable, min: range.least, max: range.greatest)
    }

    private func ends(of leader: Int, _ solution: inout Solution) throws(Budget.Spent) -> (least: Rational?, greatest: Rational?) {
        let ends = try solution.range(of: leader)
        func value(_ end: Simplex.RangeEnd) -> Rational? {
            if case .finite(let value, _, _) = end { return value }
            return nil
        }
        return (value(ends.least), value(ends.greatest))
    }
}
