internal import LayoutModel

/// The tree of views in compact form, eight bytes for each, with the properties of views that lowering needs repeatedly.
///
/// The search for a common ancestor visits only the views on the path between two views. The row of a constraint of their
/// locations has a term for each of them anyway, so the search costs no more than the row.
struct Hierarchy {
    private struct Node {
        /// The index of the superview; -1 for none.
        var parent: Int32
        /// The view's marks in the low bits, and its depth in the others.
        var bits: UInt32

        var depth: UInt32 { bits >> Marks.count }

        static let unknownDepth = UInt32.max >> Marks.count
    }

    /// The properties of a view.
    private struct Marks: OptionSet {
        let rawValue: UInt32

        /// The alignment rectangle may differ from the frame.
        static let insets = Marks(rawValue: 1)
        /// The view has an intrinsic width and no autoresizing; `height` likewise.
        static let width = Marks(rawValue: 2)
        static let height = Marks(rawValue: 4)
        /// The view has rows of a guide, a content area or an autoresizing mask.
        static let placement = Marks(rawValue: 8)
        /// The layout margins may differ from the default.
        static let margins = Marks(rawValue: 16)

        static let count: UInt32 = 5
    }

    private let nodes: [Node]
    /// The number of implied rows other than `>= 0` rows and those of the root's size, and an upper bound of the number of their
    /// terms.
    let ownRows: Int
    let ownTerms: Int

    init(_ views: [LayoutView]) {
        var nodes: [Node] = []
        nodes.reserveCapacity(views.count)
        var (ownRows, ownTerms) = (0, 0)
        var isOrdered = true
        views.withUnsafeBufferPointer { views in
            guard let first = views.baseAddress else { return }
            for view in views.indices {
                let marks = Hierarchy.marks(of: first + view)
                let lengths = (marks.contains(.width) ? 2 : 0) + (marks.contains(.height) ? 2 : 0)
                ownRows += lengths
                ownTerms += lengths
                if marks.contains(.placement) {
                    let placement = Hierarchy.placement(of: first + view)
                    ownRows += placement.rows
                    ownTerms += placement.terms
                }
                var node = Node(parent: -1, bits: marks.rawValue)
                if let parent = first[view].parent {
                    node.parent = Int32(truncatingIfNeeded: parent)
                    if parent < view {
                        node.bits |= (nodes[parent].depth &+ 1) << Marks.count
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

    /// Computes the depths if views may precede their superviews.
    private static func measureDepths(_ nodes: inout [Node]) {
        for view in nodes.indices { nodes[view].bits |= Node.unknownDepth << Marks.count }
        var path: [Int] = []
        for start in nodes.indices {
            var current = start
            while current >= 0, nodes[current].depth == Node.unknownDepth {
                path.append(current)
                current = Int(nodes[current].parent)
            }
            var depth = current < 0 ? 0 : nodes[current].depth + 1
            while let view = path.popLast() {
                nodes[view].bits = nodes[view].bits & ~(.max << Marks.count) | depth << Marks.count
                depth += 1
            }
        }
    }

    private static func marks(of view: UnsafePointer<LayoutView>) -> Marks {
        var marks: Marks = view.pointee.kind == .content ? .placement : []
        var isAutoresizing = false
        if !view.pointee.hasNothingRare {
            if view.pointee.alignmentRectInsets != LayoutInsets() { marks.insert(.insets) }
            if view.pointee.layoutMargins != LayoutInsets() { marks.insert(.margins) }
            isAutoresizing = view.pointee.autoresizing != nil
            if isAutoresizing || (view.pointee.kind == .guide && view.pointee.insets != nil) { marks.insert(.placement) }
        }
        if !isAutoresizing {
            if case .some = view.pointee.intrinsicContentSize.width { marks.insert(.width) }
            if case .some = view.pointee.intrinsicContentSize.height { marks.insert(.height) }
        }
        return marks
    }

    private static func placement(of view: UnsafePointer<LayoutView>) -> (rows: Int, terms: Int) {
        var (rows, terms) = (0, 0)
        switch view.pointee.kind {
        case .content: (rows, terms) = (2, 2)
        case .guide: if view.pointee.insets != nil { (rows, terms) = (4, 8) }
        case .view, .scroll: break
        }
        return view.pointee.autoresizing == nil ? (rows, terms) : (rows + 4, terms + 8)
    }

    /// Returns the superview; -1 for none.
    func parent(of view: Int) -> Int { Int(nodes[view].parent) }

    /// Returns whether the view's alignment rectangle may differ from its frame.
    func hasInsets(_ view: Int) -> Bool { marks(of: view).contains(.insets) }

    /// Returns whether the view's layout margins may differ from the default.
    func hasMargins(_ view: Int) -> Bool { marks(of: view).contains(.margins) }

    /// Returns whether the view has rows of a guide, a content area or an autoresizing mask.
    func isPlaced(_ view: Int) -> Bool { marks(of: view).contains(.placement) }

    /// Returns whether the view has rows of an intrinsic size along an axis.
    func hasIntrinsicWidth(_ view: Int) -> Bool { marks(of: view).contains(.width) }
    func hasIntrinsicHeight(_ view: Int) -> Bool { marks(of: view).contains(.height) }

    private func marks(of view: Int) -> Marks { Marks(rawValue: nodes[view].bits) }

    /// Returns the number of views on the path from one view to another through their nearest common ancestor, without that
    /// ancestor.
    func distance(_ first: Int, _ second: Int) -> Int {
        if nodes[first].parent == nodes[second].parent { return first == second ? 0 : 2 }
        guard let ancestor = commonAncestor(first, second) else { return 0 }
        return Int(nodes[first].depth) + Int(nodes[second].depth) - 2 * Int(nodes[ancestor].depth)
    }

    /// Returns the nearest view that is an ancestor of both or one of them, or nil if they are in different trees.
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
