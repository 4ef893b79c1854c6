internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A system's rows as a program that goes on to systems in which rows came, went, or have other priorities.
///
/// A row keeps its place in the program. One that goes leaves its place free, for a row with the same terms: what an edit takes away mostly comes back.
struct LiveRows {
    private var program: LiveProgram
    /// By row of the system: its place in the program.
    private var places: [Int32]
    /// By place: the row of the system, or -1.
    private var rows: [Int32]
    /// Places without a row.
    private var free: [Int32] = []
    /// Rows are at the places of their numbers.
    private var isInPlace = true
    private let scale: LevelScale
    private let broken: Set<Int>

    init(_ system: LoweredSystem, broken: Set<Int>, _ budget: Budget) throws(Budget.Spent) {
        let problem = StagedProblem(system: system, broken: broken, isRelaxed: false)
        scale = LevelScale(problem)
        self.broken = broken
        program = try LiveProgram(problem.program(of: system, scale), budget: budget)
        places = system.rows.indices.map { Int32(truncatingIfNeeded: $0) }
        rows = places
    }

    /// Goes on from an optimum in which nothing is relaxed.
    init(_ optimum: Optimum, broken: Set<Int>) {
        scale = LevelScale(optimum.problem)
        self.broken = broken
        program = LiveProgram(from: optimum.solution, levels: scale.levels(of: optimum.problem), levelCount: scale.levelCount)
        places = optimum.system.rows.indices.map { Int32(truncatingIfNeeded: $0) }
        rows = places
    }

    /// Required rows cannot hold.
    var isConflicting: Bool { program.conflict != nil }

    // MARK: - Edits

    /// Takes rows' new constants over.
    mutating func takeConstants(of changed: [Int], in next: LoweredSystem) {
        for row in changed { program.setConstant(of: Int(places[row]), next.matrix.constant(of: row)) }
    }

    /// Takes the rows of another system over; false, and of no use any more, where one has no place.
    ///
    /// - Parameters:
    ///   - former: the system that it is of.
    ///   - kept: the other's `rowsKept` since.
    mutating func take(_ next: LoweredSystem, since former: LoweredSystem, _ kept: [Int32]) -> Bool {
        guard broken.isEmpty, kept.count == places.count, next.variables.count == former.variables.count else { return false }
        let problem = StagedProblem(system: next, broken: [], isRelaxed: false)
        let (old, new) = (former.matrix, next.matrix)
        var taken = [Int32](repeating: -1, count: next.rows.count)
        var left: [Int32] = []
        for (row, number) in kept.enumerated() {
            if number < 0 {
                left.append(places[row])
                continue
            }
            taken[Int(number)] = places[row]
            if !old.isSame(old.constants[row], as: new.constants[Int(number)], of: new) {
                program.setConstant(of: Int(places[row]), new.constant(of: Int(number)))
            }
        }
        free += left
        if free.count > LiveRows.mostFree { return false }
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

    /// More free places than that are not searched.
    private static let mostFree = 64

    /// Finds the only optimum; false, and of no use any more, where there may be several, or all would have to be solved anew.
    mutating func follow(_ budget: Budget) throws(Budget.Spent) -> Bool { try program.updateToOnlyOptimum(budget: budget) }

    /// Finds the optimum, or that required rows cannot hold.
    mutating func update(_ budget: Budget) throws(Budget.Spent) { try program.update(budget: budget) }

    // MARK: - What is found

    /// The optimum; nil where there are several and one alone is asked for.
    mutating func point(mayBeOpen: Bool, _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        try program.ask(budget: budget) { solution throws(Budget.Spent) in mayBeOpen || solution.isDecided ? solution.point : nil }
    }

    /// What proves an optimum part by part; nil where that does not go.
    ///
    /// - Parameters:
    ///   - system: the one whose rows were taken over last.
    ///   - known: what was proven before, and the system's `rowsKept` since.
    mutating func proof(
        _ system: LoweredSystem, at point: [Rational], known: (optimum: PartwiseOptimum, kept: [Int32])?, _ budget: Budget
    ) throws(Budget.Spent) -> ProofInParts? {
        let problem = StagedProblem(system: system, broken: broken, isRelaxed: false)
        let names = ProofInParts.Names(rows: isInPlace ? nil : rows, levels: scale.places(in: problem))
        return try program.ask(budget: budget) { solution throws(Budget.Spent) in
            try ProofInParts.find(system, problem, &solution, at: point, known: known, names)
        }
    }
}

extension SparseRows {
    /// Whether a row has the terms of another's.
    fileprivate func hasTerms(_ row: Int, of other: Int, in others: SparseRows) -> Bool {
        let (own, theirs) = (range(of: row), others.range(of: other))
        return own.count == theirs.count
            && zip(own, theirs).allSatisfy { columns[$0] == others.columns[$1] && isSame(coefficients[$0], as: others.coefficients[$1], of: others) }
    }
}

/// Levels of a program in which there is room for priorities that come later.
struct LevelScale {
    /// Priorities are as the problem has them: one of them is too fine, or out of range.
    private let isOfProblem: Bool
    let levelCount: Int

    /// Priorities are told apart by so many parts of one.
    private static let levelsAPoint = 1000

    init(_ problem: StagedProblem) {
        isOfProblem = problem.levels.contains { LevelScale.level(of: $0) == nil }
        levelCount = isOfProblem ? problem.levels.count : 1000 * LevelScale.levelsAPoint + 1
    }

    private static func level(of priority: Rational) -> Int? {
        guard priority <= LayoutPriority.required, !priority.isNegative else { return nil }
        return ((LayoutPriority.required - priority) * Rational(levelsAPoint)).integer
    }

    /// By level of the problem: that of the program.
    func levels(of problem: StagedProblem) -> [Int] {
        isOfProblem ? Array(problem.levels.indices) : problem.levels.map { LevelScale.level(of: $0) ?? 0 }
    }

    /// By level of the program: that of the problem; nil where they are the same. What has none comes before all.
    func places(in problem: StagedProblem) -> [Int: Int]? {
        isOfProblem ? nil : Dictionary(levels(of: problem).enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// A row's role in the program; nil where there is no room for its level.
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
