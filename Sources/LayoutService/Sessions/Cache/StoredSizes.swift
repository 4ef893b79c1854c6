internal import HTTP
internal import SessionStore
internal import Synchronization

/// The lengths of stored layouts and reports, for an estimate of the memory that a question about one takes before it is loaded.
final class StoredSizes: Sendable {
    /// The memory of a question, as a number of times the lengths of the session's layout and of its report (`ImportLimits.mostReportValues`).
    private static let layouts = 12
    private static let reports = 10
    /// The number of times that the posted body is in memory.
    private static let bodies = 3
    /// The questions that are posted.
    private static let questions: Set<String> = ["events", "exercise", "preview", "replay"]
    /// The time after which lengths are read again, since another service may have added events.
    private static let lifetime = Duration.seconds(30)
    private static let mostSessions = 1000
    private static let mostSteps = 100
    /// The length in bytes from which on what a request reads, or its answer, is large.
    private static let large = 512 << 10

    private struct Key {
        let id: String
        let step: Int?
    }

    /// The lengths of a session that were read.
    private struct Known {
        /// By step; nil is the newest one.
        var steps: [Int?: StoredLengths] = [:]
        var greatest: GreatestLengths?
        private let read = ContinuousClock.now

        var isRecent: Bool { read.duration(to: .now) < StoredSizes.lifetime }
    }

    private let store: any SessionStore
    private let sessions = Mutex<[String: Known]>([:])
    /// The sessions with a large answer, or one in parts.
    private let largeAnswers = Mutex<Set<String>>([])

    init(_ store: any SessionStore) {
        self.store = store
    }

    /// Returns an estimate of the bytes that a request for a stored session needs; 0 for other requests.
    func memory(for request: HTTPRequest) -> Int {
        let parts = request.target.segments
        guard let key = StoredSizes.key(request) else { return 0 }
        guard StoredSizes.isQuestion(request) else { return 0 }
        let question = StoredSizes.question(request)
        // The other session of a comparison.
        let other = parts.count > 4 ? lengths(of: Key(id: parts[4], step: nil)) : nil
        let longest = StoredSizes.readsAllParts(question) ? greatestLengths(of: key.id) : GreatestLengths(report: 0, answer: 0)
        return StoredSizes.bytes(lengths(of: key), longest, for: question) + StoredSizes.bytes(other, longest, for: question)
    }

    /// Returns the length of the longest part of a stored session that a request reads at once; 0 for other requests.
    func longestPart(for request: HTTPRequest) -> Int {
        guard let key = StoredSizes.key(request), StoredSizes.isQuestion(request) else { return 0 }
        let question = StoredSizes.question(request)
        let parts = request.target.segments
        var longest = 0
        for lengths in [lengths(of: key), parts.count > 4 ? lengths(of: Key(id: parts[4], step: nil)) : nil].compactMap(\.self) {
            longest = max(longest, lengths.report)
            if question != "log" { longest = max(longest, lengths.body, lengths.document, lengths.events) }
        }
        guard StoredSizes.readsAllParts(question) else { return longest }
        let greatest = greatestLengths(of: key.id)
        return max(longest, greatest.report, greatest.answer)
    }

    /// Reads how much a request reads, for ``isLarge(_:)``.
    func measure(_ request: HTTPRequest) {
        guard let key = StoredSizes.key(request) else { return }
        _ = lengths(of: key)
        if StoredSizes.readsAllParts(StoredSizes.question(request)) { _ = greatestLengths(of: key.id) }
    }

    /// Records how much an answer that only reads a session contains.
    func note(_ response: HTTPResponse, to request: HTTPRequest) {
        guard response.stream != nil || response.body.count >= StoredSizes.large, let key = StoredSizes.key(request) else { return }
        largeAnswers.withLock { large in
            if large.count >= StoredSizes.mostSessions { large = [] }
            large.insert(key.id)
        }
    }

