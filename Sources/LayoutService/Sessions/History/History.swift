internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

/// The documents of a session's steps, computed by applying its events.
///
/// Only a few documents are in memory: the first, the last one that was asked for, and some on the path to it, the more of them the nearer. A
/// document elsewhere is computed again from the nearest one before it on its path. So steps may be asked for in ascending or descending order in
/// about linear time.
struct History {
    /// A document on the path to the present one.
    private struct Stop {
        var step: Int
        /// The number of lists of events on its path.
        var depth: Int
        var document: LayoutDocument
    }

    /// The posted layout, if its format contains more than a document does: an Interface Builder file.
    let source: InterfaceBuilderLayout?
    /// The steps that were taken or read.
    private(set) var steps: StepTree
    private let limits: ImportLimits
    private let lists: EventLists
    /// Called before each list is applied; it ends the work by an error.
    private let check: () throws(SessionError) -> Void
    /// The first document, and others in the order of the path; the last is the present one.
    private var stops: [Stop]

    /// The maximum number of documents in memory, and of their views and constraints, which take some hundred bytes each. Two remain in any case.
    private static let mostStops = 16
    private static let mostItems = 100_000
    /// The maximum number of undo entries, of which each is a document; fewer of large ones.
    private static let mostUndoEntries = 6

    /// - Parameters:
    ///   - steps: the steps that are known; further ones are taken.
    ///   - lists: the lists of events of the steps, including those that are taken.
    ///   - caller: asked before each list, and before each of its events, whether it still waits.
    init(
        first: SourceAnalyzer.ReadLayout, steps: StepTree = StepTree(), _ lists: EventLists, _ limits: InputLimits, for caller: Caller
    ) {
        self.steps = steps
        self.limits = limits.asked(by: caller).importLimits
        self.lists = lists
        check = { () throws(SessionError) in try caller.check(limits) }
        stops = [Stop(step: 0, depth: 0, document: first.document)]
        source = first.interfaceBuilder
    }

    /// The document that was asked for or taken last.
    var present: LayoutDocument { stops[stops.count - 1].document }

    var first: LayoutDocument { stops[0].document }

    /// The number of views and constraints in memory.
    var items: Int { stops.reduce(0) { $0 + $1.document.views.count + $1.document.constraints.count } }

    /// Applies the next list of events.
    ///
    /// - Throws: `SessionError.input` if it cannot be applied.
    mutating func take(_ events: [LayoutEvent]) throws(SessionError) {
        let last = steps.count - 1
        if events == [.undo] {
            guard steps.appendUndo() else {
                throw .input(ImportError(.invalid, code: "nothing-to-undo", "there is nothing to undo", pointer: "/events/0/op"))
            }
            _ = try document(of: last + 1)
        } else {
            let before = try document(of: last)
            try check()
            let next = try importing { () throws(ImportError) in try EventApplication(limits: limits).apply(events, to: before).document }
            steps.appendList()
            push(next, step: last + 1)
        }
    }

    /// Returns the document of a step that was taken or is known.
    mutating func document(of step: Int) throws(SessionError) -> LayoutDocument {
        let path = steps.path(to: step)
        while let last = stops.last, last.depth > 0, last.depth > path.count || path[last.depth - 1] != last.step { stops.removeLast() }
        let missing = path[stops[stops.count - 1].depth...]
        let (lists, check, limits) = (lists, check, limits)
        try lists.each(of: missing) { step, list throws(SessionError) in
            try check()
            do throws(ImportError) {
                push(try EventApplication(limits: limits).apply(try StepInput.events(list), to: present).document, step: step)
            } catch {
                throw lists.error(error, at: step)
            }
        }
        return present
    }

