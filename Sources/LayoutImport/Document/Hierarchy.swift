internal import JSON
internal import LayoutModel

/// The entry and exit times of each item in a depth-first traversal of the hierarchy. It decides descendance in constant time.
struct HierarchyTour {
    private var entered: [Int32] = []
    private var left: [Int32] = []
    /// The number of items reachable from the root.
    private(set) var count = 0

    init() {}

    /// Traverses from the root without recursion, since the hierarchy may be arbitrarily deep.
    init(parents: [Int], root: Int) {
        let count = parents.count
        // Collects children by parent with counting sort.
        var starts = Array(repeating: 0, count: count + 1)
        for parent in parents where parent >= 0 { starts[parent + 1] += 1 }
        for index in 0..<count { starts[index + 1] += starts[index] }
        var cursor = starts
        var children = Array(repeating: 0, count: starts[count])
        for (child, parent) in parents.enumerated() where parent >= 0 {
            children[cursor[parent]] = child
            cursor[parent] += 1
        }
        cursor = starts
        entered = Array(repeating: -1, count: count)
        left = Array(repeating: -1, count: count)
        var clock: Int32 = 0
        var stack = [root]
        entered[root] = 0
        while let top = stack.last {
            if cursor[top] < starts[top + 1] {
                let child = children[cursor[top]]
                cursor[top] += 1
                clock += 1
                entered[child] = clock
                stack.append(child)
            } else {
                stack.removeLast()
                left[top] = clock
                self.count += 1
            }
        }
    }

    func isReached(_ item: Int) -> Bool { entered[item] >= 0 }

    /// Returns whether an item is a proper descendant of another.
    func isDescendant(_ item: Int, of ancestor: Int) -> Bool {
        entered[ancestor] < entered[item] && entered[item] <= left[ancestor]
    }
}

extension DocumentReader {
    /// Resolves superviews and checks that all views have one root, which is no guide.
    mutating func settleHierarchy(root named: JSONValue?) throws(ImportError) {
        try findScrollViews()
        var parents: [Int] = []
        parents.reserveCapacity(views.count + content.scrolls.count)
        var roots: [Int] = []
        for (index, name) in content.parents.enumerated() {
            if let name {
                guard let parent = item(named: name.utf8) else { throw unknownParent(index) }
                parents.append(parent)
                if parent < views.count { views[index].parent = parent }
            } else {
                roots.append(index)
                parents.append(-1)
            }
        }
        content.parentNumbers = parents
        parents += content.scrolls
        try checkRoot(roots, named)
        let tour = HierarchyTour(parents: parents, root: root)
        if tour.count < parents.count { throw cycle(parents, tour) }
        content.tour = tour
    }

    func unknownParent(_ index: Int) -> ImportError {
        let name = content.parents[index].map { String(decoding: $0.utf8, as: UTF8.self) } ?? ""
        return Place.view(index).key("parent").invalid("unknown-parent", UnknownName.view(name, among: views))
    }

    private mutating func checkRoot(_ roots: [Int], _ named: JSONValue?) throws(ImportError) {
        guard let only = roots.first else {
            let message = "one view must have no parent, as the root" + (views.isEmpty ? "" : "; here every view has a parent")
            throw Place.document.key("views").invalid("no-root", message)
        }
        if roots.count > 1 {
            throw Place.view(roots[1]).invalid(
                "several-roots",
                "there must be exactly one root, but neither \"\(views[only].id)\" nor \"\(views[roots[1]].id)\" has a parent\(warnings.parentHint)")
        }
        root = only
        if let named, !(try utf8(named, at: .document.key("root"))).elementsEqual(views[only].id.utf8) {
            throw Place.document.key("root").invalid(
                "wrong-root", "\"root\" must name the view without a parent, which is \"\(views[only].id)\", but it names \"\(named.string ?? "")\"")
        }
        if views[only].kind == .guide { throw Place.view(only).key("kind").invalid("root-is-guide", "the root cannot be a guide") }
        if views[only].autoresizing != nil {
            throw Place.view(only).key("autoresizing").invalid("root-autoresizing", "the root cannot have autoresizing: it has no superview")
        }
    }

    /// Returns the error for a view that is its own ancestor.
    private func cycle(_ parents: [Int], _ tour: HierarchyTour) -> ImportError {
        var item = views.indices.first { !tour.isReached($0) } ?? 0
        // From an unreachable item, the cycle is reached after at most as many steps as there are items.
        for _ in parents.indices { item = parents[item] }
        var least = item
        var next = parents[item]
        while next != item {
            least = min(least, next)
            next = parents[next]
        }
        var names = [least]
        next = parents[least]
        while next != least, names.count < 4 {
            names.append(next)
            next = parents[next]
        }
        // A content area has its scroll view's name.
        let way = names.compactMap { views.indices.contains($0) ? "\"\(views[$0].id)\"" : nil }
        let rest = next == least ? "\"\(views[least].id)\"" : "…"
        return Place.view(least).key("parent").invalid(
            "hierarchy-cycle",
            names.count == 1
                ? "the view \"\(views[least].id)\" is its own parent"
                : "the view \"\(views[least].id)\" is its own ancestor: its parents are "
                    + (way.dropFirst() + [rest]).joined(separator: ", "))
    }
}
