internal import ExactArithmetic

// Bounds outside all blocks: a solution is found without them, and those that matter are made ordinary rows part by part.

extension Solution {
    /// How far parts of the program have come with making bounds ordinary rows, by their least variables.
    struct Activation {
        private var progress: [Int32: (most: Int, rounds: Int)] = [:]

        /// Which bounds a part has to heed next; more and more of them at a time, for one that holds often brings the others with it.
        ///
        /// - Parameter isFailing: `missing` fail at the point; otherwise they cut the set of optima.
        mutating func next(_ missing: [Int32], isFailing: Bool, part: Int32, rowCount: Int, rest: () -> [Int32]) -> [Int32] {
            var (most, rounds) = progress[part] ?? (1, 0)
            rounds += 1
            progress[part] = (min(8 * most, max(1, rowCount)), rounds)
            // Bounds that come up one after the other are not waited for.
            if rounds > 8 { return rest() }
            return isFailing ? Array(missing.prefix(most)) : missing
        }
    }

    /// Makes ordinary rows of bounds that fail, or where none does, of those that may cut the set of optima; gives the parts of the program that
    /// have to be solved anew, nil where there is none.
    mutating func activateBounds(_ activation: inout Activation, _ index: RowIndex) throws(Budget.Spent) -> Region? {
        var missing = failingBounds()
        let isFailing = !missing.isEmpty
        if missing.isEmpty, goal == .onlyOptimum { missing = try boundsThatCut() }
        return missing.isEmpty ? nil : activate(missing, isFailing: isFailing, &activation, index)
    }

    mutating func activate(_ missing: [Int32], isFailing: Bool, _ activation: inout Activation, _ index: RowIndex) -> Region {
        var region = Region(program)
        for bound in missing { region.add(partOf: variable(ofBound: bound), program, decomposition, index) }
        var ofPart: [[Int32]] = Array(repeating: [], count: region.leasts.count)
        for bound in missing {
            if let part = region.part(of: variable(ofBound: bound)) { ofPart[part].append(bound) }
        }
        for (part, own) in ofPart.enumerated() {
            activeBounds.formUnion(
                activation.next(own, isFailing: isFailing, part: region.leasts[part], rowCount: program.rowCount) {
                    decomposition.looseBounds.filter { region.part(of: variable(ofBound: $0)) == part }
                })
        }
        region.sort()
        return region
    }

    func variable(ofBound bound: Int32) -> Int {
        Int(program.matrix.columns[Int(program.matrix.starts[Int(bound)])])
    }

    /// Takes a region apart anew; what is known of blocks that stay the same is kept, and their values. Variables that nothing gives are 0.
    mutating func takeApart(_ region: Region, _ index: RowIndex) -> Decomposition.Replacement {
        let replacement = decomposition.redo(region, program, active: activeBounds, index)
        var numbers: [Int: Int] = [:]
        for (block, former) in replacement.formerBlocks.enumerated() where former >= 0 { numbers[Int(former)] = block }
        var kept: [Int: (program: BlockProgram, solution: BlockSolution)] = [:]
        for (block, known) in opened {
            if let number = numbers[block] { kept[number] = known }
        }
        opened = kept
        undecided = undecided.compactMap { numbers[$0] }.sorted()
        provenByTableau = provenByTableau.compactMap { numbers[$0] }
        dependents = nil
        face = nil
        needed = nil
        if values.hasEstimates { values.complete(decomposition, needed: neededVariables(), in: program.matrix) }
        for variable in region.variables.lazy.map(Int.init) {
            if case .loose = decomposition.source(of: variable) { values.set(variable, .zero) }
        }
        return replacement
    }

    /// Takes a region apart anew and solves what is new of it; the proof where hard rows cannot hold.
    mutating func redo(_ region: Region, _ index: RowIndex) throws(Budget.Spent) -> Outcome? {
        let replacement = takeApart(region, index)
        try budget.spend(rows: 0, entries: region.rows.count)
        let added = (replacement.firstBlock..<decomposition.blockCount).filter { replacement.formerBlocks[$0] < 0 }
        if let conflict = try solve(blocks: added) { return conflict }
        evaluatePeeled(from: replacement.firstPeeled)
        return nil
    }

