/// The matching of paths with the patterns of configurations. The folders of the last path are remembered, so that each name of a tree is
/// compared once, if the paths are in order.
public struct PathMatcher {
    /// A folder of the last path that a configuration's patterns were compared with.
    private struct Folder {
        var name: String
        /// The state after it.
        var state: PathPatterns.State
        /// The number of places in the states so far, of which equal ones in a row share their memory.
        var places: Int
    }

    /// The number of configurations whose folders are remembered: files of a folder with its own one may lie between those of the folder above.
    private static let mostKnown = 4
    /// The number of places in the states that are remembered for a configuration, each of four bytes.
    private static let mostPlaces = 1 << 20

    /// The number of comparisons that all files of a run may take, which is seconds. A checkout may have very many files and patterns.
    private let mostSteps: Int

    private var steps = 0
    /// The patterns that were used last, the last ones at the end, and the first folders of the path.
    private var known: [(patterns: PathPatterns, folders: [Folder])] = []

    public init(mostSteps: Int = 4_000_000_000) {
        self.mostSteps = mostSteps
    }

    /// Whether all comparisons are spent, so that the last answers may be wrong.
    public var isSpent: Bool { steps > mostSteps }

    /// Returns whether a pattern of `include` and one of `exclude` match a path that is relative to their folder.
    mutating func matches(_ path: String, _ patterns: PathPatterns) -> (include: Bool, exclude: Bool) {
        let names = path.split(separator: "/").filter { $0 != "." }
        guard let last = names.last, !isSpent else { return (false, false) }
        var folders = known.firstIndex { $0.patterns == patterns }.map { known.remove(at: $0).folders } ?? []
        if known.count == PathMatcher.mostKnown { known.removeFirst() }
        folders.removeSubrange(zip(folders, names.dropLast()).prefix { $0.name.utf8.elementsEqual($1.utf8) }.count...)
        var state = folders.last?.state ?? patterns.start
        var places = folders.last?.places ?? 0
        for name in names.dropLast().dropFirst(folders.count) {
            let next = patterns.next(after: state, name, isFile: false, &steps)
            if next != state { places += next.places.count }
            state = next
            if places <= PathMatcher.mostPlaces { folders.append(Folder(name: String(name), state: state, places: places)) }
        }
        known.append((patterns, folders))
        return patterns.matches(patterns.next(after: state, last, isFile: true, &steps))
    }
}
