internal import ExactArithmetic
internal import LayoutModel

/// Gaps and sizes along a line do not sum to the distance between its ends. This is the fallback if no other cause applies.
enum OverconstrainedChain: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        if let found = limit(facts) ?? container(facts) ?? SizeToChange.diagnose(facts) ?? overlap(facts) { return found }
        let open = facts.own.filter { !facts.definesGuide($0) }
        let own = facts.rather(open.isEmpty ? facts.own : open)
        let culprit = tooShort(facts) ?? own.last(where: \.isFarPin) ?? own.last { $0.second != nil } ?? own.last
        let arithmetic = facts.fullSum() ?? ""
        guard let culprit else {
            return Diagnosis(
                cause: .other, owner: .app, sentence: "The constraints contradict each other: \(arithmetic).", culprits: [],
                because: facts.because(facts.rows),
                remedies: [Remedy(.other, sentence: "None of these constraints can be changed: change the size of the layout instead.")])
        }
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app,
            sentence: sentence(facts), culprits: [culprit.id], because: facts.because(facts.own),
            remedies: [facts.remove(culprit), facts.lower(culprit)])
    }

    /// Diagnoses a gap between two views that is set twice, once as if they overlapped; nil for other rows.
    private static func overlap(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.own.count == 2, facts.rows.count == 2,
            let near = facts.own.first.flatMap(facts.spacing), let far = facts.own.last.flatMap(facts.spacing),
            near.after == far.after, near.before == far.before, near.length.isNegative != far.length.isNegative
        else { return nil }
        let (culprit, other) = near.length.isNegative ? (facts.own[0], facts.own[1]) : (facts.own[1], facts.own[0])
        let lengths = [near.length, far.length].sorted { $1 < $0 }
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app,
            sentence: "The gap between \(facts.name(near.before)) and \(facts.name(near.after)) is set twice: to \(facts.number(lengths[0])), and to "
                + "\(facts.number(lengths[1])), with which they would overlap.",
            culprits: [culprit.id], because: facts.because(facts.own),
            remedies: [facts.remove(culprit, why: ": \(other.id) already sets the gap"), facts.lower(culprit)])
    }

    static func sentence(_ facts: ConflictFacts) -> String {
        if let text = centered(facts) ?? facts.roomSentence { return text }
        return "The constraints do not add up \(facts.own.first.map { "\($0.axis.rawValue)ly: " } ?? "")\(facts.fullSum() ?? "")."
    }

    /// Returns the sentence about a view that is centered in what both of its edges are pinned to, at different distances; nil for other rows.
    private static func centered(_ facts: ConflictFacts) -> String? {
        guard facts.own.count == 3, facts.own.allSatisfy({ $0.relation == .equal && $0.multiplier.isOne }),
            let center = facts.own.first(where: { facts.placed($0).attribute.isCenter && $0.constant.isZero }),
            let container = facts.reference(center), container.attribute == facts.placed(center).attribute
        else { return nil }
        let view = facts.placed(center).item
        let pins = facts.own.filter { row in
            let (side, other) = (facts.placed(row), facts.reference(row))
            let isSameSide = other?.attribute == side.attribute || other?.attribute.rawValue == side.attribute.rawValue + "Margin"
            return side.item == view && other?.item == container.item && isSameSide && !side.attribute.isCenter
        }
        guard let near = pins.first(where: { facts.placed($0).attribute.isNearEdge }),
            let far = pins.first(where: { facts.placed($0).attribute.isFarEdge })
        else { return nil }
        let before = facts.placed(near) == near.first ? near.constant : -near.constant
        let after = facts.placed(far) == far.first ? -far.constant : far.constant
        let how = center.axis == .horizontal ? "horizontally" : "vertically"
        func side(_ pin: DiagnosedRow) -> LayoutAttribute { facts.reference(pin)?.attribute ?? pin.first.attribute }
        return "\(facts.name(view)) is centered \(how) in \(facts.name(container.item)), but begins \(facts.number(before)) after its "
            + "\(side(near).words) and ends \(facts.number(after)) before its \(side(far).words)."
    }

    /// Diagnoses a line that is too long for its container although one view in it may be longer than its minimum: the minimum is what
    /// does not fit. Nil if there is no such view, or if it would have to be smaller than nothing, or than its content.
    private static func limit(_ facts: ConflictFacts) -> Diagnosis? {
        guard let excess = facts.excess(), excess.ofConflict.isPositive, let axis = facts.own.first?.axis else { return nil }
        let limits = facts.own.filter { $0.isSize && $0.relation == .greaterThanOrEqual && $0.axis == axis && $0.constant.isPositive }
        guard limits.count == 1, let limit = limits.first, let least = facts.conflicts.first.flatMap({ facts.needed(of: limit, in: $0) }),
            let share = (least - limit.constant).divided(by: excess.ofConflict)
        else { return nil }
        // All that is needed has to come off this view, which may count several times in the sum.
        let most = limit.constant + share * excess.total
        guard most.isPositive, most < limit.constant, !facts.cuts(limit.first, to: most) else { return nil }
        let change = Remedy(
            .changeConstant, [limit.id], from: limit.constant, to: most,
            sentence: "Change the constant of \(facts.title(limit)) (\(limit.id)) to \(facts.number(most)) or less, for which there is room.")
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app, sentence: sentence(facts), culprits: [limit.id], because: facts.because(facts.own),
            remedies: [facts.lower(limit, why: ", so that the view can be smaller"), change])
    }

    /// Diagnoses a superview whose own fixed size is too small for what it contains; nil if there is none, and for a log, which shows only a
    /// part of what a view contains.
    private static func container(_ facts: ConflictFacts) -> Diagnosis? {
        guard !facts.document.isFragment, let conflict = facts.conflicts.first,
            let size = facts.own.first(where: { size in size.isFixedSize && facts.own.contains { facts.isInside(size.first.item, size.axis, $0) } }),
            let least = facts.needed(of: size, in: conflict), least > size.constant, let needed = facts.needed(of: size)
        else { return nil }
        let name = facts.name(size.first.item)
        let change = Remedy(
            .changeConstant, [size.id], from: size.constant, to: needed,
            sentence: "Change the constant of \(facts.title(size)) (\(size.id)) to \(facts.number(needed)), which the contents of \(name) need.")
        let sentence =
            "\(name) is fixed at \(facts.size(size.constant, size.axis)), but its contents need \(facts.needs(size) ?? facts.number(needed))."
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app, sentence: sentence, culprits: [size.id], because: facts.because(facts.own),
            remedies: [change, facts.remove(size, why: ": its contents determine it")])
    }

    /// Returns the fixed size to give up if several fixed sizes do not fill the line, or nil if the line is too long. For a log,
    /// it is the size that the system broke.
    private static func tooShort(_ facts: ConflictFacts) -> DiagnosedRow? {
        guard let conflict = facts.conflicts.first, let axis = facts.own.first?.axis, facts.document.isFragment || !facts.hasCenter
        else { return nil }
        let sizes = facts.own.filter { row in
            let isContainer = facts.own.contains { $0.items.contains { facts.lies($0, inside: row.first.item) } }
            guard row.isFixedSize, row.axis == axis, !isContainer, let needed = facts.needed(of: row, in: conflict) else { return false }
            return needed > row.constant
        }
        guard sizes.count > 1 else { return nil }
        let broken = facts.document.recordedBroken.flatMap { index in
            facts.document.constraints.indices.contains(index) ? facts.document.constraints[index].id : nil
        }
        return sizes.first { $0.id == broken } ?? sizes.last
    }
}
