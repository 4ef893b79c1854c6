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
    /// The first finding of the current step, in a sentence.
    public private(set) var firstFinding: String?
    /// The state of an imported session; nil for one that was made here.
    public var importState: ImportState?
    /// The time at which an imported session was stored here; nil for one that was made here.
    var arrivedAt: Int64?
    /// The digest of what was posted (`Seal.content`); nil for sessions of before version 9.
    var content: [UInt8]?
    /// The number of its exercises if its seal covers it, otherwise nil.
    var exerciseCount: Int?
    /// Whether its row, its exercises' number, its tags or its first finding differ from their digest.
    public var isDamaged = false

    /// The result of running the steps of an imported session again.
    public enum ImportState: Int64, Sendable {
        case notYet, verified, differs
    }

    /// Returns the session after a step was stored.
    public func following(_ new: NewStep) -> StoredSession {
        let step = new.step
        var next = self
        next.step = step.number
        next.verdict = step.verdict
        next.engine = step.engine
        next.firstFinding = new.findings.first?.summary
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
