/// The view hierarchy that a text prints.
struct ViewTree {
    struct Node {
        var view: PrintedView
        /// Its superview's place among the nodes.
        var parent: Int?
        /// Its line, from 1.
        var line: Int
        var frame: PrintedFrame?
    }

    /// In the order in which they are printed; superviews come first.
    private(set) var nodes: [Node] = []
    private var places: [UInt64: Int] = [:]

    /// Deeper ones are no hierarchy of a system.
    static let mostDepth = 400

    var isEmpty: Bool { nodes.isEmpty }

    /// Adds a view, or what is new of one that was printed before.
    ///
    /// - Returns: its place.
    mutating func add(_ node: Node) -> Int {
        if let known = places[node.view.address] {
            if nodes[known].view.title == nil { nodes[known].view.title = node.view.title }
            if nodes[known].frame == nil { nodes[known].frame = node.frame }
            // Only one that comes before: superviews come first, and no circle closes.
            if nodes[known].parent == nil, let parent = node.parent, parent < known { nodes[known].parent = parent }
            return known
        }
        places[node.view.address] = nodes.count
        nodes.append(node)
        return nodes.count - 1
    }

    /// The view at an address.
    func place(of address: UInt64) -> Int? { places[address] }
}
