internal import ExactArithmetic

/// The views that equations place along each axis, and what each of them is placed relative to.
///
/// An equation between a view and its superview places the view. Between two others it places the one that is not placed otherwise: in
/// `name.trailing == icon.leading - 8`, the name if the icon is pinned to the superview, else the icon.
public struct Placements: Sendable {
    /// A view that follows from another one along an axis.
    public struct Dependency: Sendable, Hashable {
        public var view: Int
        public var source: Int
        public var axis: Axis

        public init(view: Int, source: Int, axis: Axis) {
            self.view = view
            self.source = source
            self.axis = axis
        }
    }

    /// For each placed view, the number of equations that place it.
    private var counts: [Axis: [Int: Int]] = [:]
    public private(set) var dependencies: [Dependency] = []
    /// The views with an equation for their size, other than one that relates it to their own other size.
    private var sized: [Axis: Set<Int>] = [:]
    /// The views with a ratio of their own sizes.
    public private(set) var ratios: Set<Int> = []
    /// For each view, the one that begins at its far edge.
    private var followers: [Axis: [Int: Int]] = [:]
    /// The views whose center an equation places.
    private var centered: [Axis: Set<Int>] = [:]
    /// For each two sides between which there is an equation.
    private var related: Set<[LayoutAnchor]> = []

    public init(_ document: LayoutDocument) {
        var between: [Axis: [LayoutConstraint]] = [:]
        for constraint in document.constraints where constraint.isActive && constraint.relation == .equal {
            let axis = constraint.first.attribute.axis
            if constraint.multiplier.isOne { related.insert(Placements.sides(constraint)) }
            guard constraint.first.attribute.kind != .size else {
                addSize(constraint, document)
                continue
            }
            guard let second = constraint.second else {
                counts[axis, default: [:]][constraint.first.item, default: 0] += 1
                continue
            }
            let (one, other) = (constraint.first.item, second.item)
            if constraint.first.attribute.isFarEdge, second.attribute.isNearEdge { followers[axis, default: [:]][one] = other }
            if constraint.first.attribute.isNearEdge, second.attribute.isFarEdge { followers[axis, default: [:]][other] = one }
            if constraint.first.attribute.isCenter { centered[axis, default: []].insert(one) }
            if second.attribute.isCenter { centered[axis, default: []].insert(other) }
            if Placements.surrounds(other, one, document) {
                place(one, from: other, axis)
            } else if Placements.surrounds(one, other, document) {
                place(other, from: one, axis)
            } else {
                between[axis, default: []].append(constraint)
            }
        }
        for axis in Axis.allCases { placeNeighbors(between[axis] ?? [], axis) }
    }

    /// Whether an equation places the view along the axis.
    public func isPlaced(_ view: Int, _ axis: Axis) -> Bool { count(view, axis) > 0 }

    public func count(_ view: Int, _ axis: Axis) -> Int { counts[axis]?[view] ?? 0 }

    public func isSized(_ view: Int, _ axis: Axis) -> Bool { sized[axis]?.contains(view) == true }

    public func isCentered(_ view: Int, _ axis: Axis) -> Bool { centered[axis]?.contains(view) == true }

    /// Returns the last view of the row or column in which each view begins where the one before it ends, or nil if none follows the
    /// view.
    public func lastFollower(of view: Int, _ axis: Axis) -> Int? {
        var seen: Set<Int> = [view]
        var last = view
        while let next = followers[axis]?[last], seen.insert(next).inserted { last = next }
        return last == view ? nil : last
    }

    /// Whether the layout has an equation between the same two sides.
    public func has(_ constraint: LayoutConstraint) -> Bool { related.contains(Placements.sides(constraint)) }

    // MARK: Reading equations

    private static func sides(_ constraint: LayoutConstraint) -> [LayoutAnchor] {
        guard let second = constraint.second else { return [constraint.first] }
        let (one, other) = (constraint.first, second)
        return (one.item, one.attribute.rawValue) < (other.item, other.attribute.rawValue) ? [one, other] : [other, one]
    }

    private mutating func place(_ view: Int, from source: Int, _ axis: Axis) {
        counts[axis, default: [:]][view, default: 0] += 1
        dependencies.append(Dependency(view: view, source: source, axis: axis))
    }

    private mutating func addSize(_ constraint: LayoutConstraint, _ document: LayoutDocument) {
        let (first, axis) = (constraint.first, constraint.first.attribute.axis)
        guard let second = constraint.second else {
            sized[axis, default: []].insert(first.item)
            return
        }
        if second.item == first.item {
            ratios.insert(first.item)
            return
        }
        let isInner = document.views[second.item].parent != first.item
        let (view, source) = isInner ? (first, second) : (second, first)
        sized[view.attribute.axis, default: []].insert(view.item)
        if view.attribute == source.attribute { dependencies.append(Dependency(view: view.item, source: source.item, axis: axis)) }
    }

    /// Returns whether the first view, or a guide of the superview, is around the second one.
    private static func surrounds(_ outer: Int, _ inner: Int, _ document: LayoutDocument) -> Bool {
        let parent = document.views[inner].parent
        if parent == outer { return true }
        let isGuide = document.views[outer].kind != .view && document.views[outer].kind != .scroll
        return isGuide && document.views[inner].kind != document.views[outer].kind && document.views[outer].parent == parent
    }

    /// Places neighbors, starting with those of views that are placed already.
    private mutating func placeNeighbors(_ constraints: [LayoutConstraint], _ axis: Axis) {
        var neighbors: [Int: [Int]] = [:]
        for (index, constraint) in constraints.enumerated() {
            for item in [constraint.first.item, constraint.second?.item].compactMap(\.self) { neighbors[item, default: []].append(index) }
        }
        var isUsed = Array(repeating: false, count: constraints.count)
        var queue = neighbors.keys.filter { isPlaced($0, axis) }.sorted()
        var next = 0
        while next < queue.count {
            let view = queue[next]
            next += 1
            for index in neighbors[view] ?? [] where !isUsed[index] {
                guard let second = constraints[index].second?.item else { continue }
                let other = constraints[index].first.item == view ? second : constraints[index].first.item
                if isPlaced(other, axis) { continue }
                isUsed[index] = true
                place(other, from: view, axis)
                queue.append(other)
            }
        }
        for (index, constraint) in constraints.enumerated() where !isUsed[index] {
            guard let second = constraint.second else { continue }
            let isTurned = constraint.first.attribute.isFarEdge && second.attribute.isNearEdge
            let (view, source) = isTurned ? (second.item, constraint.first.item) : (constraint.first.item, second.item)
            place(view, from: source, axis)
        }
    }
}
