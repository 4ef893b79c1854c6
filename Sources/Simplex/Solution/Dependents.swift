internal import ExactArithmetic

/// An index of the peeled variables that depend on each variable. It propagates changes without visiting unaffected variables.
struct Dependents {
    private struct Use {
        var place: Int32
        var coefficient: Rational
    }

    private let peeled: [Decomposition.Assignment]
    /// The offset of each variable's uses in `uses`.
    private var starts: [Int32]
    private var uses: [Use] = []

    init(_ matrix: SparseRows, _ decomposition: Decomposition) {
        peeled = decomposition.peeled
        var counts = [Int32](repeating: 0, count: decomposition.localIndex.count + 1)
        for assignment in peeled where assignment.row >= 0 {
            for entry in matrix.range(of: Int(assignment.row)) where matrix.columns[entry] != assignment.variable {
                counts[Int(matrix.columns[entry]) + 1] += 1
            }
        }
        for index in 1..<counts.count { counts[index] += counts[index - 1] }
        starts = counts
        uses = Array(repeating: Use(place: 0, coefficient: .zero), count: Int(counts[counts.count - 1]))
        for (place, assignment) in peeled.enumerated() where assignment.row >= 0 {
            var scale = Rational.zero
            for entry in matrix.range(of: Int(assignment.row)) where matrix.columns[entry] == assignment.variable {
                scale = -matrix.coefficient(at: entry).reciprocal
            }
            for entry in matrix.range(of: Int(assignment.row)) where matrix.columns[entry] != assignment.variable {
                let column = Int(matrix.columns[entry])
                uses[Int(counts[column])] = Use(place: Int32(truncatingIfNeeded: place), coefficient: matrix.coefficient(at: entry) * scale)
                counts[column] += 1
            }
        }
    }

    /// Returns the changes together with those of peeled variables that result, sorted by variable, without zeros.
    func propagated(_ changes: [SparseRow.Entry]) -> [SparseRow.Entry] {
        var pending: [Int: Rational] = [:]
        var heap = MinHeap()
        var result: [SparseRow.Entry] = []
        func pass(_ variable: Int, _ change: Rational) {
            if change.isZero { return }
            result.append(SparseRow.Entry(variable, change))
            for use in uses[Int(starts[variable])..<Int(starts[variable + 1])] {
                let place = Int(use.place)
                if pending[place] == nil { heap.push(-place) }
                pending[place, default: .zero] += use.coefficient * change
            }
        }
        for change in changes { pass(change.column, change.coefficient) }
        // A peeled row contains variables that later places assign, so descending order visits each once.
        while let next = heap.pop() {
            if let change = pending[-next] { pass(Int(peeled[-next].variable), change) }
        }
        return result.sorted { $0.column < $1.column }
    }
}
