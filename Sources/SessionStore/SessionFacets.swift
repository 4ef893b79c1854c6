/// The number of sessions for each value of the list's filters.
public struct SessionFacets: Sendable, Equatable {
    public struct Count: Sendable, Equatable {
        public let value: String
        public let sessions: Int
    }

    /// The number of sessions counted.
    public let sessions: Int
    /// Whether all sessions of the query were counted, not only the newest.
    public let isComplete: Bool
    public let verdicts: [Count]
    public let tags: [Count]
    public let views: [Count]
    public let owners: [Count]
    public let fingerprints: [Count]

    /// The maximum number of sessions that are counted; the newest are used.
    static let mostCounted = 5000
    /// The maximum number of values of each kind. Values of more sessions are first.
    static let mostValues = 20
}
