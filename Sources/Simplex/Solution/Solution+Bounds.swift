internal import ExactArithmetic

// Handles bounds outside all blocks: a program is first solved without them, and those that matter become ordinary rows part by
// part.

extension Solution {
    /// The choice of bounds to activate, that is to treat as ordinary rows, round by round.
    struct Activation {
        private var rounds: [[Int32]] = []

        /// Returns the bounds to activate next. Only a few violated bounds in each connected component are activated at first,
        /// and more from round to round, since one active bound often implies the others. Bounds that cut the set of optima are
        /// all activated.
        ///
        /// - Parameters:
        ///   - missing: the bounds to choose from.
        ///   - isFailing: whether they are violated at the point; otherwise they cut the set of optima.
        mutating func next(_ missing: [Int32], isFailing: Bool, _ solution: Solution, _ index: ColumnIndex) -> [Int32] {
            defer { rounds.append(missing) }
            // Parts do not matter yet.
            if rounds.count < 8, !isFailing || missing.count == 1 { return missing }
            var region = ConnectedComponents(solution.program)
            func part(of bound: Int32) -> Int? { region.part(of: solution.variable(ofBound: bound)) }
            for bound in missing { region.add(partOf: solution.variable(ofBound: bound), solution.program, solution.decomposition, index) }
            var former = [Int](repeating: 0, count: region.partCount)
            for round in rounds {
                for part in Set(round.lazy.compactMap(part)) { former[part] += 1 }
            }
            var own = [[Int32]](repeating: [], count: region.partCount)
            for bound in missing {
                if let part = part(of: bound) { own[part].append(bound) }
            }
            return own.indices.flatMap { place in
                // After eight rounds, bounds that would come up one after the other are all activated.
                if former[place] >= 8 { return solution.decomposition.looseBounds.filter { part(of: $0) == place } }
                return isFailing ? Array(own[place].prefix(min(1 << (3 * former[place]), max(1, solution.program.rowCount)))) : own[place]
            }
        }
    }

    /// Activates bounds that are violated or, if none is, bounds that may cut the set of optima: that some optimum found without
    /// them violates. Returns them, or nil if there are none.
    mutating func activateBounds(_ activation: inout Activation, _ index: ColumnIndex) throws(Budget.Spent) -> [Int32]? {
        var missing = failingBounds()
        let isFailing = !missing.isEmpty
        if missing.isEmpty, goal == .onlyOptimum { missing = try boundsThatCut() }
        if missing.isEmpty { return nil }
        let bounds = activation.next(missing, isFailing: isFailing, self, index)
        activeBounds.formUnion(bounds)
        return bounds
    }

    func variable(ofBound bound: Int32) -> Int {
        Int(program.matrix.columns[Int(program.matrix.starts[Int(bound)])])
    }

    /// Updates the decomposition after bounds became active or inactive; see `IncrementalDecomposition`. Results of unchanged
    /// blocks are retained. Variables that became loose have their old values until the caller changes them.
    mutating func rearrange(_ moved: [Int32], _ arrangement: inout DecompositionState, _ index: ColumnIndex) -> DecompositionDelta {
        var work = IncrementalDecomposition(decomposition, arrangement, program, active: activeBounds, index)
        // A single owner for each list, so that none is copied.
        decomposition = Decomposition()
        arrangement = DecompositionState()
        work.run(moved)
        decomposition = work.parts
        arrangement = work.arrangement
        for block in work.result.removedBlocks + work.result.alteredBlocks {
            opened[block] = nil
            undecided.removeAll { $0 == block }
            provenByTableau.removeAll { $0 == block }
        }
        dependents = nil
        face = nil
        if work.result.hasFormerNeeds { return work.result }
        needed = []
        if values.hasEstimates, decomposition.hasOtherRows {
            findNeeded()
            values.complete(decomposition, needed: needed, in: program.matrix)
        }
        return work.result
    }

    /// Solves again what changes because bounds became ordinary rows. Returns the Farkas proof if hard rows are infeasible.
    mutating func redo(_ bounds: [Int32], _ known: inout DecompositionState?, _ index: ColumnIndex) throws(Budget.Spent) -> Outcome? {
        var arrangement = known ?? DecompositionState(decomposition, rowCount: program.rowCount, variableCount: program.variableCount)
        known = nil
        let replacement = rearrange(bounds, &arrangement, index)
        known = arrangement
        for variable in replacement.loosened { values.set(Int(variable), .zero) }
        try budget.spend(rows: 0, entries: program.rowCount)
        if let conflict = try solve(blocks: replacement.newBlocks) { return conflict }
        evaluatePeeled(after: replacement)
        return nil
    }

