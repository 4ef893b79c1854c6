internal import ExactArithmetic
internal import LayoutModel

/// A view that constraints position still has its autoresizing mask translated to constraints.
enum MaskLeftOn: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        for mask in facts.rows where mask.role == .mask {
            let view = mask.first.item
            switch facts.viewClass(of: view) {
            case .host, .system: continue
            case .app, .library, .common: break
            }
            if isOfRoot(mask, facts) { continue }
            let placing = facts.own.filter { row in
                row.axis == mask.axis && row.items.contains(view) && !isSizeOfAnother(row, than: view)
                    && (row.isSize || row.items.allSatisfy { $0 == view || !facts.lies($0, inside: view) })
            }
            guard let first = placing.first else { continue }
            let masks = facts.rows.filter { $0.role == .mask && $0.first.item == view }
            let name = facts.name(view)
            let isOfApp = first.items.allSatisfy { $0 == view || facts.viewClass(of: $0) != .system && facts.viewClass(of: $0) != .host }
            let whose = isOfApp ? "yours" : "another constraint"
            let old = masks.map { "\($0.first.attribute.words) \(facts.number($0.constant))" }.joined(separator: ", ")
            return Diagnosis(
                cause: .maskLeftOn, owner: facts.owner,
                sentence:
                    "\(name) still translates its autoresizing mask into constraints (\(old)), which contradict \(whose): \(facts.says(first)).",
                culprits: facts.document.isFragment ? masks.map(\.id) : [], because: facts.because(masks + placing),
                remedies: [
                    Remedy(
                        .disableMask, masks.map(\.id), view: facts.document.views[view].id,
                        sentence: "Set translatesAutoresizingMaskIntoConstraints of \(name) to false.",
                        swift: "\(facts.variable(view)).translatesAutoresizingMaskIntoConstraints = false")
                ])
        }
        return nil
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
