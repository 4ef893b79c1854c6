public import ExactArithmetic
public import LayoutLowering

/// A check, part by part, that a point is an optimum, and the only one except in a subsystem; see `BlockwiseCertificate`.
public struct BlockwiseCheck: Sendable {
    let system: LoweredSystem
    let problem: StagedProblem
    let point: [Rational]
    private(set) var signs: [Int8] = []
    private(set) var isFixed: [Bool]
    private let order: BlockOrder
    /// The rows of each proof of a part.
    private var proven = IndexLists()
    /// For each part, the index of its proof in `proven`, or -1.
    private var proofs: [Int32]
    /// For each variable, whether it is proven to be constant on the set of optima.
    private var isGiven: [Bool]
    /// For each row, whether it belongs to a proven part.
    private var isTaken: [Bool]
    private var prover: BlockProver
    /// The parts without a reusable proof, for which `prove` needs multipliers.
    public private(set) var openParts: [Int] = []
    /// The reason why the optimum is not proven; nil if no check has failed so far.
    public private(set) var reason: String?

    /// - Parameters:
    ///   - problem: the system's problem; nil for the one in which no required row is broken.
    ///   - order: the claimed order of variables. For each part it has all rows that may prove it.
    ///   - known: an earlier proof, and the system's `rowMapping` since.
    public init(
        _ system: LoweredSystem, _ problem: StagedProblem? = nil, at point: [Rational], _ order: BlockOrder,
        known: (optimum: BlockwiseCertificate, mapping: RowMapping)?
    ) {
        self.system = system
        self.point = point
        self.order = order
        let problem = problem ?? StagedProblem(system: system, broken: [], isRelaxed: false)
        self.problem = problem
        isFixed = system.variables.indices.map(system.isFixedAtZero)
        isGiven = []
        isTaken = [Bool](repeating: false, count: system.rows.count)
        proofs = [Int32](repeating: -1, count: order.variables.count)
        prover = BlockProver(system, problem)
        reason = problem.rows.areSources ? Checker(system: system).whyNoLayout(point) : "the problem has relaxed rows"
        if order.rows.count != order.variables.count { reason = "the lists of the parts' rows and of their variables differ in length" }
        if reason != nil { return }
        noteSigns(known)
        reason = whyRequiredFail() ?? whyNotFixed()
        if reason != nil { return }
        isGiven = isFixed
        takeKnown(known)
    }

    // MARK: - Signs

    private mutating func noteSigns(_ known: (optimum: BlockwiseCertificate, mapping: RowMapping)?) {
        let (system, point, matrix) = (self.system, self.point, self.system.matrix)
        func sign(_ row: Int) -> Int8 { Int8(truncatingIfNeeded: matrix.value(of: row, at: point).signum) }
        guard let known else {
            signs = system.rows.indices.map(sign)
            return
        }
        let (old, former) = (known.optimum, known.optimum.system.matrix)
        let isMoved = point.indices.map { $0 >= old.point.count || point[$0] != old.point[$0] }
        let unknown: Int8 = 2
        signs = [Int8](repeating: unknown, count: system.rows.count)
        for (row, new) in known.mapping.pairs {
            if !former.isSame(former.constants[row], as: matrix.constants[new], of: matrix) { continue }
            if matrix.range(of: new).contains(where: { isMoved[Int(matrix.columns[$0])] }) { continue }
            signs[new] = old.signs[row]
        }
        for row in signs.indices where signs[row] == unknown { signs[row] = sign(row) }
    }

    private func whyRequiredFail() -> String? {
        for row in signs.indices where signs[row] != 0 && system.isRequired(row) {
            if problem.rows.isHard(row), system.isEquality(row) || signs[row] < 0 { return "\(system.id(of: row)) is not satisfied" }
        }
        return nil
    }

    // MARK: - Variables determined by others

    private mutating func whyNotFixed() -> String? {
        for assignment in order.fixed {
            if let reason = whyNotGiven(assignment, isFixed) { return reason }
            isFixed[Int(assignment.variable)] = true
        }
        return nil
    }

