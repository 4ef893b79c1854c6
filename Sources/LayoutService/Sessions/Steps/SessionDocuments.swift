internal import Digest
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore
internal import Synchronization

/// The documents of sessions at their steps: made of what is stored, and kept for a while for the next event.
final class SessionDocuments: Sendable {
    /// A session's document at one step.
    struct Present: Sendable {
        var document: LayoutDocument
        /// What was posted, where its format tells more than a document holds.
        var source: InterfaceBuilderLayout?
        /// What the session has been found by, where a step brought or took a name since it is kept here.
        var names: SearchNames?
        /// What takes back the lists of events that led to it, the newest last; not all of them, where they are many.
        private(set) var past: [StepBack] = []

        init(document: LayoutDocument, source: InterfaceBuilderLayout? = nil, names: SearchNames? = nil, past: [StepBack] = []) {
            self.document = document
            self.source = source
            self.names = names
            self.past = past
            let places = self.past.indices.filter { self.past[$0].isWhole }
            var first = max(0, past.count - Present.mostBack)
            if places.count > Present.mostWholeBack { first = max(first, places[places.count - Present.mostWholeBack]) }
            self.past.removeFirst(first)
        }

        /// So many lists are taken back without reading what is stored, and so many of them to documents that are kept for it.
        private static let mostBack = 64
        private static let mostWholeBack = 6

        /// Views and constraints that are held.
        var items: Int {
            [document, source?.document].compactMap { $0 }.reduce(0) { $0 + $1.views.count + $1.constraints.count }
                + past.reduce(0) { $0 + $1.items }
        }
    }

    private struct Kept {
        var step: Int
        var present: Present
        /// Of the step's report, where the step was made just now.
        var summary: ReportSummary?
        /// What led to the document, where the step was made just now of parts that changed.
        var former: FormerDocument?
        var row: Row?

        var items: Int { present.items + (former?.items ?? 0) }
    }

    /// What the store has of a session, and its state from which on it has that.
    struct Row: Sendable {
        var session: StoredSession
        var state: StoreState
    }

    /// A session that was made and had no event yet.
    private struct Fresh {
        let id: String
        let kept: Kept
        let progress: LayoutProgress
    }

    private struct State {
        private(set) var kept: [String: Kept] = [:]
        /// By session that is kept.
        private var uses: [String: (items: Int, last: Int)] = [:]
        private var items = 0
        /// The sessions that had an event last, the newest last.
        var progress: [(id: String, items: Int, progress: LayoutProgress)] = []
        /// The newest last. Most sessions never have an event, and must not push out those that have.
        var fresh: [Fresh] = []
        private var clock = 0
        /// What is kept no longer, until nobody waits for the lock.
        var left: [(kept: Kept?, progress: LayoutProgress?)] = []

        /// Keeps a session as one that has events.
        mutating func keep(_ kept: Kept, of id: String) {
            letGo(of: id)
            self.kept[id] = kept
            uses[id] = (kept.items, 0)
            items += kept.items
            use(id)
            while self.kept.count > SessionDocuments.mostKept || (items > SessionDocuments.mostItems && self.kept.count > 1) {
                guard let oldest = uses.min(by: { $0.value.last < $1.value.last }) else { return }
                letGo(of: oldest.key)
            }
        }

        mutating func letGo(of id: String) {
            guard let use = uses.removeValue(forKey: id) else { return }
            items -= use.items
            left.append((kept.removeValue(forKey: id), nil))
        }

        mutating func use(_ id: String) {
            clock += 1
            uses[id]?.last = clock
        }

        mutating func takeFormer(of id: String, step: Int) -> FormerDocument? {
            guard kept[id]?.step == step else { return nil }
            let former = kept[id]?.former
            kept[id]?.former = nil
            return former
        }

