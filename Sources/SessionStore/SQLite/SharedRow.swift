internal import Digest
internal import SQLite

/// The row of `document` that was found last in a transaction. Sessions of one request mostly have the same, which may be long to compare.
struct SharedDocuments {
    private var last: (digest: [UInt8], mediaType: String, id: Int64)?

    /// Returns the id of the row with a body, which is inserted if there is none.
    mutating func row(of body: PackedPart, mediaType: String, createdAt: Int64, _ connection: Connection) throws(StoreError) -> Int64 {
        if let last, last.digest == body.digest, last.mediaType == mediaType { return last.id }
        let id = try SharedRow(body).document(mediaType: mediaType, createdAt: createdAt, connection)
        last = (body.digest, mediaType, id)
        return id
    }
}

/// A row of `document` or `layout`, which all sessions with the same bytes share.
///
/// A new session may join a stored row only if that row still contains its bytes: otherwise its acknowledged data would be lost at
/// once. A damaged row gets the new bytes, which also repairs the older sessions that share it. A whole row of other bytes, to which only a damaged
/// index leads, is not changed.
struct SharedRow {
    /// The greatest length of other bytes whose digest is computed while all writes wait.
    private static let mostCompared = 64 << 20

    private let digest: [UInt8]
    private let bytes: [UInt8]
    // Swift 6.3 cannot optimize the functions below if this is computed.
    private let stored: (bytes: Value, packing: Value)

    init(_ part: PackedPart) {
        digest = part.digest
        bytes = part.bytes
        stored = (.blob(part.packed), .integer(part.packing))
    }

    /// Returns the id of the row in `document`.
    func document(mediaType: String, createdAt: Int64, _ connection: Connection) throws(StoreError) -> Int64 {
        let key: [Value] = [.blob(digest), .text(mediaType)]
        if let id = try connection.number("SELECT id FROM document WHERE sha256 = ? AND media_type = ?", key) {
            // By the id and not by the key, which an index would answer without the row.
            let sql = "SELECT body, packing, sha256 FROM document WHERE id = ? AND +media_type = ?"
            if try !holds(sql, [.integer(id), .text(mediaType)], connection) {
                try refuseOther("SELECT body, packing, sha256 FROM document WHERE id = ?", id, connection)
                try connection.change(
                    "UPDATE document SET sha256 = ?, media_type = ?, body = ?, packing = ? WHERE id = ?",
                    key + [stored.bytes, stored.packing, .integer(id)])
            }
            return id
        }
        try connection.change(
            "INSERT INTO document (sha256, media_type, body, created_at, packing) VALUES (?, ?, ?, ?, ?)",
            key + [stored.bytes, .integer(createdAt), stored.packing])
        return connection.lastInsertedRow
    }

    /// Returns the id of the row in `layout`.
    func layout(_ connection: Connection) throws(StoreError) -> Int64 {
        if let id = try connection.number("SELECT id FROM layout WHERE sha256 = ?", [.blob(digest)]) {
            let sql = "SELECT canonical, packing, sha256 FROM layout WHERE id = ?"
            if try !holds(sql, [.integer(id)], connection) {
                try refuseOther(sql, id, connection)
                try connection.change(
                    "UPDATE layout SET sha256 = ?, canonical = ?, packing = ? WHERE id = ?",
                    [.blob(digest), stored.bytes, stored.packing, .integer(id)])
            }
            return id
        }
        try connection.change(
            "INSERT INTO layout (sha256, canonical, packing) VALUES (?, ?, ?)", [.blob(digest), stored.bytes, stored.packing])
        return connection.lastInsertedRow
    }

    /// A row's bytes as they are stored, and their digest.
    private typealias Content = (bytes: Value, packing: Value, digest: Value)

    private func content(_ sql: String, _ values: [Value], _ connection: Connection) throws(StoreError) -> Content? {
        try storing { () throws(SQLiteError) in
            try connection.first(sql, values, repairing: true) { row throws(SQLiteError) in
                (bytes: try row.value(0), packing: try row.value(1), digest: try row.value(2))
            }
        }
    }

    /// Returns whether the row that a query finds contains these bytes under their digest.
    private func holds(_ sql: String, _ values: [Value], _ connection: Connection) throws(StoreError) -> Bool {
        guard let found = try content(sql, values, connection), found.digest == .blob(digest) else { return false }
        // The same program compresses the same bytes in the same way, so this mostly suffices.
        if found.bytes == stored.bytes, found.packing == stored.packing { return true }
        return try SharedRow.unpacked(found, limit: bytes.count) == bytes
    }

    /// Throws if a row has other bytes with their own digest, or so many that it would take long to see.
    private func refuseOther(_ sql: String, _ id: Int64, _ connection: Connection) throws(StoreError) {
        guard let found = try content(sql, [.integer(id)], connection), found.digest != .blob(digest) else { return }
        if case (.blob(let packed), .integer(let packing)) = (found.bytes, found.packing),
            StoredForm.count(head: Array(packed.prefix(StoredForm.headLength)), of: packed.count, packing: packing) > SharedRow.mostCompared
        {
            throw MissedRow.damage
        }
        guard let bytes = try SharedRow.unpacked(found, limit: SharedRow.mostCompared) else { return }
        if found.digest == .blob(SHA256.digest(of: bytes)) { throw MissedRow.damage }
    }

    /// Returns a row's bytes; nil if they are damaged, or longer than the limit.
    private static func unpacked(_ content: Content, limit: Int) throws(StoreError) -> [UInt8]? {
        guard case .blob(let packed) = content.bytes, case .integer(let packing) = content.packing else { return nil }
        do throws(StoreError) { return try StoredForm.bytes(packed, packing: packing, limit: limit) } catch {
            guard case .damaged = error else { throw error }
            return nil
        }
    }
}
