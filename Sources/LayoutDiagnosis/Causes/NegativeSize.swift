internal import ExactArithmetic
internal import LayoutModel

/// A constant leaves a view with a negative size.
enum NegativeSize: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        if let size = facts.own.first(where: { $0.isFixedSize && $0.constant.isNegative }) { return negative(size, facts) }
        guard facts.conflicts.contains(where: { $0.members.contains { $0.hasSuffix(">=0") } }),
            let room = facts.rows.filter({ $0.isFixedSize && $0.constant.isPositive }).map(\.constant).max(),
            let culprit = tooLong(room, facts)
        else { return nil }
        // The constant at which nothing would be negative any more.
        let most = facts.conflicts.lazy.compactMap { facts.needed(of: culprit, in: $0) }.first
        let isPossible = most.map { $0.isZero || $0.isNegative == culprit.constant.isNegative } ?? false
        let words = isPossible ? most.map { "the \(facts.number($0.magnitude)) pt available" } : nil
        return Diagnosis(
            cause: .negativeSize, owner: .app,
            sentence:
                "The constant \(facts.number(culprit.constant.magnitude)) of \(facts.title(culprit)) is more than \(words ?? "there is room for").",
            culprits: [culprit.id], because: facts.because([culprit]),
            remedies: [
                Remedy(
                    .changeConstant, [culprit.id], from: culprit.constant,
                    sentence: "Compute the constant of \(facts.title(culprit)) (\(culprit.id)) from the actual size of its container.")
            ])
    }

    /// Returns the constraint whose constant alone is more than the room, or more than what all others leave of it although it is several
    /// times as long as they are together, and the view beside it has no other length. Nil if there is none.
    private static func tooLong(_ room: Rational, _ facts: ConflictFacts) -> DiagnosedRow? {
        let pins = facts.own.filter { $0.second != nil && $0.multiplier.isOne && $0.relation == .equal }
        guard let longest = pins.max(by: { $0.constant.magnitude < $1.constant.magnitude }) else { return nil }
        if longest.constant.magnitude > room { return longest }
        guard facts.conflicts.count == 1, let conflict = facts.conflicts.first, let needed = facts.needed(of: longest, in: conflict) else {
            return nil
        }
        let others = pins.filter { $0.id != longest.id && $0.axis == longest.axis }.reduce(Rational.zero) { $0 + $1.constant.magnitude }
        let isFixed = facts.own.contains { $0.isFixedSize && $0.axis == longest.axis }
        let beside = longest.items.contains { view in conflict.members.contains("\(facts.document.views[view].id).\(longest.axis.sizeName)>=0") }
        let isShorter = needed.isNegative == longest.constant.isNegative && needed.magnitude < longest.constant.magnitude
        return !isFixed && beside && isShorter && longest.constant.magnitude > 4 * others ? longest : nil
    }

    /// Diagnoses a fixed size that is negative itself.
    private static func negative(_ size: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis {
        let (name, length) = (facts.name(size.first.item), facts.number(size.constant))
        return Diagnosis(
            cause: .negativeSize, owner: facts.owner,
            sentence: "The \(size.axis.sizeName) of \(name) is fixed at \(length), but no size is negative.",
            culprits: [size.id], because: facts.because([size]),
            remedies: [
                Remedy(
                    .changeConstant, [size.id], from: size.constant,
                    sentence: "Compute the \(size.axis.sizeName) of \(name) (\(size.id)) from the actual size of its container, and limit it to 0."),
                facts.remove(size),
            ])
    }
}
