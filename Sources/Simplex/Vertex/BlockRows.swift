internal import ExactArithmetic

/// The rows of one block while it is solved: `sum of entries + constant`, with a role each.
///
/// Elimination makes the rows of equalities empty. `BlockForms` then merges rows that are multiples of each other, so that row i of
/// the matrix is form i. A vertex replaces variables by forms: a column then represents the form that is its coordinate.
struct BlockRows: ~Copyable {
    var matrix = LinkedMatrix()
    var constants = UncheckedArray<SmallRational>()
    /// -2 for equalities, -1 for hard inequalities, else twice the level, plus 1 for equalities.
    private(set) var roles = UncheckedArray<Int32>()
    private(set) var count = 0
    private(set) var variableCount = 0
    private var hasLongConstant = false

    /// Whether a number of the rows was too long, so that the block cannot be solved with them.
    var isSpoilt: Bool { hasLongConstant || matrix.isSpoilt }

    /// Sets the rows to those of a block, with fixed variables replaced by their values.
    mutating func take(_ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int) {
        let rows = decomposition.rows(ofBlock: block)
        var entries = 0
        for row in rows { entries += program.matrix.range(of: Int(row)).count }
        begin(variables: decomposition.variables(ofBlock: block).count, rows: rows.count, entries: entries)
        for row in rows {
            var constant = program.matrix.small(program.matrix.constants[Int(row)])
            for entry in program.matrix.range(of: Int(row)) {
                let variable = Int(program.matrix.columns[entry])
                let coefficient = program.matrix.small(program.matrix.coefficients[entry])
                if decomposition.isFixed(variable) {
                    constant = constant + coefficient * fixed.small[variable]
                } else {
                    matrix.insert(row: count, column: Int(decomposition.localIndex[variable]), coefficient)
                }
            }
            add(role: program.roles[Int(row)].code, constant: constant)
        }
    }

    private mutating func begin(variables: Int, rows: Int, entries: Int) {
        variableCount = variables
        count = 0
        hasLongConstant = false
        matrix.reset(rows: rows, columns: variables, entries: entries)
        roles.reserve(rows)
        constants.reserve(rows)
        roles.removeAll()
        constants.removeAll()
    }

    private mutating func add(role: Int32, constant: SmallRational) {
        roles.append(role)
        constants.append(constant)
        count += 1
        if constant.isTooLong { hasLongConstant = true }
    }
}