    /// Returns why a row does not determine a variable in terms of variables that are determined, or nil if it does.
    private func whyNotGiven(_ assignment: BlockOrder.Assignment, _ isGiven: [Bool]) -> String? {
        let (row, variable) = (Int(assignment.row), Int(assignment.variable))
        guard system.rows.indices.contains(row), isGiven.indices.contains(variable), !isGiven[variable] else {
            return "the row or the variable is unknown, or the variable is already determined"
        }
        guard problem.rows.role(of: row) == .equal else { return "\(system.id(of: row)) is not a required equality" }
        var isHeld = false
        for entry in system.matrix.range(of: row) {
            let column = Int(system.matrix.columns[entry])
            if column == variable {
                isHeld = true
            } else if !isGiven[column] {
                return "\(system.id(of: row)) has another variable that is not determined yet"
            }
        }
        return isHeld ? nil : "\(system.id(of: row)) does not contain the variable"
    }

    // MARK: - Parts

    /// Reuses the proofs of parts whose rows are unchanged.
    private mutating func takeKnown(_ known: (optimum: BlockwiseCertificate, mapping: RowMapping)?) {
        guard let known else {
            openParts = Array(order.variables.indices)
            return
        }
        let former = known.optimum.order
        // By the first variable of a former part: 1 plus the part.
        var places = [Int32](repeating: 0, count: max(system.variables.count, known.optimum.system.variables.count))
        for part in former.variables.indices {
            if let first = former.variables[part].first { places[Int(first)] = Int32(truncatingIfNeeded: part + 1) }
        }
        var rows: [Int32] = []
        for part in order.variables.indices {
            let variables = order.variables[part]
            rows.removeAll(keepingCapacity: true)
            if let first = variables.first, places.indices.contains(Int(first)), places[Int(first)] > 0,
                isReusable(Int(places[Int(first)]) - 1, variables, known.optimum, known.mapping, &rows), !hasOpenViolation(part, but: rows),
                take(rows, variables)
            {
                note(rows, prove: part)
            } else {
                openParts.append(part)
            }
        }
    }

    /// Returns whether a part has a violated soft row that is not in its reused proof, although it contains a variable that is
    /// not fixed.
    private func hasOpenViolation(_ part: Int, but known: [Int32]) -> Bool {
        order.rows[part].contains { number in
            let row = Int(number)
            return signs.indices.contains(row) && signs[row] != 0 && (signs[row] < 0 || system.isEquality(row)) && !problem.rows.isHard(row)
                && known.sortedPlace(of: number) == nil
                && !system.matrix.range(of: row).allSatisfy { isFixed[Int(system.matrix.columns[$0])] }
        }
    }

    private mutating func note(_ rows: [Int32], prove part: Int) {
        proofs[part] = Int32(truncatingIfNeeded: proven.count)
        proven.append(rows[...])
    }

    /// Returns whether a former part has these variables and a proof that is still valid: all of its rows exist with the same
    /// sign and kind, and its fixed variables are still fixed.
    ///
    /// - Parameter rows: receives the rows of the proof, in the present numbering.
    private func isReusable(
        _ former: Int, _ variables: ArraySlice<Int32>, _ known: BlockwiseCertificate, _ mapping: RowMapping, _ rows: inout [Int32]
    ) -> Bool {
        let order = known.order
        guard order.variables[former] == variables else { return false }
        for place in order.rows.range(of: former) {
            let row = Int(order.rows.numbers[place])
            guard let new = mapping[row], signs[new] == known.signs[row], problem.rows.isHard(new) == known.problem.rows.isHard(row) else {
                return false
            }
            for entry in system.matrix.range(of: new) {
                let column = Int(system.matrix.columns[entry])
                if known.isFixed[column] && !isFixed[column] { return false }
            }
            rows.append(Int32(truncatingIfNeeded: new))
        }
        return true
    }

