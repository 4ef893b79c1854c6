/// A partition of the numbers below a count into disjoint sets that are joined step by step (union-find). The least member of a set
/// represents it.
public struct DisjointSets: Sendable {
    /// For each number a lesser member of its set, or itself if it represents the set.
    @usableFromInline var parents: [Int32]

    /// Each number below `count` is a set of its own.
    public init(count: Int) {
        parents = (0..<Int32(truncatingIfNeeded: count)).map { $0 }
    }

    /// Returns the least member of a number's set.
    @inlinable
    public mutating func root(_ member: Int) -> Int {
        var at = Int32(truncatingIfNeeded: member)
        while parents[Int(at)] != at {
            // Path halving.
            parents[Int(at)] = parents[Int(parents[Int(at)])]
            at = parents[Int(at)]
        }
        return Int(at)
    }

    /// Joins the sets of two numbers.
    @inlinable
    public mutating func join(_ a: Int, _ b: Int) {
        let x = root(a)
        let y = root(b)
        if x < y { parents[y] = Int32(truncatingIfNeeded: x) } else if y < x { parents[x] = Int32(truncatingIfNeeded: y) }
    }

    /// Moves each of these numbers into a set of its own. They must include all members of each of their sets that are used
    /// again.
    public mutating func separate(_ members: [Int32]) {
        for member in members { parents[Int(member)] = member }
    }
}
