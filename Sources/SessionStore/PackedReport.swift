internal import SQLite

/// A step's report in its stored form.
struct PackedReport: Sendable {
    let bytes: Value
    let packing: Value
    /// The number of the step whose report is the compression base.
    let base: Value
    /// The report as a base for later ones; nil if it has a base itself or is too short.
    let asBase: DeltaBases.Base?
}

extension PackedReport {
    /// The least factor by which a base must shorten a report for it to be used.
    private static let leastGain = 4

    /// Compresses a report relative to a base if that makes it far shorter, otherwise in full.
    init(_ step: StoredStep, by base: DeltaBases.Base? = nil) {
        // In full, it would have about the same compression ratio as the base.
        if let base, let packed = StoredForm.pack(step.report, by: base.report),
            packed.count <= base.packedLength * min(step.report.count, base.report.count) / base.report.count / PackedReport.leastGain
        {
            self.init(
                bytes: .blob(packed), packing: .integer(StoredForm.following.rawValue), base: .integer(Int64(base.number)), asBase: nil)
        } else {
            self.init(step.report, of: step.number, createdAt: step.createdAt)
        }
    }

    /// Compresses a report in full.
    init(_ report: [UInt8], of number: Int, createdAt: Int64) {
        let (bytes, packing) = StoredForm.values(for: report)
        var asBase: DeltaBases.Base?
        if report.count >= DeltaBases.leastLength, case .blob(let stored) = bytes {
            asBase = DeltaBases.Base(number: number, createdAt: createdAt, report: report, packedLength: stored.count)
        }
        self.init(bytes: bytes, packing: packing, base: .null, asBase: asBase)
    }
}

/// A stored report as read from the database.
struct StoredReportForm: Sendable {
    let bytes: [UInt8]
    let packing: Int64
    let base: Int64?

    /// Reads the three columns from `column` on.
    init(_ row: Row, at column: Int) throws(SQLiteError) {
        bytes = try row.blob(column)
        packing = try row.integer(column + 1)
        base = if case .integer(let base) = try row.value(column + 2) { base } else { nil }
    }

    /// Returns the stored reports that serve as bases of others, by step number.
    ///
    /// - Parameter numbers: the requested steps. Missing ones are omitted.
    static func bases(
        _ numbers: Set<Int64>, of parts: StoredParts, _ connection: Connection
    ) throws(StoreError) -> [Int64: StoredReportForm] {
        let sql = """
            SELECT t.report, t.packing, t.base FROM session AS s JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number = ?
            """
        var found: [Int64: StoredReportForm] = [:]
        for number in numbers.sorted() {
            let rows = try parts.rows(connection, sql, [.text(parts.id), .integer(number)], { _ in "step \(number)" }) { row throws(SQLiteError) in
                try StoredReportForm(row, at: 0)
            }
            found[number] = rows.first
        }
        return found
    }
}