    /// Returns the documents of two steps.
    ///
    /// - Parameter id: the session's id.
    mutating func pair(_ first: Int, _ second: Int, of id: String) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        guard (0..<steps.count).contains(first), (0..<steps.count).contains(second) else {
            throw .damaged(id, "step \(max(first, second)) is missing")
        }
        let before = try document(of: first)
        return (before, try document(of: second))
    }

    /// Returns the inverses of the last lists of events that are not undone at a step, the newest last.
    mutating func undoEntries(at step: Int) throws(SessionError) -> [UndoEntry] {
        var entries: [UndoEntry] = []
        let most = min(History.mostUndoEntries, History.mostItems / max(1, first.views.count + first.constraints.count))
        for earlier in ([0] + steps.path(to: step)).dropLast().suffix(most) {
            entries.append(UndoEntry(to: try document(of: earlier)))
        }
        return entries
    }

    private mutating func push(_ document: LayoutDocument, step: Int) {
        stops.append(Stop(step: step, depth: stops[stops.count - 1].depth + 1, document: document))
        let items = document.views.count + document.constraints.count
        while stops.count > 2, stops.count > History.mostStops || stops.count * items > History.mostItems { stops.remove(at: leastUseful) }
    }

    /// The index of the document that would be computed again most cheaply for its distance from the present one.
    private var leastUseful: Int {
        let end = stops[stops.count - 1].depth
        func cost(_ place: Int) -> Double { Double(stops[place + 1].depth - stops[place - 1].depth) / Double(end - stops[place].depth) }
        return (1..<stops.count - 1).min { cost($0) < cost($1) } ?? 1
    }
}

/// The lists of events of a session's steps after the first, which are read when they are needed.
struct EventLists {
    private enum Source {
        case stored(String, any SessionStore, isSealed: Bool)
        case given([[UInt8]?])
    }

    /// The number of lists between two that are needed which are read along instead of a further access to the store.
    private static let mostBetween = 32

    private let source: Source

    /// The lists of a stored session.
    ///
    /// - Parameter isSealed: whether a step that differs from its digest is an error.
    init(of id: String, in store: any SessionStore, isSealed: Bool = true) { source = .stored(id, store, isSealed: isSealed) }

    /// Lists in memory, by step; the first step has none.
    init(_ lists: [[UInt8]?]) { source = .given(lists) }

    /// Calls `body` with the list of each step.
    ///
    /// - Parameter steps: in ascending order.
    fileprivate func each(of steps: ArraySlice<Int>, _ body: (Int, [UInt8]) throws(SessionError) -> Void) throws(SessionError) {
        switch source {
        case .given(let all): for step in steps { try body(step, (all.indices.contains(step) ? all[step] : nil) ?? []) }
        case .stored(let id, let store, let isSealed):
            guard let last = steps.last else { return }
            var reader: (events: EventsReader, following: Int)?
            for step in steps {
                if step - (reader?.following ?? .min / 2) > EventLists.mostBetween {
                    reader = (store.eventsReader(id, from: step, through: last, isSealed: isSealed), step)
                }
                var found: EventsReader.Step?
                repeat { found = try storing { () throws(StoreError) in try reader?.events.next() } } while found.map { $0.number < step } ?? false
                guard let found else { throw .damaged(id, "step \(step) is missing") }
                reader?.following = step + 1
                try body(step, found.events)
            }
        }
    }

    /// Returns the error for a list that can be applied no more.
    fileprivate func error(_ error: ImportError, at step: Int) -> SessionError {
        guard case .stored(let id, _, _) = source else { return .reading(error) }
        return .unreadable(id, "the list of events of step \(step) can no longer be applied", error)
    }
}

/// The documents of a session's steps, rebuilt on first use.
struct LazyHistory {
    private let id: String
    private let service: SessionService
    private let caller: Caller
    private var history: History?

    init(_ id: String, _ service: SessionService, for caller: Caller) {
        self.id = id
        self.service = service
        self.caller = caller
    }

    mutating func pair(_ first: Int, _ second: Int) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        var made = if let history { history } else { try service.documents.documents(of: id, in: service.store, for: caller) }
        // It has one owner, so that its documents are not copied.
        history = nil
        defer { history = made }
        return try made.pair(first, second, of: id)
    }

    /// Returns the rows of a set that a step added or changed.
    mutating func changed(_ rows: Set<String>, by step: Int) throws(SessionError) -> Set<String> {
        let (before, now) = try pair(step - 1, step)
        let (old, new) = (DocumentRows(before, rows), DocumentRows(now, rows))
        return rows.filter { old[$0] == nil || old[$0] != new[$0] }
    }
}
