internal import ExactArithmetic
internal import LayoutModel

/// One attribute of one view is set twice.
enum Duplicate: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let (anchor, rows) = facts.setTwice.first else { return nil }
        // A fixed length is more often the mistake than one that follows another view.
        let culprit = rows.last { $0.isSize } ?? rows[rows.count - 1]
        let other = rows.first { $0.id != culprit.id } ?? rows[0]
        let isLibrary = rows.contains { $0.printed.hasPrefix("<MAS") || $0.printed.hasPrefix("<SnapKit") }
        let isAlike = rows.allSatisfy(\.isSize) || rows.allSatisfy { $0.second != nil && $0.second?.attribute == rows[0].second?.attribute }
        let attribute = facts.placed(rows[0]).attribute.words
        let remedy: Remedy
        if isLibrary, isAlike {
            remedy = Remedy(
                .deactivateFirst, [rows[0].id, rows[1].id],
                sentence: "Remove the old constraint before you make the new one (remake instead of update), or change the constant of one.",
                swift: "view.snp.remakeConstraints { make in … }")
        } else {
            remedy = facts.remove(culprit, why: ", or change its constant instead of adding another")
        }
        return Diagnosis(
            cause: .duplicate, owner: .app,
            sentence: "The \(attribute) of \(facts.name(anchor.item)) is set twice: \(facts.says(other)), and \(facts.says(culprit)).",
            culprits: rows.map(\.id), because: facts.because(rows),
            remedies: remedy.kind == .removeConstraint ? [remedy] : [remedy, facts.remove(culprit)])
    }
}
