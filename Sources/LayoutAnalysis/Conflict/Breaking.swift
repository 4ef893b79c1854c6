internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// One breaking decision, with its proof.
struct BreakingStep {
    var trigger: Int
    var conflict: ProvenConflict
    /// The members that may break, in the policy's order. There is at least one.
    var ranking: Ranking
    /// A point that satisfies all remaining rows before the trigger, as its changes from that of the decision before. Before the first
    /// decision every variable is 0.
    var changes: [VariableChange]
    var isRestored = false

    var broken: Int { ranking.candidates[0].row }
}

/// The rows that break, as defined in "What breaks" of Manual/documents.md: rows enter in order, and whenever the rows that are
/// not broken become infeasible, a member of a minimal conflict is broken.
struct Breaking {
    private(set) var steps: [BreakingStep] = []
    /// The rows that are broken in the end, in the order of breaking, each with the proof that it cannot be restored.
    private(set) var broken: [(row: Int, blocker: ProvenConflict)] = []
    /// A point that satisfies all remaining rows within the tolerance. If they are not exactly satisfiable, `inexact` proves
    /// that.
    private(set) var point: [Rational] = []
    private(set) var inexact: ProvenConflict?
    var isExact: Bool { inexact == nil }

    /// A conflict without a breakable member, at which the breaking ends; nil if there is none.
    private(set) var deadEnd: ProvenConflict?

    /// - Parameter known: known conflicts of the required rows. Others are found as rows enter.
    init(required: FeasibilityOracle, policy: any BreakingRule, known: [ProvenConflict]) throws(Budget.Spent) {
        var required = required
        var known = known
        let count = required.system.rows.count
        var isOut = Array(repeating: false, count: count)
        point = Array(repeating: .zero, count: required.system.variables.count)
        entering: while true {
            let left = known.filter { conflict in conflict.rows.allSatisfy { !isOut[$0] } }
            let next = try left.min { Breaking.isBefore($0, $1, in: required.system) }.map { (next) throws(Budget.Spent) in try required.minimal(next)
            }
            // Checks whether the rows before the trigger are feasible, or without a conflict, all rows.
            var isDropped = isOut
            let trigger = next?.own(in: required.system).last
            // Background rows are present from the beginning.
            for row in (trigger ?? count)..<count where !required.system.isBackground(row) { isDropped[row] = true }
            switch try required.settle(without: isDropped) {
            case .conflict(let earlier):
                known.append(earlier)
                continue entering
            case .holds: break
            }
            let changes = required.layout?.changes(from: point) ?? []
            point = required.layout?.point ?? point
            guard let conflict = next, let trigger else { break }
            let ranked = policy.ranked(conflict.rows, in: required.system)
            guard let first = ranked.candidates.first?.row else {
                deadEnd = conflict
                return
            }
            steps.append(BreakingStep(trigger: trigger, conflict: conflict, ranking: ranked, changes: changes))
            isOut[first] = true
        }
        try restore(&required, known, isOut)
    }

    /// Restores broken rows that are feasible with the remaining ones, in the order of breaking.
    private mutating func restore(_ required: inout FeasibilityOracle, _ known: [ProvenConflict], _ allOut: [Bool]) throws(Budget.Spent) {
        var isOut = allOut
        for index in steps.indices {
            let row = steps[index].broken
            var trial = isOut
            trial[row] = false
            if let blocker = known.first(where: { conflict in conflict.rows.allSatisfy { !trial[$0] } }) {
                broken.append((row, blocker))
                continue
            }
            switch try required.settle(without: trial) {
            case .conflict(let blocker): broken.append((row, blocker))
            case .holds:
                isOut = trial
                steps[index].isRestored = true
                point = required.layout?.point ?? point
            }
        }
        let kept = required.all.filter { !isOut[$0] }
        if kept.allSatisfy({ required.system.violation(of: $0, at: point).isZero }) { return }
        // They are feasible within the tolerance, but perhaps not exactly.
        if case .canHold(let found, let proof) = try required.answer(kept) { (point, inexact) = (found, proof) }
    }

    // MARK: - For a layout with the same required rows

