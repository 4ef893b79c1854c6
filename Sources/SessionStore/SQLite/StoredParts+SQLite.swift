internal import SQLite

// Reading the parts of a session from SQLite.

extension StoredParts {
    /// Reads rows that belong to the session alone: a value that violates the schema is damage of the session, reported by its
    /// row and column.
    ///
    /// - Parameter name: names a row, such as "step 3".
    func rows<T>(
        _ connection: Connection, _ sql: String, _ values: [Value], _ name: (Row) -> String, _ read: (Row) throws(SQLiteError) -> T
    ) throws(StoreError) -> [T] {
        var damaged: String?
        do throws(SQLiteError) {
            return try connection.query(sql, values) { row throws(SQLiteError) in
                do throws(SQLiteError) { return try read(row) } catch {
                    if error.isMismatch { damaged = name(row) }
                    throw error
                }
            }
        } catch {
            guard let damaged else { throw StoreError(error) }
            throw damage("in \(damaged), \(error.message)")
        }
    }

    /// Returns the name of a step's row; the column must have its number.
    static func step(_ row: Row, _ column: Int = 0) -> String {
        (try? row.integer(column)).map { "step \($0)" } ?? "a step"
    }

    /// Returns the seals of steps by their numbers.
    func seals(_ steps: Range<Int>, _ connection: Connection) throws(StoreError) -> [Int: SealedStep] {
        let sql = """
            SELECT t.number, \(SealedStep.columns) FROM session AS s JOIN step AS t ON t.session = s.sequence
            WHERE s.id = ? AND t.number >= ? AND t.number < ?
            """
        let values: [Value] = [.text(id), .integer(Int64(steps.lowerBound)), .integer(Int64(steps.upperBound))]
        let found = try rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
            (Int(try row.integer(0)), try SealedStep(row, at: 1))
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

extension SealedStep {
    /// The columns of a step `t` and its session `s`.
    static let columns = "t.seal, t.found, s.content IS NOT NULL"

    /// Reads the columns from `column` on.
    init(_ row: Row, at column: Int) throws(SQLiteError) {
        self.init(
            seal: try row.optionalBlob(column), found: try row.optionalBlob(column + 1), isOfSealedSession: try row.integer(column + 2) != 0)
    }
}

extension StoredReportForm {
    /// Reads the three columns from `column` on.
    init(_ row: Row, at column: Int) throws(SQLiteError) {
        let base: Int64? = if case .integer(let base) = try row.value(column + 2) { base } else { nil }
        self.init(bytes: try row.blob(column), packing: try row.integer(column + 1), base: base)
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
