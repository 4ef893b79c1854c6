/// The lengths in bytes of the parts of a session that questions read, decompressed. A part that is damaged has 0.
public struct StoredLengths: Sendable, Hashable {
    /// The length of the body as it was posted.
    public var body: Int
    /// The length of the document in canonical form, without the session's events.
    public var document: Int
    /// The length of the events up to a step.
    public var events: Int
    /// The length of the report of the step.
    public var report: Int

    public init(body: Int = 0, document: Int, events: Int, report: Int) {
        self.body = body
        self.document = document
        self.events = events
        self.report = report
    }

    /// The length of all that the layout of the step is made from.
    public var layout: Int { document + events }
    /// The length of all that is read of the session for the layout of the step: its document is read in both forms.
    public var documentAndEvents: Int { body + document + events }
}

/// The lengths in bytes of the longest parts of a session, decompressed.
public struct GreatestLengths: Sendable, Hashable {
    /// That of the longest report of a step.
    public var report: Int
    /// That of the longest answer to an exercise, with what was asked.
    public var answer: Int

    public init(report: Int, answer: Int) {
        self.report = report
        self.answer = answer
    }
}
