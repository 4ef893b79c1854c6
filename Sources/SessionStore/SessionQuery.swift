/// The conditions of a list of sessions. A session must meet every condition that is given.
public struct SessionQuery: Sendable, Equatable {
    /// The maximum number of sessions on one page.
    public static let greatestLimit = 1000

    /// Words that must each occur in the id, the name, a tag, a view or an identifier, without regard to case.
    public var text: String?
    public var verdict: String?
    /// Tags that the session must all have.
    public var tags: [String]
    /// The exact id of a view that the layout must have.
    public var view: String?
    /// The fingerprint of a conflict or ambiguity that a report of the session must have.
    public var fingerprint: String?
    /// The owner of a conflict that a report of the session must have: `app`, `system` or `transient`.
    public var owner: String?
    /// The earliest time of creation, inclusive; microseconds since 1970, UTC.
    public var since: Int64?
    /// The latest time of creation, exclusive; microseconds since 1970, UTC.
    public var until: Int64?
    /// The maximum number of sessions on a page, from 1 to `greatestLimit`.
    public var limit: Int
    /// The position after the last page; nil for the first page.
    public var cursor: String?

    /// Whether the query may have to read many sessions.
    var isLong: Bool { text != nil || view != nil || fingerprint != nil || owner != nil || verdict != nil || !tags.isEmpty }

    public init(
        text: String? = nil, verdict: String? = nil, tags: [String] = [], view: String? = nil, fingerprint: String? = nil, owner: String? = nil,
        since: Int64? = nil, until: Int64? = nil, limit: Int = 50, cursor: String? = nil
    ) {
        self.text = text
        self.verdict = verdict
        self.tags = tags
        self.view = view
        self.fingerprint = fingerprint
        self.owner = owner
        self.since = since
        self.until = until
        self.limit = limit
        self.cursor = cursor
    }
}

/// A page of sessions, newest first.
public struct SessionPage: Sendable, Equatable {
    public let items: [StoredSession]
    /// The cursor of the next page; nil on the last.
    public let next: String?
}
