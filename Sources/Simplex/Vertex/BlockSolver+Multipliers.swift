internal import ExactArithmetic

// Computes the proof of the vertex: a multiplier for each row and level.

extension BlockSolver {
    /// Returns the factors of `BoundProof` by the block's rows and the program's levels, after `solve` found the only optimum.
    ///
    /// A row away from its kink contributes its whole slope. Rows at the kink of a coordinate share the remaining slope of that
    /// coordinate, each strictly inside its interval. Their reduced costs then prove that none of their sides is positive in any
    /// optimum (strict complementary slackness). Hard rows' factors at the hard level sum to 0, so a multiple that makes all
    /// signs right is added to the first level.
    ///
    /// - Parameter hardLevel: the level to which the hard rows' own factors are added.
    /// - Returns: nil if the factors cannot be determined at a level.
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
        proving.sharing.begin(levelCount: forms.levels.count)
        for column in 0..<rows.variableCount where vertex.formOfColumn[column] >= 0 {
            findRates(ofColumn: column, &proving.sharing.rest)
            shareKinks(of: Int(vertex.formOfColumn[column]), &proving.sharing, &proving.slopes)
        }
        for form in 0..<forms.count where rows.matrix.count(ofRow: form) > 0 {
            for kink in forms.firstKink(of: form)..<forms.endKink(of: form) {
                addOuter(kink, isPassed: kink < Int(vertex.passed[form]), &proving.slopes)
            }
        }
        // Sorted by level, then by the block's rows.
        var factors: [(level: Int, row: Int, factor: Rational)] = []
        // Soft rows that became constants by the equalities.
        for row in 0..<rows.count where rows.roles[row] >= 0 && forms.formOfRow[row] < 0 {
            let role = rows.roles[row]
            if rows.constants[row].isNegative {
                factors.append((Int(role >> 1), row, -1))
            } else if rows.constants[row].isPositive, role & 1 == 1 {
                factors.append((Int(role >> 1), row, 1))
            }
        }
        var hard: [(row: Int, factor: Rational)] = []
        for slope in proving.slopes {
            let kink = forms.kinks[slope.kink]
            let factor = slope.value * forms.scale(of: kink).rational.reciprocal
            let level = Int(forms.levels[slope.level])
            if level < 0 { hard.append((Int(kink.row), factor)) } else { factors.append((level, Int(kink.row), factor)) }
        }
        if !hard.isEmpty {
            guard let hardLevel, areInequalities(hard) else { return nil }
            var own = SparseSum(count: rows.count)
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
        let numbers = decomposition.rows(ofBlock: block)
        proving.equalities.begin(self)
        var result: [(level: Int, row: Int, factor: Rational)] = []
        result.reserveCapacity(factors.count)
        var rest = factors[...]
        while let level = rest.first?.level {
            let own = rest.prefix { $0.level == level }
            rest = rest[own.endIndex...]
            for (_, row, factor) in own where !factor.isZero {
                result.append((level, Int(numbers[numbers.startIndex + row]), factor))
                proving.equalities.add(factor, of: Int(numbers[numbers.startIndex + row]), program, decomposition)
            }
            for (row, factor) in proving.equalities.factors(self) where !factor.isZero {
                result.append((level, Int(numbers[numbers.startIndex + row]), factor))
            }
        }
        return result
    }

    /// Returns factors on the block's rows that, together with the objective, sum to a constant: of equalities, and of rows at
    /// the coordinates' kinks, which are tight in every optimum. Call after `solve` found the only optimum.
    ///
    /// - Parameter objective: coefficients by the block's variables.
    mutating func equation(
        of objective: SparseRow, _ program: LinearProgram, _ decomposition: Decomposition, block: Int
    ) -> [RowFactor] {
        var gradient: [Int: Rational] = [:]
        for entry in objective.entries { gradient[entry.column] = entry.coefficient }
        var onForms: [Int: Rational] = [:]
        // A definition contains variables that later ones define.
        for place in 0..<definitions.count {
            let definition = definitions[place]
            guard let present = gradient.removeValue(forKey: Int(definition.variable)), !present.isZero else { continue }
            let share = present * definitions.inverse(of: definition).rational
            if definition.form >= 0 { onForms[definition.form, default: .zero] += share }
            for at in definitions.terms(of: place) {
                let term = definitions.term(at)
                let label = Int(term.label)
                let change = -(share * definitions.value(of: term).rational)
                if label >= 0 { gradient[label, default: .zero] += change } else { onForms[-1 - label, default: .zero] += change }
            }
        }
        var onCoordinates: [Int: Rational] = [:]
        for (form, share) in onForms {
            var place = rows.matrix.firstInRow(form)
            if place < 0 { onCoordinates[form, default: .zero] += share }
            while place >= 0 {
                let node = rows.matrix.node(place).pointee
                onCoordinates[Int(vertex.formOfColumn[Int(node.column)]), default: .zero] += share * rows.matrix.value(of: node).rational
                place = Int(node.nextInRow)
            }
        }
        let numbers = decomposition.rows(ofBlock: block)
        var equalities = Equalities()
        equalities.begin(self)
        for entry in objective.entries { equalities.add(entry.coefficient, at: entry.column) }
        var result: [RowFactor] = []
        for (form, share) in onCoordinates.sorted(by: { $0.key < $1.key }) where !share.isZero {
            let kink = forms.kinks[Int(vertex.passed[form])]
            let found = RowFactor(Int(numbers[numbers.startIndex + Int(kink.row)]), -(share * forms.scale(of: kink).rational.reciprocal))
            result.append(found)
            equalities.add(found.factor, of: found.row, program, decomposition)
        }
        for (row, factor) in equalities.factors(self) { result.append(RowFactor(Int(numbers[numbers.startIndex + row]), factor)) }
        return result
    }

