internal import ExactArithmetic

// What proves the vertex: a multiplier for each row and level.

extension BlockSolver {
    /// The factors of `BoundProof`, by the block's rows and the program's levels, after `solve` found the only optimum.
    ///
    /// A row away from its kink has its whole slope. Rows at the kink of a coordinate share what the others leave to it, each strictly
    /// within what it may take: so their reduced costs prove that none of their sides is above 0 in any optimum. Hard rows' factors at the
    /// hard level add up to nothing, so they may be added to the first level, as often as makes all signs right.
    ///
    /// - Parameter hardLevel: the level that takes what hard rows have among themselves.
    /// - Returns: nil where that cannot be said at a level.
    mutating func multipliers(
        _ program: LinearProgram, _ decomposition: Decomposition, block: Int, hardLevel: Int?
    ) -> [(level: Int, row: Int, factor: Rational)]? {
        var proving = Proving()
        swap(&proving, &self.proving)
        defer { swap(&proving, &self.proving) }
        return multipliers(program, decomposition, block: block, hardLevel: hardLevel, &proving)
    }

    private mutating func multipliers(
        _ program: LinearProgram, _ decomposition: Decomposition, block: Int, hardLevel: Int?, _ proving: inout Proving
    ) -> [(level: Int, row: Int, factor: Rational)]? {
        proving.slopes.removeAll(keepingCapacity: true)
        proving.sharing.begin(levelCount: levels.count)
        for column in 0..<variableCount where formOfColumn[column] >= 0 {
            findRates(ofColumn: column, &proving.sharing.rest)
            shareKinks(of: Int(formOfColumn[column]), &proving.sharing, &proving.slopes)
        }
        for form in 0..<formCount where matrix.count(ofRow: form) > 0 {
            for kink in firstKink(of: form)..<endKink(of: form) { addOuter(kink, isPassed: kink < Int(passed[form]), &proving.slopes) }
        }
        // By level, then by the block's rows.
        var factors: [(level: Int, row: Int, factor: Rational)] = []
        // Soft rows that the equalities made constant.
        for row in 0..<rowCount where roles[row] >= 0 && formOf[row] < 0 {
            if constants[row].isNegative {
                factors.append((Int(roles[row] >> 1), row, -1))
            } else if constants[row].isPositive, roles[row] & 1 == 1 {
                factors.append((Int(roles[row] >> 1), row, 1))
            }
        }
        var hard: [(row: Int, factor: Rational)] = []
        for slope in proving.slopes {
            let kink = kinks[slope.kink]
            let factor = slope.value * scale(of: kink).rational.reciprocal
            let level = Int(levels[slope.level])
            if level < 0 { hard.append((Int(kink.row), factor)) } else { factors.append((level, Int(kink.row), factor)) }
        }
        if !hard.isEmpty {
            guard let hardLevel, hard.allSatisfy({ roles[$0.row] == -1 }) else { return nil }
            var own = SparseSum(count: rowCount)
            for factor in factors where factor.level == hardLevel { own.add(factor.factor, at: factor.row) }
            factors.removeAll { $0.level == hardLevel }
            var times = Rational.one
            for (row, factor) in hard where own[row].isPositive {
                if let least = own[row].divided(by: -factor), least >= times { times = least + 1 }
            }
            for (row, factor) in hard { own.add(times * factor, at: row) }
            factors += own.touched.map { (hardLevel, $0, own[$0]) }
        }
        factors.sort { ($0.level, $0.row) < ($1.level, $1.row) }
        let rows = decomposition.rows(ofBlock: block)
        proving.equalities.begin(self)
        var result: [(level: Int, row: Int, factor: Rational)] = []
        result.reserveCapacity(factors.count)
        var rest = factors[...]
        while let level = rest.first?.level {
            let own = rest.prefix { $0.level == level }
            rest = rest[own.endIndex...]
            for (_, row, factor) in own where !factor.isZero {
                result.append((level, Int(rows[rows.startIndex + row]), factor))
                proving.equalities.add(factor, of: Int(rows[rows.startIndex + row]), program, decomposition)
            }
            for (row, factor) in proving.equalities.factors(self) where !factor.isZero {
                result.append((level, Int(rows[rows.startIndex + row]), factor))
            }
        }
        return result
    }

