internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A system's rows as a program that follows added and removed rows and changed priorities.
///
/// A row's index in the program is stable. A removed row leaves a free index for a row with the same terms, since edits are often
/// undone.
struct RowSlots {
    private var program: IncrementalProgram
    /// By row of the system: its index in the program.
    private var places: [Int32]
    /// By index in the program: the row of the system, or -1.
    private var rows: [Int32]
    /// Indices without a row.
    private var free: [Int32] = []
    /// Whether each row's index in the program is its number.
    private var isInPlace = true
    private let scale: LevelScale
    private let broken: Set<Int>

    init(_ system: LoweredSystem, broken: Set<Int>, _ budget: Budget) throws(Budget.Spent) {
        let problem = StagedProblem(system: system, broken: broken, isRelaxed: false)
        scale = LevelScale(problem)
        self.broken = broken
        program = try IncrementalProgram(problem.program(of: system, scale), budget: budget)
        places = system.rows.indices.map { Int32(truncatingIfNeeded: $0) }
        rows = places
    }

    /// Continues from an optimum without relaxed rows.
    init(_ optimum: Optimum, broken: Set<Int>) {
        scale = LevelScale(optimum.problem)
        self.broken = broken
        program = IncrementalProgram(from: optimum.solution, levels: scale.levels(of: optimum.problem), levelCount: scale.levelCount)
        places = optimum.system.rows.indices.map { Int32(truncatingIfNeeded: $0) }
        rows = places
    }

    /// Whether the required rows are infeasible.
    var isConflicting: Bool { program.conflict != nil }

    // MARK: - Edits

    /// Applies rows' new constants.
    mutating func takeConstants(of changed: [Int], in next: LoweredSystem) {
        for row in changed { program.setConstant(of: Int(places[row]), next.matrix.constant(of: row)) }
    }

    /// Replaces the rows by those of another system. Returns false if one has no index, after which the value must not be used.
    ///
    /// - Parameters:
    ///   - former: the present system.
    ///   - mapping: the other system's `rowMapping` since then.
    mutating func take(_ next: LoweredSystem, since former: LoweredSystem, _ mapping: RowMapping) -> Bool {
        guard broken.isEmpty, mapping.count == places.count, next.variables.count == former.variables.count else { return false }
        let problem = StagedProblem(system: next, broken: [], isRelaxed: false)
        let (old, new) = (former.matrix, next.matrix)
        var taken = [Int32](repeating: -1, count: next.rows.count)
        var left: [Int32] = []
        for row in 0..<mapping.count {
            guard let number = mapping[row] else {
                left.append(places[row])
                continue
            }
            taken[number] = places[row]
            if !old.isSame(old.constants[row], as: new.constants[number], of: new) {
                program.setConstant(of: Int(places[row]), new.constant(of: number))
            }
        }
        free += left
        if free.count > RowSlots.mostFree { return false }
        for row in taken.indices where taken[row] < 0 {
            guard let at = free.firstIndex(where: { program.program.matrix.hasTerms(Int($0), of: row, in: new) }),
                let role = scale.role(problem.rows.role(of: row), in: problem)
            else { return false }
            let place = free.remove(at: at)
            taken[row] = place
            program.setRole(of: Int(place), role)
            if program.program.matrix.constant(of: Int(place)) != new.constant(of: row) { program.setConstant(of: Int(place), new.constant(of: row)) }
        }
        for place in left {
            rows[Int(place)] = -1
            if free.contains(place) { program.setRole(of: Int(place), nil) }
        }
        places = taken
        isInPlace = places.count == rows.count && places.indices.allSatisfy { Int(places[$0]) == $0 }
        for (row, place) in places.enumerated() { rows[Int(place)] = Int32(truncatingIfNeeded: row) }
        return true
    }

    /// The maximum number of free indices to search.
    private static let mostFree = 64

    /// Finds the single optimum. Returns false if there may be several, or if all would have to be solved from scratch. The value
    /// must then not be used.
    mutating func follow(_ budget: Budget) throws(Budget.Spent) -> Bool { try program.updateToOnlyOptimum(budget: budget) }

    /// Finds an optimum, or that the required rows are infeasible.
    mutating func update(_ budget: Budget) throws(Budget.Spent) { try program.update(budget: budget) }

    // MARK: - Results

    /// Returns the optimum, or nil if there are several and only a single one is accepted.
    mutating func point(mayBeOpen: Bool, _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        try program.ask(budget: budget) { solution throws(Budget.Spent) in mayBeOpen || solution.isDecided ? solution.point : nil }
    }

    /// Returns a proof of the optimum part by part, or nil if there is none.
    ///
    /// - Parameters:
    ///   - system: the system whose rows were taken last.
    ///   - known: earlier proofs, and the system's `rowMapping` since.
    mutating func proof(
        _ system: LoweredSystem, at point: [Rational], known: (optimum: BlockwiseCertificate, mapping: RowMapping)?, _ budget: Budget
    ) throws(Budget.Spent) -> BlockwiseProof? {
        let problem = StagedProblem(system: system, broken: broken, isRelaxed: false)
        let names = BlockwiseProof.Names(rows: isInPlace ? nil : rows, levels: scale.places(in: problem))
        return try program.ask(budget: budget) { solution throws(Budget.Spent) in
            try BlockwiseProof.find(system, problem, &solution, at: point, known: known, names)
        }
    }
}

extension SparseRows {
    /// Returns whether a row has the same terms as another one.
    fileprivate func hasTerms(_ row: Int, of other: Int, in others: SparseRows) -> Bool {
        let (own, theirs) = (range(of: row), others.range(of: other))
        return own.count == theirs.count
            && zip(own, theirs).allSatisfy { columns[$0] == others.columns[$1] && isSame(coefficients[$0], as: others.coefficients[$1], of: others) }
    }
}

/// The levels of a program, with room for priorities that are added later.
struct LevelScale {
    /// Whether the levels are those of the problem, since a priority is too fine or out of range.
    private let isOfProblem: Bool
    let levelCount: Int

    /// The number of levels per unit of priority.
    private static let levelsAPoint = 1000

    init(_ problem: StagedProblem) {
        isOfProblem = problem.levels.contains { LevelScale.level(of: $0) == nil }
        levelCount = isOfProblem ? problem.levels.count : 1000 * LevelScale.levelsAPoint + 1
    }

    private static func level(of priority: Rational) -> Int? {
        guard priority <= LayoutPriority.required, !priority.isNegative else { return nil }
        return ((LayoutPriority.required - priority) * Rational(levelsAPoint)).integer
    }

    /// Returns, by level of the problem, the level of the program.
    func levels(of problem: StagedProblem) -> [Int] {
        isOfProblem ? Array(problem.levels.indices) : problem.levels.map { LevelScale.level(of: $0) ?? 0 }
    }

    /// Returns, by level of the program, the level of the problem, or nil if they are equal. A level without one comes before
    /// all.
    func places(in problem: StagedProblem) -> [Int: Int]? {
        isOfProblem ? nil : Dictionary(levels(of: problem).enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Returns a row's role in the program, or nil if there is no room for its level.
    func role(_ role: StagedProblem.Role, in problem: StagedProblem) -> LinearProgram.Role? {
        switch role {
        case .equal: return .equal
        case .atLeast: return .atLeast
        case .soft(let level, let isEquality):
            guard !isOfProblem, let level = LevelScale.level(of: problem.levels[level]) else { return nil }
            return .soft(level: level, isEquality: isEquality)
        }
    }
}
