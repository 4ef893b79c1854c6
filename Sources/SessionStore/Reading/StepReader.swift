internal import SQLite

/// A reader of a session's steps with their reports, in ascending order. Only one report is unpacked at a time, and the one by which it is
/// compressed.
public struct StepReader: Sendable {
    private struct Row: Sendable {
        let number: Int
        let events: [UInt8]?
        let verdict: String
        let engine: String
        let createdAt: Int64
        let form: StoredReportForm
        let sealed: SealedStep
    }

    private let store: SessionStore
    private let parts: StoredParts
    private let isSealed: Bool
    private let first: Int
    private let last: Int
    private var following: Int
    private var rows: ArraySlice<Row> = []
    private var bases: [Int64: StoredReportForm] = [:]
    private var unpacked: (step: Int64, report: [UInt8])?

    /// - Parameters:
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool) {
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
        if isSealed {
            try parts.check(
                step.sealed, step.number, events: events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
        }
        following = step.number + 1
        return StoredStep(
            number: step.number, events: events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
    }

    /// Reads the next portion.
    private mutating func read() throws(StoreError) {
        let sql = """
            SELECT t.number, t.event, t.verdict, t.engine, t.created_at, t.report, t.packing, t.base, \(SealedStep.columns) FROM session AS s
            JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number >= ? ORDER BY t.number LIMIT ?
            """
        let found = try store.readers.read { [self] connection throws(StoreError) in
            let newest = try parts.newestStep(isSealed: isSealed, isBegun: following > first, connection)
            let count = try Portion.count("ifnull(length(t.event), 0) + length(t.report)", of: parts, from: following, through: last, connection)
            let values: [Value] = [.text(parts.id), .integer(Int64(following)), .integer(Int64(count))]
            let found = try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
                let number = Int(try row.integer(0))
                return Row(
                    number: number, events: number == 0 ? try row.optionalBlob(1) : try row.blob(1), verdict: try row.text(2),
                    engine: try row.text(3), createdAt: try row.integer(4), form: try StoredReportForm(row, at: 5),
                    sealed: try SealedStep(row, at: 8))
            }
            if let newest {
                try parts.check(found.map(\.number), from: following, to: min(newest, last, count > 0 ? following + count - 1 : .max))
            }
            // The bases of reports are mostly among them.
            var bases = Dictionary(found.map { (Int64($0.number), $0.form) }, uniquingKeysWith: { first, _ in first })
            let further = Set(found.compactMap(\.form.base)).subtracting(bases.keys)
            bases.merge(try StoredReportForm.bases(further, of: parts, connection)) { known, _ in known }
            return (rows: found, bases: bases)
        }
        rows = found.rows[...]
        bases = found.bases
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
        fileprivate let engine: String
        fileprivate let createdAt: Int64
        fileprivate let sealed: SealedStep
    }

    private let store: SessionStore
    private let parts: StoredParts
    private let isSealed: Bool
    private let first: Int
    private let last: Int
    private var following: Int
    private var rows: ArraySlice<Step> = []
    /// Whether the lists are not needed, so that they are not checked to be JSON.
    private let isForVerdicts: Bool

    /// - Parameters:
    ///   - first: at least 1.
    ///   - last: the last step to read.
    ///   - isSealed: whether a step that differs from its digest is an error.
    init(_ store: SessionStore, _ id: String, from first: Int, through last: Int, isSealed: Bool = true, isForVerdicts: Bool = false) {
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
        if !isForVerdicts { _ = try parts.events(step.events, step.number) }
        if isSealed {
            try parts.check(
                step.sealed, step.number, events: step.events, report: nil, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
        }
        following = step.number + 1
        return step
    }

    private mutating func read() throws(StoreError) {
        let sql = """
            SELECT t.number, t.event, t.verdict, t.engine, t.created_at, \(SealedStep.columns) FROM session AS s
            JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number >= ? ORDER BY t.number LIMIT ?
            """
        rows = try store.readers.read { [self] connection throws(StoreError) in
            guard let newest = try parts.newestStep(isSealed: isSealed, isBegun: following > first, connection) else { return [] }
            let count = try Portion.count("ifnull(length(t.event), 0)", of: parts, from: following, through: last, connection)
            let values: [Value] = [.text(parts.id), .integer(Int64(following)), .integer(Int64(count))]
            let found = try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
                Step(
                    number: Int(try row.integer(0)), events: try row.optionalBlob(1) ?? [], verdict: try row.text(2), engine: try row.text(3),
                    createdAt: try row.integer(4), sealed: try SealedStep(row, at: 5))
            }
            if !isForVerdicts {
                try parts.check(found.map(\.number), from: following, to: min(newest, last, count > 0 ? following + count - 1 : .max))
            }
            return found[...]
        }
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

    /// Returns the number of the last step that is stored, whatever the session's row says; nil if there is none.
    public func lastStep(_ id: String) throws(StoreError) -> Int? {
        let parts = StoredParts(id: id)
        return try readers.read { connection throws(StoreError) in
            let sql = "SELECT max(t.number) FROM session AS s JOIN step AS t ON t.session = s.sequence WHERE s.id = ?"
            let found = try parts.rows(connection, sql, [.text(id)], { _ in "its row" }) { row throws(SQLiteError) -> Int? in
                if case .integer(let number) = try row.value(0) { Int(number) } else { nil }
            }
            return found.first ?? nil
        }
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
