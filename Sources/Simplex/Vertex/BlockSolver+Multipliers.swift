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
        var slopes: [Slope] = []
        for column in 0..<variableCount where formOfColumn[column] >= 0 {
            let form = Int(formOfColumn[column])
            shareKinks(of: form, rates: exactRates(ofColumn: column), &slopes)
        }
        for form in 0..<formCount where matrix.count(ofRow: form) > 0 {
            for kink in firstKink(of: form)..<endKink(of: form) { addOuter(kink, isPassed: kink < Int(passed[form]), &slopes) }
        }
        var factors: [Int: [Int: Rational]] = [:]
        // Soft rows that the equalities made constant.
        for row in 0..<rowCount where roles[row] >= 0 && formOf[row] < 0 {
            if constants[row].isNegative {
                factors[Int(roles[row] >> 1), default: [:]][row] = -1
            } else if constants[row].isPositive, roles[row] & 1 == 1 {
                factors[Int(roles[row] >> 1), default: [:]][row] = 1
            }
        }
        var hard: [Int: Rational] = [:]
        for slope in slopes {
            let kink = kinks[slope.kink]
            let factor = slope.value * scale(of: kink).rational.reciprocal
            let level = levels[slope.level]
            if level < 0 { hard[Int(kink.row)] = factor } else { factors[Int(level), default: [:]][Int(kink.row)] = factor }
        }
        if !hard.isEmpty {
            guard let hardLevel, hard.keys.allSatisfy({ roles[$0] == -1 }) else { return nil }
            var times = Rational.one
            for (row, factor) in hard {
                guard let own = factors[hardLevel]?[row], own.isPositive, let least = own.divided(by: -factor) else { continue }
                if least >= times { times = least + 1 }
            }
            for (row, factor) in hard { factors[hardLevel, default: [:]][row, default: .zero] += times * factor }
        }
        let rows = Array(decomposition.rows(ofBlock: block))
        let equalities = equalities()
        var result: [(level: Int, row: Int, factor: Rational)] = []
        for (level, own) in factors.sorted(by: { $0.key < $1.key }) {
            for (row, factor) in own where !factor.isZero { result.append((level, Int(rows[row]), factor)) }
            for (row, factor) in equalityFactors(own, rows, equalities, program, decomposition) where !factor.isZero {
                result.append((level, Int(rows[row]), factor))
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
        var factors: [Int: Rational] = [:]
        for (form, share) in onCoordinates where !share.isZero {
            let kink = kinks[Int(passed[form])]
            factors[Int(kink.row)] = -(share * scale(of: kink).rational.reciprocal)
        }
        let rows = Array(decomposition.rows(ofBlock: block))
        var result = factors.map { RowFactor(Int(rows[$0.key]), $0.value) }
        for (row, factor) in equalityFactors(factors, rows, equalities(), program, decomposition, objective: objective) {
            result.append(RowFactor(Int(rows[row]), factor))
        }
        return result
    }

    /// What a kink's row contributes to the slope at a level, by the form.
    private struct Slope {
        var kink: Int
        var level: Int
        var value: Rational
    }

    private func addOuter(_ kink: Int, isPassed: Bool, _ slopes: inout [Slope]) {
        let value = isPassed ? costAbove(kinks[kink]) : -costBelow(kinks[kink])
        if !value.isZero { slopes.append(Slope(kink: kink, level: Int(kinks[kink].level), value: value.rational)) }
    }

    private func exactRates(ofColumn column: Int) -> [Rational] {
        var rates = [Rational](repeating: .zero, count: levels.count)
        var place = matrix.firstInColumn(column)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let start = Int(node.row) * levels.count
            for level in 0..<levels.count where !slopes[start + level].isZero {
                rates[level] += matrix.value(of: node).rational * slopes[start + level].rational
            }
            place = Int(node.nextInColumn)
        }
        return rates
    }

    /// Shares the slope that a coordinate must have among the rows at its kink, each strictly inside its interval.
    ///
    /// A row has nothing to give at levels before its own; at its own it has an interval; and once it is strictly inside, it may take anything at
    /// the levels after. So at the first level where the slope lies inside the sum of the rows' intervals each takes the same share of its own,
    /// and one of them what is left at later levels. Where the slope is at the end of the sum all rows are at their ends, and
    /// each has to move away from it at a later level.
    private func shareKinks(of form: Int, rates: [Rational], _ result: inout [Slope]) {
        var open: [Int: [Int]] = [:]
        var rest = rates.map { -$0 }
        for kink in firstKink(of: form)..<endKink(of: form) {
            let level = Int(kinks[kink].level)
            if position(ofKink: kink) == formValues[form] {
                open[level, default: []].append(kink)
            } else {
                let isPassed = kink < Int(passed[form])
                addOuter(kink, isPassed: isPassed, &result)
                rest[level] -= (isPassed ? costAbove(kinks[kink]) : -costBelow(kinks[kink])).rational
            }
        }
        /// Rows at the same end of their intervals so far.
        var atEnd: [Int] = []
        var isHighEnd = false
        /// A row that may take anything from here on.
        var taker: Int?
        func give(_ kink: Int, _ level: Int, _ value: Rational) {
            if !value.isZero { result.append(Slope(kink: kink, level: level, value: value)) }
        }
        for level in rest.indices {
            let own = open[level] ?? []
            var (low, high) = (Rational.zero, Rational.zero)
            for kink in own {
                low -= costBelow(kinks[kink]).rational
                high += costAbove(kinks[kink]).rational
            }
            /// Gives the rows of this level so much together, each the same share of its interval.
            func share(_ sum: Rational) {
                let part = (sum - low).divided(by: high - low) ?? .zero
                for kink in own {
                    let (below, above) = (costBelow(kinks[kink]).rational, costAbove(kinks[kink]).rational)
                    give(kink, level, (above + below) * part - below)
                }
            }
            if let taker {
                share((low + high) * .half)
                give(taker, level, rest[level] - (low + high) * .half)
            } else if atEnd.isEmpty, low < rest[level], rest[level] < high {
                share(rest[level])
                taker = own.first
            } else if atEnd.isEmpty || rest[level] == (isHighEnd ? high : low) {
                if atEnd.isEmpty { isHighEnd = rest[level] >= high }
                for kink in own { give(kink, level, isHighEnd ? costAbove(kinks[kink]).rational : -costBelow(kinks[kink]).rational) }
                atEnd += own
            } else {
                let inside = isHighEnd ? (max(rest[level], low) + high) * .half : (min(rest[level], high) + low) * .half
                share(inside)
                let each = (rest[level] - inside).divided(by: Rational(atEnd.count)) ?? .zero
                for kink in atEnd { give(kink, level, each) }
                taker = atEnd.first
            }
        }
    }

    /// The definitions by equalities, and what was taken from each equality.
    private struct Equalities {
        /// By variable the place of its definition, or -1.
        var placeOf: [Int]
        var steps: [Int: [Step]]
    }

    private func equalities() -> Equalities {
        var found = Equalities(placeOf: Array(repeating: -1, count: variableCount), steps: [:])
        for place in 0..<definitions.count where definitions[place].form < 0 { found.placeOf[Int(definitions[place].variable)] = place }
        for place in 0..<steps.count where roles[Int(steps[place].row)] == -2 {
            found.steps[Int(steps[place].row), default: []].append(steps[place])
        }
        return found
    }

    /// The factors of the equalities with which the other rows' combination, and the objective, have no variable left.
    private func equalityFactors(
        _ factors: [Int: Rational], _ rows: [Int32], _ equalities: Equalities, _ program: LinearProgram, _ decomposition: Decomposition,
        objective: SparseRow = SparseRow()
    ) -> [(row: Int, factor: Rational)] {
        var gradient: [Int: Rational] = [:]
        for entry in objective.entries { gradient[entry.column] = entry.coefficient }
        for (row, factor) in factors where !factor.isZero {
            for entry in program.matrix.range(of: Int(rows[row])) {
                let variable = Int(program.matrix.columns[entry])
                if decomposition.isFixed(variable) { continue }
                gradient[Int(decomposition.localIndex[variable]), default: .zero] += factor * program.matrix.coefficient(at: entry)
            }
        }
        // A reduced equality holds no variable that earlier ones gave, so going up clears each once.
        var heap = MinHeap()
        for variable in gradient.keys where equalities.placeOf[variable] >= 0 { heap.push(equalities.placeOf[variable]) }
        var onReduced: [Int: Rational] = [:]
        while let place = heap.pop() {
            let definition = definitions[place]
            guard let present = gradient.removeValue(forKey: Int(definition.variable)), !present.isZero else { continue }
            let factor = -(present * inverse(of: definition).rational)
            onReduced[place] = factor
            for term in terms(ofDefinition: place) {
                let variable = Int(terms[term].label)
                if gradient[variable] == nil, equalities.placeOf[variable] >= 0 { heap.push(equalities.placeOf[variable]) }
                gradient[variable, default: .zero] += factor * value(of: terms[term]).rational
            }
        }
        // A reduced equality is the original less multiples of earlier ones.
        var result: [(row: Int, factor: Rational)] = []
        var down = MinHeap()
        for place in onReduced.keys { down.push(-place) }
        while let next = down.pop() {
            guard let factor = onReduced.removeValue(forKey: -next) else { continue }
            let row = definitions[-next].row
            result.append((row, factor))
            for step in equalities.steps[row] ?? [] {
                if onReduced[Int(step.definition)] == nil { down.push(-Int(step.definition)) }
                onReduced[Int(step.definition), default: .zero] -= factor * multiple(of: step).rational
            }
        }
        return result
    }
}
