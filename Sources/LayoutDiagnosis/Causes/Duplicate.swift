internal import ExactArithmetic
internal import LayoutModel

/// One attribute of one view is set twice.
enum Duplicate: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let (anchor, rows) = twice(facts), rows.count > 1 else { return nil }
        // A fixed length is more often the mistake than one that follows another view.
        let culprit = rows.last { $0.isSize } ?? rows[rows.count - 1]
        let other = rows.first { $0.id != culprit.id } ?? rows[0]
        let isLibrary = rows.contains { $0.printed.hasPrefix("<MAS") || $0.printed.hasPrefix("<SnapKit") }
        let isAlike = rows.allSatisfy(\.isSize) || rows.allSatisfy { $0.second != nil && $0.second?.attribute == rows[0].second?.attribute }
        let attribute = rows[0].first.attribute.words
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
            cause: .duplicate, owner: facts.owner,
            sentence: "The \(attribute) of \(facts.name(anchor.item)) is set twice: \(facts.says(other)), and \(facts.says(culprit)).",
            culprits: rows.map(\.id), because: facts.because(rows),
            remedies: remedy.kind == .removeConstraint ? [remedy] : [remedy, facts.remove(culprit)],
            confidence: Rational(4, over: 5) ?? .one)
    }

    /// The first attribute that two equalities give.
    private static func twice(_ facts: ConflictFacts) -> (LayoutAnchor, [DiagnosedRow])? {
        var anchors: [LayoutAnchor] = []
        var byAnchor: [LayoutAnchor: [DiagnosedRow]] = [:]
        func add(_ row: DiagnosedRow, _ anchor: LayoutAnchor) {
            let key = LayoutAnchor(anchor.item, anchor.attribute.edge)
            if byAnchor[key] == nil { anchors.append(key) }
            byAnchor[key, default: []].append(row)
        }
        let equalities = facts.own.filter { $0.relation == .equal && !$0.isRatio }
        for row in equalities { add(row, row.first) }
        return anchors.first { byAnchor[$0, default: []].count > 1 }.map { ($0, byAnchor[$0] ?? []) }
    }
}
