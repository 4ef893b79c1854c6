internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// One breaking decision as it was taken, with what proves it.
struct BreakingStep {
    var trigger: Int
    var conflict: ProvenConflict
    /// The members that might break, in the policy's order.
    var candidates: [Int]
    /// Why the first candidate breaks, in words.
    var reason: String
    /// Where all kept rows that entered before the trigger hold.
    var pointBefore: [Rational]
    var isRestored = false

    var broken: Int { candidates[0] }
}

/// Breaks rows until what is kept can hold, by CONTRACT.md section 3: rows enter in order; each time the kept rows cannot hold, one
/// member of a minimal conflict gives way.
struct Breaking {
    private(set) var steps: [BreakingStep] = []
    /// The rows broken in the end, in the order broken, with the proof that each cannot come back.
    private(set) var broken: [(row: Int, blocker: ProvenConflict)] = []
    /// Where all kept rows hold within the tolerance, and, where they can hold nowhere exactly, the proof of that.
    private(set) var point: [Rational] = []
    private(set) var inexact: ProvenConflict?
    var isExact: Bool { inexact == nil }

    /// A conflict without a member that may break; nothing can be done then.
    private(set) var deadEnd: ProvenConflict?

    /// - Parameter known: all conflicts of the required rows, or nil where some may be missing.
    init(required: RequiredRows, policy: any BreakingRule, known: [ProvenConflict]?) throws(Budget.Spent) {
        if let known {
            var required = required
            if try decide(&required, policy, known) { return }
            self = Breaking()
        }
        try decide(required, policy)
    }

    private init() {}

    // MARK: - Where all conflicts are known

    /// Decides by the conflicts; false where they turn out not to be all.
    private mutating func decide(_ required: inout RequiredRows, _ policy: any BreakingRule, _ known: [ProvenConflict]) throws(Budget.Spent) -> Bool {
        var out: Set<Int> = []
        while true {
            let left = known.filter { out.isDisjoint(with: $0.rows) }
            // Rows behind the trigger have not entered yet, and with them all other conflicts lack their last row.
            guard case .holds = try required.settle(without: out.union(left.compactMap(\.rows.last))), let layout = required.layout else {
                return false
            }
            guard let conflict = left.min(by: Breaking.isBefore), let trigger = conflict.rows.last else {
                point = layout.point
                break
            }
            let ranked = policy.ranked(conflict.rows, in: required.system)
            guard let first = ranked.candidates.first else {
                deadEnd = conflict
                return true
            }
            steps.append(
                BreakingStep(
                    trigger: trigger, conflict: conflict, candidates: ranked.candidates, reason: ranked.reason, pointBefore: layout.point))
            out.insert(first)
        }
        for index in steps.indices {
            let row = steps[index].broken
            var trial = out
            trial.remove(row)
            if let blocker = known.first(where: { trial.isDisjoint(with: $0.rows) }) {
                broken.append((row, blocker))
                continue
            }
            guard case .holds = try required.settle(without: trial), let layout = required.layout else { return false }
            out = trial
            steps[index].isRestored = true
            point = layout.point
        }
        return try settleExactness(required, out)
    }

    /// The one whose last row enters first. Of those with the same, the one whose other rows enter last: by public console logs that is
    /// the one that UIKit most often meets.
    private static func isBefore(_ one: ProvenConflict, _ two: ProvenConflict) -> Bool {
        let (a, b) = (one.rows.last ?? 0, two.rows.last ?? 0)
        return a == b ? two.rows.reversed().lexicographicallyPrecedes(one.rows.reversed()) : a < b
    }

    /// Finds out whether the kept rows hold exactly; false where they do not hold at all.
    private mutating func settleExactness(_ required: RequiredRows, _ out: Set<Int>) throws(Budget.Spent) -> Bool {
        let system = required.system
        let kept = required.all.filter { !out.contains($0) }
        if kept.allSatisfy({ system.violation(of: $0, at: point).isZero }) { return true }
        guard case .canHold(let found, let proof) = try required.answer(kept) else { return false }
        point = found
        inexact = proof
        return true
    }

    // MARK: - Where they are not

