internal import ExactArithmetic

/// The first phase of a block's solution: each equality eliminates one of its variables from all other rows.
struct EqualityElimination: ~Copyable {
    /// A multiple of an equality, by its place in the definitions, that was subtracted from another row.
    struct Step: BitwiseCopyable {
        var definition: Int32
        var row: Int32
        /// See `multiple(of:)`.
        var packed: PackedRational
    }

    /// Whether `steps` are recorded. Proofs need them.
    var recordsSteps = false
    private(set) var steps = UncheckedArray<Step>()
    private var numbers = LongNumbers()
    /// Equalities, keyed by the number of entries, then the row.
    private var heap = MinHeap()
    /// No column represents a form yet.
    private let noForms = UncheckedArray<Int32>(capacity: 1)

    @inline(__always) func multiple(of step: Step) -> SmallRational { numbers.value(step.packed) }

    /// Eliminates a variable by each equality, the shortest first. Returns false if one contradicts the others, or a number gets too
    /// long.
    mutating func eliminate(_ rows: inout BlockRows, _ definitions: inout BlockDefinitions, _ budget: Budget) throws(Budget.Spent) -> Bool {
        steps.removeAll()
        numbers.removeAll()
        definitions.begin(variables: rows.variableCount)
        heap.removeAll()
        for row in 0..<rows.count where rows.roles[row] == -2 { heap.push(rows.matrix.count(ofRow: row) << 32 | row) }
        var taken: [(row: Int32, multiple: SmallRational)] = []
        while let key = heap.pop() {
            let row = key & 0xffff_ffff
            let count = rows.matrix.count(ofRow: row)
            // The row changed since, and was pushed again then.
            if count != key >> 32 { continue }
            if count == 0 {
                if !rows.constants[row].isZero { return false }
                continue
            }
            let place = rows.matrix.rarestColumn(inRow: row)
            let node = rows.matrix.node(place).pointee
            let inverse = rows.matrix.value(of: node).reciprocal
            let constant = rows.constants[row]
            definitions.add(by: row, pivot: place, form: -1, constant: constant, rows.matrix, noForms)
            rows.constants[row] = .zero
            let scaled = constant * inverse
            var isSpoilt = scaled.isTooLong
            let definition = Int32(truncatingIfNeeded: definitions.count - 1)
            taken.removeAll(keepingCapacity: true)
            let constants = rows.constants.base
            let recordsSteps = recordsSteps
            try rows.matrix.substitute(row: row, column: Int(node.column), keepsColumn: false, budget: budget) { other, coefficient in
                if !scaled.isZero {
                    constants[other] = constants[other] - coefficient * scaled
                    if constants[other].isTooLong { isSpoilt = true }
                }
                if recordsSteps { taken.append((Int32(truncatingIfNeeded: other), coefficient * inverse)) }
            }
            for place in 0..<rows.matrix.touched.count {
                let other = Int(rows.matrix.touched[place])
                if rows.roles[other] == -2 { heap.push(rows.matrix.count(ofRow: other) << 32 | other) }
            }
            for step in taken { steps.append(Step(definition: definition, row: step.row, packed: numbers.pack(step.multiple))) }
            try budget.spendPivot()
            if isSpoilt || rows.matrix.isSpoilt { return false }
        }
        // A heap of a large block is released before forms are made, when memory is at its peak.
        if rows.count >= LinkedMatrix.many { heap = MinHeap() }
        return !rows.isSpoilt
    }
}
