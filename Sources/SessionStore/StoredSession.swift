/// A session as listed.
public struct StoredSession: Sendable, Equatable {
    public let id: String
    public let name: String
    /// The name of the root view.
    public let root: String
    /// The tags in alphabetical order.
    public let tags: [String]
    /// The verdict of the current step.
    public private(set) var verdict: String
    /// The number of the current step.
    public private(set) var step: Int
    /// The engine of the current step, with its version.
    public private(set) var engine: String
    /// Microseconds since 1970, UTC; unique in a database.
    public let createdAt: Int64
    /// The options of the analysis, JSON.
    public let options: [UInt8]
    /// The state of an imported session; nil for a session that was created here.
    public var importState: ImportState?
    /// Whether its row differs from its digest.
    public var isDamaged = false

    /// The result of running the steps of an imported session again.
    public enum ImportState: Int64, Sendable {
        case notYet, verified, differs
    }

    /// Returns the session after a step was stored.
    public func following(_ step: StoredStep) -> StoredSession {
        var next = self
        next.step = step.number
        next.verdict = step.verdict
        next.engine = step.engine
        return next
    }
}

/// The document of a session.
public struct StoredDocument: Sendable, Equatable {
    /// SHA-256 of the body, 64 hexadecimal digits.
    public let sha256: String
    /// The body as it was posted.
    public let body: [UInt8]
    public let mediaType: String
    /// The layout in canonical form, JSON.
    public let canonical: [UInt8]

    public init(sha256: String, body: [UInt8], mediaType: String, canonical: [UInt8]) {
        self.sha256 = sha256
        self.body = body
        self.mediaType = mediaType
        self.canonical = canonical
    }
}

/// The report of one step.
public struct StoredReport: Sendable, Equatable {
    public let step: Int
    /// The report, JSON.
    public let report: [UInt8]
    public let verdict: String
    public let engine: String
    /// Microseconds since 1970, UTC.
    public let createdAt: Int64
}
