/// A cursor over a session's rows of steps in ascending order, which reads a portion of them at a time.
struct StepCursor: Sendable {
    let parts: StoredParts
    let isSealed: Bool
    /// Whether reports are read, too.
    private let withReports: Bool
    /// Whether a missing number is an error.
    private let isGapless: Bool
    private let store: any SessionStore
    private let first: Int
    private let last: Int
    private var following: Int
    private var rows: ArraySlice<StepRow> = []
    /// The reports by which those of this portion are compressed.
    private(set) var bases: [Int64: StoredReportForm] = [:]
    /// Whether the row that was returned last is the first of a portion.
    private(set) var isAtBegin = false

    init(
        _ store: any SessionStore, _ id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool, isGapless: Bool = true
    ) {
        self.store = store
        parts = StoredParts(id: id)
        self.withReports = withReports
        self.isSealed = isSealed
        self.isGapless = isGapless
        self.first = first
        self.last = last
        following = first
    }

    /// The number of bytes that it holds in memory, about.
    var byteCount: Int {
        rows.reduce(0) { $0 + $1.form.bytes.count + ($1.events?.count ?? 0) } + bases.values.reduce(0) { $0 + $1.bytes.count }
    }

    /// Returns the next row; nil after the last one, and if there is no such session.
    mutating func next() throws(StoreError) -> StepRow? {
        isAtBegin = rows.isEmpty
        if rows.isEmpty, following <= last { try read() }
        guard let row = rows.popFirst() else { return nil }
        following = try parts.step(Int64(row.number)) + 1
        return row
    }

    private mutating func read() throws(StoreError) {
        let portion = try store.stepPortion(of: parts.id, from: following, through: last, withReports: withReports, isSealed: isSealed)
        try portion.checkExistence(isBegun: following > first)
        if isGapless { try portion.checkNumbers(from: following, through: last, of: parts) }
        rows = portion.rows[...]
        bases = portion.bases
    }
}

/// A reader of a session's steps with their reports, in ascending order. Only one report is unpacked at a time, and the one by which it is
/// compressed.
public struct StepReader: Sendable {
    private var cursor: StepCursor
    private var unpacked: (step: Int64, report: [UInt8])?

    /// - Parameters:
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: any SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool) {
        cursor = StepCursor(store, id, from: first, through: last, withReports: true, isSealed: isSealed)
    }

    /// The number of bytes that it holds in memory, about.
    public var byteCount: Int { cursor.byteCount + (unpacked?.report.count ?? 0) }

    /// Returns the next step; nil after the last one, and if there is no such session.
    public mutating func next() throws(StoreError) -> StoredStep? {
        guard let step = try cursor.next() else { return nil }
        let parts = cursor.parts
        // Another process may have replaced the steps since the last portion.
        if cursor.isAtBegin { unpacked = nil }
        let events = try step.events.map { events throws(StoreError) in try parts.events(events, step.number) }
        let report = try parts.report(step.number, step.form, bases: cursor.bases, unpacked: &unpacked)
        if cursor.isSealed { try step.check(parts, report: report) }
        return StoredStep(
            number: step.number, events: events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
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

    private var cursor: StepCursor
    /// Whether the lists are not needed, so that they are not checked to be JSON, and steps may be missing.
    private let isForVerdicts: Bool

    /// - Parameters:
    ///   - first: at least 1.
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: any SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool = true, isForVerdicts: Bool = false) {
        cursor = StepCursor(store, id, from: first, through: last, withReports: false, isSealed: isSealed, isGapless: !isForVerdicts)
        self.isForVerdicts = isForVerdicts
    }

    /// Returns the next step; nil after the last one, and if there is no such session.
    public mutating func next() throws(StoreError) -> Step? {
        guard let step = try cursor.next() else { return nil }
        let events = step.events ?? []
        if !isForVerdicts { _ = try cursor.parts.events(events, step.number) }
        if cursor.isSealed { try step.check(cursor.parts, report: nil) }
        return Step(number: step.number, events: events, verdict: step.verdict)
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
