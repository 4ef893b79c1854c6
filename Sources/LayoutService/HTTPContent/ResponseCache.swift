internal import HTTP
internal import SessionStore
internal import Synchronization

/// A cache of responses that contain stored data of a session. A response is reused only until something is written that could
/// change it: a write by this process evicts the responses of its session, and a write by another process evicts all.
final class ResponseCache: Sendable {
    /// The parameters of a response besides the stored data.
    struct Key: Hashable, Sendable {
        let session: String
        let pattern: String
        let mediaType: String
        let query: [RequestTarget.QueryItem]
        let accept: [String]
        let takesGzip: Bool

        /// Returns nil for requests whose responses are not cached.
        init?(_ head: RequestHead, _ match: RouteMatch) {
            guard let route = match.route, let type = route.cachedType, head.framing == .none, let id = match.parameters["id"] else { return nil }
            session = id
            pattern = route.pattern
            mediaType = type
            query = head.target.query
            // Other queries are computed, and their results may depend on the time left.
            guard query.isEmpty || (query.count == 1 && query[0].name == "step" && query[0].value.utf8.count <= 10) else { return nil }
            accept = head.fields.values("Accept")
            // A client must not be able to fill the memory with arbitrary keys.
            guard accept.reduce(0, { $0 + $1.utf8.count }) <= 200 else { return nil }
            takesGzip = HTTPResponse.takesGzip(head.fields.tokens("Accept-Encoding"))
        }
    }

    private struct State {
        /// The state of the store to which all responses belong.
        var store: StoreState?
        /// Responses used since the last rotation.
        var young: [Key: CachedResponse] = [:]
        /// Responses used before that, evicted at the next rotation.
        var old: [Key: CachedResponse] = [:]
        var youngBytes = 0
        /// The cached keys of each session.
        var keys: [String: Set<Key>] = [:]

        mutating func clear(_ store: StoreState?) {
            self = State()
            self.store = store
        }

        mutating func keep(_ answer: CachedResponse, _ key: Key, mostBytes: Int) {
            if youngBytes + State.bytes(answer) > mostBytes {
                for evicted in old.keys where young[evicted] == nil { forget(evicted) }
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

        /// Returns the memory of a response with its key in bytes.
        private static func bytes(_ answer: CachedResponse) -> Int { answer.byteCount + 1024 }

        private mutating func forget(_ key: Key) {
            keys[key.session]?.remove(key)
            if keys[key.session]?.isEmpty == true { keys[key.session] = nil }
        }
    }

    private let store: any SessionStore
    private let mostBytes: Int
    private let state = Mutex(State())

    /// - Parameter mostBytes: the memory limit of all responses together.
    init(of store: any SessionStore, mostBytes: Int = 16 << 20) {
        self.store = store
        // The young and the old ones may each take half.
        self.mostBytes = mostBytes / 2
        store.observe { [weak self] change in self?.note(change) }
    }

    /// The state to pass to `keep`; read it before the response is made.
    var storeState: StoreState? { store.state }

    /// Returns the cached response if the stored data is unchanged. It never blocks: it would wait for threads of lower priority.
    func answer(_ key: Key) -> CachedResponse? {
        state.withLockIfAvailable { state in
            guard let cached = state.store, cached == store.stateAtOnce else { return nil }
            if let answer = state.young[key] { return answer }
            guard let answer = state.old[key] else { return nil }
            state.keep(answer, key, mostBytes: mostBytes)
            return answer
        } ?? nil
    }

    /// Caches a response that was made after the store had this state, if it only returns stored data.
    func keep(_ response: HTTPResponse, _ key: Key, madeAfter before: StoreState) {
        // Other formats of a report are computed.
        guard response.status == .ok, response.stream == nil, response.fields["Content-Type"] == key.mediaType else { return }
        let answer = CachedResponse(response)
        // A single response must not evict all others.
        guard answer.byteCount <= mostBytes / 4 else { return }
        state.withLock { state in
            if state.store != before {
                // Another process has written; a response made meanwhile may belong to either state.
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
