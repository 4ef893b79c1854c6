internal import ExactArithmetic
internal import LayoutLowering

/// Checks the multipliers of single parts: see `PartwiseOptimum`.
struct PartProver: Sendable {
    struct Failure: Error {
        var reason: String
    }

    private let system: LoweredSystem
    private let problem: StagedProblem
    private var total: SparseSum
    /// By variable: 1 more than its place in the part that is looked at.
    private var places: [Int32]

    init(_ system: LoweredSystem, _ problem: StagedProblem) {
        self.system = system
        self.problem = problem
        total = SparseSum(count: system.variables.count)
        places = [Int32](repeating: 0, count: system.variables.count)
    }

    /// The rows of a part that its proof needs, ascending.
    ///
    /// - Parameters:
    ///   - rows: those that may prove it.
    ///   - variables: the part's.
    mutating func prove(
        _ rows: ArraySlice<Int32>, _ variables: ArraySlice<Int32>, by multipliers: [PartMultiplier], _ signs: [Int8], _ isFixed: [Bool]
    ) -> Result<[Int32], Failure> {
        let multipliers = multipliers.sorted { $0.level < $1.level }
        if let reason = whyVariablesStay(multipliers, isFixed) { return .failure(Failure(reason: reason)) }
        var ofRow: [Int: [PartMultiplier]] = [:]
        for multiplier in multipliers { ofRow[multiplier.row, default: []].append(multiplier) }
        var needed = Set(ofRow.keys)
        var equations: [Int] = []
        var seen: Set<Int32> = []
        for row in rows.lazy.map(Int.init) {
            guard problem.rows.indices.contains(row), seen.insert(Int32(truncatingIfNeeded: row)).inserted else {
                return .failure(Failure(reason: "a row is not there, or twice"))
            }
            let own = ofRow.removeValue(forKey: row) ?? []
            switch zero(row, own, signs[row]) {
            case .failure(let failure): return .failure(failure)
            case .success(let isZero): if isZero { equations.append(row) }
            }
        }
        guard ofRow.isEmpty else { return .failure(Failure(reason: "a multiplier is of a row outside its part")) }
        if let reason = whyOpen(variables, equations, isFixed) { return .failure(Failure(reason: reason)) }
        needed.formUnion(equations)
        return .success(needed.sorted().map { Int32(truncatingIfNeeded: $0) })
    }

    /// Why, at some level, the rows so multiplied have a variable that is not fixed.
    private mutating func whyVariablesStay(_ multipliers: [PartMultiplier], _ isFixed: [Bool]) -> String? {
        var next = multipliers[...]
        while let level = next.first?.level {
            defer { total.reset() }
            while let multiplier = next.first, multiplier.level == level {
                next.removeFirst()
                guard problem.rows.indices.contains(multiplier.row), level >= 0 else { return "there is no such row or level" }
                for term in system.terms(of: multiplier.row) where !isFixed[term.variable] {
                    total.add(multiplier.factor * term.coefficient, at: term.variable)
                }
            }
            if total.touched.contains(where: { !total[$0].isZero }) { return "the variables of a part do not cancel" }
        }
        return nil
    }

    /// Whether the row is 0 in all optima, which its reduced costs have to allow.
    private func zero(_ row: Int, _ multipliers: [PartMultiplier], _ sign: Int8) -> Result<Bool, Failure> {
        let (above, below): (Int, Int)
        switch problem.rows.role(of: row) {
        case .equal: return .success(true)
        case .atLeast:
            above = PartProver.firstSign(multipliers, level: -1, cost: .zero, factor: -1)
            // There is no such side.
            below = 1
        case .soft(let level, let isEquality):
            above = PartProver.firstSign(multipliers, level: level, cost: isEquality ? .one : .zero, factor: -1)
            below = PartProver.firstSign(multipliers, level: level, cost: .one, factor: 1)
        }
        // A side that is above 0 has no reduced costs.
        if sign > 0 ? above != 0 || below < 0 : sign < 0 ? below != 0 || above < 0 : above < 0 || below < 0 {
            return .failure(Failure(reason: "the reduced costs of \(system.id(of: row)) have wrong signs"))
        }
        return .success(sign == 0 && above > 0 && below > 0)
    }

    /// The sign of the first reduced cost `cost + factor * multiplier` that is not 0.
    ///
    /// - Parameters:
    ///   - multipliers: of one row, by level.
    ///   - level: where the row has its cost.
    private static func firstSign(_ multipliers: [PartMultiplier], level: Int, cost: Rational, factor: Rational) -> Int {
        var sums: [(level: Int, sum: Rational)] = [(level, cost)]
        for multiplier in multipliers {
            let share = factor * multiplier.factor
            if let place = sums.firstIndex(where: { $0.level == multiplier.level }) {
                sums[place].sum += share
            } else {
                sums.append((multiplier.level, share))
            }
        }
        return sums.filter { !$0.sum.isZero }.min { $0.level < $1.level }?.sum.signum ?? 0
    }

    /// Why equations do not determine all variables of a part from fixed ones.
    private mutating func whyOpen(_ variables: ArraySlice<Int32>, _ equations: [Int], _ isFixed: [Bool]) -> String? {
        var last: Int32 = -1
        for variable in variables {
            guard variable > last, places.indices.contains(Int(variable)) else { return "variables are not there, or do not ascend" }
            last = variable
        }
        for (place, variable) in variables.enumerated() { places[Int(variable)] = Int32(truncatingIfNeeded: place + 1) }
        defer { for variable in variables { places[Int(variable)] = 0 } }
        var rows: [[LinearTerm]] = []
        rows.reserveCapacity(equations.count)
        equations: for row in equations {
            var terms: [LinearTerm] = []
            for term in system.terms(of: row) where !isFixed[term.variable] {
                // What has variables of other parts tells nothing of this one.
                guard places[term.variable] > 0 else { continue equations }
                terms.append(LinearTerm(Int(places[term.variable]) - 1, term.coefficient))
            }
            rows.append(terms)
        }
        var elimination = SparseElimination(columnCount: variables.count, rows: rows)
        elimination.run()
        return elimination.pivots.count == variables.count ? nil : "the equations of a part leave a variable open"
    }
}
