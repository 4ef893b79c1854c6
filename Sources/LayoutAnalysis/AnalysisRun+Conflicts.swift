internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// What cannot hold together, what breaks of it, and what would end it.

extension AnalysisRun {
    /// Where the required rows cannot all hold: all conflicts, what breaks, and the layout after that.
    mutating func findConflicts() {
        guard optimum == nil else { return }
        timed(\.conflicts) { run in
            if run.carryConflicts() { return run.listConflicts() }
            // What broke before most often breaks again: then this is the layout that comes after.
            let likely = run.layoutBroken(as: run.known?.brokenLeft ?? [])
            // Each phase goes on from the layout that the one before ended with.
            var required = RequiredRows(system: run.system, budget: run.budget(0.5))
            do throws(Budget.Spent) {
                let known = run.allConflicts(from: run.conflictsLeft, at: likely?.optimum.point)
                var enumerator = known ?? ConflictEnumerator(required: required, limit: run.mostConflicts)
                defer {
                    run.conflicts = enumerator.conflicts.sorted { $0.rows.lexicographicallyPrecedes($1.rows) }
                    run.analysis.conflictsComplete = enumerator.isComplete
                    run.completeness = enumerator.completeness
                    run.completenessWitnesses = enumerator.required.witnesses
                    required = enumerator.required
                }
                enumerator.required.budget = required.budget
                try enumerator.required.budget.check()
                if known == nil { try enumerator.run() }
            } catch {
                run.leaveOpen("conflicts", AnalysisRun.spent)
            }
            run.analysis.isConflicting = !run.conflicts.isEmpty
            run.conflictsMet = run.conflicts
            do throws(Budget.Spent) {
                if run.analysis.isConflicting {
                    required.budget = try run.openBudget(0.7)
                    var finder = RepairFinder(required: required, conflicts: run.conflicts, limit: 16)
                    run.repairs = try finder.repairs()
                    run.conflictsMet = finder.conflicts
                }
            } catch {
                run.leaveOpen("repairs", AnalysisRun.spent)
            }
            do throws(Budget.Spent) {
                // The policy goes by the first repair: without it nothing can be decided.
                if run.options.policy == .fewest, run.repairs.isEmpty, run.isOpen("conflicts", "repairs") { throw Budget.Spent() }
                required.budget = try run.openBudget(0.85)
                run.dropped = try run.fewest(&required)
                let breaking = try Breaking(required: required, policy: run.rule, known: run.conflictsMet)
                run.breaking = breaking
                if run.conflicts.isEmpty, !breaking.steps.isEmpty {
                    // The search for all conflicts found none in its time, but the breaking met some.
                    run.conflicts = Array(Set(breaking.steps.map(\.conflict))).sorted { $0.rows.lexicographicallyPrecedes($1.rows) }
                    run.analysis.isConflicting = true
                    run.leaveOpen("repairs", AnalysisRun.spent)
                }
                if breaking.deadEnd != nil {
                    run.leaveOpen("decisions", "a conflict has no member that may break")
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

    /// So many conflicts are looked for: what breaks must not depend on how many of them are to be listed.
    private var mostConflicts: Int { max(options.conflictLimit, AnalysisOptions.leastConflictsSought) }

    /// Leaves those that may be listed.
    private mutating func listConflicts() {
        guard conflicts.count >= options.conflictLimit else { return }
        conflicts.removeLast(conflicts.count - options.conflictLimit)
        analysis.conflictsComplete = false
        completeness = nil
    }

    /// Takes over all about conflicts where they are all as they were, and finds the layout; false where it has to be found anew.
    private mutating func carryConflicts() -> Bool {
        guard let known, let found = known.proofs.conflictWork, hasSameConflicts(as: known), let breaking = found.breaking.goingOn(known.kept),
            let repairs = found.repairs.goingOn(known.kept), let dropped = found.dropped.goingOn(known.kept)
        else { return false }
        (self.repairs, self.dropped) = (repairs, dropped)
        // What may break, and what is told of it, goes by more than rows.
        guard hasSameBreakable(as: known), let layout = layoutBroken(as: breaking.broken.map(\.row)),
            let ranked = breaking.ranked(by: rule, in: system)
        else {
            (self.repairs, self.dropped) = ([], [])
            return false
        }
        conflicts = conflictsLeft
        conflictsMet = conflictsLeft
        self.breaking = ranked
        optimum = layout.optimum
        hasKnownConflicts = true
        analysis.isConflicting = true
        analysis.conflictsComplete = true
        optimumEnd.part = 0.9
        return true
    }

    /// Required rows are as they were, or conflicts are all the same, with none that is missing.
    private func hasSameConflicts(as known: KnownLayout) -> Bool {
        guard conflictsLeft.count == known.proofs.conflicts.count else { return false }
        if known.hasSameRequiredRows { return true }
        guard let plan = known.proofs.completeness else { return false }
        return KeptConflicts(system, since: known.proofs.system, known.kept).whyIncomplete(conflictsLeft.map(\.rows), plan) == nil
    }

    /// Of each conflict the same may break as before.
    private func hasSameBreakable(as known: KnownLayout) -> Bool {
        zip(known.proofs.conflicts, conflictsLeft).allSatisfy { former, conflict in
            known.proofs.system.breakable(former.rows).goingOn(known.kept) == system.breakable(conflict.rows)
        }
    }

    /// What the policy `fewest` drops: the first repair, or where a conflict holds nothing of it that may break, the fewest rows that may.
    private mutating func fewest(_ required: inout RequiredRows) throws(Budget.Spent) -> [Int] {
        guard options.policy == .fewest, let first = repairs.first?.rows else { return [] }
        var finder = RepairFinder(required: required, conflicts: conflictsMet, limit: 1)
        if finder.givesWay(first) { return first }
        let least = try finder.leastThatGivesWay()
        required = finder.required
        conflictsMet = finder.conflicts
        return least
    }

    /// The layout with some rows broken; nil where the others cannot hold, or not in time.
    private func layoutBroken(as broken: [Int]) -> (optimum: Optimum, broken: Set<Int>)? {
        guard !broken.isEmpty, !conflictsLeft.isEmpty else { return nil }
        let rows = Set(broken)
        do throws(Budget.Spent) {
            let optimum = try Optimum(
                system: system, broken: rows, isRelaxed: false, known: known.map { ($0.proofs.parts, $0.kept) },
                opened: known?.proofs.opened ?? OpenedBlocks(), budget: optimumBudget(0.5))
            return optimum.map { ($0, rows) }
        } catch {
            return nil
        }
    }

    /// All conflicts, where those that are known soon lead there; nil where they do not: which of more than can be listed are found, or of more than
    /// there is time for, must not depend on what was known.
    ///
    /// - Parameter point: a layout near to one in which all but a row or two of each conflict hold; nil where none is known.
    private func allConflicts(from known: [ProvenConflict], at point: [Rational]?) -> ConflictEnumerator? {
        if known.isEmpty { return nil }
        let now = (SteadyClock.now() - start) / max(options.deadline, 1e-9)
        var enumerator = ConflictEnumerator(required: RequiredRows(system: system, budget: budget(now + 0.02)), limit: mostConflicts)
        enumerator.conflicts = Array(known.prefix(mostConflicts))
        if let point { enumerator.required.begin(at: point) }
        do throws(Budget.Spent) { try enumerator.run() } catch { return nil }
        return enumerator.isComplete ? enumerator : nil
    }

    /// Where no repair was found in time, what broke is one: none of it could come back. Whether it is the least stays open.
    private mutating func repairAsBroken() {
        guard repairs.isEmpty, isOpen("repairs"), let breaking, breaking.deadEnd == nil,
            !breaking.broken.isEmpty, breaking.broken.allSatisfy({ !system.rows[$0.row].isImplicit })
        else { return }
        repairs = [ProvenRepair(rows: breaking.broken.map(\.row).sorted(), witness: breaking.point)]
        conflictsMet = breaking.broken.map(\.blocker)
    }

    private var rule: any BreakingRule {
        switch options.policy {
        case .uikit: LikelyInUIKit(system)
        case .last: LastEntered()
        case .fewest: FewestBroken(dropped: Set(dropped), isFirstRepair: dropped == repairs.first?.rows)
        }
    }
}
