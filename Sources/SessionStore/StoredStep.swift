/// One step of a session: step 0 is the document itself, later ones are lists of events.
public struct StoredStep: Sendable, Equatable {
    public let number: Int
    /// The array of events, JSON; nil for step 0.
    public let events: [UInt8]?
    /// The report, JSON.
    public let report: [UInt8]
    public let verdict: String
    public let engine: String
    /// Microseconds since 1970, UTC.
    public let createdAt: Int64

    public init(number: Int, events: [UInt8]?, report: [UInt8], verdict: String, engine: String, createdAt: Int64) {
        self.number = number
        self.events = events
        self.report = report
        self.verdict = verdict
        self.engine = engine
        self.createdAt = createdAt
    }
}

/// A step to be stored.
public struct NewStep: Sendable {
    public var step: StoredStep
    public var findings: [StoredFinding]
    /// Ids of views that are new to the session.
    public var views: [String]
    /// Further words for the search.
    public var identifiers: [String]
    /// The request's `Idempotency-Key` with the digest of its body (32 bytes).
    public var request: KeyedRequest?

    public init(_ step: StoredStep, findings: [StoredFinding], views: [String] = [], identifiers: [String] = [], request: KeyedRequest? = nil) {
        self.step = step
        self.findings = findings
        self.views = views
        self.identifiers = identifiers
        self.request = request
    }
}

/// A request with an `Idempotency-Key`, for a step or for sessions.
public struct KeyedRequest: Sendable, Equatable {
    public let key: String
    /// SHA-256, 32 bytes.
    public let digest: [UInt8]
    /// The digest that older versions stored for the same request; nil if it is equal.
    public let formerDigest: [UInt8]?

    public init(key: String, digest: [UInt8], formerDigest: [UInt8]? = nil) {
        self.key = key
        self.digest = digest
        self.formerDigest = formerDigest
    }

    /// Returns whether a stored request with the same key, which has the given digest, is this one.
    func isSame(_ stored: [UInt8]) -> Bool { stored == digest || stored == formerDigest }
}

/// The result of storing a step.
public enum StepOutcome: Sendable, Equatable {
    case stored
    /// The session has advanced to this step meanwhile.
    case moved(to: Int)
    /// The same request already made this step.
    case repeated(step: Int)
    /// Another request had the same key.
    case keyTaken
}

/// The result of deleting a session.
public enum DeletionOutcome: Sendable, Equatable {
    case deleted
    case absent
    /// The session is at this step, which is none of the allowed ones.
    case moved(to: Int)
}

/// Alternates that were requested at a step.
public struct StoredExercise: Sendable, Equatable {
    public let step: Int
    /// The request, JSON.
    public let request: [UInt8]
    /// The answer, JSON.
    public var answer: [UInt8]
    public let engine: String
    /// Microseconds since 1970, UTC.
    public let createdAt: Int64

    public init(step: Int, request: [UInt8], answer: [UInt8], engine: String, createdAt: Int64) {
        self.step = step
        self.request = request
        self.answer = answer
        self.engine = engine
        self.createdAt = createdAt
    }
}

extension StoredReport {
    /// The report of a step.
    public init(_ step: StoredStep) {
        self.init(step: step.number, report: step.report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
    }
}

/// An exercise in its stored form.
struct PackedExercise: Sendable {
    let new: StoredExercise
    let answer: (bytes: [UInt8], packing: Int64)
    /// The part of the seal that does not depend on its place.
    let content: [UInt8]

    /// - Parameter id: the session's.
    init(_ new: StoredExercise, of id: String) {
        self.new = new
        answer = StoredForm.values(for: new.answer)
        content = Seal.content(of: new, in: id)
    }
}

/// A step with its report in stored form, so that the writer's thread need not compress it.
struct PackedStep: Sendable {
    let new: NewStep
    let report: PackedReport
    let findings: StepFindings
    /// The seal's part that does not depend on the time.
    let seal: Seal.Step

    /// - Parameters:
    ///   - id: the session's.
    ///   - base: a base for the report.
    init(_ new: NewStep, of id: String, by base: DeltaBases.Base? = nil) {
        self.new = new
        let step = new.step
        findings = .new(new.findings)
        seal = Seal.Step(
            of: id, step.number, events: step.events, report: step.report, verdict: step.verdict, engine: step.engine, found: findings.digest)
        report = PackedReport(new.step, by: base)
    }
}
