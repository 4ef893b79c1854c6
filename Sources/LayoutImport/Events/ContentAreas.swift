internal import LayoutModel

extension LayoutDocument {
    /// Resolves again which content areas of scroll views exist: those for which an active constraint names the area or pairs an
    /// edge of the scroll view with a descendant. Other areas are removed. An edge paired with a descendant that named such an
    /// area refers to the scroll view again.
    ///
    /// - Returns: an item that requires a removed content area. The document is then unchanged.
    mutating func settleContentAreas() -> ContentAreaWanted? {
        let areas = Dictionary(
            views.enumerated().filter { $1.kind == .content }.compactMap { index, view in view.parent.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        var meant = Set<Int>()
        for constraint in constraints where constraint.isActive {
            for (one, other) in constraint.sides {
                if views[one.item].kind == .content, let owner = views[one.item].parent { meant.insert(owner) }
                if let other, meansContent(one, beside: other) { meant.insert(one.item) }
            }
        }
        if let wanted = wanted(meant) { return wanted }
        // Content areas come after all other views, in the order of their scroll views.
        let others = views.indices.filter { views[$0].kind != .content }
        var places = [Int](repeating: -1, count: views.count)
        for (place, index) in others.enumerated() { places[index] = place }
        var newAreas: [Int: Int] = [:]
        var next = others.map { views[$0] }
        for scroll in others where meant.contains(scroll) {
            newAreas[scroll] = next.count
            if let area = areas[scroll] {
                places[area] = next.count
                next.append(views[area])
            } else {
                next.append(LayoutView(id: views[scroll].id + ".content", parent: scroll, kind: .content))
            }
        }
        for index in constraints.indices {
            let (first, second) = (constraints[index].first, constraints[index].second)
            let item = place(of: first, beside: second, places, newAreas)
            let other = second.map { place(of: $0, beside: first, places, newAreas) }
            constraints[index].first.item = item
            if let other { constraints[index].second?.item = other }
        }
        for index in next.indices {
            guard let parent = next[index].parent else { continue }
            next[index].parent = places[parent]
        }
        root = places[root]
        views = next
        return nil
    }

    /// Returns the first item that names, or is inside, a content area whose scroll view is not among these, and would change its
    /// meaning without it.
    private func wanted(_ meant: Set<Int>) -> ContentAreaWanted? {
        func area(_ item: Int) -> String? {
            guard views[item].kind == .content, let owner = views[item].parent, !meant.contains(owner) else { return nil }
            return views[item].id
        }
        for constraint in constraints {
            for (one, other) in constraint.sides {
                guard let area = area(one.item) else { continue }
                var edge = one
                edge.item = views[one.item].parent ?? root
                if let other, meansContent(edge, beside: other) { continue }
                return ContentAreaWanted(area: area, subject: "the constraint \"\(constraint.id)\" names", remedy: "remove that constraint first")
            }
        }
        for view in views {
            if let parent = view.parent, let area = area(parent) {
                return ContentAreaWanted(area: area, subject: "the view \"\(view.id)\" is in", remedy: "remove that view first")
            }
        }
        return nil
    }

    private func place(of side: LayoutAnchor, beside other: LayoutAnchor?, _ places: [Int], _ areas: [Int: Int]) -> Int {
        if let other, meansContent(side, beside: other), let area = areas[side.item] { return area }
        if places[side.item] >= 0 { return places[side.item] }
        return places[views[side.item].parent ?? root]
    }
}

/// A content area that no active constraint means any more, with an item that requires it.
struct ContentAreaWanted {
    let area: String
    /// The text before the area's name in a sentence.
    let subject: String
    /// The change that must come first.
    let remedy: String

    var detail: String { "\(subject) the content area \"\(area)\", which no active constraint would use any more: \(remedy)" }
}

extension LayoutConstraint {
    fileprivate var sides: [(LayoutAnchor, LayoutAnchor?)] {
        second.map { [(first, $0), ($0, first)] } ?? [(first, nil)]
    }
}
