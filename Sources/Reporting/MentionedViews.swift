internal import LayoutModel

/// The views that a report speaks of beside their frames, whose names it states.
struct MentionedViews {
    private let document: LayoutDocument
    private var views: Set<Int> = []
    /// Ids of rows, and of views that are known by theirs alone.
    private var rows: Set<String> = []
    private var ids: Set<String> = []

    /// - Returns: the views in the document's order.
    static func of(_ analysis: Analysis, in document: LayoutDocument) -> [Int] {
        var mentioned = MentionedViews(document)
        mentioned.note(analysis)
        mentioned.findRows()
        return mentioned.views.filter(document.views.indices.contains).sorted()
    }

    private init(_ document: LayoutDocument) {
        self.document = document
        views = [document.root]
    }

    private mutating func note(_ analysis: Analysis) {
        for conflict in analysis.conflicts {
            rows.formUnion(conflict.members)
            rows.formUnion(conflict.vanishesAt.map(\.constraint))
        }
        for decision in analysis.decisions {
            rows.formUnion(decision.conflict)
            rows.formUnion(decision.candidates.map(\.constraint))
        }
        rows.formUnion(analysis.broken)
        for repair in analysis.repairs { rows.formUnion(repair.relax) }
        for ambiguity in analysis.ambiguities {
            views.insert(ambiguity.view)
            rows.formUnion(ambiguity.tied)
            for case .add(let equation) in ambiguity.suggestions { ids.formUnion(LayoutDocument.items(inEquation: equation)) }
        }
        for alternate in analysis.alternates { views.formUnion(alternate.frames.map(\.view)) }
        rows.formUnion(analysis.unsatisfied.map(\.id))
        for finding in analysis.sizeFindings { views.formUnion(finding.views) }
        for finding in analysis.sizeMap?.findings ?? [] { views.formUnion(finding.views) }
        ids.formUnion(analysis.source?.findings.compactMap(\.view) ?? [])
        if let log = analysis.log { note(log) }
    }

    private mutating func note(_ log: LogFindings) {
        rows.formUnion(log.innocent)
        rows.formUnion(log.prediction.candidates.map(\.constraint))
        for outcome in log.outcomes { views.formUnion(outcome.frames.map(\.view)) }
    }

    /// The views of rows that are known by their ids. Most reports mention few, so that nothing is indexed for them.
    private mutating func findRows() {
        if !rows.isEmpty {
            for constraint in document.constraints where rows.remove(constraint.id) != nil {
                views.insert(constraint.first.item)
                if let second = constraint.second { views.insert(second.item) }
            }
            for row in rows {
                if let view = RowPhrase.view(ofImplicit: row) { ids.insert(view) }
            }
        }
        if ids.isEmpty { return }
        for view in document.views.indices where ids.remove(document.views[view].id) != nil {
            views.insert(view)
            // Insets are measured from the superview.
            if let parent = document.views[view].parent, document.views[view].kind == .guide || document.views[view].kind == .content {
                views.insert(parent)
            }
        }
    }
}
