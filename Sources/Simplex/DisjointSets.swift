/// A union-find over the numbers below a count. The least member represents a set.
public struct DisjointSets {
    private var parents: [Int32]

    public init(count: Int) {
        parents = (0..<Int32(count)).map { $0 }
    }

    public mutating func root(_ member: Int) -> Int {
        var root = Int32(member)
        while parents[Int(root)] != root { root = parents[Int(root)] }
        var at = Int32(member)
        while parents[Int(at)] != root {
            let next = parents[Int(at)]
            parents[Int(at)] = root
            at = next
        }
        return Int(root)
    }

    public mutating func join(_ a: Int, _ b: Int) {
        let x = root(a)
        let y = root(b)
        if x < y { parents[y] = Int32(x) } else if y < x { parents[x] = Int32(y) }
    }
}
