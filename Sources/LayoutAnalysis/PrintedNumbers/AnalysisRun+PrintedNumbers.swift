internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// A conflict of a console log counts only if it exists for all digits that the log rounded away (see Manual/inputs.md).

/// The conflicts of a console log that exist only because the log rounds numbers.
struct RoundedDigits {
    /// The layout as printed.
    let printed: LoweredSystem
    /// The rows of all such conflicts so far, ascending.
    var rows: [Int] = []
    /// The printed numbers whose digits matter, in words.
    var words: [String] = []
    /// The number of layouts with other digits that were analyzed.
    var rounds = 1
    /// The run's conflicts, proven with the printed numbers.
    var conflicts: [ProvenConflict] = []
}

extension AnalysisRun {
    private static let mostRounds = 16
    private static let restsOnDigits = "the log rounds numbers, and whether there are more conflicts depends on digits that it does not print"

    /// Returns the layout with other numbers of the same printed form, for which some found conflict does not exist. Returns nil
    /// if no conflict depends on digits that were rounded away, which is nearly always the case.
    ///
    /// If there is no layout without all of the conflicts that depend on digits, these conflicts are removed from the results.
    mutating func layoutOfOtherDigits() -> (document: LayoutDocument, digits: RoundedDigits)? {
        var layout: (LayoutDocument, RoundedDigits)?
        timed(\.conflicts) { run in
            var digits = run.roundedDigits ?? RoundedDigits(printed: run.system)
            do throws(Budget.Spent) {
                let budget = try run.openBudget(0.9)
                let resting = try digits.resting(run.conflictsFound, budget)
                guard !resting.isEmpty else { return try run.proveAsPrinted(budget) }
                digits.rows = Set(digits.rows + resting.flatMap(\.rows)).sorted()
                digits.rounds += 1
                if digits.rounds <= AnalysisRun.mostRounds, let found = try LooseRows(digits.rows, of: digits.printed).agreement(budget),
                    !found.isEmpty
                {
                    digits.words = found.words(in: digits.printed.document)
                    layout = (found.document(from: digits.printed.document), digits)
                    return
                }
                for conflict in resting {
                    let words = try LooseRows(conflict.rows, of: digits.printed).agreement(budget)?.words(in: digits.printed.document) ?? []
                    digits.words += words.filter { !digits.words.contains($0) }
                }
                run.roundedDigits = digits
                run.takeOut(resting)
                try run.proveAsPrinted(budget)
            } catch {
                run.takeOut(run.conflictsFound)
                run.leaveOpen("conflicts", AnalysisRun.spent)
            }
        }
        return layout
    }

    /// The listed conflicts, and those of the breaking.
    private var conflictsFound: [ProvenConflict] {
        let listed = Set(conflictResults.conflicts)
        return conflictResults.conflicts + (conflictResults.breaking?.steps.map(\.conflict) ?? []).filter { !listed.contains($0) }
    }

    /// Removes conflicts, and all decisions that depended on them.
    private mutating func takeOut(_ resting: [ProvenConflict]) {
        let resting = Set(resting)
        conflictResults.conflicts.removeAll(where: resting.contains)
        conflictResults.met = []
        conflictResults.repairs = []
        conflictResults.breaking = nil
        optimum = nil
        conflictResults.completeness = nil
        analysis.isConflicting = !conflictResults.conflicts.isEmpty
        analysis.conflictsComplete = false
        if !conflictResults.conflicts.isEmpty { leaveOpen("decisions", AnalysisRun.restsOnDigits) }
    }

    /// Proves the conflicts with the printed numbers if they were found with others.
    private mutating func proveAsPrinted(_ budget: Budget) throws(Budget.Spent) {
        guard let printed = roundedDigits?.printed else { return }
        var required = FeasibilityOracle(system: printed, budget: budget)
        var shown = conflictResults.conflicts
        for index in shown.indices {
            // With the printed numbers fewer rows may conflict because of their digits.
            guard case .conflict(let conflict) = try required.answer(shown[index].rows), conflict.rows == shown[index].rows else { continue }
            let minimal = try required.minimal(conflict)
            if minimal.own(in: printed) == shown[index].own(in: printed) { shown[index] = minimal }
        }
        roundedDigits?.conflicts = shown
    }
}

extension RoundedDigits {
    /// Returns the conflicts that do not exist for other numbers of the same printed form.
    func resting(_ conflicts: [ProvenConflict], _ budget: Budget) throws(Budget.Spent) -> [ProvenConflict] {
        var resting: [ProvenConflict] = []
        for conflict in conflicts where !isBeyondDigits(conflict) {
            if try LooseRows(conflict.rows, of: printed).agreement(budget) != nil { resting.append(conflict) }
        }
        return resting
    }

    /// Returns whether the conflict exists for all numbers of the same printed form because the sum of its proof is far enough
    /// below 0. This quick test suffices for most conflicts.
    private func isBeyondDigits(_ conflict: ProvenConflict) -> Bool {
        var (sum, weight) = (Rational.zero, Rational.zero)
        for (row, factor) in zip(conflict.rows, conflict.factors) {
            weight += factor.magnitude
            sum += factor * printed.rows[row].constant
            guard let number = printedNumber(of: row) else { return false }
            let alike = number.numbersPrintedAlike()
            sum += factor.magnitude * (alike.upperBound - alike.lowerBound)
        }
        return sum < -(Tolerance.violation * weight)
    }

    /// Returns the printed number of a row that has only a constant, or 0 if nothing is printed. Returns nil if the row also has
    /// a printed factor.
    private func printedNumber(of row: Int) -> Rational? {
        let document = printed.document
        switch printed.rows[row].kind {
        case .constraint(let index):
            let constraint = document.constraints[index]
            return constraint.second == nil || constraint.multiplier.isOne ? constraint.constant : nil
        case .implicit(.hugging(let view, let axis)), .implicit(.compressionResistance(let view, let axis)):
            return document.views[view].intrinsicContentSize[axis]
        case .implicit: return .zero
        }
    }
}

extension LooseRows.Agreement {
    var isEmpty: Bool { constraints.isEmpty && lengths.isEmpty }

    /// Returns the printed layout with these numbers.
    func document(from printed: LayoutDocument) -> LayoutDocument {
        var document = printed
        for (index, numbers) in constraints {
            document.constraints[index].multiplier = numbers.multiplier
            document.constraints[index].constant = numbers.constant
        }
        for (length, value) in lengths { document.views[length.view].intrinsicContentSize[length.axis] = value }
        return document
    }

    /// Returns descriptions of the missing digits of the printed numbers, in the order of the log.
    func words(in printed: LayoutDocument) -> [String] {
        var words: [String] = []
        for (index, numbers) in constraints.sorted(by: { $0.key < $1.key }) {
            let constraint = printed.constraints[index]
            for (value, other) in [(constraint.multiplier, numbers.multiplier), (constraint.constant, numbers.constant)] where value != other {
                words.append("the digits after \(value.printedText) in \(constraint.id)")
            }
        }
        if lengths.isEmpty { return words }
        let names = ViewNames(printed)
        for (length, _) in lengths {
            let side = length.axis == .horizontal ? "width" : "height"
            words.append("the digits after \(length.printed.printedText) in the content \(side) of \(names.name(of: length.view))")
        }
        return words
    }
}
