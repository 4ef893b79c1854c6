internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Nothing is reported without proof: the checker, which is independent of the solver, verifies every claim. Refused claims are
// removed from the report and listed under `inconclusive`.

extension AnalysisRun {
    mutating func verify() {
        let checker = Checker(system: system)
        let layouts = LayoutComparison(checker)
        verifyConflicts(checker, layouts)
        verifyBreaking(checker, layouts)
        verifyRepairs(checker, layouts)
        guard !system.document.isFragment else { return }
        verifyOptimum(checker)
        verifyFeasibleSizes(checker)
    }

    /// Adds refusals to `inconclusive`. Returns whether there were any.
    mutating func refused(_ subject: String, _ refusals: [Refusal]) -> Bool {
        for refusal in refusals.prefix(3) { leaveOpen(subject, "\(Refusal.explanation): \(refusal)") }
        return !refusals.isEmpty
    }

    /// The proofs that the next analysis can reuse, or nil if the layout is not proven blockwise.
    var proofs: LayoutCertificates? {
        guard let parts = optimalSet.parts else { return nil }
        var proofs = LayoutCertificates(system: system, parts: parts, feasibleSizes: sizeResults.ranges)
        if analysis.conflictsComplete { proofs.conflicts = conflictResults.conflicts }
        if analysis.conflictsComplete, analysis.isConflicting, analysis.inconclusive.isEmpty, let breaking = conflictResults.breaking,
            breaking.deadEnd == nil,
            breaking.isExact
        {
            proofs.conflictWork = ConflictWork(breaking: breaking, repairs: conflictResults.repairs, dropped: conflictResults.dropped)
            proofs.completeness =
                conflictResults.areReused ? known.flatMap { $0.proofs.completeness?.remapped(by: $0.mapping) } : conflictResults.completeness
        }
        proofs.open = optimalSet.results
        proofs.sizeRows = sizeResults.connectedRows
        return proofs
    }

    private mutating func verifyConflicts(_ checker: Checker, _ layouts: LayoutComparison) {
        var proven: [Conflict] = []
        let (shown, system) = conflictsShown
        let ofShown = roundedDigits == nil ? layouts : LayoutComparison(Checker(system: system))
        for (conflict, reported) in zip(shown, analysis.conflicts) {
            if refused("conflicts", ofShown.checker.checkConflict(ConflictEvidence(conflict), ofShown)) {
                analysis.conflictsComplete = false
                continue
            }
            var reported = reported
            reported.fixes = reported.fixes.filter { !refused("fixes", ofShown.checker.checkFix($0, of: ConflictEvidence(conflict))) }
            proven.append(reported)
        }
        analysis.conflicts = proven
        analysis.isConflicting = !proven.isEmpty
        let found = conflictResults
        guard analysis.conflictsComplete, let plan = found.completeness, !found.conflicts.isEmpty else { return }
        if refused("conflicts", checker.checkComplete(found.conflicts.map(\.rows), witnesses: found.witnesses, plan: plan, layouts)) {
            analysis.conflictsComplete = false
        }
    }

    private mutating func verifyBreaking(_ checker: Checker, _ layouts: LayoutComparison) {
        guard let breaking = conflictResults.breaking, breaking.deadEnd == nil, !conflictResults.areReused else { return }
        let evidence = BreakingEvidence(
            steps: breaking.steps.map { step in
                BreakingEvidence.Step(
                    trigger: step.trigger, conflict: ConflictEvidence(step.conflict), broken: step.broken,
                    candidates: step.ranking.candidates.map(\.row), policy: options.policy, isRestored: step.isRestored, changes: step.changes)
            },
            broken: breaking.broken.map(\.row), barriers: breaking.broken.map { ConflictEvidence($0.blocker) }, witness: breaking.point)
        if refused("decisions", checker.checkBreaking(evidence, preferred: conflictResults.dropped, layouts)) {
            analysis.decisions = []
            analysis.broken = []
            // The layout depends on the refused decisions.
            optimum = nil
            withdrawLayout()
        }
    }

