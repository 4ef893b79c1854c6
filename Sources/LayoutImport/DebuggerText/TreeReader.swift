/// Reads a view hierarchy line by line.
struct TreeReader {
    private(set) var tree = ViewTree()
    /// The index of the last view at each depth.
    private var path: [Int?] = []
    /// A line that is a root if the next line is below it.
    private var pending: (line: TreeLine, number: Int)?
    /// A line that ends with a dash, after which its status may be wrapped to the next line.
    private var open: (line: TreeLine, number: Int)?
    private let keepsTree: Bool
    private let limit: Int
    /// Whether any line is of a trace, which marks ambiguous views. Descriptions do not.
    private(set) var isTrace = false
    private(set) var firstLine: Int?
    private(set) var isBeyondLimit = false

    /// - Parameters:
    ///   - keepsTree: Whether the tree is stored. Otherwise only notices of single lines are added.
    ///   - limit: The maximum number of views.
    init(keepsTree: Bool, limit: Int) {
        self.keepsTree = keepsTree
        self.limit = limit
    }

    /// Returns whether a text contains a line that only a hierarchy has.
    static func isIn(_ text: Bytes) -> Bool {
        text.split { $0 == Byte.newline || $0 == Byte.carriageReturn }.contains { line in
            line.contains(UInt8(ascii: "x")) && TreeLine(CarrierDamage.unescaped(Bytes(line)))?.isCertain == true
        }
    }

    /// Reads a line. Returns whether it certainly belongs to a hierarchy.
    mutating func take(_ line: LogLines.Line, into list: inout NoticeList) -> Bool {
        if let open {
            self.open = nil
            if let ambiguous = TreeLine.wrappedStatus(line.bytes) {
                var whole = open.line
                whole.ambiguous = ambiguous
                add(whole, at: open.number, into: &list)
                return true
            }
        }
        let cut = TreeLine.withoutDash(line.bytes)
        guard let read = TreeLine(cut ?? line.bytes) else {
            pending = nil
            return false
        }
        guard read.isCertain else {
            let isRoot = keepsTree && read.depth == 0
            pending = isRoot ? (read, line.number) : nil
            return false
        }
        if keepsTree, read.depth > 0, let pending {
            add(pending.line, at: pending.number, into: &list)
        }
        pending = nil
        if cut != nil { open = (read, line.number) }
        add(read, at: line.number, into: &list)
        return true
    }

    private mutating func add(_ line: TreeLine, at number: Int, into list: inout NoticeList) {
        var superview: PrintedView?
        if keepsTree {
            guard tree.nodes.count < limit else {
                isBeyondLimit = true
                return
            }
            firstLine = firstLine ?? number
            if line.mark != nil || line.ambiguous != nil { isTrace = true }
            let depth = min(line.depth, ViewTree.mostDepth)
            // Omitted lines are unknown, so the superview of a view below one is unknown as well.
            let parent = depth > 0 && depth <= path.count ? path[depth - 1] : nil
            let place = tree.add(
                ViewTree.Node(view: line.view, parent: line.depth > ViewTree.mostDepth ? nil : parent, line: number, frame: line.frame))
            if path.count > depth { path.removeSubrange(depth...) }
            while path.count < depth { path.append(nil) }
            path.append(place)
            superview = tree.nodes[place].parent.map { tree.nodes[$0].view }
        }
        for notice in TreeNotices.of(line, at: number, in: superview) { list.add(notice) }
    }
}