    /// Returns the breaking with rows renumbered, or nil if one was removed.
    func remapped(by mapping: RowMapping) -> Breaking? {
        var next = self
        for place in steps.indices {
            guard let trigger = [steps[place].trigger].remapped(by: mapping)?.first, let own = steps[place].conflict.remapped(by: mapping),
                let candidates = steps[place].ranking.candidates.map(\.row).remapped(by: mapping)
            else { return nil }
            next.steps[place].trigger = trigger
            next.steps[place].conflict = own
            for (number, row) in candidates.enumerated() { next.steps[place].ranking.candidates[number].row = row }
        }
        for place in broken.indices {
            guard let row = [broken[place].row].remapped(by: mapping)?.first, let blocker = broken[place].blocker.remapped(by: mapping) else {
                return nil
            }
            next.broken[place] = (row, blocker)
        }
        return next
    }

    /// Returns the breaking with candidates ranked again, or nil if another row would then have been broken.
    func ranked(by policy: any BreakingRule, in system: LoweredSystem) -> Breaking? {
        var next = self
        for place in steps.indices {
            let ranking = policy.ranked(steps[place].conflict.rows, in: system)
            guard ranking.candidates.map(\.row) == steps[place].ranking.candidates.map(\.row) else { return nil }
            next.steps[place].ranking = ranking
        }
        return next
    }

    /// Returns whether a conflict is met before another one: its last row enters earlier. Of conflicts with the same last row,
    /// the one whose other rows enter later is first, since it is the one that UIKit reports most often according to public
    /// console logs.
    private static func isBefore(_ one: ProvenConflict, _ two: ProvenConflict, in system: LoweredSystem) -> Bool {
        let (a, b) = (one.own(in: system), two.own(in: system))
        return a.last == b.last ? b.reversed().lexicographicallyPrecedes(a.reversed()) : (a.last ?? 0) < (b.last ?? 0)
    }
}

/// A rule that decides which member of a conflict breaks: it ranks the breakable ones.
protocol BreakingRule {
    /// - Parameter members: rows of the conflict, ascending.
    func ranked(_ members: [Int], in system: LoweredSystem) -> Ranking
}

extension LoweredSystem {
    /// Returns the breakable members: never `>=0` rows and the root's size, other implicit rows only if no constraint of the
    /// document is a member, and externally imposed sizes only if nothing else can break.
    func breakable(_ members: [Int]) -> [Int] {
        let may = members.filter { !rows[$0].isUnbreakable }
        let own = may.filter { !rows[$0].isImplicit }
        let ordinary = own.filter { !(constraint(of: $0)?.isExternalSize ?? false) }
        return ordinary.isEmpty ? (own.isEmpty ? may : own) : ordinary
    }

    /// Returns the document's constraint that a row comes from, or nil for implicit rows.
    func constraint(of row: Int) -> LayoutConstraint? {
        if case .constraint(let index) = rows[row].kind { return document.constraints[index] }
        return nil
    }
}

extension LoweredSystem {
    /// Returns the one or two attributes in a constraint's row, or none for implicit rows.
    func anchors(of row: Int) -> [LayoutAnchor] {
        guard let constraint = constraint(of: row) else { return [] }
        return [constraint.first] + (constraint.second.map { [$0] } ?? [])
    }
}

/// Breaks the breakable member that entered last.
struct LastEntered: BreakingRule {
    func ranked(_ members: [Int], in system: LoweredSystem) -> Ranking {
        let candidates = Array(system.breakable(members).reversed())
        guard let first = candidates.first else { return Ranking(rows: [], reason: "") }
        return Ranking(rows: candidates, reason: "\(system.id(of: first)) was added last of the \(candidates.count) constraints that can break")
    }
}

/// Breaks the rows of a smallest repair, so that as few rows as possible break. If these contain no breakable member of some
/// conflict, `RepairFinder.leastOfBreakable` has the rows instead.
struct FewestBroken: BreakingRule {
    /// The dropped rows.
    let dropped: Set<Int>
    let isFirstRepair: Bool

    func ranked(_ members: [Int], in system: LoweredSystem) -> Ranking {
        let allowed = system.breakable(members)
        let candidates = allowed.filter(dropped.contains) + allowed.filter { !dropped.contains($0) }
        guard let first = candidates.first else { return Ranking(rows: [], reason: "") }
        let id = system.id(of: first)
        let counted = dropped.count == 1 ? "1 constraint" : "\(dropped.count) constraints"
        let reason =
            if !dropped.contains(first) {
                "\(id) is the first constraint that can break; \(dropped.isEmpty ? "no repair exists" : "no constraint of the smallest repair can")"
            } else if isFirstRepair {
                "\(id) is part of the smallest repair, which drops \(counted)"
            } else {
                "\(id) is part of the smallest repair among constraints that can break, which drops \(counted)"
            }
        return Ranking(rows: candidates, reason: reason)
    }
}
