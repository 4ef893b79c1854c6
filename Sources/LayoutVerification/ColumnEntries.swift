internal import ExactArithmetic
internal import LayoutLowering

/// The rows that contain each variable, in flat storage (the transpose of the matrix).
struct ColumnEntries: Sendable {
    struct Holder: Sendable {
        var row: Int
        var coefficient: Rational
    }

    private let matrix: SparseRows
    private let starts: [Int32]
    /// The numbers of the rows.
    private let numbers: [Int32]
    /// The index of the variable's entry in the matrix; its bitwise complement if the row is negated.
    private let entries: [Int32]

    /// - Parameter rows: the rows, each with the number by which it is returned, its index in the system, and its sign.
    init(_ rows: some Sequence<(number: Int, source: Int, sign: Int)>, in system: LoweredSystem) {
        let matrix = system.matrix
        let count = system.variables.count
        var starts = [Int32](repeating: 0, count: count + 1)
        for row in rows { for entry in matrix.range(of: row.source) { starts[Int(matrix.columns[entry]) + 1] += 1 } }
        for variable in 0..<count { starts[variable + 1] += starts[variable] }
        var numbers = [Int32](repeating: 0, count: Int(starts[count]))
        var entries = numbers
        var next = starts
        for row in rows {
            for entry in matrix.range(of: row.source) {
                let variable = Int(matrix.columns[entry])
                let place = Int(next[variable])
                next[variable] += 1
                numbers[place] = Int32(truncatingIfNeeded: row.number)
                entries[place] = Int32(truncatingIfNeeded: row.sign < 0 ? ~entry : entry)
            }
        }
        self.matrix = matrix
        self.starts = starts
        self.numbers = numbers
        self.entries = entries
    }

    private func places(of variable: Int) -> Range<Int> { Int(starts[variable])..<Int(starts[variable + 1]) }

    func rows(of variable: Int) -> some Sequence<Int> { numbers[places(of: variable)].lazy.map { Int($0) } }

    /// The rows that contain the variable, with their coefficients.
    subscript(variable: Int) -> some Sequence<Holder> {
        places(of: variable).lazy.map { place in
            let entry = Int(entries[place])
            return Holder(row: Int(numbers[place]), coefficient: entry < 0 ? -matrix.coefficient(at: ~entry) : matrix.coefficient(at: entry))
        }
    }
}

/// A comparison of layouts by the required rows that they violate. All rows are evaluated at the first layout. For each further
/// one, only rows with a variable that differs from the first are evaluated.
public final class LayoutComparison {
    public let checker: Checker
    /// The required rows, by variable.
    private(set) lazy var holders = ColumnEntries(
        checker.system.rows.indices.lazy.filter(checker.system.isRequired).map { ($0, $0, 1) }, in: checker.system)
    /// The background rows that are violated if every variable is 0. Usually there are none.
    private(set) lazy var backgroundViolatedAtZero: Set<Int> = {
        let system = checker.system
        return Set(system.rows.indices.lazy.filter { system.isBackground($0) && system.rows[$0].constant < -Tolerance.violation })
    }()
    private var first: [Rational] = []
    /// The required rows that the first layout violates by more than the tolerance, ascending.
    private var violated: [Int] = []
    private var isNoted: [Bool]

    public init(_ checker: Checker) {
        self.checker = checker
        isNoted = [Bool](repeating: false, count: checker.system.rows.count)
    }

    /// Returns which of the requested required rows is violated at a point by more than the tolerance, or nil if none is.
    func whyViolated(at point: [Rational], where isAsked: (Int) -> Bool) -> String? {
        if let reason = checker.whyNoLayout(point) { return reason }
        let open = compare(point) { touched in
            // A row that was violated before and is unaffected is violated still.
            violated.first { !isNoted[$0] && isAsked($0) } ?? touched.first { isAsked($0) && isViolated($0, at: point) }
        }
        let system = checker.system
        return open.map { "\(system.id(of: $0)) is violated by \(system.violation(of: $0, at: point).decimalText())" }
    }

    /// Returns the required rows that a layout violates by more than the tolerance.
    func violated(at point: [Rational]) -> [Int] {
        compare(point) { touched in violated.filter { !isNoted[$0] } + touched.filter { isViolated($0, at: point) } }
    }

    private func isViolated(_ row: Int, at point: [Rational]) -> Bool {
        checker.system.violation(of: row, at: point) > Tolerance.violation
    }

    /// Finds the required rows with a variable that differs from the first layout.
    ///
    /// - Parameter look: receives these rows. During the call, `isNoted` marks them.
    private func compare<Result>(_ point: [Rational], _ look: ([Int]) -> Result) -> Result {
        if first.isEmpty {
            first = point
            let system = checker.system
            violated = system.rows.indices.filter { system.isRequired($0) && isViolated($0, at: point) }
        }
        var touched: [Int] = []
        for variable in point.indices where point[variable] != first[variable] {
            for row in holders.rows(of: variable) where !isNoted[row] {
                isNoted[row] = true
                touched.append(row)
            }
        }
        defer { for row in touched { isNoted[row] = false } }
        return look(touched)
    }
}
