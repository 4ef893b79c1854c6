internal import SQLite

/// The amount of rows that a reader of a long session takes into memory at a time. Each portion is read in a transaction of its own, so that
/// neither memory nor a connection of the pool is taken for as long as the whole takes.
enum Portion {
    /// The bytes of the rows in their stored form, except for a single row that is longer.
    static let mostBytes = 256 << 10
    static let mostRows = 256

    /// Returns how many steps from one on are one portion; 0 if there are none.
    ///
    /// - Parameters:
    ///   - size: the length of what is read of a row, an expression of SQL.
    ///   - last: the last step.
    static func count(
        _ size: String, of parts: StoredParts, from first: Int, through last: Int, _ connection: Connection
    ) throws(StoreError) -> Int {
        let sql = """
            SELECT t.number, \(size) FROM session AS s JOIN step AS t ON t.session = s.sequence
            WHERE s.id = ? AND t.number >= ? AND t.number <= ? ORDER BY t.number LIMIT \(mostRows)
            """
        let values: [Value] = [.text(parts.id), .integer(Int64(first)), .integer(Int64(clamping: last))]
        let sizes = try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in try row.integer(1) }
        var bytes: Int64 = 0
        for (place, size) in sizes.enumerated() {
            bytes += size
            if place > 0, bytes > mostBytes { return place }
        }
        return sizes.count
    }
}

/// The length of a page's texts, beyond which the page ends: names and sentences may have any length.
struct PageLength {
    private static let mostBytes = 4 << 20

    private var bytes = 0

    /// Counts the texts of an item. Returns whether those before it were long enough for a page, so that this one belongs to the next.
    mutating func isPassed(_ texts: [String]) -> Bool {
        defer { bytes += texts.reduce(0) { $0 + $1.utf8.count } }
        return bytes > PageLength.mostBytes
    }
}

extension StoredParts {
    /// Checks that a session whose reading has begun still exists.
    ///
    /// - Parameter isBegun: whether a part of it was read before; a session that never existed has no parts.
    /// - Returns: The number of its newest step; nil if there is no such session.
    func newestStep(isSealed: Bool, isBegun: Bool, _ connection: Connection) throws(StoreError) -> Int? {
        let newest =
            isSealed ? try SessionStore.sealedRow(of: self, connection)?.step : try SessionStore.newestStep(of: id, connection)
        if newest == nil, isBegun { throw .unavailable("the session was deleted while it was read") }
        return newest
    }
}
