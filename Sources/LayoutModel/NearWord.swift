/// Finds the known word that is closest to a misspelled one.
public enum NearWord {
    /// Words that are longer than this are not compared.
    private static let greatestLength = 64

    private static let separators: Set<Unicode.Scalar> = ["-", "_", " "]

    /// Returns the known word that is nearest to a word: one that differs by a few letters, or whose first words do,
    /// or that begins with it. Returns nil if none is near.
    public static func to(_ word: String, among known: some Sequence<String>) -> String? {
        let typed = Array(word.lowercased().unicodeScalars)
        guard !typed.isEmpty, typed.count <= greatestLength else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            guard letters.count <= greatestLength, !letters.isEmpty else { continue }
            let limit = min(3, max(1, min(typed.count, letters.count) / 3))
            var distance = self.distance(typed, letters)
            // A part of a word is as good as one wrong letter.
            if typed.count >= 3, letters.starts(with: typed) { distance = min(distance, 1) }
            // So are the first words of several, with the wrong letters in them.
            for end in letters.indices where end >= 4 && separators.contains(letters[end]) && abs(typed.count - end) <= 2 {
                let part = self.distance(typed, Array(letters[..<end])) + 1
                if part <= min(3, typed.count / 3) { distance = min(distance, part) }
            }
            // A word with no letter in common is not near, however short it is.
            guard distance <= limit, distance < max(typed.count, letters.count) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Returns ` (did you mean "x"?)`, or an empty text if no known word is near.
    public static func hint(_ word: String, among known: some Sequence<String>, quote: Character = "\"") -> String {
        to(word, among: known).map { " (did you mean \(quote)\($0)\(quote)?)" } ?? ""
    }

    /// Returns the number of letters that must be inserted, removed, replaced or swapped with their neighbors.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var next = [row + 1]
            for (column, other) in b.enumerated() {
                var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other { cost = min(cost, beforeLast[column - 1] + 1) }
                next.append(cost)
            }
            (beforeLast, last) = (last, next)
        }
        return last[b.count]
    }
}
