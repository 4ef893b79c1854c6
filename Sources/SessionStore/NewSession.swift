/// Everything that a new session stores: the posted document, its canonical form, and the findings.
public struct NewSession: Sendable {
    public var name: String
    /// The name of the root view.
    public var root: String
    public var tags: [String]
    /// The options of the analysis as JSON, stored unchanged.
    public var options: [UInt8]
    /// The body as it was posted.
    public var body: [UInt8]
    public var mediaType: String
    /// The layout in canonical form, JSON.
    public var canonical: [UInt8]
    /// The SHA-256 of the canonical form (32 bytes), if already computed.
    public var canonicalDigest: [UInt8]?
    /// The report of step 0, JSON.
    public var report: [UInt8]
    public var verdict: String
    /// The engine that made the report, with its version.
    public var engine: String
    /// The ids of the views, for `?view=` and the search.
    public var views: [String]
    /// Further words for the search, such as the identifiers of constraints.
    public var identifiers: [String]
    public var findings: [StoredFinding]
    /// Microseconds since 1970, UTC. The stored time may be a few later, because it is unique.
    public var createdAt: Int64
    /// Steps after the first, numbered from 1, if the session has a history already.
    public var laterSteps: [NewStep] = []
    public var exercises: [StoredExercise] = []
    /// The time at which an imported session is stored in this database; nil for a session that is created here.
    public var arrivedAt: Int64?
    /// Whether the session is exempt from pruning.
    public var isPinned = false
    /// The request with an `Idempotency-Key` that makes it; nil if it has no key.
    var creation: KeyedCreation?
    /// The id; nil for a random one.
    public var id: String?
    /// The values of the session that this one is a copy of; nil if it is none.
    var original: OriginalSession?

    public init(
        name: String, root: String, tags: [String] = [], options: [UInt8] = Array("{}".utf8), body: [UInt8], mediaType: String,
        canonical: [UInt8], report: [UInt8], verdict: String, engine: String, views: [String] = [], identifiers: [String] = [],
        findings: [StoredFinding] = [], createdAt: Int64
    ) {
        self.name = name
        self.root = root
        self.tags = tags
        self.options = options
        self.body = body
        self.mediaType = mediaType
        self.canonical = canonical
        self.report = report
        self.verdict = verdict
        self.engine = engine
        self.views = views
        self.identifiers = identifiers
        self.findings = findings
        self.createdAt = createdAt
    }
}

/// A conflict or an ambiguity of a report, with the fingerprint that identifies it across sessions.
public struct StoredFinding: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case conflict, ambiguity
    }

    public var kind: Kind
    public var fingerprint: String
    /// One sentence for a person.
    public var summary: String
    /// The party that can fix a conflict: `app`, `system` or `transient`; nil for an ambiguity.
    public var owner: String?

    public init(kind: Kind, fingerprint: String, summary: String, owner: String? = nil) {
        self.kind = kind
        self.fingerprint = fingerprint
        self.summary = summary
        self.owner = owner
    }
}
