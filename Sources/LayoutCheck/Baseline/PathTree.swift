internal import StandardAdditions

/// A set of paths that finds a path's enclosing one in linear time, however many there are.
///
/// The nodes are in one dictionary, so that a deep tree needs no deep recursion to be released.
struct PathTree {
    private struct Edge: Hashable {
        var parent: Int
        var name: ExactText
    }

    private var nodes: [Edge: Int] = [:]
    private var ends: Set<Int> = []

    mutating func insert(_ path: String) {
        var node = 0
        for name in PathTree.names(path) {
            let edge = Edge(parent: node, name: name)
            node = nodes[edge] ?? nodes.count + 1
            nodes[edge] = node
        }
        ends.insert(node)
    }

    /// Returns whether the path is in a folder that is one of the paths. The path itself does not count.
    func hasFolder(of path: String) -> Bool {
        if ends.isEmpty { return false }
        var node = 0
        for name in PathTree.names(path).dropLast() {
            guard let next = nodes[Edge(parent: node, name: name)] else { return false }
            node = next
            if ends.contains(node) { return true }
        }
        return false
    }

    private static func names(_ path: String) -> [ExactText] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { ExactText(String(Substring($0))) }
    }
}
