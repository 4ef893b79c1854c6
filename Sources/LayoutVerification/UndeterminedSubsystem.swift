internal import ExactArithmetic
public import LayoutLowering

/// The subsystem of a layout that a blockwise proof does not cover: the variables that may have several values at an optimum, and
/// all rows that contain one of them (see `BlockwiseCertificate`).
///
/// If the certificates of the subsystem's levels use no row that contains a variable of a part, they are valid for any values of
/// the parts. Together with the certificates of the parts and the remaining rows, they prove the whole. So in every optimum of
/// the whole, the parts have their values, and the optima are those of the subsystem with these values as constants.
public struct UndeterminedSubsystem: Sendable {
    /// The variables and rows in the whole layout's numbering, ascending.
    public let variables: [Int32]
    public let rows: [Int]
    /// The rows restricted to these variables, and their problem.
    public let system: LoweredSystem
    let problem: StagedProblem
    /// The point of the whole layout.
    let point: [Rational]
    /// For each row of the subsystem, whether it also contains a variable that parts determine.
    public let isJoined: [Bool]

    /// Returns nil if the problem is relaxed.
    ///
    /// - Parameters:
    ///   - variables: ascending.
    ///   - isFixed: for each variable of the whole, whether it has the same value in every layout.
    init?(of whole: LoweredSystem, _ wholeProblem: StagedProblem, variables: [Int32], at point: [Rational], isFixed: [Bool]) {
        var isOpen = [Bool](repeating: false, count: whole.variables.count)
        for variable in variables { isOpen[Int(variable)] = true }
        let matrix = whole.matrix
        rows = variables.isEmpty ? [] : whole.rows.indices.filter { matrix.range(of: $0).contains { isOpen[Int(matrix.columns[$0])] } }
        guard let problem = wholeProblem.subproblem(rows: rows) else { return nil }
        self.problem = problem
        self.variables = variables
        self.point = point
        system = whole.subsystem(rows: rows, variables: variables, at: point)
        isJoined = rows.map { row in
            matrix.range(of: row).contains { !isOpen[Int(matrix.columns[$0])] && !isFixed[Int(matrix.columns[$0])] }
        }
    }

    /// Returns the variable's index within the subsystem, or nil if it is outside.
    func place(ofVariable variable: Int) -> Int? {
        Int32(exactly: variable).flatMap { variables.sortedPlace(of: $0) }
    }

    /// Returns the row's index within the subsystem, or nil if it is outside.
    public func place(ofRow row: Int) -> Int? {
        rows.sortedPlace(of: row)
    }

    /// Returns the values of the subsystem's variables in a layout, or nil if the layout differs from the proven one in other
    /// variables.
    func part(of layout: [Rational]) -> [Rational]? {
        guard layout.count == point.count else { return nil }
        var next = variables[...]
        for variable in layout.indices {
            if let open = next.first, Int(open) == variable {
                next.removeFirst()
            } else if layout[variable] != point[variable] {
                return nil
            }
        }
        return variables.map { layout[Int($0)] }
    }

    /// Returns why certificates of levels depend on values of variables that parts determine, or nil if they do not.
    func whyJoined(_ levels: [DualProof]) -> String? {
        for level in levels {
            for term in level.combination.terms where isJoined.indices.contains(term.row) && isJoined[term.row] {
                return "\(system.id(of: term.row)) depends on variables that are proven separately"
            }
        }
        return nil
    }

    // MARK: - Evidence

    /// The levels' certificates of a subsystem without rows: every total is 0.
    var levelsOfNothing: [DualProof] {
        problem.levels.indices.map { DualProof(objective: .level($0), bound: .zero, combination: RowCombination([])) }
    }

    /// Restricts evidence about the whole layout to the subsystem. Rows outside it are dropped from combinations; whether the
    /// result is still a proof is checked afterwards.
    func part(of evidence: OptimumEvidence) -> OptimumEvidence {
        OptimumEvidence(
            point: variables.map { point[Int($0)] },
            levels: evidence.levels.map { level in
                var own = part(of: level)
                // Rows outside the subsystem have violations, too.
                own.bound = own.combination.terms.reduce(Rational.zero) { $0 + $1.factor * system.matrix.constant(of: $1.row) }
                return own
            },
            zeroSides: evidence.zeroSides.map(part),
            ranges: evidence.ranges.map {
                RangeEvidence(variable: place(ofVariable: $0.variable) ?? -1, least: part(of: $0.least), greatest: part(of: $0.greatest))
            },
            followers: evidence.followers.map {
                FollowerEvidence(variable: place(ofVariable: $0.variable) ?? -1, leader: place(ofVariable: $0.leader) ?? -1, factor: $0.factor)
            },
            witnesses: evidence.witnesses.map { part(of: $0) ?? [] })
    }

    private func part(of proof: DualProof) -> DualProof {
        let objective: Objective =
            switch proof.objective {
            case .level: proof.objective
            case .variable(let variable, let sign): .variable(place(ofVariable: variable) ?? -1, sign: sign)
            case .negatedSide(let side): .negatedSide(RowSide(place(ofRow: side.row) ?? -1, side.side))
            }
        let terms = proof.combination.terms.compactMap { term in place(ofRow: term.row).map { RowCombination.Term($0, term.factor) } }
        return DualProof(objective: objective, bound: proof.bound, combination: RowCombination(terms))
    }

    private func part(of end: RangeEnd) -> RangeEnd {
        func part(_ changes: [VariableChange]) -> [VariableChange] {
            changes.map { VariableChange(place(ofVariable: $0.variable) ?? -1, $0.change) }
        }
        return switch end {
        case .finite(let changes, let proof): .finite(changes: part(changes), proof: self.part(of: proof))
        case .unbounded(let changes, let ray): .unbounded(changes: part(changes), ray: part(ray))
        }
    }
}

extension StagedProblem {
    /// Returns a row's relation, and its priority if it is soft: the part of its role that is independent of the number of
    /// levels.
    fileprivate func kind(of row: Int) -> (isEquality: Bool, priority: Rational?) {
        switch rows.role(of: row) {
        case .equal: (true, nil)
        case .atLeast: (false, nil)
        case .soft(let level, let isEquality): (isEquality, levels[level])
        }
    }
}
