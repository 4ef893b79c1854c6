/// The limits that values in an undamaged database respect.
public enum StoredBounds {
    /// The maximum number of steps of a session: a replay runs all of them in one request.
    public static let mostSteps = 10_000

    /// The maximum number of findings that are stored of a step, the first ones of its report. Each is a row, which an event may replace while all
    /// other writes wait.
    public static let mostFindings = 1000

    /// The number of a session's tags that are read, far above that of a session that the service stores. One with more is damaged.
    static let mostTags = 1000

    /// The number up to which a session's rows are counted: pages of a damaged index may lead to each other.
    static let mostCounted = 1_000_000

    /// The valid times in microseconds since 1970, UTC: the years 1970 to 9998.
    public static let times: Range<Int64> = 0..<253_370_764_800_000_000

    /// The numbers of steps.
    static let steps = 0...mostSteps

    /// The maximum numbers of characters and of Unicode scalars in a session's name.
    static let nameLength = 200
    static let nameScalars = 2000

    /// The maximum length of a session's options in bytes. Lists read those of each session.
    public static let optionBytes = 32 << 10

    /// The maximum length of a request for an exercise in bytes. It is stored as it is, for each exercise of a step.
    public static let exerciseRequestBytes = 64 << 10

    /// The maximum length of a finding's sentence in bytes, far above those of the service.
    public static let summaryBytes = 32 << 20

    /// The maximum length of a digest in bytes, with what its kind needs before it.
    static let digestBytes = 64

    /// The engines' literals for no bytes.
    enum NoBytes: String {
        case sqlite = "x''"
        case postgreSQL = "''::bytea"
    }

    /// Returns an expression of SQL for a column of bytes, which has none of them if they are more than an undamaged row has.
    static func bounded(_ column: String, _ greatest: Int, _ none: NoBytes = .sqlite) -> String {
        "CASE WHEN length(\(column)) > \(greatest) THEN \(none.rawValue) ELSE \(column) END"
    }

    /// Returns the name cut to the greatest length.
    static func name(_ name: String) -> String {
        String(String(name.unicodeScalars.prefix(nameScalars)).prefix(nameLength))
    }

    /// Returns a text cut as `SessionSelection.columns` cuts it.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > 4 * nameScalars else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(nameScalars).prefix { $0 != "\0" }))
    }

    /// Clamps a stored time to the valid range, so that arithmetic with it cannot overflow.
    static func time(_ time: Int64) -> Int64 {
        min(max(time, times.lowerBound), times.upperBound - 1)
    }

    /// Returns the first free time of creation at or shortly after the given one; if none is left after it, the last free one before.
    ///
    /// - Parameter taken: returns the greatest taken time in a range, or the least one.
    static func freeTime(from first: Int64, taken: (Range<Int64>, Extreme) throws(StoreError) -> Int64?) throws(StoreError) -> Int64 {
        func isTaken(_ time: Int64) throws(StoreError) -> Bool { try taken(time..<time + 1, .greatest) != nil }
        let end = times.upperBound
        var candidate = min(first, end - 1)
        while candidate < end, try isTaken(candidate) {
            // Skip the whole next millisecond at once, so that many sessions with one time don't cause a long search.
            candidate = (try taken(candidate..<min(end, candidate + 1000), .greatest) ?? candidate) + 1
        }
        guard candidate == end else { return candidate }
        candidate = end - 1
        while try isTaken(candidate) {
            candidate = (try taken(candidate - 999..<candidate + 1, .least) ?? candidate) - 1
        }
        return candidate
    }

    enum Extreme: String {
        case least = "ASC"
        case greatest = "DESC"
    }

    /// Clamps a number of sessions or bytes to at least 0.
    static func count(_ count: Int64) -> Int {
        max(0, Int(count))
    }
}

extension StoredParts {
    /// Returns a stored step number, checked to be in range.
    func step(_ number: Int64) throws(StoreError) -> Int {
        guard let step = Int(exactly: number), StoredBounds.steps.contains(step) else { throw damage("its step number \(number) is out of range") }
        return step
    }

    /// Returns a session whose step number and JSON options were checked.
    func checked(_ session: StoredSession) throws(StoreError) -> StoredSession {
        _ = try step(Int64(session.step))
        _ = try json(session.options, "its list of options")
        return session
    }
}
