internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

/// A view that constraints position still has its autoresizing mask translated to constraints.
enum MaskLeftOn: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        var found: [(view: Int, placing: [DiagnosedRow])] = []
        for mask in facts.rows where mask.role == .mask && !found.contains(where: { $0.view == mask.first.item }) {
            let placing = placing(mask, facts)
            if !placing.isEmpty { found.append((mask.first.item, placing)) }
        }
        guard let first = found.first else { return nil }
        // A layout has a diagnosis for the mask of each view, as each has its own conflicts.
        let isOne = found.count == 1 || !facts.document.isFragment
        return isOne ? diagnosis(first.view, first.placing, facts) : diagnosis(found.map(\.view), found.flatMap(\.placing), facts)
    }

    /// Returns the app's rows that position the view of a mask along its axis; none if its mask may rightly be on.
    private static func placing(_ mask: DiagnosedRow, _ facts: ConflictFacts) -> [DiagnosedRow] {
        let view = mask.first.item
        switch facts.viewClass(of: view) {
        case .host, .system: return []
        case .app, .library, .common: break
        }
        if isOfRoot(mask, facts) { return [] }
        return facts.own.filter { row in
            row.axis == mask.axis && row.items.contains(view) && !isSizeOfAnother(row, than: view)
                && (row.isSize || row.items.allSatisfy { $0 == view || !facts.lies($0, inside: view) })
        }
    }

    private static func diagnosis(_ view: Int, _ placing: [DiagnosedRow], _ facts: ConflictFacts) -> Diagnosis {
        let masks = facts.rows.filter { $0.role == .mask && $0.first.item == view }
        let name = facts.name(view)
        return Diagnosis(
            cause: .maskLeftOn, owner: facts.owner,
            sentence: "\(name) still translates its autoresizing mask into constraints (\(values(masks, facts))), which contradict "
                + "\(whose([view], placing[0], facts)): \(facts.says(placing[0])).",
            culprits: facts.document.isFragment ? masks.map(\.id) : [], because: facts.because(masks + placing),
            remedies: [
                Remedy(
                    .disableMask, masks.map(\.id), view: facts.document.views[view].id,
                    sentence: "Set translatesAutoresizingMaskIntoConstraints of \(name) to false.", swift: swift(view, facts))
            ])
    }

    /// Diagnoses several views of one message.
    private static func diagnosis(_ views: [Int], _ placing: [DiagnosedRow], _ facts: ConflictFacts) -> Diagnosis {
        let masks = facts.rows.filter { $0.role == .mask && views.contains($0.first.item) }
        let rows = placing.indices.filter { index in !placing[..<index].contains { $0.id == placing[index].id } }.map { placing[$0] }
        let names = views.map { view in "\(facts.name(view)) (\(values(masks.filter { $0.first.item == view }, facts)))" }
        return Diagnosis(
            cause: .maskLeftOn, owner: facts.owner,
            sentence: "\(names.listed()) still translate their autoresizing masks into constraints, which contradict "
                + "\(whose(views, rows[0], facts)): \(facts.says(rows[0])).",
            culprits: masks.map(\.id), because: facts.because(masks + rows),
            remedies: [
                Remedy(
                    .disableMask, masks.map(\.id), view: facts.document.views[views[0]].id,
                    sentence: "Set translatesAutoresizingMaskIntoConstraints of \(views.map(facts.name).listed()) to false.",
                    swift: views.map { swift($0, facts) }.joined(separator: "; "))
            ])
    }

    private static func values(_ masks: [DiagnosedRow], _ facts: ConflictFacts) -> String {
        masks.map { "\($0.first.attribute.words) \(facts.number($0.constant))" }.joined(separator: ", ")
    }

    private static func whose(_ views: [Int], _ row: DiagnosedRow, _ facts: ConflictFacts) -> String {
        let isOfApp = row.items.allSatisfy { views.contains($0) || facts.viewClass(of: $0) != .system && facts.viewClass(of: $0) != .host }
        return isOfApp ? "yours" : "another constraint"
    }

    private static func swift(_ view: Int, _ facts: ConflictFacts) -> String {
        "\(facts.variable(view)).translatesAutoresizingMaskIntoConstraints = false"
    }

    /// Returns whether the row determines the size of another view from the size of this one.
    private static func isSizeOfAnother(_ row: DiagnosedRow, than view: Int) -> Bool {
        row.first.attribute.kind == .size && row.second?.item == view && row.first.item != view
    }

    /// Returns whether the mask belongs to a window's or controller's root view, which is intended to fill its superview.
    private static func isOfRoot(_ mask: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        if mask.printed.contains("h=-&- v=-&-") || mask.printed.contains("'|':UIWindow") { return true }
        return !mask.identifier.isEmpty
    }
}