    /// The proof where a row whose variables are all fixed does not hold.
    mutating func contradiction() -> Outcome? {
        for row in decomposition.settled.lazy.map(Int.init) where !program.roles[row].isSoft {
            let small = values.smallValue(of: row, in: program.matrix).sum
            let isEqual = program.roles[row].isEqual
            if !small.isTooLong, isEqual ? small.isZero : !small.isNegative { continue }
            let value = values.value(of: row, in: program.matrix)
            if isEqual ? value.isZero : !value.isNegative { continue }
            return contradiction(row, value)
        }
        for row in decomposition.looseBounds.lazy.map(Int.init) where decomposition.isFixed(variable(ofBound: Int32(row))) {
            let small = values.smallValue(of: row, in: program.matrix).sum
            if !small.isTooLong, !small.isNegative { continue }
            if isFailing(row) { return contradiction(row, values.value(of: row, in: program.matrix)) }
        }
        return nil
    }

    private func contradiction(_ row: Int, _ value: Rational) -> Outcome {
        var clearing = Clearing(program, decomposition)
        clearing.add(row: row, value.isPositive ? -1 : 1)
        clearing.clearFixed()
        return .infeasible(clearing.rowFactors, sum: -value.magnitude)
    }

    /// Bounds outside all blocks that do not hold at the point.
    mutating func failingBounds() -> [Int32] {
        var failing: [Int32] = []
        for row in decomposition.looseBounds {
            let small = values.smallValue(of: Int(row), in: program.matrix).sum
            if small.isTooLong ? isFailing(Int(row)) : small.isNegative { failing.append(row) }
        }
        return failing
    }

    mutating func isFailing(_ bound: Int) -> Bool {
        let entry = Int(program.matrix.starts[bound])
        let variable = Int(program.matrix.columns[entry])
        if values.isEstimated(variable) {
            let factor = program.matrix.small(program.matrix.coefficients[entry])
            let constant = program.matrix.small(program.matrix.constants[bound])
            if !factor.isTooLong, !constant.isTooLong, (values.estimate(of: variable) * factor + Estimate(constant)).isNotNegative { return false }
            values.complete(decomposition, in: program.matrix)
        }
        return values.value(of: bound, in: program.matrix).isNegative
    }

    /// Bounds outside all blocks that may cut something off the set of optima found without them.
    mutating func boundsThatCut() throws(Budget.Spent) -> [Int32] {
        if decomposition.looseBounds.isEmpty { return [] }
        let varying = try varyingFlags()
        var result: [Int32] = []
        for row in decomposition.looseBounds {
            let entry = Int(program.matrix.starts[Int(row)])
            let variable = Int(program.matrix.columns[entry])
            guard varying[variable] else { continue }
            if try mayFail(variable, sign: program.matrix.coefficient(at: entry).isNegative ? -1 : 1, bound: Int(row)) { result.append(row) }
        }
        return result
    }

    private mutating func mayFail(_ variable: Int, sign: Int, bound: Int) throws(Budget.Spent) -> Bool {
        var clearing = Clearing(program, decomposition)
        clearing.add(program.matrix.coefficient(at: program.matrix.range(of: bound).lowerBound), variable: variable)
        clearing.clearPeeled()
        values.complete(decomposition, in: program.matrix)
        var margin = values.value(of: bound, in: program.matrix)
        let parts = split(clearing.coefficients)
        for (block, objective) in parts.blocks where isUndecided(block) {
            switch try least(of: objective, inBlock: block) {
            case .unbounded: return true
            case .finite(let least, _, _):
                guard let known = opened[block] else { return true }
                var present = Rational.zero
                for entry in objective.entries { present += entry.coefficient * known.solution.point[entry.column] }
                margin += least - present
            }
        }
        return margin.isNegative || !parts.loose.isEmpty
    }
}
