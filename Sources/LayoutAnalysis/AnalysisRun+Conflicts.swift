internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Finds conflicts, breaking decisions and repairs.

extension AnalysisRun {
    /// Finds all conflicts, the broken rows and the resulting layout if the required rows are infeasible.
    mutating func findConflicts() {
        guard optimum == nil else { return }
        timed(\.conflicts) { run in
            if run.reuseConflicts() { return run.listConflicts() }
            // Usually the same rows break as before, and then this is the resulting layout.
            let likely = run.layoutBroken(as: run.known?.brokenLeft ?? [])
            // Each phase continues from the last layout of the previous one.
            var required = FeasibilityOracle(system: run.system, budget: run.budget(0.5))
            do throws(Budget.Spent) {
                let known = run.allConflicts(from: run.known?.conflicts ?? [], at: likely?.optimum.point)
                var enumerator = known ?? ConflictEnumerator(required: required, limit: run.mostConflicts)
                defer {
                    run.conflictResults.conflicts = enumerator.conflicts.sorted { $0.rows.lexicographicallyPrecedes($1.rows) }
                    run.analysis.conflictsComplete = enumerator.isComplete
                    run.conflictResults.completeness = enumerator.completeness
                    run.conflictResults.witnesses = enumerator.required.witnesses
                    required = enumerator.required
                }
                enumerator.required.budget = required.budget
                try enumerator.required.budget.check()
                if known == nil { try enumerator.run() }
            } catch {
                run.leaveOpen("conflicts", AnalysisRun.spent)
            }
            run.analysis.isConflicting = !run.conflictResults.conflicts.isEmpty
            run.conflictResults.met = run.conflictResults.conflicts
            do throws(Budget.Spent) {
                if run.analysis.isConflicting {
                    required.budget = try run.openBudget(0.7)
                    var finder = RepairFinder(required: required, conflicts: run.conflictResults.conflicts, limit: 16)
                    run.conflictResults.repairs = try finder.repairs()
                    run.conflictResults.met = finder.conflicts
                }
            } catch {
                run.leaveOpen("repairs", AnalysisRun.spent)
            }
            do throws(Budget.Spent) {
                // The policy uses the first repair and decides nothing without it.
                if run.options.policy == .fewest, run.conflictResults.repairs.isEmpty, run.isOpen("conflicts", "repairs") { throw Budget.Spent() }
                required.budget = try run.openBudget(0.85)
                run.conflictResults.dropped = try run.fewest(&required)
                let breaking = try Breaking(required: required, policy: run.rule, known: run.conflictResults.met)
                run.conflictResults.breaking = breaking
                if run.conflictResults.conflicts.isEmpty, !breaking.steps.isEmpty {
                    // The search for all conflicts found none in its time, but the breaking found some.
                    run.conflictResults.conflicts = Array(Set(breaking.steps.map(\.conflict))).sorted { $0.rows.lexicographicallyPrecedes($1.rows) }
                    run.analysis.isConflicting = true
                    run.leaveOpen("repairs", AnalysisRun.spent)
                }
                if breaking.deadEnd != nil {
                    run.leaveOpen("decisions", "a conflict has no member that can be broken")
                } else if let likely, breaking.isExact, Set(breaking.broken.map(\.row)) == likely.broken {
                    run.optimumEnd.part = 0.9
                    run.optimum = likely.optimum
                } else {
                    run.optimum = try Optimum(
                        system: run.system, broken: Set(breaking.broken.map(\.row)), isRelaxed: !breaking.isExact, budget: run.optimumBudget(0.9))
                }
            } catch {
                run.leaveOpen("decisions", AnalysisRun.spent)
            }
            run.repairAsBroken()
            run.listConflicts()
        }
    }

    /// The number of conflicts to search for. It is at least `leastConflictsSought`, so that the broken rows do not depend on how
    /// many conflicts are to be listed.
    private var mostConflicts: Int { max(options.conflictLimit, AnalysisOptions.leastConflictsSought) }

    /// Removes the conflicts beyond the limit, and those beyond the most rows of a report.
    private mutating func listConflicts() {
        let found = min(conflictResults.conflicts.count, options.conflictLimit)
        let listed = AnalysisRun.listedCount(conflictResults.conflicts.prefix(found).map { system.listedLength(of: $0.rows) })
        if listed < found {
            leaveOpen(
                "conflicts", "\(found - listed) more are not listed: a report lists at most \(AnalysisRun.mostListedRows) rows of them")
        }
        guard listed < found || conflictResults.conflicts.count >= options.conflictLimit else { return }
        conflictResults.conflicts.removeLast(conflictResults.conflicts.count - listed)
        analysis.conflictsComplete = false
        conflictResults.completeness = nil
    }

    /// The most rows of all listed conflicts together, and of all decisions. Dozens of conflicts of thousands of rows each, or of rows
    /// with long names, would make a report a hundred times as long as its document.
    static let mostListedRows = 20_000

    /// Returns how many lists of rows a report contains, at least one.
    ///
    /// - Parameter lengths: the rows of each list, by `listedLength`.
    static func listedCount(_ lengths: [Int]) -> Int {
        var rows = 0
        let end = lengths.firstIndex { length in
            rows += length
            return rows > mostListedRows
        }
        return end.map { max(1, $0) } ?? lengths.count
    }

