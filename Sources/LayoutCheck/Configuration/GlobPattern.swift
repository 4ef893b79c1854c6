/// A pattern of paths. `*` and `?` match within a name, and `**` matches any number of folders. A pattern without a slash matches
/// a name at any depth. A pattern that matches a folder matches all files in it.
public struct GlobPattern: Sendable, Hashable {
    private let parts: [[Character]]

    public init(_ text: String) {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        let isRooted = text.dropLast(text.hasSuffix("/") ? 1 : 0).contains("/")
        let words = text.split(separator: "/").map(Array.init)
        parts = (isRooted ? [] : [["*", "*"]]) + words
    }

    /// - Parameter path: the path relative to the pattern's folder.
    public func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/").filter { $0 != "." }.map(Array.init)
        // A match of a folder on the path matches everything in it. `reached` is the set of states of a nondeterministic
        // automaton: the indices of the parts that may come next.
        var reached: Set<Int> = [0]
        for name in names {
            expand(&reached)
            var next: Set<Int> = []
            for place in reached where place < parts.count {
                if GlobPattern.isAnyDepth(parts[place]) {
                    next.insert(place)
                } else if GlobPattern.matches(name, parts[place]) {
                    next.insert(place + 1)
                }
            }
            reached = next
            expand(&reached)
            if reached.contains(parts.count) { return true }
        }
        return false
    }

    /// Adds the states after a `**` that matches no folder. At the end of a pattern, `**` needs at least one name.
    private func expand(_ reached: inout Set<Int>) {
        for place in parts.indices where reached.contains(place) && GlobPattern.isAnyDepth(parts[place]) && place + 1 < parts.count {
            reached.insert(place + 1)
        }
        if let last = parts.last, GlobPattern.isAnyDepth(last), reached.contains(parts.count - 1), isInside { reached.insert(parts.count) }
    }

    /// Whether the pattern ends with `**`.
    private var isInside: Bool { parts.last.map(GlobPattern.isAnyDepth) ?? false }

    private static func isAnyDepth(_ part: [Character]) -> Bool { part == ["*", "*"] }

    /// Returns whether a name matches a part. The time is at most proportional to the product of their lengths.
    private static func matches(_ name: [Character], _ part: [Character]) -> Bool {
        var (at, place) = (0, 0)
        var star: (part: Int, name: Int)?
        while at < name.count {
            if place < part.count, part[place] == "*" {
                star = (place, at)
                place += 1
            } else if place < part.count, part[place] == "?" || part[place] == name[at] {
                (at, place) = (at + 1, place + 1)
            } else if let last = star {
                star = (last.part, last.name + 1)
                (at, place) = (last.name + 1, last.part + 1)
            } else {
                return false
            }
        }
        return part[place...].allSatisfy { $0 == "*" }
    }
}
