public import LayoutModel

extension InterfaceBuilderLayout {
    /// Returns the layout after edits of its document, with the file's properties of the views and constraints that remain.
    ///
    /// A new item with the same id does not get the properties of a removed one.
    public func edited(_ document: LayoutDocument) -> InterfaceBuilderLayout {
        let places = Dictionary(document.views.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        // By the view's former index: its present index.
        let kept = self.document.views.map { view in
            places[view.id].flatMap { document.views[$0].source == view.source ? $0 : nil }
        }
        let goneViews = Set(zip(self.document.views, kept).filter { $0.1 == nil }.map(\.0.id))
        let sources = Dictionary(document.constraints.map { ($0.id, $0.source) }, uniquingKeysWith: { first, _ in first })
        let goneConstraints = Set(self.document.constraints.filter { sources[$0.id] != .some($0.source) }.map(\.id))
        return InterfaceBuilderLayout(
            document: document,
            stored: stored.compactMap { frame in
                kept[frame.view].map { StoredFrame(view: $0, frame: frame.frame, isMisplaced: frame.isMisplaced, isLoose: frame.isLoose) }
            },
            findings: findings.filter { finding in
                !(finding.view.map(goneViews.contains) ?? false) && !(finding.constraint.map(goneConstraints.contains) ?? false)
            },
            taken: taken.filter { value in
                guard let place = places[value.view], !goneViews.contains(value.view) else { return false }
                switch value.value {
                case "intrinsicContentSize.width": return document.views[place].intrinsicContentSize.width == value.length
                case "intrinsicContentSize.height": return document.views[place].intrinsicContentSize.height == value.length
                default: return true
                }
            },
            unverified: Dictionary(
                unverified.compactMap { view, what in kept[view].map { ($0, what) } }, uniquingKeysWith: { first, _ in first }),
            stacks: Set(stacks.compactMap { kept[$0] }),
            marksArrangedViews: marksArrangedViews,
            isOnCanvas: isOnCanvas && document.size == self.document.size && document.direction == self.document.direction, composed: composed)
    }
}
