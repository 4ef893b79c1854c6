internal import ExactArithmetic
internal import LayoutModel

/// One attribute of one view is set twice.
enum Duplicate: CauseRule {
    /// Returns the fixed size that takes part in most conflicts, the last one of several: other constraints agree with the other one.
    private static func sharedSize(_ rows: [DiagnosedRow], _ facts: ConflictFacts) -> DiagnosedRow? {
        rows.filter(\.isSize).reversed().max { one, other in conflictCount(one, facts) < conflictCount(other, facts) }
    }

    private static func conflictCount(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Int { facts.conflicts.count { $0.members.contains(row.id) } }

    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        // Rows that say the same do not contradict each other.
        func value(_ row: DiagnosedRow) -> String { facts.value(row) ?? row.id }
        guard let (anchor, rows) = facts.setTwice.first(where: { Set($0.rows.map(value)).count > 1 }) else { return bypassing(facts) }
        // A constraint without which nothing conflicts is the mistake, or one that puts the view outside of its container, else rather a fixed length
        // than one that follows another view.
        let ending = rows.filter { conflictCount($0, facts) == facts.conflicts.count }
        let sole = facts.conflicts.count > 1 && ending.count == 1 ? ending.first : nil
        let beyond = rows.filter(facts.isBeyondItsContainer)
        let bypass = facts.bypass(among: rows)
        let culprit = sole ?? (beyond.count == 1 ? beyond.first : nil) ?? sharedSize(rows, facts) ?? bypass?.row ?? rows[rows.count - 1]
        let other = rows.first { value($0) != value(culprit) } ?? rows[0]
        let isLibrary = rows.contains(where: \.isWrittenByLibraryOfConstraints)
        let isAlike = rows.allSatisfy(\.isSize) || rows.allSatisfy { $0.second != nil && $0.second?.attribute == rows[0].second?.attribute }
        let attribute = facts.placed(rows[0]).attribute.words
        let values = [other, culprit].compactMap(facts.value)
        let remedy: Remedy
        if isLibrary, isAlike {
            remedy = Remedy(
                .deactivateFirst, [rows[0].id, rows[1].id],
                sentence: rows[0].second == rows[1].second
                    ? "Keep only one of \(rows[0].id) and \(rows[1].id): change its constant by update, or remove the old one before you make the new one."
                    : "Keep only one of \(rows[0].id) and \(rows[1].id): call remake for \(facts.name(anchor.item)), since update only changes constants.",
                swift: rows[0].second == rows[1].second
                    ? "\(facts.variable(rows[0])).constant = \(facts.number(rows[1].constant))" : "oldConstraint.isActive = false")
        } else if isLibrary {
            remedy = facts.remove(culprit, why: "; update of Masonry and SnapKit only changes constants: call remake instead")
        } else if other.isSize || other.multiplier.isOne && facts.reference(culprit) == facts.reference(other) {
            remedy = facts.remove(culprit, why: "; to change the value later, set the constant of \(other.id) instead of adding a constraint")
        } else {
            let between = bypass.flatMap { $0.row.id == culprit.id ? facts.name($0.between) : nil }
            remedy = facts.remove(culprit, why: between.map { ": \($0) is between them" } ?? "")
        }
        return Diagnosis(
            cause: .duplicate, owner: .app,
            sentence: "The \(attribute) of \(facts.name(anchor.item)) is set twice: "
                + (values.count == 2 ? "to \(values[0]), and to \(values[1])." : "\(facts.says(other)), and \(facts.says(culprit))."),
            culprits: rows.map(\.id), because: facts.because(rows),
            remedies: remedy.kind == .removeConstraint ? [remedy] : [remedy, facts.remove(culprit)])
    }

    /// Diagnoses a pin to an end that leaves out a view in between, which determines the same edge; nil if there is none.
    private static func bypassing(_ facts: ConflictFacts) -> Diagnosis? {
        guard let pin = BypassingPin(facts), let follows = facts.value(pin.link, of: pin.edge), let value = facts.value(pin.row) else { return nil }
        return Diagnosis(
            cause: .duplicate, owner: .app,
            sentence: "The \(pin.edge.attribute.words) of \(facts.name(pin.edge.item)) is set twice: to \(follows), and to \(value).",
            culprits: [pin.row.id], because: facts.because([pin.link, pin.row]),
            remedies: [facts.remove(pin.row, why: ": \(facts.name(pin.between)) is between them")])
    }
}
