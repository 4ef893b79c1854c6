internal import ExactArithmetic
internal import LayoutModel

// Adds missing constraints with the constants that the canvas of Interface Builder shows, as its command Add Missing Constraints
// does.

extension AmbiguityDiagnoser {
    /// Returns remedies that add a missing position or size, first those that preserve the frame that Interface Builder shows.
    ///
    /// Each gives one open attribute a value in its range, so it is proven to settle the attribute, except for those that relate the view to
    /// a neighbor without a position, which need a trial in the layout in which the neighbor has one.
    ///
    /// - Parameter given: constraints that other remedies add. No remedy is returned for the same position or size.
    func drawn(_ ambiguity: Ambiguity, besides given: [LayoutConstraint] = []) -> [Remedy] {
        let settled = Set(given.map { line($0.first) })
        // Trials make one remedy of several constraints only if nothing else is given.
        let pins = ambiguity.attributes.flatMap { self.pins(ambiguity, $0) }.filter {
            !settled.contains(line($0.constraint.first)) && ($0.isProven || given.isEmpty)
        }
        let others = remedies(ambiguity)
        if pins.isEmpty, settled.isEmpty { return others }
        // The same with another constant would lead away from what is drawn.
        let known = settled.union(pins.filter(\.isProven).map { line($0.constraint.first) })
        let doubled = Set(
            ambiguity.suggestions.compactMap { change -> String? in
                guard case .add(let equation, let constraint) = change, known.contains(line(constraint.first)) else { return nil }
                return equation
            })
        let words = Instruction(document: document, names: names)
        let adding = pins.map { pin in
            var remedy = add(pin.constraint) { _ in "\(words.text(pin.constraint)), as on the canvas." }
            remedy.isDrawn = true
            remedy.needsTrial = !pin.isProven
            return remedy
        }
        // A view may lack four constraints: trials make one remedy of them.
        return Array((adding + others.filter { doubled.isDisjoint(with: $0.constraints) }).prefix(max(3, adding.count)))
    }

    /// Returns a side of a constraint in a form that is equal for all sides that determine the same position or size: those of the
    /// same view, axis and kind (location or size).
    private func line(_ side: LayoutAnchor) -> LayoutAnchor {
        let isHorizontal = side.attribute.axis == .horizontal
        if side.attribute.kind == .size { return side }
        return LayoutAnchor(side.item, isHorizontal ? .left : .top)
    }

    /// A constraint with a drawn constant.
    private struct Pin {
        var constraint: LayoutConstraint
        /// Whether it is proven to settle its attribute.
        var isProven = true
    }

    /// Returns the constraint that gives the attribute its drawn value, after those that do so if the neighbor that they name has its own
    /// drawn place. Returns none if the value is unknown or outside of the attribute's range.
    private func pins(_ ambiguity: Ambiguity, _ attribute: Ambiguity.Attribute) -> [Pin] {
        let view = document.views[ambiguity.view]
        guard let frame = drawnRectangle(ambiguity.view), let parent = view.parent, let outer = document.views[parent].design?.frame else {
            return []
        }
        let axis = attribute.dimension.axis
        let isSize = attribute.dimension == .width || attribute.dimension == .height
        // A view with content needs no size, and a view that is drawn with a size of 0 is not meant to be visible.
        if isSize, view.intrinsicContentSize[axis] != nil || !frame.length(axis).isPositive { return [] }
        // A stack view places what it arranges, and of few superviews the edges are not those of their frames.
        let isPlaced = document.views[parent].design?.distribution != nil || document.views[parent].alignmentRectInsets != LayoutInsets()
        if !isSize, isPlaced { return [] }
        let isPlaceOpen = ambiguity.attributes.contains { $0.dimension == (axis == .horizontal ? .x : .y) }
        let candidates =
            isSize
            ? (isPlaced ? [] : ends(ambiguity.view, frame, in: parent, outer, axis, isPlaceOpen: isPlaceOpen)) + [size(ambiguity.view, frame, axis)]
            : places(ambiguity.view, frame, in: parent, outer, axis)
        // The position of a view that is placed already follows from its size, unless its second edge is more natural.
        if !isSize, placements.isPlaced(ambiguity.view, axis), !isLikelyFilling(ambiguity, frame, outer, axis) { return [] }
        if !isSize, let center = center(ambiguity, frame, in: parent, outer, axis), !placements.has(center) { return [Pin(constraint: center)] }
        var pins: [Pin] = []
        for constraint in candidates.filter({ !placements.has($0) }).map(inWholePoints) {
            guard let value = value(constraint, attribute.dimension) else {
                let drawn = isSize ? frame.length(axis) : frame.start(axis)
                let mayHold = isSize ? isPlaceOpen && constraint.second != nil : isAfterOpenNeighbor(constraint)
                if mayHold, attribute.admits(drawn) { pins.append(Pin(constraint: constraint, isProven: false)) }
                continue
            }
            guard attribute.admits(value), !isSize || value.isPositive else { continue }
            return pins + [Pin(constraint: constraint)]
        }
        return pins
    }