    /// Discards the lengths of a session that a request may have changed much. Short events change them little, unless they make many
    /// constraints, and reading them takes long if a session has many steps.
    func forget(_ request: HTTPRequest) {
        guard let key = StoredSizes.key(request) else { return }
        let isShort =
            request.body.count <= MemoryNeed.smallBody && request.fields["Content-Encoding"] == nil
            && RequestContent.memory(forDocument: request.body) <= MemoryNeed.large
        if isShort, request.head.method == .post, StoredSizes.question(request) == "events" { return }
        sessions.withLock { $0[key.id] = nil }
    }

    /// Returns whether a request is known to read much of a session, or whether a former answer about its session was large.
    func isLarge(_ request: HTTPRequest) -> Bool {
        guard let key = StoredSizes.key(request) else { return false }
        if largeAnswers.withLock({ $0.contains(key.id) }) { return true }
        guard let known = known(key.id), let lengths = known.steps[key.step] else { return false }
        let answer = StoredSizes.readsAllParts(StoredSizes.question(request)) ? known.greatest?.answer ?? 0 : 0
        return lengths.documentAndEvents + lengths.report + answer >= StoredSizes.large
    }

    /// Returns the session and the step that a request names.
    private static func key(_ request: HTTPRequest) -> Key? {
        let parts = request.target.segments
        guard parts.count >= 3, parts[0] == "v1", parts[1] == "sessions" else { return nil }
        return Key(id: parts[2], step: request.target.queryValue("step").flatMap { Int($0) })
    }

    private static func isQuestion(_ request: HTTPRequest) -> Bool {
        [.get, .head].contains(request.head.method) || question(request).map(questions.contains) ?? false
    }

    /// Returns what a request asks about a session; nil for the session itself.
    private static func question(_ request: HTTPRequest) -> String? {
        let parts = request.target.segments
        return parts.count > 3 ? parts[3] : nil
    }

    /// Returns whether a question may read every report or exercise of a session, one by one.
    private static func readsAllParts(_ question: String?) -> Bool { question.map { !["document", "log", "report"].contains($0) } ?? true }

    /// - Parameter question: what is asked about a session, of which some read only the layout or only the report; nil for the session itself.
    private static func bytes(_ lengths: StoredLengths?, _ longest: GreatestLengths, for question: String?) -> Int {
        guard let lengths else { return 0 }
        switch question {
        case "document": return layouts * lengths.layout + bodies * lengths.body
        case nil:
            return layouts * lengths.layout + bodies * lengths.body + reports * max(lengths.report, longest.answer)
        case "log": return reports * lengths.report
        default:
            return layouts * lengths.layout + bodies * lengths.body + reports * max(lengths.report, longest.report, longest.answer)
        }
    }

    private func known(_ id: String) -> Known? {
        guard let known = sessions.withLock({ $0[id] }), known.isRecent else { return nil }
        return known
    }

    private func keep(_ id: String, _ add: (inout Known) -> Void) {
        sessions.withLock { sessions in
            if sessions.count >= StoredSizes.mostSessions, sessions[id] == nil { sessions = [:] }
            var known = sessions[id] ?? Known()
            if !known.isRecent { known = Known() }
            add(&known)
            sessions[id] = known
        }
    }

    /// Returns 0 for a session that cannot be read: the handler says what is wrong with it.
    private func greatestLengths(of id: String) -> GreatestLengths {
        if let greatest = known(id)?.greatest { return greatest }
        guard let greatest = try? store.greatestLengths(id) else { return GreatestLengths(report: 0, answer: 0) }
        keep(id) { $0.greatest = greatest }
        return greatest
    }

    /// Returns nil for a session that cannot be read: the handler says what is wrong with it.
    private func lengths(of key: Key) -> StoredLengths? {
        if let lengths = known(key.id)?.steps[key.step] { return lengths }
        guard let lengths = try? store.lengths(key.id, step: key.step) else { return nil }
        keep(key.id) { known in
            if known.steps.count >= StoredSizes.mostSteps { known.steps = [:] }
            known.steps[key.step] = lengths
        }
        return lengths
    }
}
