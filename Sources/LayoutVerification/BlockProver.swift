internal import ExactArithmetic
internal import LayoutLowering

/// A checker of the multipliers that prove single parts of an optimum; see `BlockwiseCertificate`.
struct BlockProver: Sendable {
    struct Failure: Error {
        var reason: String
    }

    private let system: LoweredSystem
    private let problem: StagedProblem
    private let matrix: SparseRows
    private var total: SparseSum
    /// For each variable, 1 plus its index in the present part, or 0.
    private var places: [Int32]
    /// For each row, whether it was visited in the present part.
    private var isSeen: [Bool]
    private var peeling: EquationPeeling

    init(_ system: LoweredSystem, _ problem: StagedProblem) {
        self.system = system
        self.problem = problem
        matrix = system.matrix
        isSeen = [Bool](repeating: false, count: problem.rows.count)
        peeling = EquationPeeling(matrix, variableCount: system.variables.count)
        total = SparseSum(count: system.variables.count)
        places = [Int32](repeating: 0, count: system.variables.count)
    }

    /// Checks a part. Returns the rows that its proof needs, ascending, or the reason why it is not proven.
    ///
    /// - Parameters:
    ///   - rows: the rows that may prove the part.
    ///   - variables: the part's variables.
    mutating func prove(
        _ rows: ArraySlice<Int32>, _ variables: ArraySlice<Int32>, by multipliers: [BlockMultiplier], _ signs: [Int8], _ isFixed: [Bool]
    ) -> Result<[Int32], Failure> {
        if let reason = whyVariablesStay(multipliers.sorted { $0.level < $1.level }, isFixed) { return .failure(Failure(reason: reason)) }
        let multipliers = multipliers.sorted { ($0.row, $0.level) < ($1.row, $1.level) }
        var matched = 0
        var needed: [Int32] = []
        var equations: [Int] = []
        var count = 0
        defer { for row in rows.prefix(count) { isSeen[Int(row)] = false } }
        for number in rows {
            let row = Int(number)
            guard problem.rows.indices.contains(row), !isSeen[row] else { return .failure(Failure(reason: "a row is unknown or listed twice")) }
            isSeen[row] = true
            count += 1
            let own = multipliers[multipliers.partitioningIndex { $0.row >= row }...].prefix { $0.row == row }
            matched += own.count
            switch zero(row, own, signs[row]) {
            case .failure(let failure): return .failure(failure)
            case .success(let isZero):
                if isZero { equations.append(row) }
                if isZero || !own.isEmpty { needed.append(number) }
            }
        }
        guard matched == multipliers.count else { return .failure(Failure(reason: "a multiplier belongs to a row outside its part")) }
        if let reason = whyOpen(variables, equations, isFixed) { return .failure(Failure(reason: reason)) }
        return .success(needed.sorted())
    }

    /// Returns why the combination of rows at some level contains a variable that is not fixed, or nil if none does.
    private mutating func whyVariablesStay(_ multipliers: [BlockMultiplier], _ isFixed: [Bool]) -> String? {
        var next = multipliers[...]
        while let level = next.first?.level {
            defer { total.reset() }
            while let multiplier = next.first, multiplier.level == level {
                next.removeFirst()
                guard problem.rows.indices.contains(multiplier.row), level >= -1 else { return "a multiplier names an unknown row or level" }
                for entry in matrix.range(of: multiplier.row) {
                    let variable = Int(matrix.columns[entry])
                    if !isFixed[variable] { total.add(multiplier.factor * matrix.coefficient(at: entry), at: variable) }
                }
            }
            if total.touched.contains(where: { !total[$0].isZero }) { return "the variables of a part do not cancel out" }
        }
        return nil
    }

    /// Returns whether the row is 0 in all optima. Fails if the row's reduced costs do not admit its sign at the point.
    private func zero(_ row: Int, _ multipliers: ArraySlice<BlockMultiplier>, _ sign: Int8) -> Result<Bool, Failure> {
        let (above, below): (Int, Int)
        switch problem.rows.role(of: row) {
        case .equal: return .success(true)
        case .atLeast:
            above = BlockProver.firstSign(multipliers, level: -1, cost: .zero, factor: -1)
            // An inequality has no such side.
            below = 1
        case .soft(let level, let isEquality):
            above = BlockProver.firstSign(multipliers, level: level, cost: isEquality ? .one : .zero, factor: -1)
            below = BlockProver.firstSign(multipliers, level: level, cost: .one, factor: 1)
        }
        // A positive side must have reduced costs of 0.
        if sign > 0 ? above != 0 || below < 0 : sign < 0 ? below != 0 || above < 0 : above < 0 || below < 0 {
            return .failure(Failure(reason: "the reduced costs of \(system.id(of: row)) have the wrong signs"))
        }
        return .success(sign == 0 && above > 0 && below > 0)
    }

    /// Returns the sign of the first nonzero reduced cost `cost + factor * multiplier`.
    ///
    /// - Parameters:
    ///   - multipliers: the multipliers of one row, by level.
    ///   - level: the level at which the row has its cost.
    private static func firstSign(_ multipliers: ArraySlice<BlockMultiplier>, level: Int, cost: Rational, factor: Rational) -> Int {
        var isCostMet = false
        var rest = multipliers
        while let next = rest.first?.level {
            if next >= level, !isCostMet {
                isCostMet = true
                if next > level, !cost.isZero { return cost.signum }
            }
            var sum = next == level ? cost : .zero
            while let multiplier = rest.first, multiplier.level == next {
                sum += factor * multiplier.factor
                rest.removeFirst()
            }
            if !sum.isZero { return sum.signum }
        }
        return isCostMet ? 0 : cost.signum
    }

    /// Returns why equations do not determine all variables of a part in terms of fixed ones, or nil if they do.
    private mutating func whyOpen(_ variables: ArraySlice<Int32>, _ equations: [Int], _ isFixed: [Bool]) -> String? {
        var last: Int32 = -1
        for variable in variables {
            guard variable > last, places.indices.contains(Int(variable)) else { return "variables are missing or not in ascending order" }
            last = variable
        }
        for (place, variable) in variables.enumerated() { places[Int(variable)] = Int32(truncatingIfNeeded: place + 1) }
        defer { for variable in variables { places[Int(variable)] = 0 } }
        // An equation with variables of other parts determines nothing of this one.
        let own = equations.filter { row in
            matrix.range(of: row).allSatisfy { isFixed[Int(matrix.columns[$0])] || places[Int(matrix.columns[$0])] > 0 }
        }
        let rest = peeling.peel(own, &places)
        let given = variables.count { places[Int($0)] == 0 }
        if given == variables.count { return nil }
        var elimination = SparseElimination(
            columnCount: variables.count,
            rows: rest.map { row in
                matrix.range(of: row).filter { places[Int(matrix.columns[$0])] > 0 }
                    .map { LinearTerm(Int(places[Int(matrix.columns[$0])]) - 1, matrix.coefficient(at: $0)) }
            })
        elimination.run()
        return given + elimination.pivots.count == variables.count ? nil : "the equations of a part do not determine all of its variables"
    }
}