    /// Returns whether the constraint places its view after a sibling that lacks a position or size of its own.
    private func isAfterOpenNeighbor(_ constraint: LayoutConstraint) -> Bool {
        guard let second = constraint.second, constraint.first.attribute.isNearEdge, second.attribute.isFarEdge else { return false }
        let neighbor = document.views[second.item]
        let isOpen = openViews[second.attribute.axis]?.contains(second.item) == true
        return isOpen && neighbor.kind == .view && neighbor.parent == document.views[constraint.first.item].parent
    }

    /// Returns whether the size of a placed view is not open, or the view is drawn over most of its superview and has only one edge.
    private func isLikelyFilling(_ ambiguity: Ambiguity, _ frame: LayoutFrame, _ outer: LayoutFrame, _ axis: Axis) -> Bool {
        let size: FrameDimension = axis == .horizontal ? .width : .height
        guard ambiguity.attributes.contains(where: { $0.dimension == size }) else { return true }
        return !placements.isCentered(ambiguity.view, axis) && frame.length(axis) + frame.length(axis) > outer.length(axis)
    }

    /// Returns the constraint with the nearest whole number of points: a canvas with three pixels per point shows thirds.
    private func inWholePoints(_ constraint: LayoutConstraint) -> LayoutConstraint {
        var whole = constraint
        whole.constant = (constraint.constant + .half).floor
        return whole
    }

    /// Returns the value that the constraint gives the open attribute of its first view, or nil if it contains another open
    /// attribute.
    private func value(_ constraint: LayoutConstraint, _ dimension: FrameDimension) -> Rational? {
        let (first, second) = (constraint.first, constraint.second)
        guard let open else { return nil }
        // A size, and a position relative to the near edge of the superview, do not depend on other open attributes.
        let insets = document.views[first.item].alignmentRectInsets.resolved(document.direction, default: .zero)
        let (start, end) = first.attribute.axis == .horizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
        guard let second else { return constraint.constant + start + end }
        let isNear = first.attribute.isNearEdge && second.attribute == first.attribute && document.direction == .ltr
        let superview = document.views[second.item]
        if isNear, document.views[first.item].parent == second.item, superview.kind == .view, superview.alignmentRectInsets == LayoutInsets() {
            return constraint.constant - start
        }
        return open.value(of: first.item, dimension, in: constraint)
    }

    /// Returns the drawn alignment rectangle, to which constraints refer, or nil if the view is not drawn.
    private func drawnRectangle(_ view: Int) -> LayoutFrame? {
        guard var frame = document.views[view].design?.frame else { return nil }
        let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
        frame.x = frame.x + insets.left
        frame.y = frame.y + insets.top
        frame.width = frame.width - insets.left - insets.right
        frame.height = frame.height - insets.top - insets.bottom
        return frame
    }

    // MARK: Centers

    /// A view that ends this near to both edges of its superview is likely meant to fill it, and one that begins this near to its
    /// neighbor to follow it.
    private static let nearEdge: Rational = 20

