internal import ExactArithmetic

/// A linear combination of the program's rows, in which fixed and peeled variables are eliminated by adding multiples of the rows
/// that determine them. It converts proofs about blocks to proofs about the program.
struct DualPostsolve {
    private let matrix: SparseRows
    private let decomposition: Decomposition
    private var factors: [Int: Rational] = [:]
    /// The present coefficients of the combination, including those of block variables.
    private(set) var coefficients: [Int: Rational] = [:]
    private(set) var constant = Rational.zero

    init(_ program: LinearProgram, _ decomposition: Decomposition) {
        matrix = program.matrix
        self.decomposition = decomposition
    }

    /// Adds a term that comes from the objective and not from a row.
    mutating func add(_ coefficient: Rational, variable: Int) {
        coefficients[variable, default: .zero] += coefficient
    }

    /// Adds a multiple of a row.
    ///
    /// - Parameter ignoresBlocks: whether to drop the coefficients of block variables. They sum to 0 over all rows of a block's
    ///   proof.
    mutating func add(row: Int, _ factor: Rational, ignoresBlocks: Bool = false) {
        if factor.isZero { return }
        factors[row, default: .zero] += factor
        constant += factor * matrix.constant(of: row)
        for entry in matrix.range(of: row) {
            let variable = Int(matrix.columns[entry])
            if ignoresBlocks, decomposition.localIndex[variable] >= 0 { continue }
            coefficients[variable, default: .zero] += factor * matrix.coefficient(at: entry)
        }
    }

    /// Eliminates peeled variables, in ascending places: a peeled row contains variables that later places assign.
    mutating func clearPeeled() {
        var heap = MinHeap()
        var seen: Set<Int> = []
        func note(_ variable: Int) {
            if case .peeled(let place) = decomposition.source(of: variable), seen.insert(place).inserted { heap.push(place) }
        }
        for variable in coefficients.keys { note(variable) }
        while let place = heap.pop() {
            let assignment = decomposition.peeled[place]
            clear(assignment)
            for entry in matrix.range(of: Int(assignment.row)) { note(Int(matrix.columns[entry])) }
        }
    }

    /// Eliminates fixed variables, in descending places: a fixing row contains variables that earlier places fix.
    mutating func clearFixed() {
        var heap = MinHeap()
        var seen: Set<Int> = []
        func note(_ variable: Int) {
            if case .fixed(let place) = decomposition.source(of: variable), seen.insert(place).inserted { heap.push(-place) }
        }
        for variable in coefficients.keys { note(variable) }
        while let place = heap.pop() {
            let assignment = decomposition.fixing[-place]
            clear(assignment)
            for entry in matrix.range(of: Int(assignment.row)) { note(Int(matrix.columns[entry])) }
        }
    }

    private mutating func clear(_ assignment: Decomposition.Assignment) {
        guard let present = coefficients[Int(assignment.variable)], !present.isZero else { return }
        for entry in matrix.range(of: Int(assignment.row)) where matrix.columns[entry] == assignment.variable {
            add(row: Int(assignment.row), -(present * matrix.coefficient(at: entry).reciprocal))
            return
        }
    }

    /// The factors of the rows: ascending by row, without zeros.
    var rowFactors: [RowFactor] {
        factors.lazy.filter { !$0.value.isZero }.map { RowFactor($0.key, $0.value) }.sorted { $0.row < $1.row }
    }
}
