/// The view hierarchy that a text prints.
struct ViewTree {
    struct Node {
        var view: PrintedView
        /// The index of its superview's node.
        var parent: Int?
        /// The line that prints it, from 1.
        var line: Int
        var frame: PrintedFrame?
    }

    /// The views in the order in which they are printed. Superviews precede their subviews.
    private(set) var nodes: [Node] = []
    private var places: [UInt64: Int] = [:]

    /// The maximum depth, far above that of any real hierarchy.
    static let mostDepth = 400

    var isEmpty: Bool { nodes.isEmpty }

    /// Adds a view. If it was printed before, adds the details that its node lacks.
    ///
    /// - Returns: The index of its node.
    mutating func add(_ node: Node) -> Int {
        if let known = places[node.view.address] {
            if nodes[known].view.title == nil { nodes[known].view.title = node.view.title }
            if nodes[known].frame == nil { nodes[known].frame = node.frame }
            // Only a superview with a lower index is accepted, so that superviews precede their subviews and there is no cycle.
            if nodes[known].parent == nil, let parent = node.parent, parent < known { nodes[known].parent = parent }
            return known
        }
        places[node.view.address] = nodes.count
        nodes.append(node)
        return nodes.count - 1
    }

    /// Returns the index of the view at an address.
    func place(of address: UInt64) -> Int? { places[address] }
}
