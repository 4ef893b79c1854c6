/// Allocates ids of one kind in a document: unique, and not those of implicit rows or content areas.
struct FreeNames {
    private var taken: Set<String> = []
    /// The start of the search for a free suffix, by id.
    private var next: [String: Int] = [:]

    /// Returns the id from the file, or a similar one if it is taken or reserved.
    mutating func take(_ id: String) -> String {
        if !FreeNames.isReserved(id), taken.insert(id).inserted { return id }
        var number = next[id] ?? 2
        while !taken.insert("\(id)~\(number)").inserted { number += 1 }
        next[id] = number + 1
        return "\(id)~\(number)"
    }

    mutating func release(_ id: String) { taken.remove(id) }

    /// Returns whether the id ends like those of implicit rows and content areas.
    private static func isReserved(_ id: String) -> Bool {
        guard let dot = id.lastIndex(of: ".") else { return false }
        let last = id[dot...]
        return last == ".content" || last.hasSuffix(">=0") || last.hasSuffix("==size") || last.hasSuffix("==fitting")
            || [".left", ".right", ".top", ".bottom", ".x", ".y", ".width", ".height", ".horizontal", ".vertical"].contains(String(last))
    }
}
