internal import SQLite

/// A step's report as it will stand in the database.
struct PackedReport: Sendable {
    let bytes: Value
    let packing: Value
    /// The number of the step by whose report it is packed.
    let base: Value
    /// What later ones may be packed by; nil where this one is packed by another or too short.
    let asBase: ReportBases.Base?
}

extension PackedReport {
    /// So many times shorter than alone must a report be to be packed by another.
    private static let leastGain = 4

    /// In full, or by an earlier one where that makes it far shorter.
    init(_ step: StoredStep, by base: ReportBases.Base? = nil) {
        // Alone, it would take as much of its length as the other one does.
        if let base, let packed = StoredForm.pack(step.report, by: base.report),
            packed.count <= base.packedLength * min(step.report.count, base.report.count) / base.report.count / PackedReport.leastGain
        {
            self.init(
                bytes: .blob(packed), packing: .integer(StoredForm.following.rawValue), base: .integer(Int64(base.number)), asBase: nil)
        } else {
            self.init(step.report, of: step.number, createdAt: step.createdAt)
        }
    }

    /// In full.
    init(_ report: [UInt8], of number: Int, createdAt: Int64) {
        let (bytes, packing) = StoredForm.values(for: report)
        var asBase: ReportBases.Base?
        if report.count >= ReportBases.leastLength, case .blob(let stored) = bytes {
            asBase = ReportBases.Base(number: number, createdAt: createdAt, report: report, packedLength: stored.count)
        }
        self.init(bytes: bytes, packing: packing, base: .null, asBase: asBase)
    }
}

/// A report as it stands in the database.
struct StoredReportForm {
    let bytes: [UInt8]
    let packing: Int64
    let base: Int64?

    /// From a row that has these in that order from a column on.
    init(_ row: Row, at column: Int) throws(SQLiteError) {
        bytes = try row.blob(column)
        packing = try row.integer(column + 1)
        base = if case .integer(let base) = try row.value(column + 2) { base } else { nil }
    }

    /// Those by which others are packed, by the numbers of their steps.
    ///
    /// - Parameter numbers: those that are needed. What is not there is left out.
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
