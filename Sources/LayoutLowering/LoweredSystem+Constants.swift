internal import ExactArithmetic
public import LayoutModel

extension LoweredSystem {
    /// Returns the rows whose constants differ from another system's, ascending, or nil if anything else about the rows differs.
    public func changedConstants(since other: LoweredSystem) -> [Int]? {
        let (new, old) = (rows.matrix, other.rows.matrix)
        guard variables.viewCount == other.variables.viewCount, variables.unknowns == other.variables.unknowns,
            document.root == other.document.root, document.isFragment == other.document.isFragment,
            rows.priorities == other.rows.priorities, rows.headers == other.rows.headers, new.starts == old.starts, new.columns == old.columns
        else { return nil }
        if !new.coefficients.isStored(with: old.coefficients) {
            for entry in new.coefficients.indices {
                if !new.isSame(new.coefficients[entry], as: old.coefficients[entry], of: old) { return nil }
            }
        }
        return new.constants.indices.filter { !new.isSame(new.constants[$0], as: old.constants[$0], of: old) }
    }

    /// Returns the same rows for a document in which only the constants of these constraints changed.
    public func withConstants(of constraints: [Int], in changed: LayoutDocument) -> LoweredSystem {
        var matrix = rows.matrix
        for constraint in constraints {
            guard let row = row(ofConstraint: constraint) else { continue }
            // A row is `first - multiplier * second - constant`, negated for `<=`.
            let growth = changed.constraints[constraint].constant - document.constraints[constraint].constant
            let isNegated = document.constraints[constraint].relation == .lessThanOrEqual
            matrix.setConstant(of: row, matrix.constant(of: row) + (isNegated ? growth : -growth))
        }
        return LoweredSystem(
            document: changed, variables: variables, rows: LoweredRows(matrix: matrix, headers: rows.headers, priorities: rows.priorities),
            connected: connected)
    }

    /// Returns the row of a constraint, or nil if it has none because it is inactive.
    private func row(ofConstraint constraint: Int) -> Int? {
        func place(_ row: Int) -> Int {
            if case .constraint(let index) = rows[row].kind { return index }
            return -1
        }
        let row = rowCount { place($0) < constraint }
        return row < rows.count && place(row) == constraint ? row : nil
    }
}
