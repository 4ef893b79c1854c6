internal import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// Proves claims about the lexicographic optimum again: that a layout is optimal, and how far the set of optima reaches.
///
/// Each check builds on those before it: where the optimum is not proven, nothing is proven about the set.
public struct OptimumChecker: Sendable {
    let checker: Checker
    let problem: StagedProblem
    let evidence: OptimumEvidence
    /// By row of the problem: its value at the evidence's point.
    private(set) var values: [Rational] = []
    /// By row of the problem: which of its sides are proven to be 0 in every optimum.
    var zeroSides: [Sides] = []
    /// By row of the problem: which of its sides are more than 0 at some optimal point that was checked.
    var positiveSides: [Sides] = []
    /// By variable: the rows of the problem that hold it, with its coefficient in the row's value.
    private(set) var columns: RowHolders
    /// What is refused about the point and the levels.
    public private(set) var optimumRefusals: [Refusal] = []
    /// What was refused about the ranges; nil while they were not checked.
    var rangeRefusals: [Refusal]?
    /// The set of optima, once `checkUniqueness` has proven it.
    var hull: OptimumHull?
    /// What of the layout is looked at, where all else of it is proven part by part.
    public private(set) var section: OpenSection?

    struct Sides: Sendable {
        var above = false
        var below = false
    }

    var system: LoweredSystem { checker.system }

    /// Checks the point and the levels at once; see `optimumRefusals`.
    public init(system: LoweredSystem, problem: StagedProblem, evidence: OptimumEvidence) {
        self.init(system: system, problem: problem, evidence: evidence, section: nil)
    }

    /// The same for a layout of which all but a section is proven: claims and evidence are about the whole layout.
    public init(_ section: OpenSection, _ evidence: OptimumEvidence) {
        self.init(system: section.system, problem: section.problem, evidence: section.part(of: evidence), section: section)
        if optimumRefusals.isEmpty, let reason = section.whyJoined(self.evidence.levels) { optimumRefusals = [Refusal("optimum", reason)] }
    }

    /// What was found out about a section holds for one that says the same in another layout; nil where it is another.
    public func goingOn(to next: OpenSection) -> OptimumChecker? {
        guard let section, section.isSame(as: next), next.whyJoined(evidence.levels) == nil else { return nil }
        var checker = self
        checker.section = next
        return checker
    }

    /// The same for a layout of which all is proven: it has no other optimum.
    public init?(onlyOptimum: PartwiseOptimum) {
        guard onlyOptimum.section == nil,
            let none = OpenSection(of: onlyOptimum.system, onlyOptimum.problem, variables: [], at: onlyOptimum.point, isFixed: onlyOptimum.isFixed)
        else { return nil }
        self.init(none, OptimumEvidence(point: onlyOptimum.point, levels: none.levelsOfNothing))
    }

    private init(system: LoweredSystem, problem: StagedProblem, evidence: OptimumEvidence, section: OpenSection?) {
        checker = Checker(system: system)
        self.problem = problem
        self.evidence = evidence
        self.section = section
        columns = RowHolders(EmptyCollection(), in: system)
        if let reason = whyUnfit() {
            optimumRefusals = [Refusal("optimum", reason)]
            return
        }
        values = problem.rows.indices.map { problem.value(of: $0, in: system, at: evidence.point) }
        zeroSides = [Sides](repeating: Sides(), count: problem.rows.count)
        optimumRefusals = refusalsOfHardRows()
        if optimumRefusals.isEmpty { optimumRefusals = proveLevels() }
        guard optimumRefusals.isEmpty else { return }
        columns = RowHolders(problem.rows.lazy.enumerated().map { ($0.offset, $0.element.source, $0.element.sign) }, in: system)
        positiveSides = values.map { Sides(above: $0.isPositive, below: $0.isNegative) }
    }

    public var isOptimumProven: Bool { optimumRefusals.isEmpty }

    /// What is refused before a claim about the set of optima is looked at.
    func refusalsOfFoundation(_ claim: String) -> [Refusal] {
        isOptimumProven ? [] : [Refusal(claim, "the optimum is not proven")]
    }

    private func whyUnfit() -> String? {
        guard problem.rows.allSatisfy({ checker.isRow($0.source) }) else { return "the problem is of another system" }
        for row in problem.rows {
            if case .soft(let level, _) = row.role, !problem.levels.indices.contains(level) { return "a row has no level" }
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
            if !holds { refusals.append(Refusal("optimum", "\(system.id(of: row.source)) does not hold")) }
        }
        return refusals
    }

    /// Checks that the levels' proofs hold and that the point reaches their bounds; learns which sides are 0 everywhere.
    private mutating func proveLevels() -> [Refusal] {
        guard evidence.levels.count == problem.levels.count else { return [Refusal("optimum", "there is not one proof for each level")] }
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
            guard proof.objective == .level(level) else { return [Refusal(claim, "the proof is for another objective")] }
            let costs = rowsOfLevel[level].map { row in
                (row: row, above: above(row, costs: .one), below: Rational.one)
            }
            if let reason = prover.whyNotProven(proof, gradient: nil, costs: costs, zeroSides: &zeroSides, learns: true) {
                return [Refusal(claim, reason)]
            }
            guard totals[level] == proof.bound else {
                return [Refusal(claim, "the layout violates \(totals[level].decimalText()) in all, not \(proof.bound.decimalText())")]
            }
        }
        return []
    }

    /// The cost of a soft row's `above`: only an equality may not be exceeded.
    private func above(_ row: Int, costs cost: Rational) -> Rational {
        if case .soft(_, isEquality: true) = problem.rows[row].role { return cost }
        return .zero
    }

    /// What a soft row's value adds to its level's total.
    func violation(of row: Int, value: Rational) -> Rational {
        guard case .soft(_, let isEquality) = problem.rows[row].role else { return .zero }
        return value.isNegative ? -value : isEquality ? value : .zero
    }
}
