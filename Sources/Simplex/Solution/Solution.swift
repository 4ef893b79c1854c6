public import ExactArithmetic

/// The lexicographic optimum of a program: one optimal point, proofs, and questions about the set of optima.
///
/// Variables of different blocks do not limit each other, so each question is one to blocks, put together again through the rows of
/// fixed and peeled variables. A multiplier vector over the program's rows proves a lower bound: see `BoundProof`.
public struct Solution {
    public internal(set) var program: LinearProgram
    var decomposition: Decomposition
    var values: Values
    private(set) var budget: Budget

    /// Blocks of which more is known than their only optimum.
    var opened: [Int: (program: BlockProgram, solution: BlockSolution)] = [:]
    /// Blocks that may have more than one optimum, ascending.
    var undecided: [Int] = []
    /// Blocks with one optimum of which the tableau gave the levels' proofs.
    var provenByTableau: [Int] = []
    /// See `Decomposition.needed`, where that was asked for.
    var needed: [Bool]?
    var dependents: Dependents?
    var face: Face?

    /// Bounds outside all blocks that were made ordinary rows.
    public internal(set) var activeBounds: Set<Int32> = []
    /// `anyOptimum` where nothing was found out about the set of optima.
    let goal: BlockSolver.Goal

    init(program: LinearProgram, decomposition: Decomposition, values: Values, goal: BlockSolver.Goal, budget: Budget) {
        self.goal = goal
        self.program = program
        self.decomposition = decomposition
        self.values = values
        self.budget = budget
    }

    /// Hands on the budget of what is asked next.
    mutating func take(_ budget: Budget) {
        if self.budget === budget { return }
        self.budget = budget
        for block in opened.keys { opened[block]?.solution.tableau.budget = budget }
    }

    // MARK: - The point

    /// The optimal point: a value for each variable.
    public var point: [Rational] {
        var exact = values
        exact.complete(decomposition, in: program.matrix)
        return exact.all
    }

    /// The point's values as doubles, without working out exactly what has hundreds of digits.
    public var doubles: [Double] {
        values.small.indices.map(double)
    }

    func double(of variable: Int) -> Double {
        values.small[variable].isTooLong ? values.estimate(of: variable).double : values.small[variable].double
    }

    /// Variables that no row gives or limits, ascending: each may be anything.
    public var looseVariables: [Int] { decomposition.looseVariables }

    /// Every block has one optimum.
    public var isDecided: Bool { undecided.isEmpty }

