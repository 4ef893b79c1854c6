internal import LayoutCheck
internal import Digest
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore
internal import StandardAdditions
internal import Synchronization

/// A cache of sessions in use: the document of the newest step, and the analyzer's state, from which the next event is analyzed
/// incrementally. A document that is not in the cache is rebuilt from the stored events.
final class SessionCache: Sendable {
    /// A session's document at one step.
    struct Present: Sendable {
        var document: LayoutDocument
        /// The posted layout, if its format contains more than a document does: an Interface Builder file.
        var source: InterfaceBuilderLayout?
        /// The names by which the session has been found, if a step added or removed a name since it was cached.
        var names: SearchNames?
        /// The inverses of the last lists of events, the newest last; truncated if there are many.
        private(set) var past: [UndoEntry] = []

        init(document: LayoutDocument, source: InterfaceBuilderLayout? = nil, names: SearchNames? = nil, past: [UndoEntry] = []) {
            self.document = document
            self.source = source
            self.names = names
            self.past = past
            let places = self.past.indices.filter { self.past[$0].isWhole }
            var first = max(0, past.count - Present.mostBack)
            if places.count > Present.mostWholeBack { first = max(first, places[places.count - Present.mostWholeBack]) }
            self.past.removeFirst(first)
        }

        /// The maximum number of inverses, and of inverses that contain a whole document.
        private static let mostBack = 64
        private static let mostWholeBack = 6

        /// The number of views and constraints in memory.
        var items: Int {
            [document, source?.document].compactMap { $0 }.reduce(0) { $0 + $1.items }
                + past.reduce(0) { $0 + $1.items }
        }
    }

    private struct CachedSession {
        var step: Int
        var present: Present
        /// The summary of the step's report, if the step was just made.
        var summary: ReportSummary?
        /// The arrays of the previous document, for reuse by the next; if the step was just made and changed only parts.
        var former: ReusableStorage?
        var row: Row?

        var items: Int { present.items + (former?.items ?? 0) }
    }

    /// A session's row in the store, and the store's state from which on it is valid.
    struct Row: Sendable {
        var session: StoredSession
        var state: StoreState
    }

    /// A new session without any event.
    private struct Fresh {
        let id: String
        let cached: CachedSession
        let progress: SessionAnalyzer
    }

    private struct State {
        private(set) var cached: [String: CachedSession] = [:]
        /// The uses of each cached session.
        private var uses: [String: (items: Int, last: Int)] = [:]
        private var items = 0
        /// The sessions that last had an event, the newest last.
        var progress: [(id: String, items: Int, progress: SessionAnalyzer)] = []
        /// New sessions, the newest last. Most sessions never have an event, and must not evict sessions with events.
        var fresh: [Fresh] = []
        private var clock = 0
        /// Evicted values, deallocated after the lock is released.
        var left: [(cached: CachedSession?, progress: SessionAnalyzer?)] = []

        /// Caches a session that has events.
        mutating func keep(_ cached: CachedSession, of id: String) {
            letGo(of: id)
            self.cached[id] = cached
            uses[id] = (cached.items, 0)
            items += cached.items
            use(id)
            while self.cached.count > SessionCache.mostCached || (items > SessionCache.mostItems && self.cached.count > 1) {
                guard letGoOfOldest() else { return }
            }
        }

        private mutating func letGoOfOldest() -> Bool {
            guard let oldest = uses.min(by: { $0.value.last < $1.value.last }) else { return false }
            letGo(of: oldest.key)
            return true
        }

        /// Retains only sessions with this many views and constraints in total, of each kind.
        mutating func shrink(to most: Int) {
            while items > most, letGoOfOldest() {}
            var all = progress.reduce(0) { $0 + $1.items }
            while all > most {
                let oldest = progress.removeFirst()
                all -= oldest.items
                left.append((nil, oldest.progress))
            }
            all = fresh.reduce(0) { $0 + $1.cached.items }
            while all > most {
                let oldest = fresh.removeFirst()
                all -= oldest.cached.items
                left.append((oldest.cached, oldest.progress))
            }
        }