    /// Returns the constraint that centers a view that is drawn in the center of its superview or its safe area, or nil if the view
    /// is drawn elsewhere, fills the superview, or follows a neighbor.
    ///
    /// If the view's size is open, too, its drawn one is assumed; the remedy's trial shows the outcome.
    private func center(_ ambiguity: Ambiguity, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis) -> LayoutConstraint? {
        let (place, size): (FrameDimension, FrameDimension) = axis == .horizontal ? (.x, .width) : (.y, .height)
        let attribute: LayoutAttribute = axis == .horizontal ? .centerX : .centerY
        guard let placeRange = ambiguity.attributes.first(where: { $0.dimension == place }), frame.length(axis).isPositive else { return nil }
        let sizeRange = ambiguity.attributes.first { $0.dimension == size }
        let gap = outer.length(axis) - frame.end(axis)
        let content = document.views[ambiguity.view].intrinsicContentSize[axis]
        let isLong = sizeRange != nil || content.map { ($0 - frame.length(axis)).magnitude > .one } ?? false
        if !gap.isPositive || isLong && gap <= AmbiguityDiagnoser.nearEdge { return nil }
        if let neighbor = neighbor(before: ambiguity.view, frame, axis), frame.start(axis) - neighbor.end <= AmbiguityDiagnoser.nearEdge {
            return nil
        }
        // Interface Builder draws at whole points, so a center may be half a point away.
        func centers(in other: Int, isDrawn: Bool) -> LayoutConstraint? {
            let constraint = LayoutConstraint(
                id: "suggestion", first: LayoutAnchor(ambiguity.view, attribute), second: LayoutAnchor(other, attribute))
            guard let value = value(constraint, place) else {
                return isDrawn && placeRange.admits(frame.start(axis)) && sizeRange?.admits(frame.length(axis)) == true ? constraint : nil
            }
            guard placeRange.admits(value) else { return nil }
            return isDrawn || (value - frame.start(axis)).magnitude <= .half ? constraint : nil
        }
        if (frame.start(axis) - gap).magnitude <= .one { return centers(in: parent, isDrawn: true) }
        return drawnViews.safeAreas[parent].flatMap { centers(in: $0, isDrawn: false) }
    }

    // MARK: Candidates, the one to take first

    /// The maximum number of views in a superview among which the nearest one is searched.
    private static let mostSiblings = 256

    private func places(_ view: Int, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis) -> [LayoutConstraint] {
        let (near, far): (LayoutAttribute, LayoutAttribute) = axis == .horizontal ? (.leading, .trailing) : (.top, .bottom)
        func pin(_ attribute: LayoutAttribute, to other: Int, _ otherAttribute: LayoutAttribute, _ constant: Rational) -> LayoutConstraint {
            LayoutConstraint(
                id: "suggestion", first: LayoutAnchor(view, attribute), second: LayoutAnchor(other, otherAttribute), constant: constant)
        }
        func pinToSafeArea(_ attribute: LayoutAttribute) -> LayoutConstraint? {
            guard let safeArea = drawnViews.safeAreas[parent], axis == .vertical || document.direction == .ltr else { return nil }
            // Where the view begins if the constant is 0.
            let start = open?.value(of: view, axis == .horizontal ? .x : .y, in: pin(attribute, to: safeArea, attribute, .zero))
            let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
            guard let constant = start.map({ frame.start(axis) - $0 - (axis == .horizontal ? insets.left : insets.top) }) else { return nil }
            // A view that is drawn outside of the safe area belongs to the superview.
            return (attribute == near ? constant.isNegative : constant.isPositive) ? nil : pin(attribute, to: safeArea, attribute, constant)
        }
        let gap = outer.length(axis) - frame.end(axis)
        var candidates: [(distance: Rational, pins: [LayoutConstraint?])] = [
            (frame.start(axis).magnitude, [pinToSafeArea(near), pin(near, to: parent, near, frame.start(axis))])
        ]
        if let neighbor = neighbor(before: view, frame, axis) {
            let distance = frame.start(axis) - neighbor.end
            candidates.insert((distance, [pin(near, to: neighbor.view, far, distance)]), at: 0)
        }
        let toFar = [pinToSafeArea(far), pin(far, to: parent, far, -gap)]
        // A view that is drawn beyond the far edge is not pinned to it.
        guard let place = gap.isNegative ? nil : candidates.firstIndex(where: { gap < $0.distance }) else {
            return (candidates.flatMap(\.pins) + toFar).compactMap(\.self)
        }
        candidates.insert((gap, toFar), at: place)
        return candidates.flatMap(\.pins).compactMap(\.self)
    }

