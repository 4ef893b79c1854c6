internal import ExactArithmetic
public import LayoutLowering

/// What a proof part by part leaves open of a layout: the variables that may have several values, and all rows that name one of them.
///
/// As long as the proofs of the section's levels use no row that names a variable of a part, they hold whatever values parts have; with the
/// parts' proofs and the rows that neither has, they make a proof of the whole. So in every optimum of the whole parts have their values,
/// and the optima are those of the section with these values as constants.
public struct OpenSection: Sendable {
    /// By the whole layout's numbers, ascending.
    public let variables: [Int32]
    public let rows: [Int]
    /// The rows about these variables alone, and their problem.
    public let system: LoweredSystem
    let problem: StagedProblem
    /// The whole layout's point.
    let point: [Rational]
    /// By own row: it names a variable that a part gives, or one that follows from these.
    public let isJoined: [Bool]

    /// nil where rows are relaxed.
    ///
    /// - Parameters:
    ///   - variables: ascending.
    ///   - isFixed: by variable of the whole: it has the same value in every layout.
    init?(of whole: LoweredSystem, _ wholeProblem: StagedProblem, variables: [Int32], at point: [Rational], isFixed: [Bool]) {
        var isOpen = [Bool](repeating: false, count: whole.variables.count)
        for variable in variables { isOpen[Int(variable)] = true }
        let matrix = whole.matrix
        rows = variables.isEmpty ? [] : whole.rows.indices.filter { matrix.range(of: $0).contains { isOpen[Int(matrix.columns[$0])] } }
        guard let problem = wholeProblem.section(rows: rows) else { return nil }
        self.problem = problem
        self.variables = variables
        self.point = point
        system = whole.section(rows: rows, variables: variables, at: point)
        isJoined = rows.map { row in
            matrix.range(of: row).contains { !isOpen[Int(matrix.columns[$0])] && !isFixed[Int(matrix.columns[$0])] }
        }
    }

    /// The section's number of a variable; nil where it has it not.
    func place(ofVariable variable: Int) -> Int? {
        Int32(exactly: variable).flatMap { variables.sortedPlace(of: $0) }
    }

    /// The section's number of a row; nil where it has it not.
    public func place(ofRow row: Int) -> Int? {
        rows.sortedPlace(of: row)
    }

    /// The section's part of a layout; nil where it differs elsewhere from the proven one.
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

    /// Why proofs of levels do not hold whatever values parts have.
    func whyJoined(_ levels: [DualProof]) -> String? {
        for level in levels {
            for term in level.combination.terms where isJoined.indices.contains(term.row) && isJoined[term.row] {
                return "\(system.id(of: term.row)) depends on variables that are proven by themselves"
            }
        }
        return nil
    }

    /// Whether the same can be said of another section: its rows say the same of the same variables, in the same order of priorities.
    func isSame(as other: OpenSection) -> Bool {
        let (own, others) = (system.matrix, other.system.matrix)
        guard variables == other.variables, rows.count == other.rows.count, own.starts == others.starts, own.columns == others.columns,
            point.count == other.point.count, variables.allSatisfy({ point[Int($0)] == other.point[Int($0)] })
        else { return false }
        func isSame(_ one: PackedRational, _ another: PackedRational) -> Bool { own.isSame(one, as: another, of: others) }
        return zip(own.constants, others.constants).allSatisfy(isSame) && zip(own.coefficients, others.coefficients).allSatisfy(isSame)
            && rows.indices.allSatisfy { problem.kind(of: $0) == other.problem.kind(of: $0) }
    }

    // MARK: - Evidence

    /// The levels' proofs where no row is left.
    var levelsOfNothing: [DualProof] {
        problem.levels.indices.map { DualProof(objective: .level($0), bound: .zero, combination: RowCombination([])) }
    }

    /// Evidence for the whole, as it is for the section: without rows that it has not. What it proves is checked, and not assumed.
    func part(of evidence: OptimumEvidence) -> OptimumEvidence {
        OptimumEvidence(
            point: variables.map { point[Int($0)] },
            levels: evidence.levels.map { level in
                var own = part(of: level)
                // Rows that are left out have violations, too.
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
    /// A row's relation, and its priority where it is soft: what of its role is the same where there are more levels.
    fileprivate func kind(of row: Int) -> (isEquality: Bool, priority: Rational?) {
        switch rows.role(of: row) {
        case .equal: (true, nil)
        case .atLeast: (false, nil)
        case .soft(let level, let isEquality): (isEquality, levels[level])
        }
    }
}
