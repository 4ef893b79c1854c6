internal import LayoutModel

/// The tree of views in eight bytes each, and what lowering asks of views again and again.
///
/// A search for a common ancestor climbs from both views to it and no further. The row of a location names every view on that way, so
/// the search costs no more than the row; siblings and superviews cost the same at any depth.
struct Hierarchy {
    private struct Node {
        /// -1 for none.
        var parent: Int32
        /// From the lowest bit: `hasInsets`, `hasRows`, then the depth.
        var bits: UInt32

        var depth: UInt32 { bits >> 2 }

        static let unknownDepth = UInt32.max >> 2
    }

    private let nodes: [Node]
    /// How many rows views have besides `>= 0` and the root's size, and at most how many terms these have together.
    let ownRows: Int
    let ownTerms: Int

    init(_ views: [LayoutView]) {
        var nodes: [Node] = []
        nodes.reserveCapacity(views.count)
        var (ownRows, ownTerms) = (0, 0)
        var isOrdered = true
        views.withUnsafeBufferPointer { views in
            for view in views.indices {
                let own = Hierarchy.ownRows(of: views[view])
                ownRows += own.rows
                ownTerms += own.terms
                var node = Node(parent: -1, bits: (Hierarchy.hasInsets(views[view].alignmentRectInsets) ? 1 : 0) | (own.rows > 0 ? 2 : 0))
                if let parent = views[view].parent {
                    node.parent = Int32(truncatingIfNeeded: parent)
                    if parent < view {
                        node.bits |= (nodes[parent].depth &+ 1) << 2
                    } else {
                        isOrdered = false
                    }
                }
                nodes.append(node)
            }
        }
        if !isOrdered { Hierarchy.measureDepths(&nodes) }
        self.nodes = nodes
        self.ownRows = ownRows
        self.ownTerms = ownTerms
    }

    /// Finds the depths where views may come before their superviews.
    private static func measureDepths(_ nodes: inout [Node]) {
        for view in nodes.indices { nodes[view].bits |= Node.unknownDepth << 2 }
        var path: [Int] = []
        for start in nodes.indices {
            var current = start
            while current >= 0, nodes[current].depth == Node.unknownDepth {
                path.append(current)
                current = Int(nodes[current].parent)
            }
            var depth = current < 0 ? 0 : nodes[current].depth + 1
            while let view = path.popLast() {
                nodes[view].bits = nodes[view].bits & 3 | depth << 2
                depth += 1
            }
        }
    }

    private static func hasInsets(_ insets: borrowing LayoutInsets) -> Bool {
        insets.top != nil || insets.bottom != nil || insets.left != nil || insets.right != nil || insets.leading != nil || insets.trailing != nil
    }

    private static func ownRows(of view: borrowing LayoutView) -> (rows: Int, terms: Int) {
        var (rows, terms) = (0, 0)
        switch view.kind {
        case .content: (rows, terms) = (2, 2)
        case .guide: if view.insets != nil { (rows, terms) = (4, 8) }
        case .view, .scroll: break
        }
        if view.autoresizing != nil {
            rows += 4
            terms += 8
        } else {
            let lengths = (view.intrinsicContentSize.width == nil ? 0 : 1) + (view.intrinsicContentSize.height == nil ? 0 : 1)
            rows += 2 * lengths
            terms += 2 * lengths
        }
        return (rows, terms)
    }

    /// The superview, -1 for none.
    func parent(of view: Int) -> Int { Int(nodes[view].parent) }

    /// Its alignment rectangle may be another than its frame.
    func hasInsets(_ view: Int) -> Bool { nodes[view].bits & 1 != 0 }

    /// Has rows besides `>= 0` and the root's size.
    func hasRows(_ view: Int) -> Bool { nodes[view].bits & 2 != 0 }

    /// How many views lie on the way from the one to the other by their nearest common ancestor, which is not counted.
    func distance(_ first: Int, _ second: Int) -> Int {
        if nodes[first].parent == nodes[second].parent { return first == second ? 0 : 2 }
        guard let ancestor = commonAncestor(first, second) else { return 0 }
        return Int(nodes[first].depth) + Int(nodes[second].depth) - 2 * Int(nodes[ancestor].depth)
    }

    /// The nearest view that is an ancestor of both or one of them; nil where they are in different trees.
    func commonAncestor(_ first: Int, _ second: Int) -> Int? {
        var a = Int32(truncatingIfNeeded: first)
        var b = Int32(truncatingIfNeeded: second)
        while a != b {
            if nodes[Int(a)].depth >= nodes[Int(b)].depth {
                a = nodes[Int(a)].parent
                if a < 0 { return nil }
            } else {
                b = nodes[Int(b)].parent
                if b < 0 { return nil }
            }
        }
        return Int(a)
    }
}
