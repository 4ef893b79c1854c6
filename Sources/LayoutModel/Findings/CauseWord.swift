extension Diagnosis.Cause {
    /// Returns the beginning of a message about a word in place of a rule's name, if it is or resembles a cause; otherwise an empty
    /// text.
    public static func hint(_ word: String) -> String {
        let names = allCases.map(\.rawValue)
        if names.contains(word) { return "'\(word)' is a cause of the rules 'conflict' and 'ambiguity' and no rule itself; " }
        guard let near = NearWord.to(word, among: names) else { return "" }
        return "did you mean '\(near)'? It is a cause of the rules 'conflict' and 'ambiguity' and no rule itself; "
    }
}
