/// Ids of one kind within a document: each once, and none that an implicit row or a content area could have.
struct FreeNames {
    private var taken: Set<String> = []
    /// Where the search for a free number begins, by id.
    private var next: [String: Int] = [:]

    /// The id from the file, or one near it where that is taken or reserved.
    mutating func take(_ id: String) -> String {
        if !FreeNames.isReserved(id), taken.insert(id).inserted { return id }
        var number = next[id] ?? 2
        while !taken.insert("\(id)~\(number)").inserted { number += 1 }
        next[id] = number + 1
        return "\(id)~\(number)"
    }

    mutating func release(_ id: String) { taken.remove(id) }

    /// Ends as the ids of implicit rows and content areas do.
    private static func isReserved(_ id: String) -> Bool {
        guard let dot = id.lastIndex(of: ".") else { return false }
        let last = id[dot...]
        return last == ".content" || last.hasSuffix(">=0") || last.hasSuffix("==size") || last.hasSuffix("==fitting")
            || [".left", ".right", ".top", ".bottom", ".x", ".y", ".width", ".height", ".horizontal", ".vertical"].contains(String(last))
    }
}
