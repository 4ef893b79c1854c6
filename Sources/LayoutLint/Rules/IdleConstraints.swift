internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex
internal import StandardAdditions

/// Finds constraints without effect: other constraints imply them, or determine their violation, at every size of the root.
///
/// Equations are decided by elimination, and inequalities by linear programs. Each proof is verified before it is reported.
struct IdleConstraints {
    private let document: LayoutDocument
    private let names: ViewNames
    private let system: LoweredSystem
    private let checker: Checker
    private let rules: Set<Rule>
    private let work: LintWork
    /// The required rows, except those that give the root its size.
    private let required: [Int]
    /// The required rows of each variable.
    private var holders: [[Int]]

    /// The work limit of the linear programs of one layout, independent of the machine's speed.
    private static let mostChecks = 20_000
    /// The work limit for finding rows that inequalities force.
    private static let mostForcedChecks = 2000
    /// The number of rows around an inequality that its proof may use. If only farther rows imply it, that is not found.
    private static let mostNear = 400

    init(_ document: LayoutDocument, rules: Set<Rule>, _ work: LintWork) {
        self.document = document
        self.work = work
        names = ViewNames(document)
        self.rules = rules
        let system = LoweredSystem(lowering: document)
        self.system = system
        checker = Checker(system: system)
        required = system.rows.indices.filter { row in
            if case .implicit(.rootSize) = system.rows[row].kind { return false }
            return system.isRequired(row)
        }
        holders = [[Int]](repeating: [], count: system.variables.count)
        for row in required {
            for term in system.terms(of: row) { holders[term.variable].append(row) }
        }
    }

    /// Returns the findings in the order of the document. If a limit of the work was reached, a note reports that.
    func findings() -> [LintFinding] {
        var found: [LintFinding] = []
        var isSpent = false
        var echelon = RowEchelon(system)
        do throws(RowEchelon.Spent) { found += try equations(&echelon) } catch { isSpent = true }
        do throws(RowEchelon.Spent) { found += try decidedByEquations(&echelon) } catch { isSpent = true }
        do throws(Budget.Spent) { found += try inequalities() } catch { isSpent = true }
        let told = Set(found.lazy.filter { $0.rule == .deadPriority }.compactMap(\.constraint))
        // Without a note, since implications from farther rows are not found either.
        found += (try? forced(besides: told)) ?? []
        found.sort { ($0.constraint ?? 0, $0.rule.rawValue) < ($1.constraint ?? 0, $1.rule.rawValue) }
        if isSpent, !work.isSpent {
            found.append(
                LintFinding(
                    .unproven, "not proven: whether constraints are redundant or implied (there are too many to check)", subject: ["idle constraints"]
                ))
        }
        return found
    }

    // MARK: Equations

    private func equations(_ echelon: inout RowEchelon) throws(RowEchelon.Spent) -> [LintFinding] {
        var found: [LintFinding] = []
        for row in required where system.isEquality(row) {
            guard work.mayContinue() else { throw RowEchelon.Spent() }
            let rest = try echelon.reduce(row)
            if !rest.terms.isEmpty {
                echelon.add(rest, of: row)
            } else if rest.constant.isZero, rules.contains(.redundantConstraint), let evidence = evidence(row, rest) {
                found += finding(.redundantConstraint, evidence)
            }
        }
        return found
    }

    /// Finds optional rows that the required equations determine.
    private func decidedByEquations(_ echelon: inout RowEchelon) throws(RowEchelon.Spent) -> [LintFinding] {
        var found: [LintFinding] = []
        guard rules.contains(.deadPriority) else { return found }
        // An inequality that is always violated still pulls the layout, unless equations determine its violation.
        for row in system.rows.indices where isOptional(row) {
            guard work.mayContinue() else { throw RowEchelon.Spent() }
            let rest = try echelon.reduce(row)
            guard rest.terms.isEmpty, system.isEquality(row) || rest.constant.isNegative else { continue }
            if let evidence = evidence(row, rest) { found += finding(.deadPriority, evidence) }
        }
        return found
    }