    /// The working storage of `multipliers`, which is reused from block to block.
    struct Proving {
        fileprivate var slopes: [Slope] = []
        fileprivate var sharing = Sharing()
        fileprivate var equalities = Equalities()
    }

    /// The contribution of a kink's row to the slope at a level, per unit of the form.
    fileprivate struct Slope {
        var kink: Int
        var level: Int
        var value: Rational
    }

    private func areInequalities(_ hard: [(row: Int, factor: Rational)]) -> Bool {
        for term in hard where rows.roles[term.row] != -1 { return false }
        return true
    }

    private func addOuter(_ kink: Int, isPassed: Bool, _ slopes: inout [Slope]) {
        let value = isPassed ? forms.costAbove(forms.kinks[kink]) : -forms.costBelow(forms.kinks[kink])
        if !value.isZero { slopes.append(Slope(kink: kink, level: Int(forms.kinks[kink].level), value: value.rational)) }
    }

    /// Computes, for each level, the negative of the slope that rows at no coordinate contribute to a coordinate.
    private func findRates(ofColumn column: Int, _ rates: inout [Rational]) {
        let levelCount = forms.levels.count
        for level in 0..<levelCount { rates[level] = .zero }
        var place = rows.matrix.firstInColumn(column)
        while place >= 0 {
            let node = rows.matrix.node(place).pointee
            let start = Int(node.row) * levelCount
            for level in 0..<levelCount where !vertex.slopes[start + level].isZero {
                rates[level] -= rows.matrix.value(of: node).rational * vertex.slopes[start + level].rational
            }
            place = Int(node.nextInColumn)
        }
    }

    /// Working storage for the rows of a coordinate, reused from one to the next.
    fileprivate struct Sharing {
        /// For each level, the remaining slope after the other rows.
        var rest: [Rational] = []
        /// The kinks at the coordinate's position, by level.
        var open: [(level: Int, kink: Int)] = []
        /// Rows that are so far at the same end of their intervals.
        var atEnd: [Int] = []

        mutating func begin(levelCount: Int) {
            rest.removeAll(keepingCapacity: true)
            for _ in 0..<levelCount { rest.append(.zero) }
        }
    }