    /// Factors on the block's rows that with the objective add up to a constant: equalities, and rows at the coordinates' kinks, which no
    /// optimum moves from. After `solve` found the only optimum.
    ///
    /// - Parameter objective: coefficients by the block's variables.
    mutating func equation(
        of objective: SparseRow, _ program: LinearProgram, _ decomposition: Decomposition, block: Int
    ) -> [RowFactor] {
        var gradient: [Int: Rational] = [:]
        for entry in objective.entries { gradient[entry.column] = entry.coefficient }
        var onForms: [Int: Rational] = [:]
        // A definition names variables that later ones define.
        for place in 0..<definitions.count {
            let definition = definitions[place]
            guard let present = gradient.removeValue(forKey: Int(definition.variable)), !present.isZero else { continue }
            let share = present * inverse(of: definition).rational
            if definition.form >= 0 { onForms[definition.form, default: .zero] += share }
            for term in terms(ofDefinition: place) {
                let label = Int(terms[term].label)
                let change = -(share * value(of: terms[term]).rational)
                if label >= 0 { gradient[label, default: .zero] += change } else { onForms[-1 - label, default: .zero] += change }
            }
        }
        var onCoordinates: [Int: Rational] = [:]
        for (form, share) in onForms {
            var place = matrix.firstInRow(form)
            if place < 0 { onCoordinates[form, default: .zero] += share }
            while place >= 0 {
                let node = matrix.node(place).pointee
                onCoordinates[Int(formOfColumn[Int(node.column)]), default: .zero] += share * matrix.value(of: node).rational
                place = Int(node.nextInRow)
            }
        }
        let rows = decomposition.rows(ofBlock: block)
        var equalities = Equalities()
        equalities.begin(self)
        for entry in objective.entries { equalities.add(entry.coefficient, at: entry.column) }
        var result: [RowFactor] = []
        for (form, share) in onCoordinates where !share.isZero {
            let kink = kinks[Int(passed[form])]
            let found = RowFactor(Int(rows[rows.startIndex + Int(kink.row)]), -(share * scale(of: kink).rational.reciprocal))
            result.append(found)
            equalities.add(found.factor, of: found.row, program, decomposition)
        }
        for (row, factor) in equalities.factors(self) { result.append(RowFactor(Int(rows[rows.startIndex + row]), factor)) }
        return result
    }

    /// What `multipliers` works with, used again for each block.
    struct Proving {
        fileprivate var slopes: [Slope] = []
        fileprivate var sharing = Sharing()
        fileprivate var equalities = Equalities()
    }

    /// What a kink's row contributes to the slope at a level, by the form.
    fileprivate struct Slope {
        var kink: Int
        var level: Int
        var value: Rational
    }

    private func addOuter(_ kink: Int, isPassed: Bool, _ slopes: inout [Slope]) {
        let value = isPassed ? costAbove(kinks[kink]) : -costBelow(kinks[kink])
        if !value.isZero { slopes.append(Slope(kink: kink, level: Int(kinks[kink].level), value: value.rational)) }
    }

