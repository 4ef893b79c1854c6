internal import LayoutModel

/// The tree of views, for nearest common ancestors.
///
/// A search climbs from both views to the ancestor and no further. The row of a location names every view on that way, so
/// the search costs no more than the row; siblings and superviews cost the same at any depth.
struct Hierarchy {
    private let parents: [Int?]
    private let depths: [Int]

    init(_ views: [LayoutView]) {
        parents = views.map(\.parent)
        var depths = [Int](repeating: -1, count: views.count)
        var path: [Int] = []
        for start in views.indices {
            var current: Int? = start
            while let view = current, depths[view] < 0 {
                path.append(view)
                current = parents[view]
            }
            var depth = current.map { depths[$0] + 1 } ?? 0
            while let view = path.popLast() {
                depths[view] = depth
                depth += 1
            }
        }
        self.depths = depths
    }

    func parent(of view: Int) -> Int? { parents[view] }

    /// How many views lie on the way from the one to the other by their nearest common ancestor, which is not counted.
    func distance(_ first: Int, _ second: Int) -> Int {
        guard let ancestor = commonAncestor(first, second) else { return 0 }
        return depths[first] + depths[second] - 2 * depths[ancestor]
    }

    /// The nearest view that is an ancestor of both or one of them; nil where they are in different trees.
    func commonAncestor(_ first: Int, _ second: Int) -> Int? {
        var a = first
        var b = second
        while a != b {
            if depths[a] >= depths[b] {
                guard let parent = parents[a] else { return nil }
                a = parent
            } else {
                guard let parent = parents[b] else { return nil }
                b = parent
            }
        }
        return a
    }
}
