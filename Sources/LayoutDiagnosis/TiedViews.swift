internal import ExactArithmetic
internal import LayoutModel

/// Groups of views whose positions along an axis are open, and which equalities tie to each other, so that a place for one gives one to all.
struct TiedViews {
    /// The group of each view that is tied to another, by axis.
    private var groups: [Axis: [Int: Int]] = [:]
    /// The first two views of each group that the canvas shows in the center of their superview, by axis.
    private var centered: [Axis: [[Int]]] = [:]

    /// - Parameter open: the views with an open position or size along each axis.
    init(_ document: LayoutDocument, open: [Axis: Set<Int>]) {
        for axis in [Axis.horizontal, .vertical] {
            let neighbors = TiedViews.neighbors(document, axis, open[axis] ?? [])
            for view in neighbors.keys.sorted() where groups[axis]?[view] == nil {
                let members = TiedViews.members(from: view, neighbors)
                let group = centered[axis]?.count ?? 0
                for member in members { groups[axis, default: [:]][member] = group }
                let shown = members.sorted().lazy.filter { TiedViews.isShownCentered($0, document, axis) }.prefix(2)
                centered[axis, default: []].append(Array(shown))
            }
        }
    }

    /// Returns another view of the group of a view that the canvas shows in the center of the superview; nil if there is none.
    func centered(with view: Int, _ axis: Axis) -> Int? {
        guard let group = groups[axis]?[view] else { return nil }
        return centered[axis]?[group].first { $0 != view }
    }

    /// Returns, for each open view, the open views of the same superview to which an equality ties it.
    private static func neighbors(_ document: LayoutDocument, _ axis: Axis, _ open: Set<Int>) -> [Int: [Int]] {
        var neighbors: [Int: [Int]] = [:]
        for constraint in document.constraints where constraint.isActive && constraint.relation == .equal && constraint.multiplier.isOne {
            let first = constraint.first
            guard let second = constraint.second?.item, second != first.item, first.attribute.axis == axis, first.attribute.kind != .size,
                open.contains(first.item), open.contains(second), document.views[first.item].parent == document.views[second].parent
            else { continue }
            neighbors[first.item, default: []].append(second)
            neighbors[second, default: []].append(first.item)
        }
        return neighbors
    }

    private static func members(from view: Int, _ neighbors: [Int: [Int]]) -> [Int] {
        var members = [view]
        var reached: Set<Int> = [view]
        var next = 0
        while next < members.count {
            for other in neighbors[members[next]] ?? [] where reached.insert(other).inserted { members.append(other) }
            next += 1
        }
        return members
    }

    private static func isShownCentered(_ view: Int, _ document: LayoutDocument, _ axis: Axis) -> Bool {
        guard let parent = document.views[view].parent, let outer = document.drawnRectangle(of: parent),
            let frame = document.drawnRectangle(of: view)
        else { return false }
        return (frame.start(axis) + frame.end(axis) - outer.length(axis)).magnitude <= .one
    }
}