    /// Solves blocks; the proof where hard rows of one cannot hold.
    mutating func solve(blocks: some Sequence<Int>) throws(Budget.Spent) -> Outcome? {
        var solver = BlockSolver()
        for block in blocks {
            if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget) {
                for (place, variable) in decomposition.variables(ofBlock: block).enumerated() {
                    values.set(Int(variable), solver.values[place])
                }
            } else {
                if let conflict = try open(block) { return conflict }
                noteUndecided(block)
                guard let known = opened[block] else { continue }
                for (place, variable) in known.program.variables.enumerated() { values[Int(variable)] = known.solution.point[place] }
            }
        }
        return nil
    }

    mutating func noteUndecided(_ block: Int) {
        if let last = undecided.last, block <= last {
            if !isUndecided(block) { undecided.insert(block, at: undecided.firstIndex { $0 > block } ?? undecided.count) }
        } else {
            undecided.append(block)
        }
    }

    /// Solves the block by the tableau, unless that was done before.
    mutating func open(_ block: Int) throws(Budget.Spent) -> Outcome? {
        if opened[block] != nil { return nil }
        let local = BlockProgram(program, decomposition, values, block: block)
        switch try Solver.solve(block: local.program, budget: budget) {
        case .optimal(let solution):
            opened[block] = (local, solution)
            return nil
        case .infeasible(let factors):
            var clearing = Clearing(program, decomposition)
            for term in local.global(factors) { clearing.add(row: term.row, term.factor) }
            clearing.clearFixed()
            return .infeasible(clearing.rowFactors, sum: clearing.constant)
        }
    }

    /// Gives a fixed variable its value; one that peeled variables alone need may be estimated where its number is too long.
    mutating func solve(fixing assignment: Decomposition.Assignment) {
        let (sum, coefficient) = values.smallValue(of: Int(assignment.row), in: program.matrix, without: assignment.variable)
        let value = -(sum * coefficient.reciprocal)
        if !value.isTooLong {
            values.set(Int(assignment.variable), value)
        } else if neededVariables()[Int(assignment.variable)] {
            values.solve(assignment, in: program.matrix)
        } else {
            values.solve(estimating: assignment, decomposition, in: program.matrix)
        }
    }

    mutating func neededVariables() -> [Bool] {
        if let needed { return needed }
        let found = decomposition.needed(in: program.matrix)
        needed = found
        return found
    }

    /// Gives peeled variables their values, from a place on.
    mutating func evaluatePeeled(from first: Int = 0) {
        for assignment in decomposition.peeled[first...].reversed() {
            values.solve(estimating: assignment, decomposition, in: program.matrix)
        }
    }

    /// The variables that may not be the same all over the set of optima, ascending; the others are.
    public mutating func mayVary() throws(Budget.Spent) -> [Int] {
        let flags = try varyingFlags()
        return flags.indices.filter { flags[$0] }
    }

    mutating func varyingFlags() throws(Budget.Spent) -> [Bool] {
        var flags = [Bool](repeating: false, count: program.variableCount)
        for variable in decomposition.looseVariables { flags[variable] = true }
        for block in undecided {
            guard let known = opened[block] else { continue }
            for local in try describe(block).varying.keys { flags[Int(known.program.variables[local])] = true }
        }
        for assignment in decomposition.peeled.reversed() {
            let row = Int(assignment.row)
            for entry in program.matrix.range(of: row) where flags[Int(program.matrix.columns[entry])] {
                flags[Int(assignment.variable)] = true
                break
            }
        }
        return flags
    }

    /// Whether two optima are known in which a variable of a block differs by at least so much.
    public mutating func hasOptimaApart(by least: Rational) throws(Budget.Spent) -> Bool {
        for block in undecided {
            let part = try describe(block)
            guard let known = opened[block] else { continue }
            for place in part.interior.indices where (part.interior[place] - known.solution.point[place]).magnitude >= least { return true }
        }
        return false
    }

    // MARK: - Proofs

    /// The least total violation of a level, with the proof; for every level in order.
    public mutating func levelProofs() throws(Budget.Spent) -> [BoundProof] {
        var clearings = Array(repeating: Clearing(program, decomposition), count: program.levelCount)
        for row in decomposition.settled.lazy.map(Int.init) {
            guard case .soft(let level, let isEquality) = program.role(of: row) else { continue }
            let value = values.value(of: row, in: program.matrix)
            guard value.isNegative || (isEquality && value.isPositive) else { continue }
            clearings[level].add(row: row, value.isNegative ? -1 : 1)
        }
        var solver = BlockSolver()
        solver.recordsSteps = true
        var next = undecided[...]
        for block in 0..<decomposition.blockCount {
            if goal == .anyOptimum, !decomposition.rows(ofBlock: block).contains(where: { program.roles[Int($0)].isSoft }) {
                // Nothing of it costs anything.
                continue
            }
            if next.first == block {
                next.removeFirst()
            } else if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget),
                let factors = solver.multipliers(program, decomposition, block: block, hardLevel: program.levelCount > 0 ? 0 : nil)
            {
                for term in factors { clearings[term.level].add(row: term.row, term.factor, ignoresBlocks: true) }
                continue
            } else if !provenByTableau.contains(block) {
                provenByTableau.append(block)
            }
            _ = try open(block)
            guard let known = opened[block] else { continue }
            for (place, proof) in known.solution.levelProofs().enumerated() {
                let level = known.program.levels[place]
                for term in known.program.global(proof.factors) { clearings[level].add(row: term.row, term.factor, ignoresBlocks: true) }
            }
        }
        return clearings.indices.map { level in
            clearings[level].clearFixed()
            return BoundProof(bound: clearings[level].constant, factors: clearings[level].rowFactors)
        }
    }

    // MARK: - The set of optima

    private mutating func describe(_ block: Int) throws(Budget.Spent) -> BlockFace {
        _ = try open(block)
        return try opened[block]?.solution.describeFace()
            ?? BlockFace(dimension: 0, zeroSides: [], interior: [], varying: [:], violations: [:])
    }

    /// Finds the set's affine hull and writes every variable and violation in coordinates of it.
    public mutating func describeFace() throws(Budget.Spent) -> Face {
        if let face { return face }
        try budget.check()
        let loose = decomposition.looseVariables
        var found = Face(dimension: loose.count, interior: [], varying: [:], violations: [:])
        var interior = values
        interior.complete(decomposition, in: program.matrix)
        for variable in loose { found.varying[variable] = SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, .one)]) }
        var offset = program.variableCount
        for block in undecided {
            let part = try describe(block)
            guard let known = opened[block] else { continue }
            found.dimension += part.dimension
            for (local, dependence) in part.varying { found.varying[Int(known.program.variables[local])] = dependence.shifted(by: offset) }
            for (local, dependence) in part.violations { found.violations[Int(known.program.rows[local])] = dependence.shifted(by: offset) }
            for (place, variable) in known.program.variables.enumerated() { interior[Int(variable)] = part.interior[place] }
            offset += known.program.variables.count + 2 * known.program.rows.count
        }
        for assignment in decomposition.peeled.reversed() {
            interior.solve(assignment, in: program.matrix)
            var sum = RowSum()
            var own = Rational.one
            var isVarying = false
            for entry in program.matrix.range(of: Int(assignment.row)) {
                let coefficient = program.matrix.coefficient(at: entry)
                if program.matrix.columns[entry] == assignment.variable {
                    own = coefficient
                } else if let dependence = found.varying[Int(program.matrix.columns[entry])] {
                    isVarying = true
                    sum.add(dependence.scaled(by: coefficient))
                }
            }
            guard isVarying else { continue }
            let row = sum.row
            if !row.entries.isEmpty { found.varying[Int(assignment.variable)] = row.scaled(by: -own.reciprocal) }
        }
        found.interior = interior.all
        face = found
        return found
    }

    /// Sides that are 0 in every optimum though no level's proof shows it, with the proofs that they are not above 0.
    ///
    /// The levels' proofs show all that is needed of blocks with one optimum.
    public mutating func zeroSides() throws(Budget.Spent) -> [(side: Side, proof: BoundProof)] {
        var found: [(side: Side, proof: BoundProof)] = []
        for block in (undecided + provenByTableau).sorted() {
            let part = try describe(block)
            guard let known = opened[block] else { continue }
            for zero in part.zeroSides {
                let side = Side(row: Int(known.program.rows[zero.side.row]), isAbove: zero.side.isAbove)
                found.append((side, expanded(zero.proof, of: known.program)))
            }
        }
        return found
    }

    /// A block's proof of an objective over its own variables as one over the program's rows.
    private func expanded(_ proof: BoundProof, of block: BlockProgram) -> BoundProof {
        var clearing = Clearing(program, decomposition)
        for term in block.global(proof.factors) { clearing.add(row: term.row, term.factor) }
        clearing.clearFixed()
        return BoundProof(bound: proof.bound, factors: clearing.rowFactors)
    }

    /// The exact least and greatest value of a variable over the set of optima.
    public mutating func range(of variable: Int) throws(Budget.Spent) -> (least: RangeEnd, greatest: RangeEnd) {
        (try end(of: variable, sign: 1), try end(of: variable, sign: -1))
    }

    private mutating func end(of variable: Int, sign: Int) throws(Budget.Spent) -> RangeEnd {
        var clearing = Clearing(program, decomposition)
        clearing.add(Rational(sign), variable: variable)
        clearing.clearPeeled()
        let parts = split(clearing.coefficients)
        if let loose = parts.loose.first {
            let ray = carried([SparseRow.Entry(loose.variable, loose.coefficient.isPositive ? -1 : 1)])
            return .unbounded(changes: [], ray: ray)
        }
        var changes: [SparseRow.Entry] = []
        for (block, objective) in parts.blocks {
            if !isUndecided(block) {
                for term in try equation(of: objective, inBlock: block) { clearing.add(row: term.row, term.factor) }
                continue
            }
            guard let ends = try endOfBlock(block, objective) else { continue }
            switch ends {
            case .unbounded(let own, let ray):
                return .unbounded(changes: carried(changes + own), ray: carried(ray))
            case .finite(_, let own, let proof):
                changes += own
                for term in proof.factors { clearing.add(row: term.row, term.factor) }
            }
        }
        clearing.clearFixed()
        let bound = clearing.constant
        return .finite(value: sign < 0 ? -bound : bound, changes: carried(changes), proof: BoundProof(bound: bound, factors: clearing.rowFactors))
    }

    func isUndecided(_ block: Int) -> Bool {
        var low = 0
        var high = undecided.count
        while low < high {
            let middle = (low + high) / 2
            if undecided[middle] < block { low = middle + 1 } else { high = middle }
        }
        return low < undecided.count && undecided[low] == block
    }

    /// Factors that with the objective are a constant, in a block with one optimum.
    private mutating func equation(of objective: SparseRow, inBlock block: Int) throws(Budget.Spent) -> [RowFactor] {
        // The levels' proofs show that no side at the vertex moves; without levels the factors' signs must do.
        if program.levelCount > 0, !provenByTableau.contains(block) {
            var solver = BlockSolver()
            solver.recordsSteps = true
            if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget) {
                return solver.equation(of: objective, program, decomposition, block: block)
            }
        }
        guard case .finite(_, _, let proof) = try endOfBlock(block, objective) else { return [] }
        return proof.factors
    }

    /// The answer in the program's variables and rows.
    private mutating func endOfBlock(_ block: Int, _ objective: SparseRow) throws(Budget.Spent) -> RangeEnd? {
        let end = try least(of: objective, inBlock: block)
        guard let local = opened[block]?.program else { return nil }
        switch end {
        case .unbounded(let changes, let ray): return .unbounded(changes: local.global(changes), ray: local.global(ray))
        case .finite(let value, let changes, let proof):
            return .finite(value: value, changes: local.global(changes), proof: BoundProof(bound: proof.bound, factors: local.global(proof.factors)))
        }
    }

    mutating func least(of objective: SparseRow, inBlock block: Int) throws(Budget.Spent) -> RangeEnd {
        _ = try open(block)
        return try opened[block]?.solution.least(of: objective) ?? .unbounded(changes: [], ray: [])
    }

    /// Coefficients by what gives their variables, those of fixed variables left out.
    func split(
        _ coefficients: [Int: Rational]
    ) -> (blocks: [(block: Int, objective: SparseRow)], loose: [(variable: Int, coefficient: Rational)]) {
        var blocks: [Int: [SparseRow.Entry]] = [:]
        var loose: [(variable: Int, coefficient: Rational)] = []
        for (variable, coefficient) in coefficients where !coefficient.isZero {
            switch decomposition.source(of: variable) {
            case .block(let block):
                blocks[block, default: []].append(SparseRow.Entry(Int(decomposition.localIndex[variable]), coefficient))
            case .loose: loose.append((variable, coefficient))
            case .fixed, .peeled: continue
            }
        }
        return (
            blocks.sorted { $0.key < $1.key }.map { ($0.key, SparseRow(entries: $0.value)) }, loose.sorted { $0.variable < $1.variable }
        )
    }

    /// Changes of block and loose variables with those of peeled ones that follow from them.
    private mutating func carried(_ changes: [SparseRow.Entry]) -> [SparseRow.Entry] {
        let known = dependents ?? Dependents(program.matrix, decomposition)
        dependents = known
        return known.carried(changes)
    }

    /// Whether a variable changes along some direction within the set of optima along which no violation changes.
    ///
    /// - Returns: for each variable that is not the same all over the set, whether there is such a direction, and if not the rows
    ///   with which it changes.
    public mutating func causes() throws(Budget.Spent) -> [Int: Cause] {
        let face = try describeFace()
        var space = Span()
        var columnCount = 0
        for dependence in face.varying.values { columnCount = max(columnCount, (dependence.entries.last?.column ?? -1) + 1) }
        for dependence in face.violations.values { columnCount = max(columnCount, (dependence.entries.last?.column ?? -1) + 1) }
        var groups = DisjointSets(count: columnCount)
        let varyingRows = face.varyingRows
        for row in varyingRows {
            guard let violation = face.violations[row] else { continue }
            space.insert(violation)
            for entry in violation.entries { groups.join(entry.column, violation.entries[0].column) }
        }
        var rowsOfGroup: [Int: [Int]] = [:]
        for row in varyingRows {
            if let first = face.violations[row]?.entries.first { rowsOfGroup[groups.root(first.column), default: []].append(row) }
        }
        var causes: [Int: Cause] = [:]
        for (variable, dependence) in face.varying {
            if space.contains(dependence) {
                let reached = Set(dependence.entries.map { groups.root($0.column) })
                causes[variable] = .tie(rows: reached.flatMap { rowsOfGroup[$0] ?? [] }.sorted())
            } else {
                causes[variable] = .free
            }
        }
        return causes
    }
}

extension SparseRow {
    fileprivate func shifted(by offset: Int) -> SparseRow {
        SparseRow(constant: constant, sorted: entries.map { Entry($0.column + offset, $0.coefficient) })
    }
}
