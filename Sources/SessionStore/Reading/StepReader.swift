/// A reader of a session's steps with their reports, in ascending order. Only one report is unpacked at a time, and the one by which it is
/// compressed.
public struct StepReader: Sendable {
    private let store: any SessionStore
    private let parts: StoredParts
    private let isSealed: Bool
    private let first: Int
    private let last: Int
    private var following: Int
    private var rows: ArraySlice<StepRow> = []
    private var bases: [Int64: StoredReportForm] = [:]
    private var unpacked: (step: Int64, report: [UInt8])?

    /// - Parameters:
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: any SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool) {
        self.store = store
        parts = StoredParts(id: id)
        self.isSealed = isSealed
        self.first = first
        self.last = last
        following = first
    }

    /// The number of bytes that it holds in memory, about.
    public var byteCount: Int {
        rows.reduce(0) { $0 + $1.form.bytes.count + ($1.events?.count ?? 0) }
            + bases.values.reduce(unpacked?.report.count ?? 0) { $0 + $1.bytes.count }
    }

    /// Returns the next step; nil after the last one, and if there is no such session.
    public mutating func next() throws(StoreError) -> StoredStep? {
        if rows.isEmpty, following <= last { try read() }
        guard let step = rows.popFirst() else { return nil }
        let events = try step.events.map { events throws(StoreError) in try parts.events(events, step.number) }
        let report = try parts.report(step.number, step.form, bases: bases, unpacked: &unpacked)
        if isSealed { try step.check(parts, report: report) }
        following = step.number + 1
        return StoredStep(
            number: step.number, events: events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
    }

    /// Reads the next portion.
    private mutating func read() throws(StoreError) {
        let portion = try store.stepPortion(of: parts.id, from: following, through: last, withReports: true, isSealed: isSealed)
        try portion.checkExistence(isBegun: following > first)
        try portion.checkNumbers(from: following, through: last, of: parts)
        rows = portion.rows[...]
        bases = portion.bases
        // Another process may have replaced the steps since the last portion.
        unpacked = nil
    }
}

/// A reader of the lists of events of a session's steps after the first, in ascending order, without their reports.
public struct EventsReader: Sendable {
    /// A step without its report.
    public struct Step: Sendable {
        public let number: Int
        public let events: [UInt8]
        public let verdict: String
    }

    private let store: any SessionStore
    private let parts: StoredParts
    private let isSealed: Bool
    private let first: Int
    private let last: Int
    private var following: Int
    private var rows: ArraySlice<StepRow> = []
    /// Whether the lists are not needed, so that they are not checked to be JSON.
    private let isForVerdicts: Bool

    /// - Parameters:
    ///   - first: at least 1.
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: any SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool = true, isForVerdicts: Bool = false) {
        self.store = store
        parts = StoredParts(id: id)
        self.isSealed = isSealed
        self.first = first
        self.last = last
        self.isForVerdicts = isForVerdicts
        following = first
    }

    /// Returns the next step; nil after the last one, and if there is no such session.
    public mutating func next() throws(StoreError) -> Step? {
        if rows.isEmpty, following <= last { try read() }
        guard let step = rows.popFirst() else { return nil }
        let events = step.events ?? []
        if !isForVerdicts { _ = try parts.events(events, step.number) }
        if isSealed { try step.check(parts, report: nil) }
        following = step.number + 1
        return Step(number: step.number, events: events, verdict: step.verdict)
    }

    /// Reads the next portion.
    private mutating func read() throws(StoreError) {
        let portion = try store.stepPortion(of: parts.id, from: following, through: last, withReports: false, isSealed: isSealed)
        try portion.checkExistence(isBegun: following > first)
        if !isForVerdicts { try portion.checkNumbers(from: following, through: last, of: parts) }
        rows = portion.rows[...]
    }
}

extension SessionStore {
    /// Returns a reader of a session's steps.
    ///
    /// - Parameter isSealed: whether a step that differs from its digest is an error.
    public func stepReader(_ id: String, from first: Int = 0, through last: Int = .max, isSealed: Bool = true) -> StepReader {
        StepReader(self, id, from: first, through: last, isSealed: isSealed)
    }

    /// Returns a reader of a session's lists of events.
    ///
    /// - Parameter isSealed: whether a step that differs from its digest is an error.
    public func eventsReader(_ id: String, from first: Int = 1, through last: Int = .max, isSealed: Bool = true) -> EventsReader {
        EventsReader(self, id, from: first, through: last, isSealed: isSealed)
    }

    /// Returns the verdicts of a session's steps after a given one, in ascending order; empty if there is no such session.
    public func verdicts(_ id: String, after step: Int, limit: Int) throws(StoreError) -> [(number: Int, verdict: String)] {
        var reader = EventsReader(self, id, from: step + 1, through: .max, isForVerdicts: true)
        var found: [(number: Int, verdict: String)] = []
        while found.count < limit, let next = try reader.next() {
            found.append((try StoredParts(id: id).step(Int64(next.number)), next.verdict))
        }
        return found
    }
}