    /// Level by level the opposite of the slope that the rows which are no coordinate's own give a coordinate.
    private func findRates(ofColumn column: Int, _ rates: inout [Rational]) {
        for level in 0..<levels.count { rates[level] = .zero }
        var place = matrix.firstInColumn(column)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let start = Int(node.row) * levels.count
            for level in 0..<levels.count where !slopes[start + level].isZero {
                rates[level] -= matrix.value(of: node).rational * slopes[start + level].rational
            }
            place = Int(node.nextInColumn)
        }
    }

    /// What is shared among the rows of a coordinate, used again for each.
    fileprivate struct Sharing {
        /// By level, what the others leave.
        var rest: [Rational] = []
        /// The kinks at which the coordinate is, by level.
        var open: [(level: Int, kink: Int)] = []
        /// Rows at the same end of their intervals so far.
        var atEnd: [Int] = []

        mutating func begin(levelCount: Int) {
            rest.removeAll(keepingCapacity: true)
            for _ in 0..<levelCount { rest.append(.zero) }
        }
    }

    /// Shares the slope that a coordinate must have among the rows at its kink, each strictly inside its interval.
    ///
    /// A row has nothing to give at levels before its own; at its own it has an interval; and once it is strictly inside, it may take anything at
    /// the levels after. So at the first level where the slope lies inside the sum of the rows' intervals each takes the same share of its own,
    /// and one of them what is left at later levels. Where the slope is at the end of the sum all rows are at their ends, and
    /// each has to move away from it at a later level.
    ///
    /// - Parameter sharing: its `rest` holds what other forms leave.
    private func shareKinks(of form: Int, _ sharing: inout Sharing, _ result: inout [Slope]) {
        sharing.open.removeAll(keepingCapacity: true)
        sharing.atEnd.removeAll(keepingCapacity: true)
        for kink in firstKink(of: form)..<endKink(of: form) {
            let level = Int(kinks[kink].level)
            if position(ofKink: kink) == formValues[form] {
                sharing.open.append((level, kink))
            } else {
                let isPassed = kink < Int(passed[form])
                addOuter(kink, isPassed: isPassed, &result)
                sharing.rest[level] -= (isPassed ? costAbove(kinks[kink]) : -costBelow(kinks[kink])).rational
            }
        }
        sharing.open.sort { ($0.level, $0.kink) < ($1.level, $1.kink) }
        var open = sharing.open[...]
        var isHighEnd = false
        /// A row that may take anything from here on.
        var taker: Int?
        func give(_ kink: Int, _ level: Int, _ value: Rational) {
            if !value.isZero { result.append(Slope(kink: kink, level: level, value: value)) }
        }
        for level in sharing.rest.indices {
            let own = open.prefix { $0.level == level }
            open = open[own.endIndex...]
            let rest = sharing.rest[level]
            var (low, high) = (Rational.zero, Rational.zero)
            for (_, kink) in own {
                low -= costBelow(kinks[kink]).rational
                high += costAbove(kinks[kink]).rational
            }
            /// Gives the rows of this level so much together, each the same share of its interval.
            func share(_ sum: Rational) {
                let part = (sum - low).divided(by: high - low) ?? .zero
                for (_, kink) in own {
                    let (below, above) = (costBelow(kinks[kink]).rational, costAbove(kinks[kink]).rational)
                    give(kink, level, (above + below) * part - below)
                }
            }
            if let taker {
                share((low + high) * .half)
                give(taker, level, rest - (low + high) * .half)
            } else if sharing.atEnd.isEmpty, low < rest, rest < high {
                share(rest)
                taker = own.first?.kink
            } else if sharing.atEnd.isEmpty || rest == (isHighEnd ? high : low) {
                if sharing.atEnd.isEmpty { isHighEnd = rest >= high }
                for (_, kink) in own {
                    give(kink, level, isHighEnd ? costAbove(kinks[kink]).rational : -costBelow(kinks[kink]).rational)
                    sharing.atEnd.append(kink)
                }
            } else {
                let inside = isHighEnd ? (max(rest, low) + high) * .half : (min(rest, high) + low) * .half
                share(inside)
                let each = (rest - inside).divided(by: Rational(sharing.atEnd.count)) ?? .zero
                for kink in sharing.atEnd { give(kink, level, each) }
                taker = sharing.atEnd.first
            }
        }
    }

    /// Finds the factors of the block's equalities with which a combination of its other rows has no variable left.
    fileprivate struct Equalities {
        /// By variable the place of its definition by an equality, or -1.
        private var placeOf: [Int32] = []
        /// By equality one of the steps that took others from it, and by step another one of the same equality; or -1.
        private var firstStep: [Int32] = []
        private var nextStep: [Int32] = []
        /// By variable.
        private var gradient = SparseSum()
        /// By definition: of the equality as it was reduced.
        private var onReduced = SparseSum()
        private var heap = MinHeap()

        /// Turns to the block that a solver has solved. Nothing is added of another.
        mutating func begin(_ solver: borrowing BlockSolver) {
            Equalities.clear(&placeOf, solver.variableCount)
            for place in 0..<solver.definitions.count where solver.definitions[place].form < 0 {
                placeOf[Int(solver.definitions[place].variable)] = Int32(truncatingIfNeeded: place)
            }
            Equalities.clear(&firstStep, solver.rowCount)
            Equalities.clear(&nextStep, solver.steps.count)
            for step in 0..<solver.steps.count {
                let row = Int(solver.steps[step].row)
                if solver.roles[row] != -2 { continue }
                nextStep[step] = firstStep[row]
                firstStep[row] = Int32(truncatingIfNeeded: step)
            }
            gradient.grow(to: solver.variableCount)
            onReduced.grow(to: solver.definitions.count)
        }

        private static func clear(_ places: inout [Int32], _ count: Int) {
            places.removeAll(keepingCapacity: true)
            places.append(contentsOf: repeatElement(-1, count: count))
        }

        /// Adds to the combination's coefficient of a variable of the block.
        mutating func add(_ value: Rational, at variable: Int) {
            if !gradient.holds(variable), placeOf[variable] >= 0 { heap.push(Int(placeOf[variable])) }
            gradient.add(value, at: variable)
        }

        /// Adds a multiple of a row of the program to the combination.
        mutating func add(_ factor: Rational, of row: Int, _ program: LinearProgram, _ decomposition: Decomposition) {
            for entry in program.matrix.range(of: row) {
                let variable = Int(program.matrix.columns[entry])
                if decomposition.isFixed(variable) { continue }
                add(factor * program.matrix.coefficient(at: entry), at: Int(decomposition.localIndex[variable]))
            }
        }

        /// The factors for what was added, by the block's rows; then nothing is added.
        mutating func factors(_ solver: borrowing BlockSolver) -> [(row: Int, factor: Rational)] {
            // A reduced equality holds no variable that earlier ones gave, so going up clears each once.
            while let place = heap.pop() {
                let definition = solver.definitions[place]
                let present = gradient.take(at: Int(definition.variable))
                if present.isZero { continue }
                let factor = -(present * solver.inverse(of: definition).rational)
                onReduced.add(factor, at: place)
                for term in solver.terms(ofDefinition: place) {
                    add(factor * solver.value(of: solver.terms[term]).rational, at: Int(solver.terms[term].label))
                }
            }
            gradient.reset()
            // A reduced equality is the original less multiples of earlier ones.
            var result: [(row: Int, factor: Rational)] = []
            for place in onReduced.touched { heap.push(-place) }
            while let next = heap.pop() {
                let factor = onReduced.take(at: -next)
                if factor.isZero { continue }
                let row = solver.definitions[-next].row
                result.append((row, factor))
                var step = firstStep[row]
                while step >= 0 {
                    let taken = solver.steps[Int(step)]
                    let place = Int(taken.definition)
                    if !onReduced.holds(place) { heap.push(-place) }
                    onReduced.add(-(factor * solver.multiple(of: taken).rational), at: place)
                    step = nextStep[Int(step)]
                }
            }
            onReduced.reset()
            return result
        }
    }
}
