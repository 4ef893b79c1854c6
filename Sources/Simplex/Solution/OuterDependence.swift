internal import ExactArithmetic

/// What variables are in terms of those that nothing gives, or that undecided blocks do, worked out once for each that is asked about.
struct OuterDependence {
    /// Longer rows are not kept: those of a chain whose every link is free would fill memory with its square.
    private static let mostEntries = 16

    private let matrix: SparseRows
    private let decomposition: Decomposition
    /// By variable; nil where the row is too long.
    private var known: [Int: SparseRow?] = [:]

    init(_ program: LinearProgram, _ decomposition: Decomposition) {
        matrix = program.matrix
        self.decomposition = decomposition
    }

    /// The variable; nil where that takes too many others.
    ///
    /// - Parameter value: of a variable that no peeled row gives; nil where it may change.
    mutating func row(of variable: Int, value: (_ variable: Int) -> Rational?) -> SparseRow? {
        var pending = [variable]
        while let next = pending.last {
            if known[next] != nil {
                pending.removeLast()
                continue
            }
            guard case .peeled(let place) = decomposition.source(of: next) else {
                known[next] = .some(outer(next, value))
                continue
            }
            let row = Int(decomposition.peeled[place].row)
            let before = pending.count
            for entry in matrix.range(of: row) {
                let other = Int(matrix.columns[entry])
                if other != next, known[other] == nil { pending.append(other) }
            }
            if pending.count == before { known[next] = .some(expression(by: row, of: next)) }
        }
        return known[variable] ?? nil
    }

    private func outer(_ variable: Int, _ value: (_ variable: Int) -> Rational?) -> SparseRow {
        if let constant = value(variable) { return SparseRow(constant: constant) }
        return SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, .one)])
    }

    private func expression(by row: Int, of variable: Int) -> SparseRow? {
        var sum = RowSum()
        sum.add(matrix.constant(of: row))
        var own = Rational.one
        for entry in matrix.range(of: row) {
            let coefficient = matrix.coefficient(at: entry)
            let other = Int(matrix.columns[entry])
            if other == variable {
                own = coefficient
            } else if let part = known[other] {
                guard let part else { return nil }
                sum.add(part, times: coefficient)
            }
        }
        let row = sum.row
        return row.entries.count > OuterDependence.mostEntries ? nil : row.scaled(by: -own.reciprocal)
    }
}