        /// Keeps what was found of a session, whose turn is last.
        mutating func keep(_ progress: LayoutProgress, items: Int, of id: String) {
            self.progress.append((id, items, progress))
            var all = self.progress.reduce(0) { $0 + $1.items }
            while self.progress.count > SessionDocuments.mostProgress || all > SessionDocuments.mostItemsInProgress {
                let oldest = self.progress.removeFirst()
                all -= oldest.items
                left.append((nil, oldest.progress))
            }
        }

        /// Takes a session that is asked for out of those that had no event.
        mutating func takeUp(_ id: String) {
            guard let place = fresh.firstIndex(where: { $0.id == id }) else { return }
            let fresh = fresh.remove(at: place)
            keep(fresh.progress, items: fresh.kept.items, of: id)
            keep(fresh.kept, of: id)
        }
    }

    /// So many documents are kept, and so many views and constraints of them all together.
    private static let mostKept = 256
    private static let mostItems = 500_000
    /// So many sessions are analysed from what was found before, and so many views and constraints of them all together: what is kept of
    /// them is some kilobytes for each.
    private static let mostProgress = 16
    private static let mostItemsInProgress = 60_000
    /// So many sessions that had no event yet, and so many views and constraints of them all together.
    private static let mostFresh = 8
    private static let mostItemsFresh = 60_000

    private let state = Mutex(State())
    private let limits: ServiceLimits

    init(limits: ServiceLimits) {
        self.limits = limits
    }

    /// What is let go of meanwhile ends when the lock is free again: it may be much.
    private func locked<Result: Sendable>(_ work: (inout State) -> Result) -> Result {
        let (result, left) = state.withLock { state in
            let result = work(&state)
            let left = state.left
            state.left = []
            return (result, left)
        }
        withExtendedLifetime(left) {}
        return result
    }

    /// - Parameters:
    ///   - summary: of the step's report, and the row as it was stored with it, where the step was made just now.
    ///   - change: what led to the document.
    func keep(
        _ present: Present, _ summary: ReportSummary? = nil, after change: DocumentChange? = nil, _ row: Row? = nil, of id: String, step: Int
    ) {
        locked { state in
            let former = change.map { FormerDocument($0) }
            state.keep(Kept(step: step, present: present, summary: summary, former: former, row: row), of: id)
        }
    }

    /// Keeps a session that was made just now, for its first event.
    ///
    /// - Parameter document: its document as it is read again.
    func begin(_ document: LayoutDocument, _ summary: ReportSummary, _ progress: LayoutProgress, _ row: Row?, of id: String) {
        let kept = Kept(step: 0, present: Present(document: document), summary: summary, row: row)
        if kept.items > SessionDocuments.mostItemsFresh { return }
        locked { state in
            state.fresh.append(Fresh(id: id, kept: kept, progress: progress))
            var items = state.fresh.reduce(0) { $0 + $1.kept.items }
            while state.fresh.count > SessionDocuments.mostFresh || items > SessionDocuments.mostItemsFresh {
                let oldest = state.fresh.removeFirst()
                items -= oldest.kept.items
                state.left.append((oldest.kept, oldest.progress))
            }
        }
    }

    /// What the store has of a session, where nothing was stored since that is known.
    func session(_ id: String, at present: StoreState?) -> StoredSession? {
        locked { state in
            state.takeUp(id)
            return state.kept[id]?.row.flatMap { $0.state == present ? $0.session : nil }
        }
    }

    /// What led to the document of a step, for whoever goes on from it first.
    func takeFormer(of id: String, step: Int) -> FormerDocument? {
        locked { $0.takeFormer(of: id, step: step) }
    }

    /// What the report of a step says, where it is the last one that was made and still kept.
    func summary(of id: String, step: Int) -> ReportSummary? {
        locked { state in
            state.takeUp(id)
            return state.kept[id].flatMap { $0.step == step ? $0.summary : nil }
        }
    }