    private func size(_ view: Int, _ frame: LayoutFrame, _ axis: Axis) -> LayoutConstraint {
        LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, axis == .horizontal ? .width : .height), constant: frame.length(axis))
    }

    /// Returns constraints for the far edge of a view that is drawn with equal margins, since it is as long as its superview, or the safe area
    /// of that, has room. If its place is open, too, it could also be centered, unless it is near the edges.
    private func ends(
        _ view: Int, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis, isPlaceOpen: Bool
    ) -> [LayoutConstraint] {
        let far: LayoutAttribute = axis == .horizontal ? .trailing : .bottom
        var rooms = [(item: parent, start: Rational.zero, end: outer.length(axis))]
        if let safeArea = safeAreaFrame(in: parent, outer, axis) {
            rooms.insert((safeArea.item, safeArea.frame.start(axis), safeArea.frame.end(axis)), at: 0)
        }
        return rooms.compactMap { room in
            let (before, gap) = (frame.start(axis) - room.start, room.end - frame.end(axis))
            guard (gap - before).magnitude <= .one, !isPlaceOpen || !gap.isNegative && gap <= AmbiguityDiagnoser.nearEdge else { return nil }
            return LayoutConstraint(id: "suggestion", first: LayoutAnchor(view, far), second: LayoutAnchor(room.item, far), constant: -gap)
        }
    }

    /// Returns the safe area of a superview that is as long in the layout as it is drawn, or nil if it has none.
    private func safeAreaFrame(in parent: Int, _ outer: LayoutFrame, _ axis: Axis) -> (item: Int, frame: LayoutFrame)? {
        guard let safeArea = drawnViews.safeAreas[parent], frames.count == document.views.count, document.direction == .ltr,
            frames[parent].length(axis) == outer.length(axis)
        else { return nil }
        return (safeArea, frames[safeArea])
    }

    /// Returns the nearest sibling that is drawn before the view along the axis and overlaps it across the axis, with its end.
    private func neighbor(before view: Int, _ frame: LayoutFrame, _ axis: Axis) -> (view: Int, end: Rational)? {
        let across: Axis = axis == .horizontal ? .vertical : .horizontal
        var nearest: (view: Int, end: Rational)?
        let siblings = document.views[view].parent.flatMap { drawnViews.siblings[$0] } ?? []
        if siblings.count > AmbiguityDiagnoser.mostSiblings { return nil }
        for index in siblings where index != view {
            guard let other = drawnRectangle(index), other.end(axis) <= frame.start(axis), other.start(across) < frame.end(across),
                frame.start(across) < other.end(across)
            else { continue }
            if nearest.map({ $0.end < other.end(axis) }) ?? true { nearest = (index, other.end(axis)) }
        }
        return nearest
    }
}

/// The views of a document by their superviews, as far as an Interface Builder file draws them.
struct DrawnViews {
    /// The drawn subviews of each view.
    private(set) var siblings: [Int: [Int]] = [:]
    /// The guide of each view's safe area, if the layout contains it.
    private(set) var safeAreas: [Int: Int] = [:]

    init(_ document: LayoutDocument) {
        for (index, view) in document.views.enumerated() where !view.hasNothingRare {
            guard let parent = view.parent, let design = view.design else { continue }
            if design.isSafeArea, safeAreas[parent] == nil { safeAreas[parent] = index }
            if view.kind == .view, design.frame != nil { siblings[parent, default: []].append(index) }
        }
    }
}

extension LayoutFrame {
    fileprivate func start(_ axis: Axis) -> Rational { axis == .horizontal ? x : y }
    fileprivate func length(_ axis: Axis) -> Rational { axis == .horizontal ? width : height }
    fileprivate func end(_ axis: Axis) -> Rational { start(axis) + length(axis) }
}

extension Ambiguity.Attribute {
    /// Returns whether the value is in the attribute's range.
    func admits(_ value: Rational) -> Bool { (min.map { $0 <= value } ?? true) && (max.map { value <= $0 } ?? true) }
}
