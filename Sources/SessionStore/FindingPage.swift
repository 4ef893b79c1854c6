/// A conflict or an ambiguity across sessions.
public struct FindingSummary: Sendable, Equatable {
    public let kind: String
    public let fingerprint: String
    /// One sentence, from one of the sessions.
    public let summary: String
    /// The number of sessions that have it at any of their steps.
    public let sessions: Int
    /// The times of the first and the last step that had it: microseconds since 1970, UTC.
    public let firstSeen: Int64
    public let lastSeen: Int64
    /// The session of the last such step.
    public let example: String
}

/// A finding of one step of a session.
public struct FindingName: Sendable, Equatable {
    public let fingerprint: String
    /// One sentence.
    public let summary: String

    public init(fingerprint: String, summary: String) {
        self.fingerprint = fingerprint
        self.summary = summary
    }
}

/// A page of findings, the last seen first.
public struct FindingPage: Sendable, Equatable {
    public let items: [FindingSummary]
    /// The cursor of the next page; nil on the last.
    public let next: String?
}
