internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The signs of all rows at an optimum, and the places of a family at which a layout has the same signs.
///
/// A dual certificate depends on coefficients and signs and not on constants (right-hand side sensitivity, see `RHSCertificate`).
/// It is valid wherever the rows can have these signs, and the optima there are the layouts whose rows have these signs or are 0:
/// see `SIZES.md`.
struct SizePattern {
    let reach: SizeReach

    /// - Parameter box: the range of coordinates.
    init(_ sample: SizeSample, of family: SizeFamily, at place: [Rational], within box: SizeBox) {
        let system = sample.optimum.system
        let problem = sample.optimum.problem
        var program = SizeProgram(family, system, at: place)
        for index in problem.rows.indices {
            let row = problem.rows[index]
            let value = problem.value(of: index, in: system, at: sample.interior)
            // A violated soft inequality is negated.
            program.add(
                row.source, sign: value.isNegative ? -row.sign : row.sign, offset: value.isNegative ? -row.offset : row.offset,
                LinearProgram.PackedRole(value.isZero ? .equal : .atLeast))
        }
        reach = SizeReach(program, within: box)
    }
}

/// A range of coordinates for each dimension.
struct SizeBox {
    var min: [Rational]
    var max: [Rational]
}

/// Rows of a family in terms of its variables and the coordinates of a place, which come last.
struct SizeProgram {
    private(set) var matrix = SparseRows()
    private(set) var roles: [LinearProgram.PackedRole] = []
    /// By row of the program: the row of the family's systems and its sign.
    private(set) var sources: [(row: Int, sign: Int)] = []
    let variableCount: Int
    let coordinateCount: Int
    private let system: LoweredSystem
    private let place: [Rational]
    private var rates: [Int: [Rational]] = [:]

    /// - Parameters:
    ///   - system: the family's system at the place.
    ///   - place: the place at which constants are evaluated.
    init(_ family: SizeFamily, _ system: LoweredSystem, at place: [Rational]) {
        self.system = system
        self.place = place
        variableCount = system.variables.count
        coordinateCount = family.count
        for slope in family.slopes { rates[slope.row] = slope.rates }
        matrix.reserve(rows: system.rows.count + 4, entries: system.matrix.columns.count + 2 * rates.count + 8)
    }

    /// Adds `sign * row + offset`.
    mutating func add(_ row: Int, sign: Int, offset: Rational, _ role: LinearProgram.PackedRole) {
        if let rate = rates[row] {
            let factor = Rational(sign)
            for term in system.terms(of: row) { matrix.add(column: term.variable, matrix.pack(factor * term.coefficient)) }
            var constant = system.matrix.constant(of: row)
            for (coordinate, value) in rate.enumerated() where !value.isZero {
                matrix.add(column: variableCount + coordinate, matrix.pack(factor * value))
                constant -= value * place[coordinate]
            }
            matrix.endRow(constant: matrix.pack(factor * constant + offset))
        } else {
            matrix.append(row, of: system.matrix, sign: sign, offset: offset)
        }
        roles.append(role)
        sources.append((row, sign))
    }

    /// Adds `normal * place + constant`, which is a row of no system.
    mutating func add(normal: [Rational], constant: Rational, _ role: LinearProgram.PackedRole) {
        for (coordinate, factor) in normal.enumerated() where !factor.isZero { matrix.add(column: variableCount + coordinate, matrix.pack(factor)) }
        matrix.endRow(constant: matrix.pack(constant))
        roles.append(role)
    }

    /// The program, with one level to minimize.
    var program: LinearProgram {
        LinearProgram(variableCount: variableCount + coordinateCount, levelCount: 1, matrix: matrix, roles: roles)
    }
}

/// The places of a box at which hard rows are feasible. They are a convex set, which is explored by its farthest places in given
/// directions (its support function).
struct SizeReach {
    private let base: SizeProgram
    private let box: SizeBox

    init(_ program: SizeProgram, within box: SizeBox) {
        base = program
        self.box = box
    }

    /// Returns the rows with the box.
    ///
    /// - Parameter direction: if it is along one coordinate, the opposite edge of the box is omitted. The farthest place does not
    ///   depend on that edge, and the edge must not be part of the bound's proof.
    private func boxed(seeking direction: [Rational] = []) -> SizeProgram {
        let isAlongOne = direction.count { !$0.isZero } == 1
        var program = base
        for coordinate in box.min.indices {
            var normal = [Rational](repeating: .zero, count: box.min.count)
            normal[coordinate] = .one
            if !isAlongOne || !direction[coordinate].isPositive {
                program.add(normal: normal, constant: -box.min[coordinate], LinearProgram.PackedRole(.atLeast))
            }
            normal[coordinate] = -.one
            if !isAlongOne || !direction[coordinate].isNegative {
                program.add(normal: normal, constant: box.max[coordinate], LinearProgram.PackedRole(.atLeast))
            }
        }
        return program
    }

    enum Feasibility {
        case feasible
        /// Rows that are infeasible at every place of the box, with the factors of the Farkas proof. The factors of inequalities are
        /// positive.
        case infeasible([(row: Int, factor: Rational)])
    }

    /// Checks whether the rows are feasible at some place in the box. If they are not, the result has the Farkas proof.
    func feasibility(budget: Budget) throws(Budget.Spent) -> Feasibility {
        switch try Solver(budget: budget).findPoint(boxed().program) {
        case .feasible: .feasible
        case .infeasible(let proof, _): .infeasible(sourced(proof.map { ($0.row, $0.factor) }))
        }
    }

    /// Converts factors of the program's rows to factors of systems' rows, without those of the box.
    private func sourced(_ factors: [(row: Int, factor: Rational)]) -> [(row: Int, factor: Rational)] {
        var sums: [Int: Rational] = [:]
        for term in factors where term.row < base.sources.count {
            let source = base.sources[term.row]
            sums[source.row, default: .zero] += source.sign < 0 ? -term.factor : term.factor
        }
        return sums.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns a farthest place in a direction with its layout, and the factors of systems' rows that prove the bound. The
    /// factors are nil if the box's own edge is the bound. Returns nil if no place is feasible.
    func farthest(_ direction: [Rational], budget: Budget) throws(Budget.Spent) -> (layout: SizedLayout, factors: [(row: Int, factor: Rational)]?)? {
        // Minimizes the distance to a value that no place of the box exceeds.
        var limit = Rational.zero
        for (coordinate, factor) in direction.enumerated() { limit += factor * (factor.isNegative ? box.min[coordinate] : box.max[coordinate]) }
        var program = boxed(seeking: direction)
        let cost = program.roles.count
        program.add(normal: direction, constant: -limit, LinearProgram.PackedRole(.soft(level: 0, isEquality: false)))
        guard case .optimal(var solution) = try Solver(budget: budget).findOptimum(program.program) else { return nil }
        let point = solution.point
        let layout = SizedLayout(place: Array(point[base.variableCount...]), values: Array(point[..<base.variableCount]))
        guard let proof = try solution.levelProofs().first, proof.factors.allSatisfy({ $0.row < base.sources.count || $0.row == cost }),
            proof.factors.first(where: { $0.row == cost })?.factor == -1
        else { return (layout, nil) }
        return (layout, sourced(proof.factors.map { ($0.row, $0.factor) }))
    }
}
