internal import ExactArithmetic

/// A linear combination of the program's rows while variables that are fixed or peeled are cleared from it by their own rows.
struct Clearing {
    private let matrix: SparseRows
    private let decomposition: Decomposition
    private var factors: [Int: Rational] = [:]
    /// The coefficients that the combination has at present, block variables' included.
    private(set) var coefficients: [Int: Rational] = [:]
    private(set) var constant = Rational.zero

    init(_ program: LinearProgram, _ decomposition: Decomposition) {
        matrix = program.matrix
        self.decomposition = decomposition
    }

    /// Adds to the expression itself, without a row.
    mutating func add(_ coefficient: Rational, variable: Int) {
        coefficients[variable, default: .zero] += coefficient
    }

    /// - Parameter ignoresBlocks: coefficients of block variables are known to add up to nothing and are not kept.
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

    /// Clears peeled variables: a peeled row holds variables that later ones give.
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

    /// Clears fixed variables: a fixing row holds variables that earlier ones fix.
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

    /// The rows' factors, ascending, without zeros.
    var rowFactors: [RowFactor] {
        factors.lazy.filter { !$0.value.isZero }.map { RowFactor($0.key, $0.value) }.sorted { $0.row < $1.row }
    }
}
