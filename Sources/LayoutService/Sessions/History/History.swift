internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

/// The documents of a session's steps, computed by applying its events.
struct History {
    /// The document of each step.
    private(set) var states: [LayoutDocument]
    /// The posted layout, if its format contains more than a document does: an Interface Builder file.
    let source: InterfaceBuilderLayout?
    /// The steps that `undo` would return to, the next last.
    private var past: [Int] = []

    init(first: SourceAnalyzer.ReadLayout) {
        states = [first.document]
        source = first.interfaceBuilder
    }

    var present: LayoutDocument { states[states.count - 1] }

    /// The inverses of the lists of events that were not undone yet, the newest last.
    var undoEntries: [UndoEntry] { past.map { UndoEntry(to: states[$0]) } }

    /// Returns the documents of two steps.
    ///
    /// - Parameter id: the session's id.
    func pair(_ first: Int, _ second: Int, of id: String) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        guard states.indices.contains(first), states.indices.contains(second) else {
            throw .damaged(id, "step \(max(first, second)) is missing")
        }
        return (states[first], states[second])
    }

    /// Applies the next list of events.
    mutating func take(_ events: [LayoutEvent], _ limits: ImportLimits) throws(ImportError) {
        if events == [.undo] {
            guard let step = past.popLast() else {
                throw ImportError(.invalid, code: "nothing-to-undo", "there is nothing to undo", pointer: "/events/0/op")
            }
            states.append(states[step])
        } else {
            let next = try EventApplication(limits: limits).apply(events, to: present).document
            past.append(states.count - 1)
            states.append(next)
        }
    }
}

/// The documents of a session's steps, rebuilt on first use.
struct LazyHistory {
    private let id: String
    private let service: SessionService
    private var history: History?

    init(_ id: String, _ service: SessionService) {
        self.id = id
        self.service = service
    }

    mutating func pair(_ first: Int, _ second: Int) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        if let history { return try history.pair(first, second, of: id) }
        let made = try service.documents.documents(of: id, in: service.store)
        history = made
        return try made.pair(first, second, of: id)
    }

    /// Returns the rows of a set that a step added or changed.
    mutating func changed(_ rows: Set<String>, by step: Int) throws(SessionError) -> Set<String> {
        let (before, now) = try pair(step - 1, step)
        let (old, new) = (DocumentRows(before, rows), DocumentRows(now, rows))
        return rows.filter { old[$0] == nil || old[$0] != new[$0] }
    }
}
