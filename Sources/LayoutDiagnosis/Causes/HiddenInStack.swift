internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

/// A hidden arranged view has a size of 0, though its contents require more.
enum HiddenInStack: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let hiding = facts.rows.first { $0.identifier == "UISV-hiding" } ?? collapsed(facts)
        guard let hiding else { return nil }
        let (view, axis) = (hiding.first.item, hiding.axis)
        let name = facts.name(view)
        let inner = facts.rather(facts.own.filter { $0.axis == axis && $0.id != hiding.id })
        let fixed = inner.last { $0.isSize && !$0.constant.isZero } ?? share(in: inner, of: view)
        let verb = hiding.role == .stack ? "is hidden in a stack view, so its" : "is collapsed: its"
        let side = axis == .horizontal ? "width" : "height"
        guard let culprit = fixed ?? inner.last(where: isFar) ?? inner.last else {
            let sizes = sizes(needed: hiding, facts)
            let also = sizes.isEmpty ? "" : ", and give \(sizes.map { "\(facts.title($0)) (\($0.id))" }.listed()) a priority of 999"
            return Diagnosis(
                cause: .hiddenInStack, owner: facts.owner,
                sentence: "\(name) \(verb) \(side) is 0, but "
                    + (sizes.isEmpty ? "the spacing between its arranged views needs more." : "its arranged views and their spacing need more."),
                culprits: sizes.map(\.id),
                because: facts.because(facts.rows),
                remedies: [
                    Remedy(
                        .other, sentence: "Hide the arranged views of \(name) as well, so that their spacing disappears, too\(also).",
                        swift: "\(facts.variable(view)).arrangedSubviews.forEach { $0.isHidden = true }"),
                    Remedy(
                        .changeSetting, view: facts.document.views[view].id, axis: axis,
                        sentence: "Set the spacing of \(name) to 0 while it is hidden\(also).", swift: "\(facts.variable(view)).spacing = 0"),
                    Remedy(
                        .other,
                        sentence: "Put \(name) into a plain view, give its \(axis == .horizontal ? "trailing" : "bottom") pin a priority "
                            + "of 999, and hide that view instead."),
                ])
        }
        return Diagnosis(
            cause: .hiddenInStack, owner: facts.owner,
            sentence: "\(name) \(verb) \(side) is 0, but a required constraint says that \(facts.says(culprit)).",
            culprits: [culprit.id], because: facts.because([hiding, culprit]),
            remedies: [facts.lower(culprit, why: ", so that it yields while the view is hidden")])
    }

    /// Returns the row that makes a view inside the hidden one a part of the length of a view outside; nil if there is none.
    private static func share(in rows: [DiagnosedRow], of hidden: Int) -> DiagnosedRow? {
        rows.last { row in
            guard let second = row.second, !row.items.contains(hidden) else { return false }
            return row.first.attribute.kind == .size && second.item != row.first.item && !row.multiplier.isOne
        }
    }

    /// Returns the app's own sizes that the hidden view would need, too, although the conflict does without them.
    private static func sizes(needed hiding: DiagnosedRow, _ facts: ConflictFacts) -> [DiagnosedRow] {
        let parts = Set(facts.neededSizes.first { $0.row == hiding.id }?.parts ?? [])
        let constraints = facts.document.constraints.indices.filter { parts.contains(facts.document.constraints[$0].id) }
        return constraints.map { DiagnosedRow(facts.document.constraints[$0], place: $0) }.filter { $0.role == .own && $0.isFixedSize }
    }

    /// Returns the app's own constraint that sets a size to 0. Cells and headers are excluded, since the framework imposes their
    /// sizes.
    private static func collapsed(_ facts: ConflictFacts) -> DiagnosedRow? {
        if facts.outsideSizes.contains(where: { $0.constant <= 20 }) { return nil }
        return facts.own.first { row in
            guard row.isFixedSize, row.constant.isZero, facts.document.views[row.first.item].kind != .guide else { return false }
            let name = facts.shortClass(of: row.first.item)
            // Without another view inside it is but set twice.
            guard facts.own.contains(where: { $0.axis == row.axis && $0.items.contains { $0 != row.first.item } }) else { return false }
            return !["Cell", "Header", "Footer", "Reusable", "LayoutGuide"].contains(where: name.contains)
        }
    }

    private static func isFar(_ row: DiagnosedRow) -> Bool {
        row.second != nil && (row.first.attribute.isFarEdge || row.second?.attribute.isFarEdge == true)
    }
}
