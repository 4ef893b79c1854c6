internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

/// Decides whether required rows are satisfiable within the tolerance, with a point or a Farkas proof.
struct FeasibilityOracle {
    enum Answer {
        /// The point violates no row by more than the tolerance. If no point satisfies all rows exactly, `inexact` proves that.
        case canHold(point: [Rational], inexact: ProvenConflict?)
        case conflict(ProvenConflict)
    }

    let system: LoweredSystem
    var budget: Budget
    /// The required rows that the oracle considers, ascending: the given ones, or all of the system.
    let all: [Int]

    /// A cache of points, each with the rows that it violates, ascending. All other rows are feasible together.
    private var known: [(violated: [Int32], point: [Rational])] = []
    /// The layout of the last query, from which the next search starts. Nil before the first.
    var layout: LocalRepair?
    private var columns: RequiredRowIndex?

    init(system: LoweredSystem, budget: Budget) {
        self.init(of: system.rows.indices.filter(system.isRequired), in: system, budget)
    }

    /// - Parameter rows: required rows, ascending. Other rows are ignored.
    init(of rows: [Int], in system: LoweredSystem, _ budget: Budget) {
        self.system = system
        self.budget = budget
        all = rows
    }

    /// Decides whether these rows (ascending) are satisfiable together.
    func answer(_ rows: [Int]) throws(Budget.Spent) -> Answer {
        let contradiction: ProvenConflict
        switch try Solver(budget: budget).findPoint(system.program(hard: rows)) {
        case .feasible(let point): return .canHold(point: point, inexact: nil)
        case .infeasible(let proof, let sum):
            contradiction = ProvenConflict(proof.map { RowFactor(rows[$0.row], $0.factor) }, sum: sum)
            if isBeyondTolerance(proof, sum) { return .conflict(contradiction) }
        }
        let relaxed = system.relaxedProgram(hard: rows)
        switch try Solver(budget: budget).findPoint(relaxed.program) {
        case .feasible(let point): return .canHold(point: point, inexact: contradiction)
        case .infeasible(let proof, _):
            var factors: [Int: Rational] = [:]
            for term in proof {
                let source = relaxed.sources[term.row]
                factors[source.row, default: .zero] += source.sign < 0 ? -term.factor : term.factor
            }
            let terms = factors.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map { RowFactor($0.key, $0.value) }
            var sum = Rational.zero
            for term in terms { sum += term.factor * system.rows[term.row].constant }
            return .conflict(ProvenConflict(terms, sum: sum))
        }
    }

    /// Returns whether the proof shows that some row is violated by more than the tolerance whenever the others are satisfied.
    func isBeyondTolerance(_ proof: [RowFactor], _ sum: Rational) -> Bool {
        var weight = Rational.zero
        for term in proof { weight += term.factor.magnitude }
        return sum < -(Tolerance.violation * weight)
    }

    /// Sets the layout from which the next search starts. It may violate rows.
    mutating func begin(at point: [Rational]) {
        layout = LocalRepair(system: system, columns: requiredColumns(), required: all, point: point)
    }

    mutating func requiredColumns() -> RequiredRowIndex {
        if let columns { return columns }
        let made = RequiredRowIndex(all, in: system)
        columns = made
        return made
    }

    enum Settled {
        /// `layout` satisfies the rows. The changes are relative to the previous layout, or empty if there was none.
        case holds([VariableChange])
        case conflict(ProvenConflict)
    }

    /// Decides whether all required rows but the dropped ones are satisfiable together.
    mutating func settle(without dropped: Set<Int>) throws(Budget.Spent) -> Settled {
        try settle(without: flags(dropped))
    }

    /// - Parameter isDropped: for each row of the system, whether it is left out.
    mutating func settle(without isDropped: [Bool]) throws(Budget.Spent) -> Settled {
        var past: [Rational]?
        if var moving = layout {
            // Ensures that the point is not shared while it moves, which would copy it.
            layout = nil
            defer { layout = moving }
            switch try moving.settle(without: isDropped, budget: budget) {
            case .holds(let changes): return .holds(changes)
            case .contradiction(let proof, let sum):
                if isBeyondTolerance(proof, sum) { return .conflict(ProvenConflict(proof, sum: sum)) }
            case .undecided: break
            }
            past = moving.point
        }
        switch try answer(all.filter { !isDropped[$0] }) {
        case .conflict(let conflict): return .conflict(conflict)
        case .canHold(let point, _):
            let settled = LocalRepair(system: system, columns: requiredColumns(), required: all, point: point)
            layout = settled
            return .holds(past.map(settled.changes) ?? [])
        }
    }

    /// Returns a conflict among the required rows but the dropped ones, or nil if these are satisfiable. Uses a cached point if
    /// one fits, and caches new points.
    mutating func canHold(without dropped: Set<Int>) throws(Budget.Spent) -> ProvenConflict? {
        if witness(without: dropped) != nil { return nil }
        if case .conflict(let conflict) = try settle(without: dropped) { return conflict }
        if let layout { remember(layout) }
        return nil
    }

    /// Adds a point to the cache.
    private mutating func remember(_ layout: LocalRepair) {
        let violated = layout.violated.map { Int32(truncatingIfNeeded: $0) }.sorted()
        let isViolated = flags(layout.violated)
        if known.contains(where: { $0.violated.allSatisfy { isViolated[Int($0)] } }) { return }
        known.removeAll { $0.violated.contains(allOf: violated) }
        known.append((violated, layout.point))
    }

    /// Returns, for each row of the system, whether it is in the set. A query may compare thousands of points with it, and
    /// hashing would be slow.
    private func flags(_ rows: Set<Int>) -> [Bool] {
        var flags = [Bool](repeating: false, count: system.rows.count)
        for row in rows { flags[row] = true }
        return flags
    }

    /// The cached points: evidence that the rows that each satisfies are feasible.
    var witnesses: [[Rational]] { known.map(\.point) }

    /// Returns a cached point that satisfies all required rows but the dropped ones.
    func witness(without dropped: Set<Int>) -> [Rational]? {
        if known.isEmpty { return nil }
        let isDropped = flags(dropped)
        return known.first { $0.violated.allSatisfy { isDropped[Int($0)] } }?.point
    }
}

extension [Int32] {
    /// Returns whether all elements of another array are in this one. Both are ascending.
    fileprivate func contains(allOf other: [Int32]) -> Bool {
        if other.count > count { return false }
        var place = 0
        for number in other {
            while place < count, self[place] < number { place += 1 }
            if place == count || self[place] != number { return false }
            place += 1
        }
        return true
    }
}
