internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Findings about a console log only: innocent constraints, the likely broken one, and other possible outcomes.

extension AnalysisRun {
    /// The maximum number of constraints whose breaking is tried out. Less likely ones are hardly ever broken.
    private static let mostOutcomes = 8
    /// The maximum number of candidates in a prediction. A text with more constraints is not a message of the system.
    private static let mostPredicted = 1000
    /// The maximum number of a log's rows for which outcomes are computed. Real messages print a few dozen constraints.
    private static let mostRowsOfOutcomes = 400

    /// Adds the findings about a console log. It runs after verification, as it needs proven conflicts.
    mutating func reportLog() {
        let rule = LikelyInUIKit(system)
        guard let prediction = rule.prediction() else { return }
        let printed = system.rows.indices.filter { system.isRequired($0) && !system.rows[$0].isImplicit }
        let members = Set(analysis.conflicts.flatMap(\.members))
        let innocent = printed.map(system.id).filter { !members.contains($0) }
        var findings = LogFindings(
            fingerprint: Fingerprint.message(analysis.conflicts, printed: printed, in: system),
            isConflict: analysis.isConflicting, isMinimal: analysis.conflicts.count == 1 && innocent.isEmpty && analysis.conflictsComplete,
            innocent: analysis.isConflicting && analysis.conflictsComplete ? innocent : [],
            prediction: BreakingPrediction(
                candidates: Array(prediction.reported(in: system).prefix(AnalysisRun.mostPredicted)), reason: prediction.reason))
        let isSmall = system.rows.count <= AnalysisRun.mostRowsOfOutcomes
        if analysis.isConflicting, analysis.conflictsComplete, !isOpen("decisions"), isSmall {
            do throws(Budget.Spent) {
                findings.outcomes = try outcomes(prediction, rule)
            } catch {
                leaveOpen("outcomes", AnalysisRun.spent)
            }
        }
        if analysis.verdict == .incomplete, analysis.inconclusive.isEmpty, isSmall {
            do throws(Budget.Spent) {
                findings.neededMargins = try neededMargins()
                findings.neededBaselines = try neededBaselines()
            } catch {
                leaveOpen("margins", AnalysisRun.spent)
            }
        }
        // A list is a layout, so the frames that it determines can be reported.
        if system.document.isList, analysis.verdict == .incomplete, analysis.inconclusive.isEmpty, isSmall {
            do throws(Budget.Spent) {
                findings.settled = try outcome([], budget())?.frames ?? []
            } catch {
                leaveOpen("outcomes", AnalysisRun.spent)
            }
        }
        analysis.log = findings
        if analysis.verdict == .incomplete, analysis.inconclusive.isEmpty, options.policy == .uikit { assume(prediction, printed) }
    }

    /// Reports a prediction for a log whose printed constraints are satisfiable: the system broke something, so the reason must
    /// be something that the log does not show.
    private mutating func assume(_ prediction: Ranking, _ printed: [Int]) {
        guard printed.count > 1, printed.count <= AnalysisRun.mostPredicted, let first = prediction.candidates.first, let last = printed.last else {
            return
        }
        var decision = Decision(
            sequence: 1, trigger: system.id(of: last), conflict: printed.map(system.id), broken: system.id(of: first.row),
            candidates: prediction.reported(in: system), policy: .uikit,
            reason: "the log does not show why these conflict; \(prediction.reason)",
            log: system.consoleForm(conflict: printed, broken: first.row))
        decision.isAssumed = true
        analysis.decisions = [decision]
    }

    private mutating func outcomes(_ prediction: Ranking, _ rule: LikelyInUIKit) throws(Budget.Spent) -> [BreakingOutcome] {
        let budget = budget()
        let members = Set(conflictResults.conflicts.flatMap(\.rows))
        var outcomes: [BreakingOutcome] = []
        for candidate in prediction.candidates.lazy.map(\.row).filter(members.contains).prefix(AnalysisRun.mostOutcomes) {
            try budget.check()
            var broken = [candidate]
            while let next = conflictResults.conflicts.first(where: { Set($0.rows).isDisjoint(with: broken) }) {
                guard let row = rule.ranked(next.rows, in: system).candidates.first?.row else { return outcomes }
                broken.append(row)
            }
            if let outcome = try outcome(broken, budget) { outcomes.append(outcome) }
        }
        return outcomes
    }

    /// Returns the proven layout with these rows broken, or nil if the others are not exactly satisfiable or the proof is
    /// refused.
    private mutating func outcome(_ broken: [Int], _ budget: Budget) throws(Budget.Spent) -> BreakingOutcome? {
        guard var optimum = try Optimum(system: system, broken: Set(broken), isRelaxed: false, budget: budget) else { return nil }
        let varying = Set(try AmbiguityFinder.varying(in: &optimum, budget: budget).map(\.variable))
        let degrees = try optimum.degreesOfFreedom()
        var judge = OptimumChecker(system: system, problem: optimum.problem, evidence: try optimum.evidence())
        var refusals = judge.optimumRefusals
        if refusals.isEmpty { refusals = judge.checkRanges() + judge.checkUniqueness(degreesOfFreedom: degrees) }
        if refused("outcomes", refusals) { return nil }
        let errors = broken.map { (row: $0, error: system.violation(of: $0, at: optimum.point)) }
        if !optimum.point.allSatisfy(\.isInRangeOfDoubles) || !errors.allSatisfy({ $0.error.isInRangeOfDoubles }) {
            leaveOpen("outcomes", Inconclusive.tooLong)
            return nil
        }
        return BreakingOutcome(
            broken: broken.map(system.id),
            unsatisfied: errors.filter { !$0.error.isZero }.map {
                Unsatisfied(id: system.id(of: $0.row), priority: system.rows[$0.row].priority, error: $0.error, kind: .unmet)
            },
            frames: system.document.views.indices.compactMap { partialFrame(of: $0, at: optimum.point, varying) })
    }

    /// Returns the determined part of a view's frame, or nil if nothing is determined or the view is not printed.
    private func partialFrame(of view: Int, at point: [Rational], _ varying: Set<Int>) -> BreakingOutcome.PartialFrame? {
        guard view != system.document.root, !system.document.views[view].isAssumed else { return nil }
        func value(_ dimension: FrameDimension) -> Rational? {
            let variable = LoweredSystem.variable(view, dimension)
            return varying.contains(variable) ? nil : point[variable]
        }
        let frame = BreakingOutcome.PartialFrame(view: view, x: value(.x), y: value(.y), width: value(.width), height: value(.height))
        return frame.x == nil && frame.y == nil && frame.width == nil && frame.height == nil ? nil : frame
    }
}