    func forget(_ id: String) {
        locked { state in
            state.letGo(of: id)
            state.progress.removeAll { $0.id == id }
            state.fresh.removeAll { $0.id == id }
        }
    }

    /// Analyses a session's next document, from what was found of the one before where that is kept and nobody else works on it.
    ///
    /// - Parameter change: what led to the document, where it is known.
    func analyze(_ present: Present, _ change: DocumentChange?, of id: String, options: AnalysisOptions) -> AnalyzedLayout {
        let document = present.document
        let items = document.views.count + document.constraints.count
        let progress = locked { state -> LayoutProgress? in
            state.takeUp(id)
            let known = state.progress.firstIndex { $0.id == id }.map { state.progress.remove(at: $0).progress }
            if items > SessionDocuments.mostItemsInProgress { return nil }
            let progress = known ?? LayoutProgress(options)
            state.keep(progress, items: items, of: id)
            return progress
        }
        let layout = progress?.analyze(document, change, editedFrom: present.source, deadline: options.deadline)
        return layout ?? AnalyzedLayout(document, Analyzer(options: options).analyze(document), editedFrom: present.source)
    }

    /// The document at the session's present step.
    func present(of session: StoredSession, in store: SessionStore) throws(SessionError) -> Present {
        let kept = locked { state -> Present? in
            state.takeUp(session.id)
            guard let kept = state.kept[session.id], kept.step == session.step else { return nil }
            state.use(session.id)
            return kept.present
        }
        if let kept { return kept }
        let all = try documents(of: session.id, in: store)
        guard all.states.indices.contains(session.step) else { throw .damaged(session.id, "step \(session.step) is not there") }
        let present = Present(document: all.states[session.step], source: all.source, past: all.stepsBack)
        keep(present, of: session.id, step: session.step)
        return present
    }

    /// The document at each step, and those that an `undo` would lead to, the newest last.
    ///
    /// - Parameter last: no step after this one; nil for all.
    func documents(of id: String, in store: SessionStore, through last: Int? = nil) throws(SessionError) -> History {
        let found = try storing { () throws(StoreError) in (try store.session(id), try store.document(id)) }
        guard case (let session?, let stored?) = found else { throw .damaged(id, "its document is not there") }
        var history: History
        do throws(ImportError) { history = History(first: try readFirstLayout(stored, options: session.options)) } catch {
            throw .damaged(id, "its document cannot be read any more (\(error.code))")
        }
        let lists = try storing { () throws(StoreError) in try store.events(id) }
        for list in lists.prefix(last ?? .max) {
            do throws(ImportError) { try history.take(try SessionDocuments.events(list), limits.importLimits) } catch {
                throw .damaged(id, "the list of events of step \(history.states.count) cannot be taken any more (\(error.code))")
            }
        }
        return history
    }

    /// The layout that was posted, as its format has it.
    ///
    /// - Parameter options: the session's, JSON, which say how an Interface Builder file is read.
    /// - Throws: an error with its place in the session's file.
    func readFirstLayout(_ stored: StoredDocument, options: [UInt8]) throws(ImportError) -> SourceAnalyzer.ReadLayout {
        let isLog = stored.mediaType != "application/json" && SessionDocuments.isFragment(stored.canonical)
        let analyzer = SourceAnalyzer(limits: limits, interfaceBuilder: SessionDocuments.reading(options))
        func isMeant(_ layout: SourceAnalyzer.ReadLayout) -> Bool { CanonicalDocument.json(layout.document) == stored.canonical }
        guard stored.mediaType == "application/xml" || isLog else {
            // What was ignored of the body is told as it was told first.
            if stored.mediaType == "application/json", let found = (try? analyzer.read(stored.body, kind: .document))?.first(where: isMeant) {
                return found
            }
            return .document(analyzer.warned(try readCanonical(stored)))
        }
        // Logs and Interface Builder files say more than their canonical forms: they are read again.
        do throws(ImportError) {
            let layouts = try analyzer.read(stored.body, kind: isLog ? .consoleLog : .interfaceBuilder)
            if let found = layouts.first(where: isMeant) { return found }
            if isLog { throw ImportError(.invalid, code: "no-message", "the stored log no longer holds the message") }
        } catch {
            // Its line is one of the body, which stands as one text in the file.
            throw ImportError(.invalid, code: error.code, "\(error)", pointer: "/body")
        }
        return .document(try readCanonical(stored))
    }

