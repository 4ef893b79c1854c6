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

        /// Views and constraints that are held.
        var items: Int {
            [document, source?.document].compactMap { $0 }.reduce(0) { $0 + $1.views.count + $1.constraints.count }
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
        var lastUsed: Int

        var items: Int { present.items + (former?.items ?? 0) }
    }

    /// What the store has of a session, and its state from which on it has that.
    struct Row: Sendable {
        var session: StoredSession
        var state: StoreState
    }

    /// What the next event of a session goes on from. One request at a time has it.
    private final class Progress: Sendable {
        let state: Mutex<(analyzer: LiveAnalyzer, telling: Telling)>

        init(_ options: AnalysisOptions) { state = Mutex((LiveAnalyzer(options: options), Telling())) }
    }

    /// What is told of a session's document: of all of it, what did not change is taken over.
    private struct Telling: Sendable {
        var canonical: CanonicalText?
        var digest = FollowingSHA256()
        /// Of the text, 32 bytes.
        var digestOfText: [UInt8] = []
        var frames: ToldFrames?

        /// Goes on to the next document's text where that is its patched one; gives with how many bytes of the former it begins.
        mutating func follow(_ document: LayoutDocument, _ change: DocumentChange?) -> Int? {
            change.flatMap { canonical?.follow($0, to: document) }
        }

        /// Goes on to the digest of a text that begins like the former; where it was not patched, to the text as well.
        mutating func finish(_ document: LayoutDocument, sharing shared: Int?) {
            if let shared, let canonical {
                digestOfText = digest.digest(of: canonical.bytes, sharing: shared)
                return
            }
            let next = CanonicalDocument.text(document, after: canonical)
            digestOfText = digest.digest(of: next.bytes, sharing: FollowingSHA256.sharedLength(canonical?.bytes ?? [], next.bytes))
            canonical = next
        }

        /// Whether another thread is worth being woken for what is left.
        func isLong(sharing shared: Int?) -> Bool {
            guard let shared, let canonical else { return true }
            return canonical.bytes.count - shared > Telling.fewBytes
        }

        /// Their digest takes as long as to wake a thread.
        private static let fewBytes = 32 << 10
    }

    /// What is told of a document while another thread may be at it.
    private final class Teller: Sendable {
        private let telling: Mutex<Telling>

        init(_ telling: consuming Telling) { self.telling = Mutex(telling) }

        func finish(_ document: LayoutDocument, sharing shared: Int?) {
            telling.withLock { $0.finish(document, sharing: shared) }
        }

        func take() -> Telling {
            telling.withLock { telling in
                defer { telling = Telling() }
                return telling
            }
        }
    }

    private struct State {
        var kept: [String: Kept] = [:]
        /// The sessions that had an event last, the newest last.
        var progress: [(id: String, items: Int, progress: Progress)] = []
        var clock = 0
    }

    /// So many documents are kept, and so many views and constraints of them all together.
    private static let mostKept = 256
    private static let mostItems = 500_000
    /// So many sessions are analysed from what was found before, and so many views and constraints of them all together: what is kept of
    /// them is some kilobytes for each.
    private static let mostProgress = 16
    private static let mostItemsInProgress = 60_000

    private let state = Mutex(State())
    private let limits: ServiceLimits

    init(limits: ServiceLimits) {
        self.limits = limits
    }

    /// - Parameters:
    ///   - summary: of the step's report, and the row as it was stored with it, where the step was made just now.
    ///   - change: what led to the document.
    func keep(
        _ present: Present, _ summary: ReportSummary? = nil, after change: DocumentChange? = nil, _ row: Row? = nil, of id: String, step: Int
    ) {
        state.withLock { state in
            state.clock += 1
            let former = change.map { FormerDocument($0) }
            state.kept[id] = Kept(step: step, present: present, summary: summary, former: former, row: row, lastUsed: state.clock)
            var items = state.kept.values.reduce(0) { $0 + $1.items }
            while state.kept.count > SessionDocuments.mostKept || (items > SessionDocuments.mostItems && state.kept.count > 1) {
                guard let oldest = state.kept.min(by: { $0.value.lastUsed < $1.value.lastUsed }) else { return }
                items -= oldest.value.items
                state.kept[oldest.key] = nil
            }
        }
    }

    /// What the store has of a session, where nothing was stored since that is known.
    func session(_ id: String, at present: StoreState?) -> StoredSession? {
        state.withLock { state in state.kept[id]?.row.flatMap { $0.state == present ? $0.session : nil } }
    }

    /// What led to the document of a step, for whoever goes on from it first.
    func takeFormer(of id: String, step: Int) -> FormerDocument? {
        state.withLock { state in
            guard state.kept[id]?.step == step else { return nil }
            let former = state.kept[id]?.former
            state.kept[id]?.former = nil
            return former
        }
    }

    /// What the report of a step says, where it is the last one that was made and still kept.
    func summary(of id: String, step: Int) -> ReportSummary? {
        state.withLock { state in state.kept[id].flatMap { $0.step == step ? $0.summary : nil } }
    }

    func forget(_ id: String) {
        state.withLock { state in
            state.kept[id] = nil
            state.progress.removeAll { $0.id == id }
        }
    }

    /// Analyses a session's next document, from what was found of the one before where that is kept and nobody else works on it.
    ///
    /// - Parameter change: what led to the document, where it is known.
    func analyze(_ present: Present, _ change: DocumentChange?, of id: String, options: AnalysisOptions) -> AnalyzedLayout {
        let document = present.document
        let items = document.views.count + document.constraints.count
        let progress = state.withLock { state -> Progress? in
            let known = state.progress.firstIndex { $0.id == id }.map { state.progress.remove(at: $0).progress }
            if items > SessionDocuments.mostItemsInProgress { return nil }
            let progress = known ?? Progress(options)
            state.progress.append((id, items, progress))
            var all = state.progress.reduce(0) { $0 + $1.items }
            while state.progress.count > SessionDocuments.mostProgress || all > SessionDocuments.mostItemsInProgress {
                all -= state.progress.removeFirst().items
            }
            return progress
        }
        let layout = progress?.state.withLockIfAvailable { state in
            // Nothing else may hold what is patched, or all of it would be copied.
            var telling = state.telling
            state.telling = Telling()
            let shared = telling.follow(document, change)
            var frames = telling.frames
            telling.frames = nil
            let isLong = telling.isLong(sharing: shared)
            if !isLong { telling.finish(document, sharing: shared) }
            let teller = Teller(telling)
            let work = isLong ? WorkBeside { teller.finish(document, sharing: shared) } : nil
            // The time that is left differs from request to request.
            state.analyzer.options.deadline = options.deadline
            let analysis = state.analyzer.analyze(document, change: change)
            // Where the text followed, the frames are of the same views.
            if shared == nil || frames?.follow(analysis.frames) != true { frames = ToldFrames(document, analysis.frames, after: frames) }
            work?.value()
            state.telling = teller.take()
            state.telling.frames = frames
            return AnalyzedLayout(
                document, analysis, editedFrom: present.source, canonical: state.telling.canonical.map { ($0.bytes, state.telling.digestOfText) },
                frames: frames)
        }
        return layout ?? AnalyzedLayout(document, Analyzer(options: options).analyze(document), editedFrom: present.source)
    }

    /// The document at the session's present step.
    func present(of session: StoredSession, in store: SessionStore) throws(SessionError) -> Present {
        let kept = state.withLock { state -> Present? in
            guard let kept = state.kept[session.id], kept.step == session.step else { return nil }
            state.clock += 1
            state.kept[session.id]?.lastUsed = state.clock
            return kept.present
        }
        if let kept { return kept }
        let all = try documents(of: session.id, in: store)
        guard all.states.indices.contains(session.step) else { throw .damaged(session.id, "step \(session.step) is not there") }
        let present = Present(document: all.states[session.step], source: all.source)
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