    /// Reuses all results about conflicts of the earlier layout if these are still valid, and finds the layout. Returns false if
    /// they must be computed from scratch.
    private mutating func reuseConflicts() -> Bool {
        guard let known, let found = known.proofs.conflictWork, hasSameConflicts(as: known),
            let breaking = found.breaking.remapped(by: known.mapping),
            let repairs = found.repairs.remapped(by: known.mapping), let dropped = found.dropped.remapped(by: known.mapping)
        else { return false }
        (conflictResults.repairs, conflictResults.dropped) = (repairs, dropped)
        // The breakable rows, and their ranking, depend on more than rows.
        guard hasSameBreakable(as: known), let layout = layoutBroken(as: breaking.broken.map(\.row)),
            let ranked = breaking.ranked(by: rule, in: system)
        else {
            (conflictResults.repairs, conflictResults.dropped) = ([], [])
            return false
        }
        conflictResults.conflicts = known.conflicts
        conflictResults.met = known.conflicts
        conflictResults.breaking = ranked
        optimum = layout.optimum
        conflictResults.areReused = true
        analysis.isConflicting = true
        analysis.conflictsComplete = true
        optimumEnd.part = 0.9
        return true
    }

    /// Returns whether the conflicts are those of the earlier layout: the required rows are unchanged, or all conflicts are
    /// unchanged and none is added.
    private func hasSameConflicts(as known: RemappedCertificates) -> Bool {
        guard known.conflicts.count == known.proofs.conflicts.count else { return false }
        if known.hasSameRequiredRows { return true }
        guard let plan = known.proofs.completeness else { return false }
        return CompletenessAfterRowChange(system, since: known.proofs.system, known.mapping).whyIncomplete(known.conflicts.map(\.rows), plan) == nil
    }

    /// Returns whether the breakable members of each conflict are unchanged.
    private func hasSameBreakable(as known: RemappedCertificates) -> Bool {
        zip(known.proofs.conflicts, known.conflicts).allSatisfy { former, conflict in
            known.proofs.system.breakable(former.rows).remapped(by: known.mapping) == system.breakable(conflict.rows)
        }
    }

    /// Returns the rows that the policy `fewest` drops: the first repair, or if that contains no breakable member of some
    /// conflict, a smallest set that does.
    private mutating func fewest(_ required: inout FeasibilityOracle) throws(Budget.Spent) -> [Int] {
        guard options.policy == .fewest, let first = conflictResults.repairs.first?.rows else { return [] }
        var finder = RepairFinder(required: required, conflicts: conflictResults.met, limit: 1)
        if finder.hitsBreakable(first) { return first }
        let least = try finder.leastOfBreakable()
        required = finder.required
        conflictResults.met = finder.conflicts
        return least
    }

    /// Returns the layout with some rows broken, or nil if the others are infeasible or time runs out.
    private func layoutBroken(as broken: [Int]) -> (optimum: Optimum, broken: Set<Int>)? {
        guard !broken.isEmpty, known?.conflicts.isEmpty == false else { return nil }
        let rows = Set(broken)
        do throws(Budget.Spent) {
            let optimum = try Optimum(
                system: system, broken: rows, isRelaxed: false, known: known.map { ($0.proofs.parts, $0.mapping) },
                budget: optimumBudget(0.5))
            return optimum.map { ($0, rows) }
        } catch {
            return nil
        }
    }

    /// Returns all conflicts if the search from the known ones completes the list soon, otherwise nil. An incomplete list must
    /// not be used, as it would depend on the known conflicts.
    ///
    /// - Parameter point: a layout near one that violates only a row or two of each conflict, or nil if unknown.
    private func allConflicts(from known: [ProvenConflict], at point: [Rational]?) -> ConflictEnumerator? {
        if known.isEmpty { return nil }
        let now = (SteadyClock.now() - start) / max(options.deadline, 1e-9)
        var enumerator = ConflictEnumerator(required: FeasibilityOracle(system: system, budget: budget(now + 0.02)), limit: mostConflicts)
        enumerator.conflicts = Array(known.prefix(mostConflicts))
        if let point { enumerator.required.begin(at: point) }
        do throws(Budget.Spent) { try enumerator.run() } catch { return nil }
        return enumerator.isComplete ? enumerator : nil
    }

    /// Adopts the broken rows as a repair if no repair was found in time. They are a repair, since none of them can be restored,
    /// but possibly not a smallest one.
    private mutating func repairAsBroken() {
        guard conflictResults.repairs.isEmpty, isOpen("repairs"), let breaking = conflictResults.breaking, breaking.deadEnd == nil,
            !breaking.broken.isEmpty, breaking.broken.allSatisfy({ !system.rows[$0.row].isImplicit })
        else { return }
        conflictResults.repairs = [ProvenRepair(rows: breaking.broken.map(\.row).sorted(), witness: breaking.point)]
        conflictResults.met = breaking.broken.map(\.blocker)
    }

    private var rule: any BreakingRule {
        switch options.policy {
        case .uikit: LikelyInUIKit(system)
        case .last: LastEntered()
        case .fewest:
            FewestBroken(dropped: Set(conflictResults.dropped), isFirstRepair: conflictResults.dropped == conflictResults.repairs.first?.rows)
        }
    }
}

extension LoweredSystem {
    /// The bytes of long names that count as a row.
    private static let nameBytesOfRow = 400

    /// Returns 1, or more for a row with long names.
    private func length(of row: Int) -> Int {
        switch rows[row].kind {
        case .constraint(let index): 1 + document.longNameBytes(of: document.constraints[index]) / LoweredSystem.nameBytesOfRow
        case .implicit(let row): 1 + LayoutDocument.long(document.id(of: row)) / LoweredSystem.nameBytesOfRow
        }
    }

    /// Returns the number of some rows; one with long names counts as several.
    func listedLength(of rows: [Int]) -> Int { rows.reduce(0) { $0 + length(of: $1) } }
}