    private func readCanonical(_ stored: StoredDocument) throws(ImportError) -> LayoutDocument {
        do throws(ImportError) { return try DocumentImporter(limits: limits.importLimits).read(json: stored.canonical) } catch {
            var error = error
            error.pointer = "/document" + (error.pointer ?? "")
            throw error
        }
    }

    /// Whether what was posted still means what the session holds.
    func means(_ stored: StoredDocument, options: [UInt8]) -> Bool {
        let kind: SourceKind
        switch stored.mediaType {
        case "application/json": kind = .document
        case "application/xml": kind = .interfaceBuilder
        default: kind = .text
        }
        let analyzer = SourceAnalyzer(limits: limits, interfaceBuilder: SessionDocuments.reading(options))
        guard let layouts = try? analyzer.read(stored.body, kind: kind) else { return false }
        return layouts.contains { CanonicalDocument.json($0.document) == stored.canonical }
    }

    private static func reading(_ options: [UInt8]) -> InterfaceBuilderOptions {
        var result = InterfaceBuilderOptions()
        guard let stored = try? JSONTree(parsing: options) else { return result }
        if let mode = stored["ib"]?.string.flatMap(InterfaceBuilderOptions.Mode.init) { result.mode = mode }
        if let canvas = stored["canvas"]?.string.flatMap(InterfaceBuilderOptions.Canvas.init) { result.canvas = canvas }
        if let direction = stored["direction"]?.string.flatMap(LayoutDirection.init) { result.direction = direction }
        return result
    }

    private static func isFragment(_ canonical: [UInt8]) -> Bool {
        guard let document = try? JSONDocument(parsing: canonical) else { return false }
        return document.withRoot { $0["fragment"]?.bool ?? false }
    }

    /// Events as they are stored.
    static func events(_ list: [UInt8]) throws(ImportError) -> [LayoutEvent] {
        try JSONDocument.imported(list).withRoot { (root) throws(ImportError) in try EventReader().read(root) }
    }
}

/// A session's documents, step by step.
struct History {
    /// By step.
    private(set) var states: [LayoutDocument]
    /// What was posted, where its format tells more than a document holds.
    let source: InterfaceBuilderLayout?
    /// Steps that `undo` would go back to, the next last.
    private var past: [Int] = []

    init(first: SourceAnalyzer.ReadLayout) {
        states = [first.document]
        source = first.interfaceBuilder
    }

    var present: LayoutDocument { states[states.count - 1] }

    /// What takes back the lists of events that are not taken back yet, the newest last.
    var stepsBack: [StepBack] { past.map { StepBack(to: states[$0]) } }

    /// The documents of two steps.
    ///
    /// - Parameter id: the session's.
    func pair(_ first: Int, _ second: Int, of id: String) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        guard states.indices.contains(first), states.indices.contains(second) else {
            throw .damaged(id, "step \(max(first, second)) is not there")
        }
        return (states[first], states[second])
    }

    /// Takes the next list of events.
    mutating func take(_ events: [LayoutEvent], _ limits: ImportLimits) throws(ImportError) {
        if events == [.undo] {
            guard let step = past.popLast() else {
                throw ImportError(.invalid, code: "nothing-to-undo", "no list of events is left to take back", pointer: "/events/0/op")
            }
            states.append(states[step])
        } else {
            let next = try EventApplication(limits: limits).apply(events, to: present).document
            past.append(states.count - 1)
            states.append(next)
        }
    }
}
