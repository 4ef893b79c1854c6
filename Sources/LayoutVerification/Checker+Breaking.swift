internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

extension Checker {
    /// Checks the breaking by replaying it: rows enter in order, and every decision must fit the rows that remain at that time.
    ///
    /// - Parameters:
    ///   - preferred: the rows that the policy `fewest` drops.
    ///   - layouts: a comparison of layouts of this system, to be reused if the caller has one.
    public func checkBreaking(_ evidence: BreakingEvidence, preferred: [Int] = [], _ layouts: LayoutComparison? = nil) -> [Refusal] {
        var refusals: [Refusal] = []
        var order: [Int] = []
        let layouts = layouts ?? LayoutComparison(self)
        let preferred = Set(preferred)
        var replay = BreakingReplay(layouts)

        for (index, step) in evidence.steps.enumerated() {
            let claim = "decision \(index + 1)"
            if let reason = whyNot(step, after: index == 0 ? nil : evidence.steps[index - 1].trigger, &replay) {
                return refusals + [Refusal(claim, reason)]
            }
            refusals += checkConflict(step.conflict, layouts).map { Refusal(claim, $0.reason) }
            refusals += whyNotBroken(step, preferred: preferred).map { Refusal(claim, $0) }
            replay.drop(step.broken)
            order.append(step.broken)
        }

        let broken = Set(evidence.broken)
        let out = replay.out
        if let reason = layouts.whyViolated(at: evidence.witness, where: { !broken.contains($0) }) {
            refusals.append(Refusal("broken", "the remaining rows are not satisfied: \(reason)"))
        }
        if evidence.broken != order.filter(broken.contains) || !broken.isSubset(of: out) {
            refusals.append(Refusal("broken", "the broken rows are not those of the decisions in their order"))
        }
        for (index, step) in evidence.steps.enumerated() where step.isRestored == broken.contains(step.broken) {
            refusals.append(Refusal("decision \(index + 1)", "the decision's `restored` contradicts the list of rows that are broken in the end"))
        }
        return refusals + checkBarriers(evidence, order: order, out: out)
    }

    /// Returns why a decision does not fit the state in which it was taken, or nil if it does.
    ///
    /// - Parameters:
    ///   - previous: the trigger of the step before.
    ///   - replay: the state after the step before, which becomes that of this step.
    private func whyNot(_ step: BreakingEvidence.Step, after previous: Int?, _ replay: inout BreakingReplay) -> String? {
        guard step.changes.allSatisfy({ system.variables.indices.contains($0.variable) }) else { return "a layout changes an unknown variable" }
        let members = Set(step.conflict.members)
        guard isRow(step.trigger), members.contains(step.trigger) else { return "the trigger is not a member of the conflict" }
        guard members.allSatisfy({ $0 <= step.trigger || system.isBackground($0) }) else { return "a member enters after the trigger" }
        guard members.isDisjoint(with: replay.out) else { return "a member had already been broken" }
        guard members.contains(step.broken) else { return "the broken row is not a member of the conflict" }
        if let previous, step.trigger < previous { return "the trigger enters before the trigger of the previous decision" }
        // Together with the trigger of the next decision this shows that nothing conflicted in between.
        return replay.whyViolated(step).map { "the rows that remained before the decision are not satisfied: \($0)" }
    }

    /// Returns the objections to the choice of the broken row among the members of its conflict.
    private func whyNotBroken(_ step: BreakingEvidence.Step, preferred: Set<Int>) -> [String] {
        var reasons: [String] = []
        let allowed = breakable(step.conflict.members.filter(isRow))
        if !allowed.contains(step.broken) { reasons.append("\(system.id(of: step.broken)) cannot be broken here") }
        if step.policy == .last, step.broken != allowed.max() { reasons.append("the policy breaks the row that entered last") }
        let first = allowed.filter(preferred.contains)
        if step.policy == .fewest, !first.isEmpty, !first.contains(step.broken) {
            reasons.append("the policy breaks a row that the smallest repair drops")
        }
        if step.candidates.first != step.broken { reasons.append("the broken row is not the first of the candidates") }
        if Set(step.candidates).count != step.candidates.count || !Set(step.candidates).isSubset(of: allowed) {
            reasons.append("a candidate is listed twice or cannot be broken")
        }
        return reasons
    }