    private func evidence(_ row: Int, _ rest: RowEchelon.Remainder) -> ImpliedEvidence? {
        // The row plus the combination of the others is the constant.
        let members = rest.factors.sorted { $0.key < $1.key }
        return ImpliedEvidence(row: row, members: members.map(\.key), factors: members.map { -$0.value }, rest: rest.constant)
    }

    // MARK: Inequalities

    private func budget(_ mostChecks: Int) -> Budget {
        var asked = 0
        return Budget {
            asked += 1
            return asked > mostChecks || !work.mayContinue(LintWork.interval)
        }
    }

    private func inequalities() throws(Budget.Spent) -> [LintFinding] {
        let budget = budget(IdleConstraints.mostChecks)
        var found: [LintFinding] = []
        for row in system.rows.indices where !system.isEquality(row) {
            guard work.mayContinue() else { throw Budget.Spent() }
            let isRequired = system.isRequired(row)
            guard isRequired ? isOwn(row) && rules.contains(.impliedConstraint) : isOptional(row) && rules.contains(.deadPriority) else { continue }
            let rule: Rule = isRequired ? .impliedConstraint : .deadPriority
            if let evidence = try proof(thatAlways: row, budget) { found += finding(rule, evidence) }
        }
        return found
    }

    /// Returns a proof that the other required rows imply the row, or nil if they do not.
    private func proof(thatAlways row: Int, _ budget: Budget) throws(Budget.Spent) -> ImpliedEvidence? {
        let others = near(row)
        var rows = others.map { other in
            LinearProgram.Row(expression(of: other, sign: 1, offset: .zero), system.isEquality(other) ? .equal : .atLeast)
        }
        // Adds that the row is violated by the tolerance. The system is then infeasible if the row is implied.
        rows.append(LinearProgram.Row(expression(of: row, sign: -1, offset: -Tolerance.violation), .atLeast))
        let program = LinearProgram(variableCount: system.variables.count, rows: rows)
        guard case .infeasible(let factors, let sum) = try Solver(budget: budget).findPoint(program),
            let own = factors.first(where: { $0.row == others.count })?.factor, own.isPositive
        else { return nil }
        // sum of f * other - own * (e + tolerance) == sum
        let scale = own.reciprocal
        let members = factors.filter { $0.row < others.count && !$0.factor.isZero }.map { (row: others[$0.row], factor: $0.factor * scale) }
            .sorted { $0.row < $1.row }
        return ImpliedEvidence(row: row, members: members.map(\.row), factors: members.map(\.factor), rest: -(sum * scale + Tolerance.violation))
    }

    /// Finds optional rows whose value required inequalities determine, as `width <= 20` and `width >= 20` do.
    private func forced(besides told: Set<Int>) throws(Budget.Spent) -> [LintFinding] {
        guard rules.contains(.deadPriority) else { return [] }
        let open = system.rows.indices.filter { row in
            guard isOptional(row), case .constraint(let index) = system.rows[row].kind else { return false }
            return !told.contains(index)
        }
        if open.isEmpty { return [] }
        let rows = required.map { row in
            LinearProgram.Row(expression(of: row, sign: 1, offset: .zero), system.isEquality(row) ? .equal : .atLeast)
        }
        let program = LinearProgram(variableCount: system.variables.count, rows: rows)
        let budget = budget(IdleConstraints.mostForcedChecks)
        guard case .optimal(var solution) = try Solver(budget: budget).solve(program) else { return [] }
        var found: [LintFinding] = []
        for row in open {
            let ends = try solution.range(of: expression(of: row, sign: 1, offset: .zero))
            guard case .finite(let least, _, let below) = ends.least, case .finite(let greatest, _, let above) = ends.greatest, least == greatest
            else { continue }
            // A bound's proof: the row (or its negation) plus the combination of the others is a constant.
            func evidence(_ proof: BoundProof, sign: Rational) -> ImpliedEvidence {
                let members = proof.factors.filter { !$0.factor.isZero }.map { (row: required[$0.row], factor: -sign * $0.factor) }
                    .sorted { $0.row < $1.row }
                return ImpliedEvidence(row: row, members: members.map(\.row), factors: members.map(\.factor), rest: least)
            }
            found += finding(.deadPriority, evidence(below, sign: 1), evidence(above, sign: -1))
        }
        return found
    }