    private mutating func decide(_ required: RequiredRows, _ policy: any BreakingRule) throws(Budget.Spent) {
        let system = required.system
        var out: Set<Int> = []
        // Rows before the last trigger can hold: breaking more only helps them.
        var start = 0
        while true {
            var conflict: ProvenConflict?
            var before: [Rational] = []
            var end = required.all.count
            var low = start
            // The first row with which what is kept cannot hold lies in low ..< end; a conflict found tells at once where, so
            // the place before it is tried first, then halves.
            var probe = end
            search: while true {
                switch try required.answer(required.all[..<probe].filter { !out.contains($0) }) {
                case .conflict(let found):
                    guard let trigger = found.rows.last, let place = required.all.firstIndex(of: trigger) else { break search }
                    probe = conflict == nil || place - low < 2 ? place : (low + place) / 2
                    conflict = found
                    end = place
                case .canHold(let found, let proof):
                    before = found
                    inexact = proof
                    if probe == end { break search }
                    low = probe
                    probe = end
                }
            }
            start = end
            guard let conflict, let trigger = conflict.rows.last else {
                point = before
                break
            }
            let ranked = policy.ranked(conflict.rows, in: system)
            guard let first = ranked.candidates.first else {
                deadEnd = conflict
                return
            }
            steps.append(
                BreakingStep(
                    trigger: trigger, conflict: conflict, candidates: ranked.candidates, reason: ranked.reason, pointBefore: before))
            out.insert(first)
        }
        try restore(required, out)
    }

    /// Puts back what can hold again, in the order broken.
    private mutating func restore(_ required: RequiredRows, _ allOut: Set<Int>) throws(Budget.Spent) {
        var out = allOut
        for index in steps.indices {
            let row = steps[index].broken
            var trial = out
            trial.remove(row)
            switch try required.answer(required.all.filter { !trial.contains($0) }) {
            case .conflict(let blocker):
                broken.append((row, blocker))
            case .canHold(let found, let proof):
                out = trial
                steps[index].isRestored = true
                point = found
                inexact = proof
            }
        }
    }
}

/// Which members of a conflict might break, and in which order of preference.
protocol BreakingRule {
    /// - Parameter members: rows of the conflict, ascending.
    /// - Returns: the members that may break, the one that does first, and why; no candidate where none may.
    func ranked(_ members: [Int], in system: LoweredSystem) -> (candidates: [Int], reason: String)
}

extension LoweredSystem {
    /// The members that may break at all: never `>=0` rows and the root's size, other implicit rows only where no constraint of the
    /// document is a member, and externally imposed sizes only where nothing else can.
    func breakable(_ members: [Int]) -> [Int] {
        let may = members.filter { !rows[$0].isUnbreakable }
        let own = may.filter { !rows[$0].isImplicit }
        let ordinary = own.filter { !(constraint(of: $0)?.isExternalSize ?? false) }
        return ordinary.isEmpty ? (own.isEmpty ? may : own) : ordinary
    }

    /// The document's constraint that a row comes from; nil for implicit rows.
    func constraint(of row: Int) -> LayoutConstraint? {
        if case .constraint(let index) = rows[row].kind { return document.constraints[index] }
        return nil
    }
}

extension LoweredSystem {
    /// What a constraint's row compares, one or two attributes; nothing for implicit rows.
    func anchors(of row: Int) -> [LayoutAnchor] {
        guard let constraint = constraint(of: row) else { return [] }
        return [constraint.first] + (constraint.second.map { [$0] } ?? [])
    }
}

/// Breaks the member that entered last among those allowed.
struct LastEntered: BreakingRule {
    func ranked(_ members: [Int], in system: LoweredSystem) -> (candidates: [Int], reason: String) {
        let candidates = Array(system.breakable(members).reversed())
        guard let first = candidates.first else { return ([], "") }
        return (candidates, "\(system.id(of: first)) entered last of the \(candidates.count) that may give way")
    }
}

/// Breaks what the first repair drops, so that as few rows as possible break.
struct FewestBroken: BreakingRule {
    let repair: Set<Int>

    func ranked(_ members: [Int], in system: LoweredSystem) -> (candidates: [Int], reason: String) {
        let allowed = system.breakable(members)
        let candidates = allowed.filter(repair.contains) + allowed.filter { !repair.contains($0) }
        guard let first = candidates.first else { return ([], "") }
        let reason =
            repair.contains(first)
            ? "\(system.id(of: first)) belongs to the smallest repair, which drops \(repair.count)"
            : "\(system.id(of: first)) is the first that may give way; no repair covers this conflict"
        return (candidates, reason)
    }
}