    /// Records that rows prove the variables of a part. Returns false, with nothing recorded, if a row already proves another
    /// part, or a variable is unknown or already proven.
    private mutating func take(_ rows: [Int32], _ variables: ArraySlice<Int32>) -> Bool {
        guard rows.allSatisfy({ !isTaken[Int($0)] }), variables.allSatisfy({ isGiven.indices.contains(Int($0)) && !isGiven[Int($0)] })
        else { return false }
        for row in rows { isTaken[Int(row)] = true }
        for variable in variables { isGiven[Int(variable)] = true }
        return true
    }

    /// Checks the proof of an open part; a failure sets `reason`.
    public mutating func prove(part: Int, by multipliers: [BlockMultiplier]) {
        guard reason == nil, proofs.indices.contains(part), proofs[part] < 0 else { return }
        let variables = order.variables[part]
        switch prover.prove(order.rows[part], variables, by: multipliers, signs, isFixed) {
        case .failure(let failure): reason = failure.reason
        case .success(let rows):
            guard take(rows, variables) else {
                reason = "two parts share a row or variable"
                return
            }
            note(rows, prove: part)
        }
    }

    /// Returns the order in which each part has only the rows that its proof needs, or nil if a part is not proven.
    private func provenOrder() -> BlockOrder? {
        var rows = IndexLists()
        for proof in proofs {
            if proof < 0 { return nil }
            rows.append(proven[Int(proof)])
        }
        return BlockOrder(fixed: order.fixed, rows: rows, variables: order.variables, following: order.following, open: order.open)
    }

    /// Returns the proven optimum, with the subsystem that remains to be proven if there is one. Returns nil if it is not proven;
    /// see `reason`.
    public mutating func finish() -> BlockwiseCertificate? {
        if reason == nil { reason = whyNotAllGiven() }
        if reason != nil { return nil }
        guard let order = provenOrder() else {
            reason = "there is a part without a proof"
            return nil
        }
        var subsystem: UndeterminedSubsystem?
        if !order.open.isEmpty {
            subsystem = UndeterminedSubsystem(of: system, problem, variables: order.open, at: point, isFixed: isFixed)
            if subsystem == nil { reason = "the problem has relaxed rows" }
            // A row in both proofs would count twice.
            if let row = subsystem?.rows.first(where: { isTaken[$0] }) {
                reason = "\(system.id(of: row)) is used in a part and in the undetermined subsystem"
            }
        }
        if reason == nil { reason = whySoftFail(but: subsystem) }
        if reason != nil { return nil }
        return BlockwiseCertificate(
            system: system, point: point, signs: signs, isFixed: isFixed, order: order, problem: problem, subsystem: subsystem)
    }

    /// Returns the reason if a soft row outside the parts and the subsystem could be violated less, or nil.
    private func whySoftFail(but subsystem: UndeterminedSubsystem?) -> String? {
        var open = subsystem?.rows[...] ?? []
        for row in signs.indices where signs[row] != 0 && !isTaken[row] && !problem.rows.isHard(row) {
            if signs[row] > 0 && !system.isEquality(row) { continue }
            while let first = open.first, first < row { open.removeFirst() }
            if open.first == row { continue }
            if !system.matrix.range(of: row).allSatisfy({ isFixed[Int(system.matrix.columns[$0])] }) {
                return "it is not proven that \(system.id(of: row)) cannot be violated less"
            }
        }
        return nil
    }

    private mutating func whyNotAllGiven() -> String? {
        for assignment in order.following {
            if let reason = whyNotGiven(assignment, isGiven) { return reason }
            isGiven[Int(assignment.variable)] = true
        }
        var next = order.open[...]
        for variable in isGiven.indices {
            if let open = next.first, Int(open) == variable {
                next.removeFirst()
                if isGiven[variable] { return "a variable is listed as undetermined, but rows determine it" }
            } else if !isGiven[variable] {
                return "a variable could have another value"
            }
        }
        return next.isEmpty ? nil : "undetermined variables are unknown or not in ascending order"
    }
}
