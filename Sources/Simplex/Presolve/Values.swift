internal import ExactArithmetic

/// A value for each variable: short ones side by side, the few that are too long apart.
struct Values {
    private(set) var small: [SmallRational]
    private var long: [Int: Rational] = [:]

    init(count: Int) {
        small = Array(repeating: .zero, count: count)
    }

    subscript(variable: Int) -> Rational {
        get { small[variable].isTooLong ? long[variable] ?? .zero : small[variable].rational }
        set {
            small[variable] = SmallRational(newValue)
            if small[variable].isTooLong { long[variable] = newValue }
        }
    }

    mutating func set(_ variable: Int, _ value: SmallRational) {
        small[variable] = value
    }

    var all: [Rational] { small.indices.map { self[$0] } }

    /// What a row says at these values, `skipped` left out.
    func value(of row: Int, in matrix: SparseRows, without skipped: Int32 = -1) -> Rational {
        var sum = matrix.constant(of: row)
        for entry in matrix.range(of: row) where matrix.columns[entry] != skipped {
            sum += matrix.coefficient(at: entry) * self[Int(matrix.columns[entry])]
        }
        return sum
    }

    /// The same in short numbers, or `tooLong`; with it the coefficient of `skipped`.
    @inline(__always)
    func smallValue(
        of row: Int, in matrix: borrowing SparseRows, without skipped: Int32 = -1
    ) -> (sum: SmallRational, coefficient: SmallRational) {
        var sum = matrix.small(matrix.constants[row])
        var coefficient = SmallRational.zero
        for entry in matrix.range(of: row) {
            let column = matrix.columns[entry]
            let factor = matrix.small(matrix.coefficients[entry])
            if column == skipped { coefficient = factor } else { sum = sum + factor * small[Int(column)] }
        }
        return (sum, coefficient)
    }

    /// Gives the variable the value with which the row is 0.
    mutating func solve(_ assignment: Decomposition.Assignment, in matrix: borrowing SparseRows) {
        let row = Int(assignment.row)
        let (sum, coefficient) = smallValue(of: row, in: matrix, without: assignment.variable)
        let value = -(sum * coefficient.reciprocal)
        if !value.isTooLong {
            small[Int(assignment.variable)] = value
            return
        }
        var exact = Rational.zero
        for entry in matrix.range(of: row) where matrix.columns[entry] == assignment.variable { exact = matrix.coefficient(at: entry).reciprocal }
        self[Int(assignment.variable)] = -(self.value(of: row, in: matrix, without: assignment.variable) * exact)
    }
}
