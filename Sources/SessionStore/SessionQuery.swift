/// Which sessions a list shows. Every condition that is given must hold.
public struct SessionQuery: Sendable, Equatable {
    /// The most sessions that one page may have.
    public static let greatestLimit = 1000

    /// Words, each of which is a part of the id, the name, a tag, a view or an identifier, without regard to case.
    public var text: String?
    public var verdict: String?
    /// The session has all of them.
    public var tags: [String]
    /// The layout has a view with exactly this id.
    public var view: String?
    /// A report of the session has this conflict or ambiguity.
    public var fingerprint: String?
    /// A report of the session has a conflict whose owner this is: `app`, `system` or `transient`.
    public var owner: String?
    /// Created at this time or later; microseconds since 1970, UTC.
    public var since: Int64?
    /// Created before this time; microseconds since 1970, UTC.
    public var until: Int64?
    /// How many sessions a page has at most, from 1 to `greatestLimit`.
    public var limit: Int
    /// Where the last page ended; nil for the first page.
    public var cursor: String?

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