    /// Returns a Farkas proof if a row whose variables are all fixed is violated.
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
            if isFailing(row) {
                // An estimate may have decided this; the proof needs the exact value.
                values.complete(decomposition, in: program.matrix)
                return contradiction(row, values.value(of: row, in: program.matrix))
            }
        }
        return nil
    }

    private func contradiction(_ row: Int, _ value: Rational) -> Outcome {
        var clearing = DualPostsolve(program, decomposition)
        clearing.add(row: row, value.isPositive ? -1 : 1)
        clearing.clearFixed()
        return .infeasible(clearing.rowFactors, sum: -value.magnitude)
    }

    /// Returns the bounds outside all blocks that are violated at the point.
    mutating func failingBounds() -> [Int32] {
        var failing: [Int32] = []
        for row in decomposition.looseBounds {
            let small = values.smallValue(of: Int(row), in: program.matrix).sum
            if small.isTooLong ? isFailing(Int(row)) : small.isNegative { failing.append(row) }
        }
        return failing
    }

    /// Returns whether an inequality outside all blocks is violated at the point: a bound, or a row whose variables are all
    /// fixed.
    mutating func isFailing(_ row: Int) -> Bool {
        let entries = program.matrix.range(of: row)
        if entries.count == 1, values.isEstimated(Int(program.matrix.columns[entries.lowerBound])) {
            let entry = entries.lowerBound
            let variable = Int(program.matrix.columns[entry])
            let factor = program.matrix.small(program.matrix.coefficients[entry])
            let constant = program.matrix.small(program.matrix.constants[row])
            if !factor.isTooLong, !constant.isTooLong {
                let side = values.estimate(of: variable) * factor + Estimate(constant)
                if side.isNotNegative { return false }
                if side.isNegative { return true }
            }
            values.complete(decomposition, in: program.matrix)
        }
        return values.value(of: row, in: program.matrix).isNegative
    }

    /// Returns bounds outside all blocks that may cut off part of the set of optima found without them.
    private mutating func boundsThatCut() throws(Budget.Spent) -> [Int32] {
        if decomposition.looseBounds.isEmpty { return [] }
        let varying = try varyingFlags()
        return try thatCut(decomposition.looseBounds.filter { varying[variable(ofBound: $0)] }).bounds
    }

    /// Returns those of the bounds of varying variables that may cut the set of optima. Of several bounds that limit the same
    /// outer variable in the same direction, only the first to be reached is returned, as it implies the others.
    ///
    /// In a chain of ratios, where one view's width determines all others, one bound matters instead of thousands.
    ///
    /// - Returns: The bounds, and whether as ordinary rows they imply all the others: then each loose variable lies between at
    ///   most two bounds, and nothing else varies.
    mutating func thatCut(_ bounds: [Int32]) throws(Budget.Spent) -> (bounds: [Int32], impliesOthers: Bool) {
        var outer = OuterDependence(program, decomposition)
        var impliesOthers = undecided.isEmpty
        // Bounds along one variable or its negative, and bounds along several variables.
        var reached = FirstReached()
        var reachedFurther: [SparseRow: (bound: Int32, distance: Rational)] = [:]
        for bound in bounds {
            if let line = line(ofBound: Int(bound), &outer) {
                reached.add(bound, Direction(variable: line.leader, isNegative: line.isNegative), line.shift)
                continue
            }
            impliesOthers = false
            let side = try side(ofBound: Int(bound), &outer)
            guard let first = side.entries.first else { continue }
            let inverse = first.coefficient.magnitude.reciprocal
            let distance = side.constant * inverse
            let direction =
                side.entries.count == 1
                ? Direction(variable: first.column, isNegative: first.coefficient.isNegative).row
                : SparseRow(constant: .zero, sorted: side.scaled(by: inverse).entries)
            if let known = reachedFurther[direction], known.distance <= distance { continue }
            reachedFurther[direction] = (bound, distance)
        }
        for first in reached.all {
            let direction = first.direction.row
            let distance = first.distance.rational
            if let known = reachedFurther[direction], known.distance < distance || (known.distance == distance && known.bound < first.bound) {
                continue
            }
            reachedFurther[direction] = (first.bound, distance)
        }
        var result: [Int32] = []
        for (direction, first) in reachedFurther.sorted(by: { $0.value.bound < $1.value.bound }) {
            guard let least = try least(along: direction) else {
                result.append(first.bound)
                continue
            }
            if (first.distance + least).isNegative { result.append(first.bound) }
        }
        return (result, impliesOthers)
    }

    /// The nearest bound in each direction. Distances are short numbers.
    private struct FirstReached {
        private(set) var all: [(direction: Direction, bound: Int32, distance: SmallRational)] = []
        private var places: [Direction: Int] = [:]
        /// The place of the last direction, which is usually the next one too.
        private var last = 0

        /// - Parameter bound: greater than all bounds added before.
        mutating func add(_ bound: Int32, _ direction: Direction, _ distance: SmallRational) {
            if last >= all.count || all[last].direction != direction {
                if let place = places[direction] {
                    last = place
                } else {
                    last = all.count
                    places[direction] = last
                    all.append((direction, bound, distance))
                    return
                }
            }
            if distance < all[last].distance { all[last] = (direction, bound, distance) }
        }
    }

    /// The direction in which one outer variable increases or decreases.
    private struct Direction: Hashable {
        var variable: Int
        var isNegative: Bool

        var row: SparseRow { SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, isNegative ? -1 : .one)]) }
    }

    /// Returns the expression that a bound requires to be at least 0 as a function of one outer variable, or nil if it depends on
    /// several or a number gets too long.
    private func line(ofBound bound: Int, _ outer: inout OuterDependence) -> OuterDependence.Line? {
        let entry = Int(program.matrix.starts[bound])
        let line = outer.line(of: Int(program.matrix.columns[entry]), in: self)
        return line?.times(program.matrix.small(program.matrix.coefficients[entry]), plus: program.matrix.small(program.matrix.constants[bound]))
    }

    /// Returns the expression that a bound requires to be at least 0 in terms of the outer variables.
    private mutating func side(ofBound bound: Int, _ outer: inout OuterDependence) throws(Budget.Spent) -> SparseRow {
        let entry = Int(program.matrix.starts[bound])
        let (variable, coefficient) = (Int(program.matrix.columns[entry]), program.matrix.coefficient(at: entry))
        let row = outer.row(of: variable) { constant(of: $0) }
        if var side = row?.scaled(by: coefficient) {
            side.constant += program.matrix.constant(of: bound)
            return side
        }
        var clearing = DualPostsolve(program, decomposition)
        clearing.add(coefficient, variable: variable)
        clearing.clearPeeled()
        try budget.spend(entries: clearing.coefficients.count)
        var side = SparseRow(constant: clearing.constant + program.matrix.constant(of: bound))
        var entries: [SparseRow.Entry] = []
        for (variable, coefficient) in clearing.coefficients where !coefficient.isZero {
            if let constant = constant(of: variable) {
                side.constant += coefficient * constant
            } else {
                entries.append(SparseRow.Entry(variable, coefficient))
            }
        }
        return SparseRow(constant: side.constant, entries: entries)
    }

    /// Returns whether a variable that no peeled row assigns is loose or in an undecided block.
    func mayVary(_ variable: Int) -> Bool {
        switch decomposition.source(of: variable) {
        case .loose: true
        case .block(let block): isUndecided(block)
        case .peeled, .fixed, .open: false
        }
    }

    /// Returns the value of a variable that is fixed or in a block with one optimum; nil if it is loose or in an undecided block.
    private mutating func constant(of variable: Int) -> Rational? {
        if mayVary(variable) { return nil }
        if values.isEstimated(variable) { values.complete(decomposition, in: program.matrix) }
        return values[variable]
    }

    /// Returns the least value of an objective in outer variables; nil if it is unbounded below.
    private mutating func least(along objective: SparseRow) throws(Budget.Spent) -> Rational? {
        let parts = split(Dictionary(uniqueKeysWithValues: objective.entries.map { ($0.column, $0.coefficient) }))
        if !parts.loose.isEmpty { return nil }
        var sum = Rational.zero
        for (block, objective) in parts.blocks {
            guard case .finite(let least, _, _) = try least(of: objective, inBlock: block) else { return nil }
            sum += least
        }
        return sum
    }
}
