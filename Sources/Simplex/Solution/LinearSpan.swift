internal import ExactArithmetic

/// The span of sparse vectors; constants are ignored.
struct LinearSpan {
    private var rows: [Int: SparseRow] = [:]

    private func reduced(_ vector: SparseRow) -> SparseRow {
        var vector = vector
        var at = -1
        while let entry = vector.entries.first(where: { $0.column > at && rows[$0.column] != nil }) {
            if let row = rows[entry.column] { vector.add(-entry.coefficient, times: row) }
            at = entry.column
        }
        return vector
    }

    func contains(_ vector: SparseRow) -> Bool {
        reduced(vector).entries.isEmpty
    }

    /// Adds a vector. Each stored row has a leading 1 in its least column, in which other rows may have entries, so a vector is
    /// reduced by ascending columns.
    mutating func insert(_ vector: SparseRow) {
        let rest = reduced(vector)
        guard let first = rest.entries.first else { return }
        rows[first.column] = rest.scaled(by: first.coefficient.reciprocal)
    }
}
