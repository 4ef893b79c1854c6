internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Finds the size that constraints need in place of one that contradicts them. A conflict is minimal, so its own sum may leave out
// constraints that need still more room.

extension AnalysisRun {
    /// The maximum number of sizes for which the needed one is searched.
    private static let mostNeededSizes = 4
    /// The maximum number of rows of a layout with such sizes. Real messages print a few dozen constraints.
    private static let mostRowsOfNeededSizes = 400

    /// Adds, for fixed sizes in conflicts, how much more or less the other required rows need.
    mutating func reportNeededSizes() {
        let (conflicts, system) = conflictsShown
        guard !conflicts.isEmpty, system.rows.count <= AnalysisRun.mostRowsOfNeededSizes else { return }
        let sizes = Set(conflicts.flatMap(\.rows)).sorted().filter { isSizeFromOutside($0, in: system) }
        do throws(Budget.Spent) {
            for row in sizes.prefix(AnalysisRun.mostNeededSizes) {
                if let needed = try neededSize(of: row, in: system, openBudget(0.92)) { analysis.neededSizes.append(needed) }
            }
        } catch {
            leaveOpen("neededSizes", AnalysisRun.spent)
        }
    }

    /// Returns whether a row is the size of one view that may have to hold others: the root's, a superview's, or one from a cell, a mask or
    /// an early pass. A log prints such sizes like any other.
    private func isSizeFromOutside(_ row: Int, in system: LoweredSystem) -> Bool {
        guard system.isEquality(row), system.terms(of: row).count == 1 else { return false }
        switch system.rows[row].kind {
        case .constraint(let index):
            let constraint = system.document.constraints[index]
            guard constraint.second == nil, constraint.unknownConstant == nil, constraint.first.attribute.kind == .size else { return false }
            if system.document.isFragment || constraint.isExternalSize { return true }
            return system.document.views.contains { $0.parent == constraint.first.item }
        case .implicit(.autoresizing(_, let dimension)): return dimension == .width || dimension == .height
        case .implicit(.rootSize): return true
        case .implicit: return false
        }
    }

    /// Returns the nearest size that the other connected rows allow, or nil if the row's own is allowed, if none is, or if it is not
    /// proven.
    private mutating func neededSize(of row: Int, in system: LoweredSystem, _ budget: Budget) throws(Budget.Spent) -> Analysis.NeededSize? {
        guard let term = system.terms(of: row).first, let size = (-system.rows[row].constant).divided(by: term.coefficient) else { return nil }
        let rows = system.rowsConnected(toVariable: term.variable, without: row)
        var search = FeasibleSizes.Search(of: term.variable, rows, system)
        let checker = Checker(system: system)
        for which in [FeasibleSizeEvidence.Which.least, .greatest] {
            guard let end = try search.end(which, budget) else { return nil }
            guard case .finite(let bound, let layout, let found) = end, (Rational(which.sign) * (bound - size)).isPositive else { continue }
            let combination = system.withoutOpposites(found)
            let proven = FeasibleSizeEvidence.End.finite(end: bound, witness: layout, combination: combination)
            if refused("neededSizes", checker.checkEnd(proven, which, of: term.variable, over: rows)) { return nil }
            func isOpen(_ row: Int) -> Bool { if case .implicit(.nonNegative) = system.rows[row].kind { true } else { false } }
            let parts = combination.terms.map(\.row).sorted()
            return Analysis.NeededSize(
                row: system.id(of: row), size: size, growth: bound - size, parts: parts.filter { !isOpen($0) }.map(system.id),
                open: parts.filter(isOpen).map(system.id),
                explanation: explanation(
                    of: combination, which, against: row, coefficient: term.coefficient, excess: (bound - size).magnitude, in: system))
        }
        return nil
    }

    /// Returns the sum that proves one end of a size's range as arithmetic that compares it with a size beyond that end.
    ///
    /// - Parameter coefficient: the size's coefficient in the row that fixes it.
    private func explanation(
        of proof: RowCombination, _ which: FeasibleSizeEvidence.Which, against row: Int, coefficient: Rational, excess: Rational,
        in system: LoweredSystem
    ) -> Conflict.Explanation {
        // The proof's rows add up to the size without its own row, which cancels it.
        let own = RowFactor(row, Rational(-which.sign) * coefficient.reciprocal)
        let conflict = ProvenConflict(proof.terms.map { RowFactor($0.row, -$0.factor) } + [own], sum: -excess)
        return ConflictSentence(system: system, conflict: conflict, names: ViewNames(system.document), subjectRow: row).explanation
    }
}

extension LoweredSystem {
    /// The expression of a row.
    private struct Expression: Hashable {
        var terms: [LinearTerm]
        var constant: Rational

        var negated: Expression { Expression(terms: terms.map { LinearTerm($0.variable, -$0.coefficient) }, constant: -constant) }
    }

    /// Returns the combination without what two inequalities that are an equality together add and take away again, such as both limits of
    /// a view that is as large as its content.
    fileprivate func withoutOpposites(_ combination: RowCombination) -> RowCombination {
        var terms = combination.terms
        var places: [Expression: Int] = [:]
        for (place, term) in terms.enumerated() where !isEquality(term.row) {
            let expression = Expression(terms: Array(self.terms(of: term.row)), constant: rows[term.row].constant)
            if let other = places[expression.negated] {
                let shared = min(term.factor.magnitude, terms[other].factor.magnitude) * (term.factor.isNegative ? -1 : 1)
                terms[place].factor -= shared
                terms[other].factor -= shared
            } else {
                places[expression] = place
            }
        }
        return RowCombination(terms.filter { !$0.factor.isZero })
    }

    /// Returns the required rows that are connected to a variable through shared variables, without one of them, ascending.
    fileprivate func rowsConnected(toVariable start: Int, without left: Int) -> [Int] {
        let required = rows.indices.filter { isRequired($0) && $0 != left }
        var sets = DisjointSets(count: variables.count)
        for row in required {
            guard let first = terms(of: row).first?.variable else { continue }
            for term in terms(of: row) { sets.join(first, term.variable) }
        }
        let connected = sets.root(start)
        return required.filter { row in terms(of: row).first.map { sets.root($0.variable) == connected } ?? false }
    }
}