    /// Returns the members of a conflict that may break: constraints of the document, except that an externally imposed size may
    /// break only if there is no other, and an implicit row only if there is no constraint.
    private func breakable(_ members: [Int]) -> [Int] {
        var own: [Int] = []
        var external: [Int] = []
        var implicit: [Int] = []
        for member in members where !system.rows[member].isUnbreakable {
            if case .constraint(let index) = system.rows[member].kind {
                if system.document.constraints[index].isExternalSize { external.append(member) } else { own.append(member) }
            } else {
                implicit.append(member)
            }
        }
        return !own.isEmpty ? own : !external.isEmpty ? external : implicit
    }

    /// Checks that none of the rows that are broken in the end can be restored. Rows are restored in the order of breaking, so
    /// the row must conflict with rows that were never broken and rows that broke before it and were restored.
    private func checkBarriers(_ evidence: BreakingEvidence, order: [Int], out: Set<Int>) -> [Refusal] {
        guard evidence.barriers.count == evidence.broken.count else {
            return [Refusal("broken", "there is not exactly one proof for each broken row that it cannot be restored")]
        }
        var refusals: [Refusal] = []
        let broken = Set(evidence.broken)
        var barriers = zip(evidence.broken, evidence.barriers).makeIterator()
        var returned: Set<Int> = []
        for row in order {
            guard broken.contains(row) else {
                returned.insert(row)
                continue
            }
            guard let (claimed, barrier) = barriers.next(), claimed == row else { break }
            let claim = "broken \(system.id(of: row))"
            if !barrier.members.allSatisfy({ $0 == row || !out.contains($0) || returned.contains($0) }) {
                refusals.append(Refusal(claim, "the proof uses rows that were broken at that time"))
            } else if let reason = whyNoContradiction(barrier) {
                refusals.append(Refusal(claim, "it is not proven that the row cannot be restored: \(reason)"))
            }
        }
        return refusals
    }
}

/// A replay of breaking decisions, which updates the set of violated rows from one layout to the next.
private struct BreakingReplay {
    private let layouts: LayoutComparison
    private let system: LoweredSystem
    private var layout: [Rational]
    /// The rows before this one have entered.
    private var entered = 0
    /// The rows that were broken.
    private(set) var out: Set<Int> = []
    /// The remaining rows that the present layout violates by more than the tolerance: background rows, and required rows that have entered.
    private var violated: Set<Int>

    /// Every variable is 0, and only the background rows remain.
    init(_ layouts: LayoutComparison) {
        self.layouts = layouts
        system = layouts.checker.system
        layout = [Rational](repeating: .zero, count: system.variables.count)
        violated = layouts.backgroundViolatedAtZero
    }

    mutating func drop(_ row: Int) {
        out.insert(row)
        violated.remove(row)
    }

    /// Applies a step's changes, and returns which of the rows that remain before its trigger is violated, or nil if none is. Only rows that
    /// have entered since the step before, or that contain a changed variable, are evaluated.
    ///
    /// - Parameter step: a step whose variables are known, and whose trigger is not before that of the step before.
    mutating func whyViolated(_ step: BreakingEvidence.Step) -> String? {
        for change in step.changes { layout[change.variable] += change.change }
        if let reason = layouts.checker.whyNoLayout(layout) { return reason }
        var affected: Set<Int> = []
        for change in step.changes { affected.formUnion(layouts.holders.rows(of: change.variable)) }
        for row in affected where row < entered || system.isBackground(row) { update(row) }
        for row in entered..<max(entered, step.trigger) where system.isRequired(row) && !system.isBackground(row) { update(row) }
        entered = max(entered, step.trigger)
        return violated.min().map { "\(system.id(of: $0)) is violated by \(system.violation(of: $0, at: layout).decimalText())" }
    }

    private mutating func update(_ row: Int) {
        if !out.contains(row), system.violation(of: row, at: layout) > Tolerance.violation { violated.insert(row) } else { violated.remove(row) }
    }
}
