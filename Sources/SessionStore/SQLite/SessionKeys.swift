internal import SQLite

/// The words by which `session_key` finds the sessions with a view or a tag: exactly, and in far less space than a table of both.
enum SessionKeys {
    /// The greatest length in bytes. The index would cut longer ids and tags, so they have no word and cannot be queried.
    static let greatestLength = 8000

    static func word(view: String) -> String? { word("v", view) }

    static func word(tag: String) -> String? { word("t", tag) }

    /// Returns an FTS5 expression that matches all words.
    static func expression(_ words: [String]) -> String {
        words.joined(separator: " AND ")
    }

    static func insert(views: [String], tags: [String], _ session: Int64, _ connection: Connection) throws(StoreError) {
        let words = words(views, tags)
        guard !words.isEmpty else { return }
        try connection.change("INSERT INTO session_key (rowid, keys) VALUES (?, ?)", [.integer(session), .text(words)])
    }

    /// - Parameter views: all that were ever inserted for the session, because the index does not store them; likewise the tags.
    static func delete(views: [String], tags: [String], _ session: Int64, _ connection: Connection) throws(StoreError) {
        let words = words(views, tags)
        guard !words.isEmpty else { return }
        try connection.change("INSERT INTO session_key (session_key, rowid, keys) VALUES ('delete', ?, ?)", [.integer(session), .text(words)])
    }

    private static func words(_ views: [String], _ tags: [String]) -> String {
        (views.compactMap(word(view:)) + tags.compactMap(word(tag:))).joined(separator: " ")
    }

    /// Returns the name in hexadecimal digits: any name is a single word, and different names have different words.
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
