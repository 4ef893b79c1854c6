internal import ExactArithmetic
internal import LayoutModel

// Missing positions that the canvas of Interface Builder shows relative to centers.

extension AmbiguityDiagnoser {
    /// Returns the constraint that keeps the drawn distance of the centers of a view and its superview: a view that is far from all edges is
    /// nearer to the center on every screen.
    func offCenter(_ view: Int, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis) -> LayoutConstraint {
        let attribute: LayoutAttribute = axis == .horizontal ? .centerX : .centerY
        return LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, attribute), second: LayoutAnchor(parent, attribute),
            constant: frame.start(axis) + .half * frame.length(axis) - .half * outer.length(axis))
    }

    /// Returns the constraint that aligns a view with one in its row that constraints center in the superview, if the canvas shows it so.
    func centeredRow(_ view: Int, _ frame: LayoutFrame, _ axis: Axis) -> [LayoutConstraint] {
        guard axis == .vertical, let siblings = document.views[view].parent.flatMap({ drawnViews.siblings[$0] }),
            siblings.count <= AmbiguityDiagnoser.mostSiblings
        else { return [] }
        let centered = siblings.first { index in
            guard index != view, openViews[axis]?.contains(index) != true, placements.isCentered(index, axis),
                let other = document.drawnRectangle(of: index)
            else { return false }
            let isBeside = other.x >= frame.end(.horizontal) || other.end(.horizontal) <= frame.x
            return isBeside && (other.start(axis) + other.end(axis) - frame.start(axis) - frame.end(axis)).magnitude <= .one
        }
        return centered.map {
            [LayoutConstraint(id: "suggestion", first: LayoutAnchor(view, .centerY), second: LayoutAnchor($0, .centerY))]
        } ?? []
    }

    /// Returns the constraint that centers a view to which others tie this one, if the canvas shows that one in the center of the superview.
    func centeredCompanion(_ view: Int, in parent: Int, _ axis: Axis) -> LayoutConstraint? {
        let attribute: LayoutAttribute = axis == .horizontal ? .centerX : .centerY
        return tiedViews.centered(with: view, axis).map {
            LayoutConstraint(id: "suggestion", first: LayoutAnchor($0, attribute), second: LayoutAnchor(parent, attribute))
        }
    }
}
