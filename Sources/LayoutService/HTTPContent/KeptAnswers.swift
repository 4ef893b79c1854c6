internal import HTTP
internal import SessionStore
internal import Synchronization

/// Answers that tell what is stored of a session, kept as they were sent. One is given again only while nothing was written that could make it another:
/// what this service writes lets go of the answers about that session, and what another process writes of all.
final class KeptAnswers: Sendable {
    /// What an answer depends on beside what is stored.
    struct Key: Hashable, Sendable {
        let session: String
        let part: String
        let query: [RequestTarget.QueryItem]
        let accept: [String]
        let takesGzip: Bool

        /// Nil for requests whose answers are not kept.
        init?(_ head: RequestHead) {
            guard head.method == .get || head.method == .head, head.target.form != .asterisk, head.framing == .none else { return nil }
            let segments = head.target.segments
            guard (3...4).contains(segments.count), segments[0] == "v1", segments[1] == "sessions" else { return nil }
            session = segments[2]
            part = segments.count == 4 ? segments[3] : ""
            guard Key.patterns[part] != nil else { return nil }
            query = head.target.query
            // Other questions are worked out, and may end where the time does.
            guard query.isEmpty || (query.count == 1 && query[0].name == "step" && query[0].value.utf8.count <= 10) else { return nil }
            accept = head.fields.values("Accept")
            // What a client makes up must not fill the memory.
            guard accept.reduce(0, { $0 + $1.utf8.count }) <= 200 else { return nil }
            takesGzip = HTTPResponse.takesGzip(head.fields.tokens("Accept-Encoding"))
        }

        /// The routes that give what is stored, by the last segment of their patterns.
        private static let patterns = [
            "": "/v1/sessions/{id}", "report": "/v1/sessions/{id}/report", "log": "/v1/sessions/{id}/log",
            "document": "/v1/sessions/{id}/document", "source": "/v1/sessions/{id}/source",
        ]

        var pattern: String { Key.patterns[part] ?? "" }
    }

    private struct State {
        /// That of the store, of which all answers are.
        var store: StoreState?
        /// Those asked for since the others became old.
        var young: [Key: ReadyResponse] = [:]
        /// Those asked for before that: let go of when the young become old.
        var old: [Key: ReadyResponse] = [:]
        var youngBytes = 0
        /// Of each session that has answers here.
        var keys: [String: Set<Key>] = [:]

        mutating func clear(_ store: StoreState?) {
            self = State()
            self.store = store
        }

        mutating func keep(_ answer: ReadyResponse, _ key: Key, mostBytes: Int) {
            if youngBytes + State.bytes(answer) > mostBytes {
                for gone in old.keys where young[gone] == nil { forget(gone) }
                old = young
                young = [:]
                youngBytes = 0
            }
            if let before = young.updateValue(answer, forKey: key) { youngBytes -= State.bytes(before) }
            youngBytes += State.bytes(answer)
            keys[key.session, default: []].insert(key)
        }

        mutating func forget(_ session: String) {
            for key in keys.removeValue(forKey: session) ?? [] {
                if let answer = young.removeValue(forKey: key) { youngBytes -= State.bytes(answer) }
                old[key] = nil
            }
        }

        /// What an answer holds with its key.
        private static func bytes(_ answer: ReadyResponse) -> Int { answer.byteCount + 1024 }

        private mutating func forget(_ key: Key) {
            keys[key.session]?.remove(key)
            if keys[key.session]?.isEmpty == true { keys[key.session] = nil }
        }
    }

    private let store: SessionStore
    private let mostBytes: Int
    private let state = Mutex(State())

    /// - Parameter mostBytes: that the answers may hold.
    init(of store: SessionStore, mostBytes: Int = 16 << 20) {
        self.store = store
        // Young and old ones may each be half.
        self.mostBytes = mostBytes / 2
        store.observe { [weak self] change in self?.note(change) }
    }

    /// The state to ask for before an answer is made that is to be kept.
    var storeState: StoreState? { store.state }

    /// The answer, where it is kept and what is stored is as it was. Never waits: for threads that give way to the caller's, it would be for long.
    func answer(_ key: Key) -> ReadyResponse? {
        state.withLockIfAvailable { state in
            guard let kept = state.store, kept == store.stateAtOnce else { return nil }
            if let answer = state.young[key] { return answer }
            guard let answer = state.old[key] else { return nil }
            state.keep(answer, key, mostBytes: mostBytes)
            return answer
        } ?? nil
    }

    /// Keeps an answer that was made after the store was in that state, if it only gives what is stored.
    func keep(_ response: HTTPResponse, _ key: Key, madeAfter before: StoreState) {
        guard response.status == .ok, response.stream == nil else { return }
        // Other forms of a report are worked out.
        if key.part == "report", response.fields["Content-Type"] != "application/json" { return }
        let answer = ReadyResponse(response)
        // One of them must not push out all others.
        guard answer.byteCount <= mostBytes / 4 else { return }
        state.withLock { state in
            if state.store != before {
                // Another process has written. What was made while it wrote might be of either state.
                guard store.state == before else { return }
                state.clear(before)
            }
            state.keep(answer, key, mostBytes: mostBytes)
        }
    }

    private func note(_ change: StoreChange) {
        state.withLock { state in
            guard let sessions = change.sessions, state.store == change.before else {
                state.clear(change.after)
                return
            }
            for session in sessions { state.forget(session) }
            state.store = change.after
        }
    }
}