    private mutating func verifyRepairs(_ checker: Checker, _ layouts: LayoutComparison) {
        let (repairs, met) = (conflictResults.repairs, conflictResults.met)
        if repairs.isEmpty || conflictResults.areReused { return }
        var proven: [Repair] = []
        for (index, repair) in repairs.enumerated() {
            if !options.interest.isAwaited() {
                leaveOpen("repairs", AnalysisRun.spent)
                break
            }
            var refusals = checker.checkRepairs([evidence(for: repair, met)], layouts)[0]
            if index == 0, !analysis.inconclusive.contains(where: { $0.subject == "repairs" }) {
                let least = checker.checkLeastRepair(size: repair.rows.count, conflicts: met.map(ConflictEvidence.init))
                // It is a repair, whether or not there is a smaller one.
                if least == nil { leaveOpen("repairs", AnalysisRun.spent) }
                refusals += least ?? []
            }
            if !refused("repairs", refusals) { proven.append(analysis.repairs[index]) }
        }
        analysis.repairs = proven
    }

    /// Returns the evidence for a repair: for each of its rows the first conflict of which it drops no other row, if there is one.
    private func evidence(for repair: ProvenRepair, _ met: [ProvenConflict]) -> RepairEvidence {
        var isDropped = [Bool](repeating: false, count: system.rows.count)
        for row in repair.rows { isDropped[row] = true }
        var barriers: [Int: ProvenConflict] = [:]
        for conflict in met {
            guard let row = conflict.rows.first(where: { isDropped[$0] }), barriers[row] == nil else { continue }
            if !conflict.rows.contains(where: { isDropped[$0] && $0 != row }) { barriers[row] = conflict }
        }
        return RepairEvidence(
            relax: repair.rows, witness: repair.witness, barriers: repair.rows.compactMap { barriers[$0].map(ConflictEvidence.init) })
    }

    private mutating func verifyOptimum(_ checker: Checker) {
        guard var optimum else { return }
        optimumEnd.part = 1
        let judged: Judged
        do throws(Budget.Spent) {
            if let inParts = try judgedInParts(&optimum) { judged = inParts } else { judged = try judgedAsWhole(&optimum) }
        } catch {
            leaveOpen("frames", AnalysisRun.spent)
            withdrawLayout()
            return
        }
        let broken = Set(conflictResults.breaking?.broken.map(\.row) ?? [])
        var inexact: [Refusal] = []
        if let proof = conflictResults.breaking?.inexact {
            // Only then may rows be violated within the tolerance.
            inexact = checker.checkCannotHoldExactly(ConflictEvidence(proof))
            if !broken.isDisjoint(with: proof.rows) { inexact.append(Refusal("rows that cannot be satisfied exactly", "the proof uses broken rows")) }
        }
        let layout =
            inexact + judged.checker.optimumRefusals + checker.checkFrames(analysis.frames, at: optimum.point)
            + checker.checkUnsatisfied(analysis.unsatisfied, broken: broken, at: optimum.point, optimalSet.proof?.optimum)
        if refused("frames", layout) {
            withdrawLayout()
            return
        }
        if isOpen("ranges") { return }

        if refused("ranges", judged.refusalsOfRanges) {
            withdrawRanges()
            return
        }
        let judge = judged.checker
        defer {
            if optimalSet.parts?.subsystem != nil, !isOpen("ranges", "ambiguities"), let degrees = analysis.degreesOfFreedom {
                optimalSet.results = OptimalSetResults(
                    checker: judge, degreesOfFreedom: degrees, varying: optimalSet.varying, interior: optimum.interior,
                    report: analysis.inconclusive.isEmpty ? optimalSet.report : nil)
            }
        }
        var reasons: [Refusal] = []
        for entry in optimalSet.varying { reasons += judge.checkCause(variable: entry.variable, cause: entry.cause) }
        reasons += checker.checkSuggestions(analysis.ambiguities.flatMap(\.suggestions), near: optimalSet.varying.flatMap(\.tied))
        for tied in Set(optimalSet.varying.map { $0.tied }) where !tied.isEmpty {
            reasons += judge.checkTied(tied)
        }
        if refused("ambiguities", reasons) { analysis.ambiguities = [] }
        if refused("alternates", optimalSet.alternates.flatMap { judge.checkOptimal(changes: $0) }) { analysis.alternates = [] }
    }

