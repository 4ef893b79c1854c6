internal import Foundation
internal import JSON

/// The searchable text of a session and the words of a search, both case-folded.
enum SearchText {
    /// The maximum number of bytes that are indexed for one session. Ids of views beyond this limit are found only by `?view=`.
    static let greatestLength = 64 * 1024

    /// The maximum number of words of one search.
    static let greatestWordCount = 32

    /// Returns one line each for the id, the name, the tags, the views and the identifiers, as far as they fit.
    ///
    /// - Parameter laterWords: views and identifiers of later steps.
    static func text(id: String, _ session: NewSession, laterWords: [String]) -> String {
        text([[id, session.name, session.root], session.tags, session.views, session.identifiers, laterWords])
    }

    /// Returns one line for each part, as far as they fit.
    static func text(_ parts: [[String]]) -> String {
        var text = ""
        for part in parts.joined() {
            guard text.utf8.count + part.utf8.count <= greatestLength else { continue }
            text += folded(part)
            text += "\n"
        }
        // With two line ends after it, even the last character begins a trigram: `ShortWord` relies on that.
        return text + "\n"
    }

    /// Returns lines to insert before an existing text.
    static func further(_ parts: [String]) -> String {
        var text = ""
        for part in parts where text.utf8.count + part.utf8.count <= greatestLength { text += folded(part) + "\n" }
        return text
    }

    /// Returns the words of a search; a session must match each of them.
    static func words(_ search: String) -> [String] {
        folded(search).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns whether the trigram index can find the word.
    static func isIndexed(_ word: String) -> Bool {
        word.unicodeScalars.count >= 3
    }

    /// Returns a text in the normal form in which it is stored (NFC), so that é is one character however it was typed.
    static func normal(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// Returns the decomposed form of a word if it differs, since texts that older versions stored were not normalized.
    static func otherForms(of word: String) -> [String] {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let decomposed = word.decomposedStringWithCanonicalMapping
        return decomposed.unicodeScalars.elementsEqual(word.unicodeScalars) ? [] : [decomposed]
    }

    /// Returns all forms of a word, the normal one first.
    static func forms(of word: String) -> [String] {
        let word = normal(word)
        return [word] + otherForms(of: word)
    }

    /// Returns words as a JSON list, which SQLite reads as a table.
    static func list(_ words: [String]) -> String {
        var writer = JSONWriter()
        writer.array(words) { $0.string($1) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the FTS5 expression that matches the word anywhere in the text. The word may contain any characters.
    static func phrase(_ word: String) -> String {
        var phrase = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" { phrase.unicodeScalars.append(scalar) }
            phrase.unicodeScalars.append(scalar)
        }
        return phrase + "\""
    }

    private static func folded(_ text: String) -> String {
        // SQLite would end the text at a NUL character.
        String(String.UnicodeScalarView(normal(text.lowercased()).unicodeScalars.map { $0 == "\0" ? " " : $0 }))
    }
}