    /// Distributes the slope that a coordinate must have among the rows at its kink, each strictly inside its interval.
    ///
    /// A row contributes 0 at levels before its own. At its own level it has an interval. Once it is strictly inside, it may take
    /// any value at later levels. So at the first level at which the slope lies inside the sum of the rows' intervals, each row
    /// takes the same fraction of its interval, and one of them takes the remainder at later levels. If the slope is at an end of
    /// the sum, all rows are at their ends, and each has to leave its end at a later level.
    ///
    /// - Parameter sharing: its `rest` contains the remaining slope after the other forms.
    private func shareKinks(of form: Int, _ sharing: inout Sharing, _ result: inout [Slope]) {
        sharing.open.removeAll(keepingCapacity: true)
        sharing.atEnd.removeAll(keepingCapacity: true)
        for kink in forms.firstKink(of: form)..<forms.endKink(of: form) {
            let level = Int(forms.kinks[kink].level)
            if forms.position(ofKink: kink) == vertex.values[form] {
                sharing.open.append((level, kink))
            } else {
                let isPassed = kink < Int(vertex.passed[form])
                addOuter(kink, isPassed: isPassed, &result)
                sharing.rest[level] -= (isPassed ? forms.costAbove(forms.kinks[kink]) : -forms.costBelow(forms.kinks[kink])).rational
            }
        }
        sharing.open.sort { ($0.level, $0.kink) < ($1.level, $1.kink) }
        var open = sharing.open[...]
        var isHighEnd = false
        /// A row that may take any value from this level on.
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
                low -= forms.costBelow(forms.kinks[kink]).rational
                high += forms.costAbove(forms.kinks[kink]).rational
            }
            /// Distributes a sum among the rows of this level, each at the same fraction of its interval.
            func share(_ sum: Rational) {
                let part = (sum - low).divided(by: high - low) ?? .zero
                for (_, kink) in own {
                    let (below, above) = (forms.costBelow(forms.kinks[kink]).rational, forms.costAbove(forms.kinks[kink]).rational)
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
                    give(kink, level, isHighEnd ? forms.costAbove(forms.kinks[kink]).rational : -forms.costBelow(forms.kinks[kink]).rational)
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

    /// The factors of the block's equalities that eliminate all variables from a combination of its other rows.
    fileprivate struct Equalities {
        /// For each variable the place of its definition by an equality, or -1.
        private var placeOf: [Int32] = []
        /// Linked lists of the steps that subtracted others from each equality: the first step of each equality, and the next
        /// step of each step; -1 ends a list.
        private var firstStep: [Int32] = []
        private var nextStep: [Int32] = []
        /// The coefficients of the combination, by variable.
        private var gradient = SparseSum()
        /// The factors of the reduced equalities, by definition.
        private var onReduced = SparseSum()
        private var heap = MinHeap()

        /// Starts with the block that a solver has solved, and an empty combination.
        mutating func begin(_ solver: borrowing BlockSolver) {
            Equalities.clear(&placeOf, solver.rows.variableCount)
            for place in 0..<solver.definitions.count where solver.definitions[place].form < 0 {
                placeOf[Int(solver.definitions[place].variable)] = Int32(truncatingIfNeeded: place)
            }
            Equalities.clear(&firstStep, solver.rows.count)
            Equalities.clear(&nextStep, solver.elimination.steps.count)
            for step in 0..<solver.elimination.steps.count {
                let row = Int(solver.elimination.steps[step].row)
                if solver.rows.roles[row] != -2 { continue }
                nextStep[step] = firstStep[row]
                firstStep[row] = Int32(truncatingIfNeeded: step)
            }
            gradient.grow(to: solver.rows.variableCount)
            onReduced.grow(to: solver.definitions.count)
        }

        private static func clear(_ places: inout [Int32], _ count: Int) {
            places.removeAll(keepingCapacity: true)
            places.append(contentsOf: repeatElement(-1, count: count))
        }

        /// Adds to the coefficient of a variable of the block.
        mutating func add(_ value: Rational, at variable: Int) {
            if !gradient.holds(variable), placeOf[variable] >= 0 { heap.push(Int(placeOf[variable])) }
            gradient.add(value, at: variable)
        }

        /// Adds a multiple of a row of the program.
        mutating func add(_ factor: Rational, of row: Int, _ program: LinearProgram, _ decomposition: Decomposition) {
            for entry in program.matrix.range(of: row) {
                let variable = Int(program.matrix.columns[entry])
                if decomposition.isFixed(variable) { continue }
                add(factor * program.matrix.coefficient(at: entry), at: Int(decomposition.localIndex[variable]))
            }
        }

        /// Returns the factors for the combination, by the block's rows, and resets it.
        mutating func factors(_ solver: borrowing BlockSolver) -> [(row: Int, factor: Rational)] {
            // A reduced equality contains no variable that earlier ones define, so ascending order eliminates each once.
            while let place = heap.pop() {
                let definition = solver.definitions[place]
                let present = gradient.take(at: Int(definition.variable))
                if present.isZero { continue }
                let factor = -(present * solver.definitions.inverse(of: definition).rational)
                onReduced.add(factor, at: place)
                for at in solver.definitions.terms(of: place) {
                    let term = solver.definitions.term(at)
                    add(factor * solver.definitions.value(of: term).rational, at: Int(term.label))
                }
            }
            gradient.reset()
            // A reduced equality is the original minus multiples of earlier ones.
            var result: [(row: Int, factor: Rational)] = []
            for place in onReduced.touched { heap.push(-place) }
            while let next = heap.pop() {
                let factor = onReduced.take(at: -next)
                if factor.isZero { continue }
                let row = solver.definitions[-next].row
                result.append((row, factor))
                var step = firstStep[row]
                while step >= 0 {
                    let taken = solver.elimination.steps[Int(step)]
                    let place = Int(taken.definition)
                    if !onReduced.holds(place) { heap.push(-place) }
                    onReduced.add(-(factor * solver.elimination.multiple(of: taken).rational), at: place)
                    step = nextStep[Int(step)]
                }
            }
            onReduced.reset()
            return result
        }
    }
}
