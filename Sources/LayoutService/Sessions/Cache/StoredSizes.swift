internal import HTTP
internal import SessionStore
internal import Synchronization

/// The lengths of stored layouts and reports, for an estimate of the memory that a question about one takes before it is loaded.
final class StoredSizes: Sendable {
    /// The memory of a question, as a number of times the lengths of the session's layout and of its report.
    private static let layouts = 12
    private static let reports = 8
    /// The questions that are posted.
    private static let questions: Set<String> = ["events", "exercise", "preview", "replay"]
    /// The time after which a length is read again, since events change it.
    private static let lifetime = Duration.seconds(30)
    private static let most = 1000

    private struct Entry {
        let bytes: Int
        let read: ContinuousClock.Instant
    }

    /// The length in bytes from which on an answer that only reads a session is large.
    private static let largeAnswer = 512 << 10

    private let store: any SessionStore
    private let entries = Mutex<[String: Entry]>([:])
    /// The sessions with a large answer.
    private let large = Mutex<Set<String>>([])

    init(_ store: any SessionStore) {
        self.store = store
    }

    /// Returns an estimate of the bytes that a request for a stored session needs; 0 for other requests.
    func memory(for request: HTTPRequest) -> Int {
        let parts = request.target.segments
        guard let id = StoredSizes.session(request) else { return 0 }
        let isQuestion = [.get, .head].contains(request.head.method) || parts.count > 3 && StoredSizes.questions.contains(parts[3])
        guard isQuestion else { return 0 }
        // The other session of a comparison.
        return bytes(of: id) + (parts.count > 4 ? bytes(of: parts[4]) : 0)
    }

    /// Records how much an answer that only reads a session contains.
    func note(_ response: HTTPResponse, to request: HTTPRequest) {
        guard response.stream != nil || response.body.count >= StoredSizes.largeAnswer, let id = StoredSizes.session(request) else { return }
        large.withLock { large in
            if large.count >= StoredSizes.most { large = [] }
            large.insert(id)
        }
    }

    /// Returns whether a former answer about the session of a request was large.
    func isLarge(_ request: HTTPRequest) -> Bool {
        guard let id = StoredSizes.session(request) else { return false }
        return large.withLock { $0.contains(id) }
    }

    /// Returns the id of the session that a request names.
    private static func session(_ request: HTTPRequest) -> String? {
        let parts = request.target.segments
        return parts.count >= 3 && parts[0] == "v1" && parts[1] == "sessions" ? parts[2] : nil
    }

    private func bytes(of id: String) -> Int {
        let now = ContinuousClock.now
        if let entry = entries.withLock({ $0[id] }), entry.read.duration(to: now) < StoredSizes.lifetime { return entry.bytes }
        // A session that cannot be read needs no memory: the handler says what is wrong with it.
        guard let document = try? store.document(id, isSealed: false) else { return 0 }
        let report = (try? store.report(id, step: nil))?.report.count ?? 0
        let bytes = StoredSizes.layouts * document.canonical.count + StoredSizes.reports * report
        entries.withLock { entries in
            if entries.count >= StoredSizes.most { entries = [:] }
            entries[id] = Entry(bytes: bytes, read: now)
        }
        return bytes
    }
}