    /// Removes the layout and all that depends on it from the results, because it is not proven.
    mutating func withdrawLayout() {
        analysis.frames = []
        analysis.width = .zero
        analysis.height = .zero
        analysis.unsatisfied = []
        withdrawRanges()
    }

    private mutating func withdrawRanges() {
        analysis.isAmbiguous = false
        analysis.degreesOfFreedom = nil
        analysis.ambiguities = []
        analysis.alternates = []
    }

    /// The result of checking an optimum and its ranges.
    private struct Judged {
        var checker: OptimumChecker
        var refusalsOfRanges: [Refusal] = []
    }

    private func judgedAsWhole(_ optimum: inout Optimum) throws(Budget.Spent) -> Judged {
        // A layout can be proven without time to describe the set of optima.
        let isPointAlone = isOpen("ranges")
        let evidence = try isPointAlone ? optimum.evidenceOfPoint() : optimum.evidence()
        return judged(OptimumChecker(system: system, problem: optimum.problem, evidence: evidence), isPointAlone: isPointAlone)
    }

    /// Checks the optimum blockwise, and returns the checker of the undetermined subsystem with its result. Returns nil if that
    /// does not prove the optimum.
    private mutating func judgedInParts(_ optimum: inout Optimum) throws(Budget.Spent) -> Judged? {
        guard !isOpen("ranges"), let proof = optimalSet.proof else { return nil }
        let checker: OptimumChecker?
        if let subsystem = proof.optimum.subsystem {
            checker = OptimumChecker(subsystem, try optimum.evidence(ofBlocks: proof.openBlocks))
        } else {
            checker = OptimumChecker(onlyOptimum: proof.optimum)
        }
        guard let judged = checker.map({ judged($0, isPointAlone: false) }), judged.checker.isOptimumProven, judged.refusalsOfRanges.isEmpty else {
            return nil
        }
        optimalSet.parts = proof.optimum
        return judged
    }

    private func judged(_ checker: OptimumChecker, isPointAlone: Bool) -> Judged {
        var judged = Judged(checker: checker)
        if isPointAlone || !checker.isOptimumProven { return judged }
        guard let degrees = analysis.degreesOfFreedom else {
            judged.refusalsOfRanges = [Refusal("degrees of freedom", "they were not computed")]
            return judged
        }
        judged.refusalsOfRanges = judged.checker.checkRanges() + judged.checker.checkUniqueness(degreesOfFreedom: degrees)
        return judged
    }

    private mutating func verifyFeasibleSizes(_ checker: Checker) {
        for axis in Axis.allCases {
            guard let found = sizeResults.ranges[axis], !sizeResults.proven.contains(axis) else { continue }
            let range = axis == .horizontal ? analysis.feasibleSize.width : analysis.feasibleSize.height
            var refusals = checker.checkFeasibleSize(axis, range, evidence: found.evidence)
            if case .range(_, _, let allowance) = found.evidence, !allowance.isZero {
                // The tolerance is only for rows that are not exactly satisfiable.
                let connected = Set(system.rowsConnected(to: axis))
                let proof = found.inexact.map(ConflictEvidence.init) ?? ConflictEvidence(members: [], factors: [], sum: .zero)
                refusals += checker.checkCannotHoldExactly(proof)
                if !connected.isSuperset(of: proof.members) {
                    refusals.append(Refusal("rows that cannot be satisfied exactly", "the proof uses rows that are not connected to the root's size"))
                }
            }
            if refused("feasibleSize", refusals) {
                if axis == .horizontal { analysis.feasibleSize.width = nil } else { analysis.feasibleSize.height = nil }
            }
        }
    }
}
