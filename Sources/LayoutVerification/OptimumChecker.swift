internal import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// A checker that verifies claims about the lexicographic optimum: that a layout is optimal, and the extent of the set of optima.
///
/// Each check builds on those before it: if the optimum is not proven, nothing is proven about the set.
public struct OptimumChecker: Sendable {
    let checker: Checker
    let problem: StagedProblem
    let evidence: OptimumEvidence
    /// The value of each row of the problem at the evidence's point.
    private(set) var values: [Rational] = []
    /// For each row of the problem, the sides that are proven to be 0 in every optimum.
    var zeroSides: [Sides] = []
    /// For each row of the problem, the sides that are positive at some optimal point that was checked.
    var positiveSides: [Sides] = []
    /// For each variable, the rows of the problem that contain it, with its coefficient in the row's value.
    private(set) var columns: ColumnEntries
    /// The refusals of the point and the levels.
    public private(set) var optimumRefusals: [Refusal] = []
    /// The refusals of the ranges; nil until they are checked.
    var rangeRefusals: [Refusal]?
    /// The set of optima, after a successful `checkUniqueness`.
    var hull: OptimumHull?
    /// The subsystem that is checked, if the other variables are proven part by part; see `UndeterminedSubsystem`.
    public private(set) var subsystem: UndeterminedSubsystem?

    struct Sides: Sendable {
        var above = false
        var below = false
    }

    var system: LoweredSystem { checker.system }

    /// Checks the point and the levels immediately; see `optimumRefusals`.
    public init(system: LoweredSystem, problem: StagedProblem, evidence: OptimumEvidence) {
        self.init(system: system, problem: problem, evidence: evidence, subsystem: nil)
    }

    /// Checks a subsystem of a layout whose other variables are proven. Claims and evidence refer to the whole layout.
    public init(_ subsystem: UndeterminedSubsystem, _ evidence: OptimumEvidence) {
        self.init(system: subsystem.system, problem: subsystem.problem, evidence: subsystem.part(of: evidence), subsystem: subsystem)
        if optimumRefusals.isEmpty, let reason = subsystem.whyJoined(self.evidence.levels) { optimumRefusals = [Refusal("optimum", reason)] }
    }

    /// Creates a checker for a layout that is already proven to have only one optimum.
    public init?(onlyOptimum: BlockwiseCertificate) {
        guard onlyOptimum.subsystem == nil,
            let none = UndeterminedSubsystem(
                of: onlyOptimum.system, onlyOptimum.problem, variables: [], at: onlyOptimum.point, isFixed: onlyOptimum.isFixed)
        else { return nil }
        self.init(none, OptimumEvidence(point: onlyOptimum.point, levels: none.levelsOfNothing))
    }

    private init(system: LoweredSystem, problem: StagedProblem, evidence: OptimumEvidence, subsystem: UndeterminedSubsystem?) {
        checker = Checker(system: system)
        self.problem = problem
        self.evidence = evidence
        self.subsystem = subsystem
        columns = ColumnEntries(EmptyCollection(), in: system)
        if let reason = whyUnfit() {
            optimumRefusals = [Refusal("optimum", reason)]
            return
        }
        values = problem.rows.indices.map { problem.value(of: $0, in: system, at: evidence.point) }
        zeroSides = [Sides](repeating: Sides(), count: problem.rows.count)
        optimumRefusals = refusalsOfHardRows()
        if optimumRefusals.isEmpty { optimumRefusals = proveLevels() }
        guard optimumRefusals.isEmpty else { return }
        columns = ColumnEntries(problem.rows.lazy.enumerated().map { ($0.offset, $0.element.source, $0.element.sign) }, in: system)
        positiveSides = values.map { Sides(above: $0.isPositive, below: $0.isNegative) }
    }

    public var isOptimumProven: Bool { optimumRefusals.isEmpty }

    /// Returns a refusal of the claim if the optimum itself is not proven.
    func refusalsOfFoundation(_ claim: String) -> [Refusal] {
        isOptimumProven ? [] : [Refusal(claim, "the optimum is not proven")]
    }

    private func whyUnfit() -> String? {
        guard problem.rows.allSatisfy({ checker.isRow($0.source) }) else { return "the problem belongs to a different system" }
        for row in problem.rows {
            if case .soft(let level, _) = row.role, !problem.levels.indices.contains(level) { return "the level of a row is unknown" }
        }
        return checker.whyNoLayout(evidence.point)
    }

    private func refusalsOfHardRows() -> [Refusal] {
        var refusals: [Refusal] = []
        for (index, row) in problem.rows.enumerated() {
            let holds =
                switch row.role {
                case .equal: values[index].isZero
                case .atLeast: !values[index].isNegative
                case .soft: true
                }
            if !holds { refusals.append(Refusal("optimum", "\(system.id(of: row.source)) is not satisfied")) }
        }
        return refusals
    }

    /// Checks that the levels' certificates are valid and that the point attains their bounds. Records which sides are 0 in every
    /// optimum.
    private mutating func proveLevels() -> [Refusal] {
        guard evidence.levels.count == problem.levels.count else { return [Refusal("optimum", "there is not exactly one proof for each level")] }
        var rowsOfLevel = [[Int]](repeating: [], count: problem.levels.count)
        var totals = [Rational](repeating: .zero, count: problem.levels.count)
        for (index, row) in problem.rows.enumerated() {
            guard case .soft(let level, _) = row.role else { continue }
            rowsOfLevel[level].append(index)
            totals[level] += violation(of: index, value: values[index])
        }
        var prover = DualProver(self)
        for (level, proof) in evidence.levels.enumerated() {
            let claim = "level \(problem.levels[level].decimalText())"
            guard proof.objective == .level(level) else { return [Refusal(claim, "the proof has a different objective")] }
            let costs = rowsOfLevel[level].map { row in
                (row: row, above: above(row, costs: .one), below: Rational.one)
            }
            if let reason = prover.whyNotProven(proof, gradient: nil, costs: costs, zeroSides: &zeroSides, learns: true) {
                return [Refusal(claim, reason)]
            }
            guard totals[level] == proof.bound else {
                return [Refusal(claim, "the layout's total violation is \(totals[level].decimalText()), not \(proof.bound.decimalText())")]
            }
        }
        return []
    }

    /// Returns the cost of a soft row's side `above`: the given one for an equality, 0 for an inequality.
    private func above(_ row: Int, costs cost: Rational) -> Rational {
        if case .soft(_, isEquality: true) = problem.rows[row].role { return cost }
        return .zero
    }

    /// Returns the contribution of a soft row's value to its level's total.
    func violation(of row: Int, value: Rational) -> Rational {
        guard case .soft(_, let isEquality) = problem.rows[row].role else { return .zero }
        return value.isNegative ? -value : isEquality ? value : .zero
    }
}
