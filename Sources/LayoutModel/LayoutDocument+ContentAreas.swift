extension LayoutDocument {
    /// Returns whether a side of a constraint is an edge of a scroll view paired with a descendant of it, which means the content
    /// area if there is one.
    public func meansContent(_ side: LayoutAnchor, beside other: LayoutAnchor) -> Bool {
        guard views[side.item].kind == .scroll, side.attribute.isEdge else { return false }
        var next = views[other.item].parent
        var steps = 0
        while let parent = next, steps <= views.count {
            if parent == side.item { return true }
            next = views[parent].parent
            steps += 1
        }
        return false
    }

    /// Returns the content area of a scroll view, or nil if no active constraint refers to it.
    fileprivate func contentArea(of scroll: Int) -> Int? {
        // Content areas come after all other views.
        var view = views.count - 1
        while view >= 0, views[view].kind == .content {
            if views[view].parent == scroll { return view }
            view -= 1
        }
        return nil
    }
}

extension LayoutConstraint {
    /// Replaces scroll views by their content areas in edges that mean these in the document.
    mutating func takeContentAreas(in document: LayoutDocument) {
        guard let second else { return }
        let (own, other) = (first, second)
        if document.meansContent(own, beside: other), let area = document.contentArea(of: own.item) { first.item = area }
        if document.meansContent(other, beside: own), let area = document.contentArea(of: other.item) { self.second?.item = area }
    }
}
