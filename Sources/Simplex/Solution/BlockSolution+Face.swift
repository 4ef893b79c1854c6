internal import ExactArithmetic

/// The extent of the set of optima of a block; see `Face`.
struct BlockFace {
    var dimension: Int
    var zeroSides: [(side: Side, proof: BoundProof)]
    var interior: [Rational]
    var varying: [Int: SparseRow]
    var violations: [Int: SparseRow]
}

extension BlockSolution {
    /// Computes the affine hull of the set of optima, and expresses every variable and violation in its coordinates.
    mutating func describeFace() throws(Budget.Spent) -> BlockFace {
        if let face { return face }
        let base = prepareToMove()
        var witnesses = Witnesses(vertex: point)
        var proofs: [(side: Side, proof: BoundProof)] = []
        var isPositive = Array(repeating: false, count: tableau.position.count)
        markPositive(&isPositive)

        for candidate in sideColumns() {
            if isPositive[candidate] || tableau.isFrozen[candidate] || tableau.isZeroOnFace[candidate] { continue }
            guard mayMove(candidate), let side = tableau.side(candidate) else { continue }
            // Scanning all rows costs time even if no pivot is needed.
            try tableau.budget.spend(entries: tableau.rows.count)
            let at = tableau.position[candidate]
            tableau.objective =
                at >= 0 ? tableau.rows[at].scaled(by: -1) : SparseRow(constant: .zero, sorted: [SparseRow.Entry(candidate, -1)])
            switch try tableau.minimize(untilNegative: true) {
            case .negative:
                markPositive(&isPositive)
                witnesses.add(base.changes(&tableau))
            case .unbounded(let column, let sign):
                markPositive(&isPositive)
                isPositive[column] = true
                for holder in tableau.holders(of: column).lazy.map(Int.init) where tableau.rows[holder].coefficient(of: column).isPositive {
                    isPositive[tableau.basic[holder]] = true
                }
                witnesses.add(base.changes(&tableau) + base.direction(column, sign: sign, &tableau))
            case .optimal:
                let proof = factors(reducedCosts: tableau.objective, costedRows: [side.row]) { $0 == side ? -1 : .zero }
                proofs.append((side, BoundProof(bound: .zero, factors: proof)))
                tableau.isZeroOnFace[candidate] = true
                for entry in tableau.objective.entries where entry.coefficient.isPositive && !tableau.isFrozen[entry.column] {
                    tableau.isZeroOnFace[entry.column] = true
                }
            }
            tableau.objective = SparseRow()
        }
        try pivotZerosOut()
        let face = BlockFace(
            dimension: coordinates().count, zeroSides: proofs, interior: witnesses.centre, varying: varyingVariables(),
            violations: varyingViolations())
        self.face = face
        return face
    }

    /// Returns the variables that are not constant on the set of optima, in no particular order.
    ///
    /// A *coordinate* is a non-basic column that may be positive in an optimum. Usually each side that depends on a coordinate is
    /// positive at the present vertex. Then every coordinate can increase, so every variable that depends on one varies, and no
    /// pivot is needed.
    mutating func varying() throws(Budget.Spent) -> [Int] {
        if face == nil, !isAnyHeld() {
            return Array(varyingVariables().keys)
        }
        return Array(try describeFace().varying.keys)
    }

    /// Returns whether any side that is 0 at the present vertex depends on a coordinate, so that coordinates may not be free to
    /// increase.
    private func isAnyHeld() -> Bool {
        tableau.rows.indices.contains { at in
            tableau.basic[at] >= 0 && !tableau.rows[at].constant.isPositive && tableau.rows[at].entries.contains { tableau.isCoordinate($0.column) }
        }
    }

    private func sideColumns() -> [Int] {
        var columns: [Int] = []
        for index in program.roles.indices where tableau.isEntered[index] {
            columns.append(tableau.above(index))
            if case .soft = program.role(of: index) { columns.append(tableau.below(index)) }
        }
        return columns
    }

    /// Returns whether a side that is 0 at the present vertex depends on any coordinate.
    private func mayMove(_ column: Int) -> Bool {
        let at = tableau.position[column]
        return at < 0 || tableau.rows[at].entries.contains { tableau.isCoordinate($0.column) }
    }

