internal import SQLite

/// The search for a word of one or two characters, which the trigram index can't look up: it is sought as any of the trigrams that begin with it.
enum ShortWord {
    /// Beyond this many trigrams the word is so common that a walk through the sessions soon fills a page.
    private static let greatestCount = 64

    /// Gives a reading connection a view of the index's trigrams.
    static func prepare(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("CREATE VIRTUAL TABLE temp.session_trigram USING fts5vocab(main, session_search, instance)")
    }

    /// The expression of FTS5 that matches the word; nil where the text itself must be looked at.
    static func expression(_ word: String, _ connection: Connection) throws(SQLiteError) -> String? {
        var phrases: [String] = []
        var from = word
        // One look-up for each trigram: a list would read all places of each of them.
        while let trigram = try first(from, connection), trigram.unicodeScalars.starts(with: word.unicodeScalars) {
            guard phrases.count < greatestCount else { return nil }
            phrases.append(SearchText.phrase(trigram))
            from = trigram + "\u{1}"
        }
        guard phrases.isEmpty else { return "(" + phrases.joined(separator: " OR ") + ")" }
        // No session has it, so none has it with something behind. Beyond ASCII the index may fold characters further than the text has them.
        return word.utf8.allSatisfy { $0 < 0x80 } ? SearchText.phrase(word + "\u{1}\u{1}") : nil
    }

    private static func first(_ from: String, _ connection: Connection) throws(SQLiteError) -> String? {
        try connection.first("SELECT term FROM temp.session_trigram WHERE term >= ? LIMIT 1", [.text(from)]) { row throws(SQLiteError) in
            try row.text(0)
        }
    }
}
