internal import ExactArithmetic

// Queries about the set of optima: its extent, and why it has more than one point.

extension Solution {
    mutating func describe(_ block: Int) throws(Budget.Spent) -> BlockFace {
        _ = try open(block)
        return try opened[block]?.describeFace()
            ?? BlockFace(dimension: 0, zeroSides: [], interior: [], varying: [:], violations: [:])
    }

    /// Computes the affine hull of the set of optima, and expresses every variable and violation in its coordinates.
    public mutating func describeFace() throws(Budget.Spent) -> Face {
        if let face { return face }
        try budget.check()
        let loose = looseVariables
        var found = Face(dimension: loose.count)
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
        for assignment in decomposition.peeledInwards {
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
        found.findLeaders()
        face = found
        return found
    }

    /// Returns the sides that are 0 in every optimum although no level's proof shows it: their reduced costs are 0 at all levels.
    /// Each has a proof that it is not positive.
    ///
    /// There are none in blocks with one optimum.
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

    /// Converts a block's proof of an objective over its own variables to one over the program's rows.
    private func expanded(_ proof: BoundProof, of block: BlockProgram) -> BoundProof {
        var clearing = DualPostsolve(program, decomposition)
        for term in block.global(proof.factors) { clearing.add(row: term.row, term.factor) }
        clearing.clearFixed()
        return BoundProof(bound: proof.bound, factors: clearing.rowFactors)
    }

    /// Returns the exact least and greatest value of a variable over the set of optima.
    public mutating func range(of variable: Int) throws(Budget.Spent) -> (least: RangeEnd, greatest: RangeEnd) {
        try range(of: SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, .one)]))
    }

    /// Returns the exact least and greatest value of an expression over the set of optima. Proofs are of it without its constant.
    public mutating func range(of expression: SparseRow) throws(Budget.Spent) -> (least: RangeEnd, greatest: RangeEnd) {
        (try end(of: expression, sign: 1), try end(of: expression, sign: -1))
    }

    private mutating func end(of expression: SparseRow, sign: Int) throws(Budget.Spent) -> RangeEnd {
        var clearing = DualPostsolve(program, decomposition)
        for entry in expression.entries { clearing.add(Rational(sign) * entry.coefficient, variable: entry.column) }
        clearing.clearPeeled()
        let parts = split(clearing.coefficients)
        if let loose = parts.loose.first {
            let ray = propagated([SparseRow.Entry(loose.variable, loose.coefficient.isPositive ? -1 : 1)])
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
                return .unbounded(changes: propagated(changes + own), ray: propagated(ray))
            case .finite(_, let own, let proof):
                changes += own
                for term in proof.factors { clearing.add(row: term.row, term.factor) }
            }
        }
        clearing.clearFixed()
        let bound = clearing.constant
        return .finite(
            value: expression.constant + (sign < 0 ? -bound : bound), changes: propagated(changes),
            proof: BoundProof(bound: bound, factors: clearing.rowFactors))
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

    /// Returns factors of a block's rows that, added to an objective in its variables, give a constant. The block must have one
    /// optimum.
    private mutating func equation(of objective: SparseRow, inBlock block: Int) throws(Budget.Spent) -> [RowFactor] {
        // The levels' proofs show that no side at the vertex moves. Without levels, the signs of the factors must show it.
        if program.levelCount > 0, !provenByTableau.contains(block) {
            var solver = BlockSolver(recordsSteps: true)
            if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget) {
                return solver.equation(of: objective, program, decomposition, block: block)
            }
        }
        guard case .finite(_, _, let proof) = try endOfBlock(block, objective) else { return [] }
        return proof.factors
    }

    /// Returns the least value of an objective in a block's variables, in terms of the program's variables and rows.
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
        return try opened[block]?.least(of: objective) ?? .unbounded(changes: [], ray: [])
    }

    /// Groups coefficients by the source of their variables: by block, and those of loose variables. Fixed variables are omitted.
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
            case .fixed, .peeled, .open: continue
            }
        }
        return (
            blocks.sorted { $0.key < $1.key }.map { ($0.key, SparseRow(entries: $0.value)) }, loose.sorted { $0.variable < $1.variable }
        )
    }

    /// Returns changes of block and loose variables together with the changes of peeled variables that result.
    private mutating func propagated(_ changes: [SparseRow.Entry]) -> [SparseRow.Entry] {
        let known = dependents ?? Dependents(program.matrix, decomposition)
        dependents = known
        return known.propagated(changes)
    }

    /// Returns the reason why each varying variable varies: a direction within the set of optima along which no violation
    /// changes, if there is one, otherwise the rows with which it changes.
    public mutating func causes() throws(Budget.Spent) -> [Int: Cause] {
        let face = try describeFace()
        var space = LinearSpan()
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
        for (variable, dependence) in face.varying where face.leader(of: variable).variable == variable {
            if space.contains(dependence) {
                let reached = Set(dependence.entries.map { groups.root($0.column) })
                causes[variable] = .tie(rows: reached.flatMap { rowsOfGroup[$0] ?? [] }.sorted())
            } else {
                causes[variable] = .free
            }
        }
        for variable in face.varying.keys where causes[variable] == nil { causes[variable] = causes[face.leader(of: variable).variable] }
        return causes
    }
}

extension SparseRow {
    fileprivate func shifted(by offset: Int) -> SparseRow {
        SparseRow(constant: constant, sorted: entries.map { Entry($0.column + offset, $0.coefficient) })
    }
}
