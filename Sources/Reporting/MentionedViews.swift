internal import LayoutModel

/// Collects the views that a report mentions besides their frames. The report includes their names.
///
/// A report of a large layout mentions thousands of rows, most of them implicit. The ids are collected first, and looked up in
/// one pass.
struct MentionedViews {
    private let document: LayoutDocument
    private var isMentioned: [Bool]
    /// Ids of constraints that are still to be looked up, and ids of views.
    private var constraints: Set<String> = []
    private var ids: Set<String> = []

    /// - Returns: the mentioned views, in the document's order.
    static func of(_ analysis: Analysis, in document: LayoutDocument) -> [Int] {
        var mentioned = MentionedViews(document)
        mentioned.note(analysis)
        if let log = analysis.log { mentioned.note(log) }
        for difference in Observations(analysis, of: document)?.differences ?? [] { mentioned.note(view: difference.view) }
        mentioned.findViews()
        mentioned.findConstraints()
        return document.views.indices.filter { mentioned.isMentioned[$0] }
    }

    private init(_ document: LayoutDocument) {
        self.document = document
        isMentioned = Array(repeating: false, count: document.views.count)
        note(view: document.root)
    }

    // MARK: - Mentioned rows and views

    private mutating func note(_ analysis: Analysis) {
        for conflict in analysis.conflicts { note(rows: conflict.members) }
        for decision in analysis.decisions {
            note(rows: decision.conflict)
            note(rows: decision.candidates.lazy.map(\.constraint))
        }
        note(rows: analysis.broken)
        for repair in analysis.repairs { note(rows: repair.relax) }
        for ambiguity in analysis.ambiguities {
            note(view: ambiguity.view)
            note(rows: ambiguity.tied)
            for case .add(let equation, _) in ambiguity.suggestions { ids.formUnion(LayoutDocument.items(inEquation: equation)) }
        }
        for alternate in analysis.alternates {
            for moved in alternate.frames { note(view: moved.view) }
        }
        note(rows: analysis.unsatisfied.lazy.map(\.id))
        for view in analysis.sizeFindings.flatMap(\.views) { note(view: view) }
        for view in analysis.sizeMap?.findings.flatMap(\.views) ?? [] { note(view: view) }
        ids.formUnion(analysis.source?.findings.compactMap(\.view) ?? [])
    }

    private mutating func note(_ log: LogFindings) {
        note(rows: log.innocent)
        note(rows: log.prediction.candidates.lazy.map(\.constraint))
        for frame in log.settled { note(view: frame.view) }
        for outcome in log.outcomes {
            for frame in outcome.frames { note(view: frame.view) }
        }
    }

    private mutating func note(view: Int) {
        if isMentioned.indices.contains(view) { isMentioned[view] = true }
    }

    private mutating func note(rows: some Sequence<String>) {
        for row in rows {
            if let view = RowPhrase.view(ofImplicit: row) { ids.insert(view) } else { constraints.insert(row) }
        }
    }

    // MARK: - Views of ids

    private mutating func findViews() {
        for view in document.views.indices {
            if ids.isEmpty { return }
            guard ids.remove(document.views[view].id) != nil else { continue }
            note(view: view)
            // Insets are relative to the superview.
            if document.views[view].kind == .guide || document.views[view].kind == .content { note(view: document.views[view].parent ?? view) }
        }
        // The remaining ids may be constraints' ids that look like implicit rows'.
        for id in ids { constraints.formUnion(RowPhrase.ends.map { id + $0 }) }
    }

    private mutating func findConstraints() {
        for index in document.constraints.indices {
            if constraints.isEmpty { return }
            guard constraints.remove(document.constraints[index].id) != nil else { continue }
            note(view: document.constraints[index].first.item)
            if let second = document.constraints[index].second { note(view: second.item) }
        }
    }
}
