internal import SQLite

/// A search for a word of one or two characters. The full-text index contains sequences of three characters (trigrams) only, so the
/// word is expanded to the trigrams that begin with it.
enum ShortWord {
    /// The maximum number of trigrams. A word with more trigrams is so common that scanning the sessions soon finds enough for a
    /// page.
    private static let greatestCount = 64

    /// Creates a view of the index's trigrams for a reading connection.
    static func prepare(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("CREATE VIRTUAL TABLE temp.session_trigram USING fts5vocab(main, session_search, instance)")
    }

    /// Returns the FTS5 expression that matches the word, or nil if the text itself must be searched.
    static func expression(_ word: String, _ connection: Connection) throws(SQLiteError) -> String? {
        var phrases: [String] = []
        var from = word
        // One lookup for each trigram: a range query would read all positions of each of them.
        while let trigram = try first(from, connection), trigram.unicodeScalars.starts(with: word.unicodeScalars) {
            guard phrases.count < greatestCount else { return nil }
            phrases.append(SearchText.phrase(trigram))
            from = trigram + "\u{1}"
        }
        guard phrases.isEmpty else { return "(" + phrases.joined(separator: " OR ") + ")" }
        // No session contains the word, so this matches none. Beyond ASCII the index may fold characters further than the text
        // does.
        return word.utf8.allSatisfy { $0 < 0x80 } ? SearchText.phrase(word + "\u{1}\u{1}") : nil
    }

    private static func first(_ from: String, _ connection: Connection) throws(SQLiteError) -> String? {
        try connection.first("SELECT term FROM temp.session_trigram WHERE term >= ? LIMIT 1", [.text(from)]) { row throws(SQLiteError) in
            try row.text(0)
        }
    }
}