    /// Returns the nearest required rows that share variables with a row, directly or through others, by breadth-first search.
    private func near(_ row: Int) -> [Int] {
        var found: Set<Int> = [row]
        var rows = [row]
        var variables: Set<Int> = []
        var next = 0
        while next < rows.count, rows.count <= IdleConstraints.mostNear {
            for term in system.terms(of: rows[next]) where variables.insert(term.variable).inserted {
                for other in holders[term.variable] where found.insert(other).inserted { rows.append(other) }
            }
            next += 1
        }
        return rows.dropFirst().prefix(IdleConstraints.mostNear).sorted()
    }

    private func expression(of row: Int, sign: Rational, offset: Rational) -> SparseRow {
        SparseRow(
            constant: sign * system.rows[row].constant + offset,
            sorted: system.terms(of: row).map { SparseRow.Entry($0.variable, sign * $0.coefficient) })
    }

    // MARK: Findings

    /// Returns whether a developer wrote the constraint.
    private func isOwn(_ row: Int) -> Bool {
        guard case .constraint(let index) = system.rows[row].kind else { return false }
        return document.constraints[index].origin == .user
    }

    private func isOptional(_ row: Int) -> Bool { !system.isRequired(row) && isOwn(row) }

    /// Returns the finding, or none if the proof fails verification.
    ///
    /// - Parameter above: the upper bound's proof, if `evidence` proves only the lower bound.
    private func finding(_ rule: Rule, _ evidence: ImpliedEvidence, _ above: ImpliedEvidence? = nil) -> [LintFinding] {
        guard isOwn(evidence.row), case .constraint(let index) = system.rows[evidence.row].kind else { return [] }
        let holds: Bool
        if let above {
            guard checker.checkForced(least: evidence, greatest: above).isEmpty else { return [] }
            holds = evidence.rest.isZero || evidence.rest.isPositive && !system.isEquality(evidence.row)
        } else {
            holds = checker.checkImplied(evidence).isEmpty
            guard holds || rule == .deadPriority && checker.checkAlwaysMissed(evidence).isEmpty else { return [] }
        }
        let constraint = document.constraints[index]
        let rows = Set(evidence.members + (above?.members ?? [])).sorted()
        let equation = document.equation(of: constraint)
        let parts = zip(evidence.members, evidence.factors).map { LintFinding.Part(row: system.id(of: $0), factor: $1) }
        let others = zip(above?.members ?? [], above?.factors ?? []).map { LintFinding.Part(row: system.id(of: $0), factor: $1) }
        return [
            LintFinding(
                rule, constraint: index,
                "\(words(rule, constraint.id, rows.map(shown), holds: holds)): \(document.equation(of: constraint, by: names))",
                remedies: ["remove \(constraint.id)"], parts: parts + others, subject: [equation])
        ]
    }

    /// Returns a row's text for a message: the id of a constraint, or an implicit row as an equation.
    private func shown(_ row: Int) -> String {
        system.rows[row].kind.implicit.map { document.equation(of: $0, by: names) } ?? system.id(of: row)
    }

    /// Returns the message, with the rows that imply the constraint.
    private func words(_ rule: Rule, _ id: String, _ rows: [String], holds: Bool) -> String {
        let listed = rows.listed(atMost: 4)
        // A row whose variables cancel is implied by no others.
        let isAlone = rows.isEmpty
        switch rule {
        case .redundantConstraint:
            return isAlone
                ? "\(id) has no effect: it holds in every layout" : "\(id) is redundant: \(listed) already determine\(rows.count == 1 ? "s" : "") it"
        case .impliedConstraint: return isAlone ? "\(id) has no effect: it holds in every layout" : "\(id) is redundant: it follows from \(listed)"
        default:
            let whole =
                holds
                ? isAlone ? "it holds in every layout" : "it follows from \(listed)"
                : isAlone
                    ? "it is off by the same amount in every layout" : "it contradicts \(listed) and is always off by the same amount"
            return "the priority of \(id) has no effect: \(whole)"
        }
    }
}