        mutating func letGo(of id: String) {
            guard let use = uses.removeValue(forKey: id) else { return }
            items -= use.items
            left.append((cached.removeValue(forKey: id), nil))
        }

        mutating func use(_ id: String) {
            clock += 1
            uses[id]?.last = clock
        }

        mutating func takeFormer(of id: String, step: Int) -> ReusableStorage? {
            guard cached[id]?.step == step else { return nil }
            let former = cached[id]?.former
            cached[id]?.former = nil
            return former
        }

        /// Retains the incremental state of a session as the most recent one.
        mutating func keep(_ progress: SessionAnalyzer, items: Int, of id: String) {
            self.progress.append((id, items, progress))
            var all = self.progress.reduce(0) { $0 + $1.items }
            while self.progress.count > SessionCache.mostProgress || all > SessionCache.mostItemsInProgress {
                let oldest = self.progress.removeFirst()
                all -= oldest.items
                left.append((nil, oldest.progress))
            }
        }

        /// Moves a session from the new ones to those in use.
        mutating func takeUp(_ id: String) {
            guard let place = fresh.firstIndex(where: { $0.id == id }) else { return }
            let fresh = fresh.remove(at: place)
            keep(fresh.progress, items: fresh.cached.items, of: id)
            keep(fresh.cached, of: id)
        }
    }

    /// The maximum number of cached documents, and of their views and constraints in total.
    private static let mostCached = 256
    private static let mostItems = 500_000
    /// The maximum number of sessions with an incremental state, and of their views and constraints in total, which take some
    /// kilobytes each.
    private static let mostProgress = 16
    private static let mostItemsInProgress = 60_000
    /// The maximum number of new sessions without an event, and of their views and constraints in total.
    private static let mostFresh = 8
    private static let mostItemsFresh = 60_000

    /// The maximum number of views and constraints of each kind of cached session while memory is short: about 24 MB.
    private static let mostItemsInShortage = 4_000

    private let state = Mutex(State())
    let limits: InputLimits

    init(limits: InputLimits) {
        self.limits = limits
    }

    /// Runs `work` under the lock. Evicted values, which may be large, are deallocated after the lock is released.
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
    ///   - summary: the summary of the step's report; with the stored row, if the step was just made.
    ///   - change: the change that led to the document.
    func keep(
        _ present: Present, _ summary: ReportSummary? = nil, after change: DocumentChange? = nil, _ row: Row? = nil, of id: String, step: Int
    ) {
        locked { state in
            let former = change.map { ReusableStorage($0) }
            state.keep(CachedSession(step: step, present: present, summary: summary, former: former, row: row), of: id)
        }
    }

    /// Caches a new session for its first event.
    ///
    /// - Parameter document: its document as it would be read again.
    func begin(_ document: LayoutDocument, _ summary: ReportSummary, _ progress: SessionAnalyzer, _ row: Row?, of id: String) {
        let cached = CachedSession(step: 0, present: Present(document: document), summary: summary, row: row)
        if cached.items > SessionCache.mostItemsFresh { return }
        locked { state in
            state.fresh.append(Fresh(id: id, cached: cached, progress: progress))
            var items = state.fresh.reduce(0) { $0 + $1.cached.items }
            while state.fresh.count > SessionCache.mostFresh || items > SessionCache.mostItemsFresh {
                let oldest = state.fresh.removeFirst()
                items -= oldest.cached.items
                state.left.append((oldest.cached, oldest.progress))
            }
        }
    }

    /// Returns a session's row if nothing was stored since it was cached.
    func session(_ id: String, at present: StoreState?) -> StoredSession? {
        locked { state in
            state.takeUp(id)
            return state.cached[id]?.row.flatMap { $0.state == present ? $0.session : nil }
        }
    }

    /// Removes and returns the change that led to the document of a step.
    func takeFormer(of id: String, step: Int) -> ReusableStorage? {
        locked { $0.takeFormer(of: id, step: step) }
    }

