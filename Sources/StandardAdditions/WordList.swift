extension Collection<String> {
    /// Returns the words as a sentence lists them: `a`, `a and b`, `a, b and c`; an empty text without words.
    public func listed(_ conjunction: String = "and") -> String {
        let words = Array(self)
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// Returns the first words as a sentence lists them, and how many more there are: `a, b and 3 more`.
    public func listed(atMost limit: Int) -> String {
        count > limit ? "\(prefix(limit).joined(separator: ", ")) and \(count - limit) more" : listed()
    }
}
