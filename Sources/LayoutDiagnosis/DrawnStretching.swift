internal import ExactArithmetic
public import LayoutModel

/// The pins that stretch views to the width that the canvas of Interface Builder shows.
public struct DrawnStretching {
    private let document: LayoutDocument
    private let names: ViewNames
    private let siblings: [Int: [Int]]
    /// The views with a pin of the near edge, and those with one of the far edge.
    private var hasStart: Set<Int> = []
    private var hasEnd: Set<Int> = []

    public init(_ document: LayoutDocument, _ names: ViewNames) {
        (self.document, self.names) = (document, names)
        siblings = DrawnViews(document).siblings
        for constraint in document.constraints where constraint.isActive {
            for anchor in [constraint.first, constraint.second].compactMap(\.self) where anchor.attribute.axis == .horizontal {
                if anchor.attribute.isNearEdge { hasStart.insert(anchor.item) }
                if anchor.attribute.isFarEdge { hasEnd.insert(anchor.item) }
            }
        }
    }

    /// Returns the instruction to pin the edge that a view lacks to be as wide as it is drawn; nil if it lacks none or both, or has too many
    /// siblings to look for the next one.
    public func instruction(for view: Int) -> String? {
        guard hasStart.contains(view) != hasEnd.contains(view), let parent = document.views[view].parent,
            let outer = document.drawnRectangle(of: parent), let frame = document.drawnRectangle(of: view), let siblings = siblings[parent],
            siblings.count <= AmbiguityDiagnoser.mostSiblings
        else { return nil }
        let row = siblings.compactMap { index in document.drawnRectangle(of: index).map { (view: index, frame: $0) } }.filter {
            $0.view != view && $0.frame.y < frame.end(.vertical) && frame.y < $0.frame.end(.vertical)
        }
        let constraint: LayoutConstraint
        if hasStart.contains(view) {
            let next = row.filter { $0.frame.x >= frame.end(.horizontal) }.min { $0.frame.x < $1.frame.x }
            constraint = LayoutConstraint(
                id: "suggestion", first: LayoutAnchor(view, .trailing),
                second: next.map { LayoutAnchor($0.view, .leading) } ?? LayoutAnchor(parent, .trailing),
                constant: (frame.end(.horizontal) - (next?.frame.x ?? outer.width) + .half).floor)
        } else {
            let previous = row.filter { $0.frame.end(.horizontal) <= frame.x }.max { $0.frame.end(.horizontal) < $1.frame.end(.horizontal) }
            constraint = LayoutConstraint(
                id: "suggestion", first: LayoutAnchor(view, .leading),
                second: previous.map { LayoutAnchor($0.view, .trailing) } ?? LayoutAnchor(parent, .leading),
                constant: (frame.x - (previous?.frame.end(.horizontal) ?? .zero) + .half).floor)
        }
        return "\(Instruction(document: document, names: names).text(constraint)), as on the canvas."
    }
}
