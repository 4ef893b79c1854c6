extension Collection<String> {
    /// Returns the words as a sentence lists them: `a, b and c`.
    func listed(_ conjunction: String = "and") -> String {
        guard let last = Array(self).last, count > 1 else { return joined() }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
