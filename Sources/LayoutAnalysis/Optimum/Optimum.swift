internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The set of optimal layouts with some rows broken: one point, the extent of the set, and the evidence for both.
struct Optimum {
    let system: LoweredSystem
    let problem: StagedProblem
    private(set) var solution: Solution
    private(set) var face: Face?
    private var ranges: [Int: RangeEvidence] = [:]
    private var followers: [Int: FollowerEvidence] = [:]

    /// The reported point.
    let point: [Rational]

    /// Finds the optimum. Returns nil if the remaining rows are infeasible, which callers exclude.
    ///
    /// - Parameters:
    ///   - known: an optimum of an earlier system, and the system's `rowMapping` since. Used if nothing is relaxed.
    init?(
        system: LoweredSystem, broken: Set<Int>, isRelaxed: Bool, known: (optimum: BlockwiseCertificate, mapping: RowMapping)? = nil,
        budget: Budget
    ) throws(Budget.Spent) {
        self.system = system
        problem = StagedProblem(system: system, broken: broken, isRelaxed: isRelaxed)
        let problem = problem
        let blocks = isRelaxed ? nil : known.map { BlockSolutionCache($0.optimum, $0.mapping, in: system, problem) }
        guard case .optimal(let solution) = try Solver(budget: budget).solve(problem.program(of: system), knowing: blocks) else { return nil }
        self.solution = solution
        point = solution.point
    }

    /// Returns the affine dimension of the set of optima. The solver counts variables that are 0 by definition as free, as they
    /// are in no row, so these are subtracted.
    mutating func degreesOfFreedom() throws(Budget.Spent) -> Int {
        let face = try describe()
        return face.dimension - system.fixedVariables.count
    }

    mutating func describe() throws(Budget.Spent) -> Face {
        if let face { return face }
        let found = try solution.describeFace()
        face = found
        return found
    }

    /// Returns the variables that are not constant on the set of optima, ascending.
    mutating func varyingVariables() throws(Budget.Spent) -> [Int] {
        try describe().variables.filter { !system.isFixedAtZero($0) }
    }

    /// Returns the exact range of a variable over the set of optima.
    mutating func range(of variable: Int) throws(Budget.Spent) -> VariableRange {
        let (leader, factor) = try describe().leader(of: variable)
        let evidence = try rangeEvidence(of: leader)
        if leader != variable { followers[variable] = FollowerEvidence(variable: variable, leader: leader, factor: factor) }
        return VariableRange(of: variable, leader: evidence, factor: factor, at: point)
    }

    private mutating func rangeEvidence(of variable: Int) throws(Budget.Spent) -> RangeEvidence {
        if let known = ranges[variable] { return known }
        let ends = try solution.range(of: variable)
        func evidence(_ end: Simplex.RangeEnd, sign: Int) -> LayoutVerification.RangeEnd {
            switch end {
            case .finite(_, let changes, let proof):
                .finite(changes: moved(changes), proof: Optimum.proof(.variable(variable, sign: sign), proof))
            case .unbounded(let changes, let ray): .unbounded(changes: moved(changes), ray: moved(ray))
            }
        }
        func moved(_ entries: [SparseRow.Entry]) -> [VariableChange] {
            entries.lazy.filter { [system] in !system.isFixedAtZero($0.column) }.map { VariableChange($0.column, $0.coefficient) }
        }
        let range = RangeEvidence(
            variable: variable, least: evidence(ends.least, sign: 1), greatest: evidence(ends.greatest, sign: -1))
        ranges[variable] = range
        return range
    }

    mutating func causes() throws(Budget.Spent) -> [Int: Cause] {
        try solution.causes()
    }

    /// Returns the proof that the point is optimal, without evidence about the set of optima.
    mutating func evidenceOfPoint() throws(Budget.Spent) -> OptimumEvidence {
        OptimumEvidence(point: point, levels: try levelEvidence())
    }

    private mutating func levelEvidence() throws(Budget.Spent) -> [DualProof] {
        try solution.levelProofs().enumerated().map { Optimum.proof(.level($0.offset), $0.element) }
    }

    /// Returns the proofs of the optimum and of the ranges found so far.
    mutating func evidence() throws(Budget.Spent) -> OptimumEvidence {
        try evidence(try levelEvidence())
    }

    /// Returns the proofs without rows that fix variables. The levels' proofs are restricted to rows of some blocks.
    mutating func evidence(ofBlocks blocks: [Int]) throws(Budget.Spent) -> OptimumEvidence {
        let levels = try solution.levelFactors(ofBlocks: blocks).enumerated().map { level, factors in
            DualProof(objective: .level(level), bound: .zero, combination: RowCombination(factors.map { RowCombination.Term($0.row, $0.factor) }))
        }
        return try evidence(levels)
    }

    /// Returns a blockwise proof of the optimum, or nil if there is none.
    mutating func blockwiseProof(known: (optimum: BlockwiseCertificate, mapping: RowMapping)?) throws(Budget.Spent) -> BlockwiseProof? {
        problem.rows.areSources ? try BlockwiseProof.find(system, problem, &solution, at: point, known: known) : nil
    }

    private mutating func evidence(_ levels: [DualProof]) throws(Budget.Spent) -> OptimumEvidence {
        let face = try describe()
        let zeroSides = try solution.zeroSides().map { zero in
            Optimum.proof(.negatedSide(RowSide(zero.side.row, zero.side.isAbove ? .above : .below)), zero.proof)
        }
        return OptimumEvidence(
            point: point, levels: levels, zeroSides: zeroSides, ranges: ranges.values.sorted { $0.variable < $1.variable },
            followers: followers.values.sorted { $0.variable < $1.variable }, witnesses: [face.interior])
    }

    /// A point in the middle of the known optima.
    var interior: [Rational] { face?.interior ?? point }

    private static func proof(_ objective: Objective, _ proof: BoundProof) -> DualProof {
        DualProof(
            objective: objective, bound: proof.bound,
            combination: RowCombination(proof.factors.map { RowCombination.Term($0.row, $0.factor) }))
    }
}

extension BlockSolutionCache {
    /// - Parameter mapping: the system's `rowMapping` since the optimum's.
    fileprivate init(_ optimum: BlockwiseCertificate, _ mapping: RowMapping, in system: LoweredSystem, _ problem: StagedProblem) {
        let (old, new) = (optimum.system.matrix, system.matrix)
        var isSame = [Bool](repeating: false, count: system.rows.count)
        for (row, next) in mapping.pairs {
            isSame[next] = old.isSame(old.constants[row], as: new.constants[next], of: new) && optimum.isHard(row) == problem.rows.isHard(next)
        }
        var rows = IndexLists()
        for part in optimum.order.rows.indices { rows.append(optimum.order.rows[part].map { mapping.numbers[Int($0)] }[...]) }
        self.init(rows: rows, variables: optimum.order.variables, at: optimum.point, isSame: isSame)
    }
}
