internal import LayoutModel

/// Content areas of scroll views, before it is resolved which of them constraints refer to.
///
/// The area of the k-th scroll view has the index `views + k`.
struct ScrollContent {
    /// A name in the JSON text, which outlives the reader.
    struct ParentName {
        let utf8: UnsafeBufferPointer<UInt8>

        init(_ utf8: UnsafeBufferPointer<UInt8>) {
            self.utf8 = utf8
        }
    }

    static let suffix: [UInt8] = Array(".content".utf8)

    /// The name of each view's superview, as written.
    var parents: [ParentName?] = []
    /// The index of each view's superview, -1 for the root.
    var parentNumbers: [Int] = []
    /// All views and content areas, including areas to which no constraint refers.
    var tour = HierarchyTour()
    /// The scroll views, in the document's order.
    var scrolls: [Int] = []
    /// For each view, its index in `scrolls`, or -1. Empty without scroll views.
    var ordinals: [Int] = []
    /// For each scroll view, whether an active constraint refers to its content area.
    var isMeant: [Bool] = []

    var isEmpty: Bool { scrolls.isEmpty }

    /// Returns the scroll view's name within the name of a content area, or nil for other names.
    static func owner(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let rest = name.count - suffix.count
        guard rest >= 0, name[rest...].elementsEqual(suffix) else { return nil }
        return UnsafeBufferPointer(rebasing: name[..<rest])
    }
}

extension DocumentReader {
    /// - Throws: `ImportError` if a view has the id of a content area, which no constraint could name then.
    mutating func findScrollViews() throws(ImportError) {
        content.scrolls = views.indices.filter { views[$0].kind == .scroll }
        guard !content.isEmpty else { return }
        content.isMeant = Array(repeating: false, count: content.scrolls.count)
        content.ordinals = Array(repeating: -1, count: views.count)
        for (ordinal, scroll) in content.scrolls.enumerated() {
            content.ordinals[scroll] = ordinal
            if let other = names.find(Array(views[scroll].id.utf8) + ScrollContent.suffix) {
                let message = "\"\(views[other].id)\" is the content area of the scroll view \"\(views[scroll].id)\": no other view may have that id"
                throw Place.view(other).key("id").invalid("content-id-taken", message)
            }
        }
    }

    /// Returns the index of the view or content area with this name, or nil if there is none.
    func item(named name: UnsafeBufferPointer<UInt8>) -> Int? {
        if let view = names.find(name) { return view }
        guard !content.isEmpty, let owner = ScrollContent.owner(name), let scroll = names.find(owner), content.ordinals[scroll] >= 0 else {
            return nil
        }
        return views.count + content.ordinals[scroll]
    }

    /// Notes that an active constraint names an item. If the item is a content area, the document has that area.
    mutating func noteActiveName(_ item: Int) {
        if !content.isEmpty, item >= views.count { content.isMeant[item - views.count] = true }
    }

    /// Resolves which content areas exist, and what the edges of scroll views mean.
    mutating func settleContent() throws(ImportError) {
        guard !content.isEmpty else { return }
        for constraint in constraints where constraint.isActive {
            guard let second = constraint.second else { continue }
            for (one, other) in [(constraint.first, second), (second, constraint.first)] where meansContent(one, other) {
                content.isMeant[content.ordinals[one.item]] = true
            }
        }
        for (index, parent) in content.parentNumbers.enumerated() where parent >= views.count && !content.isMeant[parent - views.count] {
            throw unknownParent(index)
        }
        var final = Array(views.indices)
        var next = views.count + spacers.count
        for isMeant in content.isMeant {
            final.append(isMeant ? next : -1)
            if isMeant { next += 1 }
        }
        final += spacers.indices.map { views.count + $0 }
        for index in constraints.indices { try settleConstraint(index, final) }
        try appendContentViews(final)
    }

    /// Returns whether the side is an edge of a scroll view paired with a descendant. In a fragment each edge is explicit.
    private func meansContent(_ side: LayoutAnchor, _ other: LayoutAnchor) -> Bool {
        !isFragment && side.item < views.count && content.ordinals[side.item] >= 0 && side.attribute.isEdge && isDescendant(other.item, of: side.item)
    }

    /// Returns whether an item is a proper descendant of another, spacers included.
    private func isDescendant(_ item: Int, of ancestor: Int) -> Bool {
        guard let parent = spacer(item)?.parent else { return content.tour.isDescendant(item, of: ancestor) }
        return parent == ancestor || content.tour.isDescendant(parent, of: ancestor)
    }

    /// Returns the spacer with this index if the document lists its views.
    func spacer(_ item: Int) -> LayoutView? {
        let place = item - views.count - content.scrolls.count
        return spacers.indices.contains(place) ? spacers[place] : nil
    }

    private mutating func settleConstraint(_ index: Int, _ final: [Int]) throws(ImportError) {
        let first = constraints[index].first
        constraints[index].first = try settled(first, paired: constraints[index].second, final, at: place(ofConstraint: index).key("first"))
        if let second = constraints[index].second {
            constraints[index].second = try settled(second, paired: first, final, at: place(ofConstraint: index).key("second"))
        }
    }

    private func settled(_ side: LayoutAnchor, paired: LayoutAnchor?, _ final: [Int], at place: Place) throws(ImportError) -> LayoutAnchor {
        var side = side
        if let paired, meansContent(side, paired), content.isMeant[content.ordinals[side.item]] {
            side.item = views.count + content.ordinals[side.item]
        }
        let number = final[side.item]
        if number < 0 {
            let id = views[content.scrolls[side.item - views.count]].id
            throw place.invalid("unknown-item", "there is no content area \"\(id).content\": no active constraint uses it")
        }
        side.item = number
        return side
    }

    /// Adds the spacers after the document's views.
    mutating func settleSpacers() {
        for spacer in spacers {
            _ = names.insert(Array(spacer.id.utf8))
            views.append(spacer)
        }
        spacers = []
    }

    private mutating func appendContentViews(_ final: [Int]) throws(ImportError) {
        for (index, parent) in content.parentNumbers.enumerated() where parent >= 0 { views[index].parent = final[parent] }
        for index in spacers.indices { spacers[index].parent = spacers[index].parent.map { final[$0] } }
        settleSpacers()
        for (ordinal, scroll) in content.scrolls.enumerated() where content.isMeant[ordinal] {
            let id = views[scroll].id + ".content"
            _ = names.insert(Array(id.utf8))
            views.append(LayoutView(id: id, parent: scroll, kind: .content))
        }
    }
}
