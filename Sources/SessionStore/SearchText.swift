/// The text under which a session is found, and the words of a search, folded alike.
enum SearchText {
    /// The most bytes that are indexed of one session. Beyond it the ids of views count for `?view=` alone.
    static let greatestLength = 64 * 1024

    /// The most words of one search.
    static let greatestWordCount = 32

    /// A line each for the id, the name, the tags, the views and the identifiers, as far as there is room.
    ///
    /// - Parameter laterWords: views and identifiers that came with later steps.
    static func text(id: String, _ session: NewSession, laterWords: [String]) -> String {
        var text = ""
        for part in [[id, session.name, session.root], session.tags, session.views, session.identifiers, laterWords].joined() {
            guard text.utf8.count + part.utf8.count <= greatestLength else { continue }
            text += folded(part)
            text += "\n"
        }
        // With two line ends after it, even the last character begins a trigram: `ShortWord` rests on that.
        return text + "\n"
    }

    /// Lines to go before a text that is there.
    static func further(_ parts: [String]) -> String {
        var text = ""
        for part in parts where text.utf8.count + part.utf8.count <= greatestLength { text += folded(part) + "\n" }
        return text
    }

    /// The words of a search; a session must have each of them.
    static func words(_ search: String) -> [String] {
        folded(search).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// True where the trigram index can look the word up.
    static func isIndexed(_ word: String) -> Bool {
        word.unicodeScalars.count >= 3
    }

    /// The expression of FTS5 that matches the word anywhere in the text, whatever characters it has.
    static func phrase(_ word: String) -> String {
        var phrase = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" { phrase.unicodeScalars.append(scalar) }
            phrase.unicodeScalars.append(scalar)
        }
        return phrase + "\""
    }

    private static func folded(_ text: String) -> String {
        // A zero character would end the text early for SQLite.
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.map { $0 == "\0" ? " " : $0 }))
    }
}