    /// Returns the summary of a step's report, if the step is the newest and still cached.
    func summary(of id: String, step: Int) -> ReportSummary? {
        locked { state in
            state.takeUp(id)
            return state.cached[id].flatMap { $0.step == step ? $0.summary : nil }
        }
    }

    /// Lets go of large sessions; their state is made again when they have another event.
    func releaseMemory() {
        locked { $0.shrink(to: SessionCache.mostItemsInShortage) }
    }

    func forget(_ id: String) {
        locked { state in
            state.letGo(of: id)
            state.progress.removeAll { $0.id == id }
            state.fresh.removeAll { $0.id == id }
        }
    }

    /// Analyzes a session's next document incrementally, if the state of the previous one is cached and not in use.
    ///
    /// - Parameter change: the change that led to the document, if known.
    func analyze(_ present: Present, _ change: DocumentChange?, of id: String, options: AnalysisOptions) -> AnalyzedLayout {
        let document = present.document
        let items = document.items
        let progress = locked { state -> SessionAnalyzer? in
            state.takeUp(id)
            let known = state.progress.firstIndex { $0.id == id }.map { state.progress.remove(at: $0).progress }
            if items > SessionCache.mostItemsInProgress { return nil }
            let progress = known ?? SessionAnalyzer(options)
            state.keep(progress, items: items, of: id)
            return progress
        }
        let layout = progress?.analyze(document, change, editedFrom: present.source, options: options)
        return layout ?? Analyzer(options: options).layout(of: document, editedFrom: present.source)
    }

    /// Returns the document at the session's present step.
    func present(of session: StoredSession, in store: any SessionStore, for caller: Caller) throws(SessionError) -> Present {
        let cached = locked { state -> Present? in
            state.takeUp(session.id)
            guard let cached = state.cached[session.id], cached.step == session.step else { return nil }
            state.use(session.id)
            return cached.present
        }
        if let cached { return cached }
        var history = try documents(of: session.id, in: store, for: caller)
        guard session.step < history.steps.count else { throw .damaged(session.id, "step \(session.step) is missing") }
        let past = try history.undoEntries(at: session.step)
        let present = Present(document: try history.document(of: session.step), source: history.source, past: past)
        keep(present, of: session.id, step: session.step)
        return present
    }

    /// Returns the documents of all steps, each of which is computed when it is asked for.
    ///
    /// - Parameter caller: asked for each list of events that is read or applied, whether it still waits.
    func documents(of id: String, in store: any SessionStore, for caller: Caller) throws(SessionError) -> History {
        let found = try storing { () throws(StoreError) in (try store.session(id), try store.document(id)) }
        guard case (let session?, let stored?) = found else { throw .damaged(id, "its document is missing") }
        let first: SourceAnalyzer.ReadLayout
        do throws(ImportError) { first = try readFirstLayout(stored, options: session.options, for: caller) } catch {
            throw .unreadable(id, "its document can no longer be read", error)
        }
        let steps = try steps(of: id, in: store, for: caller)
        return History(first: first, steps: steps, EventLists(of: id, in: store), limits, for: caller)
    }

    /// Returns which documents the steps of a session have, from the lists of events alone.
    func steps(of id: String, in store: any SessionStore, for caller: Caller) throws(SessionError) -> StepTree {
        var tree = StepTree()
        var reader = store.eventsReader(id)
        while let step = try storing({ () throws(StoreError) in try reader.next() }) {
            try caller.check(limits)
            guard StepInput.isUndo(step.events) else {
                tree.appendList()
                continue
            }
            if !tree.appendUndo() {
                throw .damaged(id, "the list of events of step \(step.number) can no longer be applied (nothing-to-undo)")
            }
        }
        return tree
    }
}

extension LayoutDocument {
    /// The number of views and constraints, or more if their names and texts take most of the memory: each is in several tables.
    fileprivate var items: Int {
        let textBytes = views.reduce(0) { $0 + $1.id.utf8.count + ($1.text?.utf8.count ?? 0) } + constraints.reduce(0) { $0 + $1.id.utf8.count }
        return max(views.count + constraints.count, textBytes / 500)
    }
}
