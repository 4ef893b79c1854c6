internal import SQLite

/// The words under which `session_key` finds the sessions that have a view or a tag: exactly, and in far less room than a table of both.
enum SessionKeys {
    /// Longer ids and tags have no word, and nobody can ask for them; the index would cut it.
    static let greatestLength = 8000

    static func word(view: String) -> String? { word("v", view) }

    static func word(tag: String) -> String? { word("t", tag) }

    /// An expression of FTS5 for all of them.
    static func expression(_ words: [String]) -> String {
        words.joined(separator: " AND ")
    }

    static func insert(views: [String], tags: [String], _ session: Int64, _ connection: Connection) throws(StoreError) {
        let words = words(views, tags)
        guard !words.isEmpty else { return }
        try connection.change("INSERT INTO session_key (rowid, keys) VALUES (?, ?)", [.integer(session), .text(words)])
    }

    /// - Parameter views: all that were ever inserted for the session, as the index does not know them itself; so the tags.
    static func delete(views: [String], tags: [String], _ session: Int64, _ connection: Connection) throws(StoreError) {
        let words = words(views, tags)
        guard !words.isEmpty else { return }
        try connection.change("INSERT INTO session_key (session_key, rowid, keys) VALUES ('delete', ?, ?)", [.integer(session), .text(words)])
    }

    private static func words(_ views: [String], _ tags: [String]) -> String {
        (views.compactMap(word(view:)) + tags.compactMap(word(tag:))).joined(separator: " ")
    }

    /// Hexadecimal digits, so that whatever a name holds is one word, and another name another.
    private static func word(_ kind: String, _ name: String) -> String? {
        guard name.utf8.count <= greatestLength else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        var bytes = Array(kind.utf8)
        bytes.reserveCapacity(1 + 2 * name.utf8.count)
        for byte in name.utf8 {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
