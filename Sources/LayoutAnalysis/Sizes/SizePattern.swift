internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The signs of all rows at an optimum, and the sizes of the root at which a layout has the same.
///
/// What proves a layout optimal names coefficients and signs and never a constant. So wherever the rows can have these signs the same proof
/// holds, and the optima are those layouts whose rows have them or are 0: see `SIZES.md`.
struct SizePattern {
    let sample: SizeSample
    let range: SizeRange

    /// The layouts at the least and greatest size of the pattern, or where the range ends.
    func ends(budget: Budget) throws(Budget.Spent) -> (least: SizedLayout, greatest: SizedLayout)? {
        let (program, size) = program()
        guard let least = try end(program, size, towards: range.min, sign: 1, budget),
            let greatest = try end(program, size, towards: range.max, sign: -1, budget)
        else { return nil }
        return (least, greatest)
    }

    /// The rows with their signs as hard rows, over the layout's variables and the size, which comes last.
    private func program() -> (LinearProgram, size: Int) {
        let system = sample.optimum.system
        let problem = sample.optimum.problem
        let size = system.variables.count
        let sizeRow = system.rootSizeRow(range.axis)
        var matrix = SparseRows()
        matrix.reserve(rows: problem.rows.count + 3, entries: system.matrix.columns.count + problem.rows.count + 4)
        var roles: [LinearProgram.PackedRole] = []
        roles.reserveCapacity(problem.rows.count + 3)
        for index in problem.rows.indices {
            let row = problem.rows[index]
            let value = problem.value(of: index, in: system, at: sample.interior)
            // A soft inequality that holds is written the other way round than one that does not.
            let sign = value.isNegative ? -row.sign : row.sign
            let offset = value.isNegative ? -row.offset : row.offset
            if row.source == sizeRow {
                let expression = system.expression(of: row.source)
                for entry in expression.entries { matrix.add(column: entry.column, matrix.pack(sign < 0 ? -entry.coefficient : entry.coefficient)) }
                matrix.add(column: size, matrix.pack(sign < 0 ? .one : -.one))
                matrix.endRow(constant: matrix.pack(offset))
            } else {
                matrix.append(row.source, of: system.matrix, sign: sign, offset: offset)
            }
            roles.append(LinearProgram.PackedRole(value.isZero ? .equal : .atLeast))
        }
        for (coefficient, constant) in [(Rational.one, -range.min), (-.one, range.max)] {
            matrix.add(column: size, matrix.pack(coefficient))
            matrix.endRow(constant: matrix.pack(constant))
            roles.append(LinearProgram.PackedRole(.atLeast))
        }
        return (LinearProgram(variableCount: size + 1, levelCount: 1, matrix: matrix, roles: roles), size)
    }

    /// The layout of the pattern whose size is closest to one end of the range.
    private func end(
        _ program: LinearProgram, _ size: Int, towards limit: Rational, sign: Int, _ budget: Budget
    ) throws(Budget.Spent) -> SizedLayout? {
        var matrix = program.matrix
        matrix.add(column: size, matrix.pack(Rational(-sign)))
        matrix.endRow(constant: matrix.pack(Rational(sign) * limit))
        let costed = LinearProgram(
            variableCount: size + 1, levelCount: 1, matrix: matrix,
            roles: program.roles + [LinearProgram.PackedRole(.soft(level: 0, isEquality: false))])
        guard case .optimal(let solution) = try Solver(budget: budget).findOptimum(costed) else { return nil }
        let point = solution.point
        return SizedLayout(size: point[size], values: Array(point.dropLast()))
    }
}