    private func markPositive(_ isPositive: inout [Bool]) {
        for at in tableau.rows.indices where tableau.basic[at] >= 0 && tableau.rows[at].constant.isPositive {
            isPositive[tableau.basic[at]] = true
        }
    }

    /// Makes basic sides that are 0 on the whole set non-basic. As basic ones they would be equations among the coordinates.
    private mutating func pivotZerosOut() throws(Budget.Spent) {
        for at in tableau.rows.indices where tableau.basic[at] >= 0 && tableau.isZeroOnFace[tableau.basic[at]] {
            if let column = tableau.rows[at].entries.first(where: { tableau.isCoordinate($0.column) })?.column {
                try tableau.pivot(position: at, entering: column)
            }
        }
    }

    /// The coordinates of the set: sides that can increase, and variables in no row.
    private func coordinates() -> [Int] {
        sideColumns().filter(tableau.isCoordinate) + looseVariables()
    }

    private func looseVariables() -> [Int] {
        (0..<program.variableCount).filter { elimination.pivotOf[$0] < 0 && tableau.definitionOf[$0] < 0 }
    }

    /// Returns the terms of an expression over non-basic columns that are about coordinates, so that they change within the set.
    private func moving(_ row: SparseRow) -> SparseRow {
        SparseRow(constant: .zero, sorted: row.entries.filter { tableau.isCoordinate($0.column) })
    }

    /// Returns every varying variable in terms of the coordinates, including variables that presolve eliminated.
    private func varyingVariables() -> [Int: SparseRow] {
        var varying: [Int: SparseRow] = [:]
        for variable in looseVariables() { varying[variable] = SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, .one)]) }
        func substitute(_ row: SparseRow, except variable: Int) -> SparseRow {
            var sum = RowSum()
            for entry in row.entries where entry.column != variable {
                if entry.column < program.variableCount {
                    if let known = varying[entry.column] { sum.add(known, times: entry.coefficient) }
                } else if tableau.isCoordinate(entry.column) {
                    sum.add(entry.column, entry.coefficient)
                } else if tableau.position[entry.column] >= 0 {
                    for part in tableau.rows[tableau.position[entry.column]].entries where tableau.isCoordinate(part.column) {
                        sum.add(part.column, entry.coefficient * part.coefficient)
                    }
                }
            }
            return sum.row
        }
        for definition in tableau.definitions.reversed() {
            let row = substitute(definition.row, except: -1)
            if !row.entries.isEmpty { varying[definition.variable] = row }
        }
        for pivot in elimination.pivots.reversed() {
            let row = substitute(pivot.row, except: pivot.variable)
            if !row.entries.isEmpty { varying[pivot.variable] = row.scaled(by: -pivot.coefficient.reciprocal) }
        }
        return varying
    }

    private func varyingViolations() -> [Int: SparseRow] {
        var violations: [Int: SparseRow] = [:]
        for index in program.roles.indices where tableau.isEntered[index] {
            for side in [Side(row: index, isAbove: true), Side(row: index, isAbove: false)] where isCosted(side) {
                let column = tableau.column(side)
                let at = tableau.position[column]
                if at >= 0 {
                    let row = moving(tableau.rows[at])
                    if !row.entries.isEmpty { violations[index] = row }
                } else if tableau.isCoordinate(column) {
                    violations[index] = SparseRow(constant: .zero, sorted: [SparseRow.Entry(column, .one)])
                }
            }
        }
        return violations
    }
}

/// Points of a convex set, stored as differences from the first one, with their mean.
private struct Witnesses {
    private var point: [Rational]
    private var differences: [Int: Rational] = [:]
    private var count: Rational = 1

    init(vertex: [Rational]) {
        point = vertex
    }

    mutating func add(_ changes: [SparseRow.Entry]) {
        for change in changes { differences[change.column, default: .zero] += change.coefficient }
        count += 1
    }

    var centre: [Rational] {
        var centre = point
        let share = count.reciprocal
        for (variable, difference) in differences { centre[variable] += difference * share }
        return centre
    }
}
