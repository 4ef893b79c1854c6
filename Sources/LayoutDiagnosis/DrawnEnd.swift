internal import ExactArithmetic
public import LayoutModel

extension Diagnoser {
    /// Returns the constraint for the trailing edge of a view with content that the canvas draws up to a margin or a neighbor, and that
    /// only its leading edge places, so that it would be as wide as its content. Nil for other views.
    ///
    /// A view that is drawn wider than its content ends there, and a text that is not may end before.
    ///
    /// - Parameters:
    ///   - layout: the layout with the constraints that were added so far.
    ///   - frames: the frames of that layout.
    ///   - isOpen: whether a dimension of a view is ambiguous in it.
    public func drawnEnd(
        of view: Int, in layout: LayoutDocument, frames: [LayoutFrame], isOpen: (Int, FrameDimension) -> Bool
    ) -> LayoutConstraint? {
        DrawnEnd(layout, view, frames)?.constraint(isOpen)
    }
}

/// The trailing edge of a view as the canvas of Interface Builder draws it.
private struct DrawnEnd {
    /// The greatest margin that views are likely to have on purpose, in points.
    private static let greatestMargin: Rational = 40
    /// The greatest distance of a neighbor that a view is likely to end at, in points.
    private static let greatestGap: Rational = 20

    private let document: LayoutDocument
    private let view: Int
    private let parent: Int
    private let frames: [LayoutFrame]
    private let frame: LayoutFrame
    private let outer: LayoutFrame
    private let content: Rational

    /// Returns nil if the view is not drawn, has no content, or is in a view that places it.
    init?(_ document: LayoutDocument, _ view: Int, _ frames: [LayoutFrame]) {
        guard document.direction == .ltr, frames.count == document.views.count, let parent = document.views[view].parent,
            document.views[parent].kind == .view, document.views[parent].design?.distribution == nil,
            document.views[parent].alignmentRectInsets == LayoutInsets(), document.views[view].alignmentRectInsets == LayoutInsets(),
            let frame = document.views[view].design?.frame, let outer = document.views[parent].design?.frame,
            let content = document.views[view].intrinsicContentSize.width, frames[parent].width == outer.width
        else { return nil }
        (self.document, self.view, self.parent, self.frames, self.frame, self.outer, self.content) =
            (document, view, parent, frames, frame, outer, content)
    }

    func constraint(_ isOpen: (Int, FrameDimension) -> Bool) -> LayoutConstraint? {
        guard hasOnlyBegin, !isOpen(parent, .width), let end else { return nil }
        let isNeighbor = document.views[end.item].kind == .view && end.item != parent
        if isNeighbor, isOpen(end.item, .x) || isOpen(end.item, .width) { return nil }
        let gap = end.place - frame.x - frame.width
        let isShown = isNeighbor ? gap <= DrawnEnd.greatestGap : gap <= DrawnEnd.greatestMargin || (gap - frame.x).magnitude <= .one
        guard !gap.isNegative, isShown else { return nil }
        let isStretched = frame.width > content + .one
        let isText = document.views[view].className.map(ClassName.short)?.hasSuffix("Label") == true
        guard isStretched || isText else { return nil }
        return LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, .trailing), relation: isStretched ? .equal : .lessThanOrEqual,
            second: LayoutAnchor(end.item, isNeighbor ? .leading : .trailing), constant: -(gap + .half).floor)
    }

    /// Whether all active constraints of the view along the axis are those of its leading edge, and there is one.
    private var hasOnlyBegin: Bool {
        var isPlaced = false
        for constraint in document.constraints where constraint.isActive {
            for side in [constraint.first, constraint.second].compactMap(\.self) where side.item == view && side.attribute.axis == .horizontal {
                guard side.attribute.isNearEdge else { return false }
                isPlaced = true
            }
        }
        return isPlaced
    }

    /// The item before which the view ends: the nearest sibling that is drawn after it in its row, the safe area, or the superview.
    private var end: (item: Int, place: Rational)? {
        var nearest: (item: Int, place: Rational)?
        for (index, other) in document.views.enumerated() where other.parent == parent && index != view && other.kind == .view {
            guard let drawn = other.design?.frame else { continue }
            let isInRow = drawn.y < frame.y + frame.height && frame.y < drawn.y + drawn.height
            guard isInRow, drawn.x >= frame.x + frame.width else { continue }
            if nearest.map({ drawn.x < $0.place }) ?? true { nearest = (index, drawn.x) }
        }
        if let nearest { return nearest }
        let safeArea = document.views.firstIndex { $0.parent == parent && $0.design?.isSafeArea == true }
        if let safeArea, frames[safeArea].x + frames[safeArea].width >= frame.x + frame.width {
            return (safeArea, frames[safeArea].x + frames[safeArea].width)
        }
        return (parent, outer.width)
    }
}
