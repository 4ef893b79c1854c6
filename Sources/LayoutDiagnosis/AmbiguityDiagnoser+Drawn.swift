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
            (remedy.isDrawn, remedy.isInstead) = (true, pin.isInstead)
            remedy.needsTrial = !pin.isProven
            return remedy
        }
        let whole = adding.isEmpty ? others : others.filter { doubled.isDisjoint(with: $0.constraints) && !leadsAway($0, ambiguity) }
        // A view may lack four constraints: trials make one remedy of them.
        return Array((adding + whole).prefix(max(3, adding.count)))
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
        /// Whether it determines the same as the pin before it.
        var isInstead = false
    }

    /// Returns whether a remedy gives an open attribute of a view another value than the canvas shows.
    func leadsAway(_ remedy: Remedy, _ ambiguity: Ambiguity) -> Bool {
        guard let drawn = document.views[ambiguity.view].design?.frame else { return false }
        return remedy.additions.contains { addition in
            ambiguity.attributes.contains { attribute in
                guard attribute.dimension.axis == addition.first.attribute.axis, let value = value(addition, attribute.dimension) else {
                    return false
                }
                return (value - drawn[attribute.dimension]).magnitude > DrawnPlaces.tolerance
            }
        }
    }

    /// Returns the constraint that gives the attribute its drawn value, after those that do so if the neighbor that they name has its own
    /// drawn place. Returns none if the value is unknown or outside of the attribute's range.
    private func pins(_ ambiguity: Ambiguity, _ attribute: Ambiguity.Attribute) -> [Pin] {
        let view = document.views[ambiguity.view]
        guard let frame = document.drawnRectangle(of: ambiguity.view), let parent = view.parent, let outer = document.views[parent].design?.frame
        else {
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
        let chain = isPlaced ? [] : chainEnds(ambiguity.view, frame, in: parent, outer, axis, isSize: isSize)
        let ends = isPlaced || !chain.isEmpty || !isSize ? [] : ends(ambiguity.view, frame, in: parent, outer, axis, isPlaceOpen: isPlaceOpen)
        let companion = isPlaced || isSize ? nil : centeredCompanion(ambiguity.view, in: parent, axis)
        let candidates =
            [companion].compactMap(\.self) + chain
            + (isSize ? ends + [size(ambiguity.view, frame, axis)] : places(ambiguity.view, frame, in: parent, outer, axis))
        // The position of a view that is placed already follows from its size, unless its second edge is more natural.
        if !isSize, placements.isPlaced(ambiguity.view, axis), !isLikelyFilling(ambiguity, frame, outer, axis) { return [] }
        if !isSize, let center = center(ambiguity, frame, in: parent, outer, axis), !placements.has(center) { return [Pin(constraint: center)] }
        var pins: [Pin] = []
        for constraint in candidates.filter({ !placements.has($0) }).map(inWholePoints) {
            if constraint.first.item != ambiguity.view {
                if attribute.admits(isSize ? frame.length(axis) : frame.start(axis)) { pins.append(Pin(constraint: constraint, isProven: false)) }
                continue
            }
            guard let value = value(constraint, attribute.dimension) else {
                let drawn = isSize ? frame.length(axis) : frame.start(axis)
                let mayHold = isSize ? isPlaceOpen && constraint.second != nil : isAfterOpenNeighbor(constraint)
                if mayHold, attribute.admits(drawn) { pins.append(Pin(constraint: constraint, isProven: false)) }
                continue
            }
            guard attribute.admits(value), !isSize || value.isPositive else { continue }
            pins.append(Pin(constraint: constraint, isInstead: isSize && !isPlaceOpen && !pins.isEmpty))
            // A fixed size in place of a second edge comes last.
            let fixed = inWholePoints(size(ambiguity.view, frame, axis))
            if isSize, !isPlaceOpen, constraint.second != nil, !placements.has(fixed) { pins.append(Pin(constraint: fixed, isInstead: true)) }
            return pins
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

    /// Returns whether the size of a placed view is not open, or the view has only one edge and is drawn over most of its superview, or up to
    /// a neighbor or edge before it.
    private func isLikelyFilling(_ ambiguity: Ambiguity, _ frame: LayoutFrame, _ outer: LayoutFrame, _ axis: Axis) -> Bool {
        let size: FrameDimension = axis == .horizontal ? .width : .height
        guard ambiguity.attributes.contains(where: { $0.dimension == size }) else { return true }
        if placements.isCentered(ambiguity.view, axis) { return false }
        if frame.length(axis) + frame.length(axis) > outer.length(axis) { return true }
        if isOfFixedLength(ambiguity.view, frame, axis) { return false }
        let before = frame.start(axis) - (neighbor(beside: ambiguity.view, frame, axis)?.place ?? .zero)
        return !before.isNegative && before <= AmbiguityDiagnoser.nearEdge
    }

    /// The greatest length of a view that is likely not meant to grow: of an icon or a button, and of a row or a bar.
    private static let greatestFixed = (width: Rational(44), height: Rational(100))

    /// Returns whether a view is likely as long as it is drawn on every screen: an image, a small view, or one that another one follows.
    private func isOfFixedLength(_ view: Int, _ frame: LayoutFrame, _ axis: Axis, followed: Bool = true) -> Bool {
        if document.views[view].isImage || placements.isCentered(view, axis) { return true }
        if followed, placements.lastFollower(of: view, axis) != nil { return true }
        if document.views[view].kind == .scroll { return false }
        let greatest = AmbiguityDiagnoser.greatestFixed
        return frame.length(axis) <= (axis == .horizontal ? greatest.width : greatest.height)
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

    // MARK: Centers

    /// A view that ends this near to both edges of its superview is likely meant to fill it, and one that begins this near to its
    /// neighbor to follow it.
    private static let nearEdge: Rational = 20
    /// The greatest distance of a view from an edge that still fits other screens, in points.
    private static let usualDistance: Rational = 100
    /// The greatest margin that views are likely to have on purpose, in points.
    private static let greatestMargin: Rational = 40

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
        if let neighbor = neighbor(beside: ambiguity.view, frame, axis), frame.start(axis) - neighbor.place <= AmbiguityDiagnoser.nearEdge {
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
    static let mostSiblings = 256

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
        var candidates: [(distance: Rational, pins: [LayoutConstraint?])] = []
        if let neighbor = neighbor(beside: view, frame, axis) {
            let distance = frame.start(axis) - neighbor.place
            candidates.append((distance, [pin(near, to: neighbor.view, far, distance)]))
        }
        candidates.append((frame.start(axis).magnitude, [pinToSafeArea(near), pin(near, to: parent, near, frame.start(axis))]))
        // A view that is drawn beyond the far edge is not pinned to it.
        if gap.isNegative {
            candidates.append((outer.length(axis), [pinToSafeArea(far), pin(far, to: parent, far, -gap)]))
        } else {
            if let next = neighbor(beside: view, frame, axis, isAfter: true), openViews[axis]?.contains(next.view) != true {
                let distance = next.place - frame.end(axis)
                // In reading direction a view rather begins at what is near before it.
                let isPlacedBefore = candidates.contains { !$0.distance.isNegative && $0.distance <= AmbiguityDiagnoser.nearEdge }
                candidates.append((isPlacedBefore ? outer.length(axis) : distance, [pin(far, to: next.view, near, -distance)]))
            }
            candidates.append((gap, [pinToSafeArea(far), pin(far, to: parent, far, -gap)]))
        }
        let order = candidates.indices.sorted { (candidates[$0].distance, $0) < (candidates[$1].distance, $1) }
        let nearest = order.first.map { candidates[$0].distance } ?? .zero
        let aligned = aligned(view, frame, axis, nearer: nearest)
        let isFar = nearest > AmbiguityDiagnoser.usualDistance && nearest * 3 > outer.length(axis)
        let offset = isFar && !nearest.isNegative ? [offCenter(view, frame, in: parent, outer, axis)] : []
        return centeredRow(view, frame, axis) + aligned + offset + order.flatMap { candidates[$0].pins }.compactMap(\.self)
    }

    /// Returns constraints with a sibling that the canvas shows around the view, or beside it in its row, if no other edge is near the view.
    ///
    /// - Parameter distance: that of the nearest of the other edges.
    private func aligned(_ view: Int, _ frame: LayoutFrame, _ axis: Axis, nearer distance: Rational) -> [LayoutConstraint] {
        let (near, far): (LayoutAttribute, LayoutAttribute) = axis == .horizontal ? (.leading, .trailing) : (.top, .bottom)
        func align(_ attribute: LayoutAttribute, _ other: Int, _ constant: Rational = .zero) -> LayoutConstraint {
            LayoutConstraint(id: "suggestion", first: LayoutAnchor(view, attribute), second: LayoutAnchor(other, attribute), constant: constant)
        }
        let isClose = distance <= AmbiguityDiagnoser.nearEdge
        let before = neighbor(beside: view, frame, .horizontal)
        if axis == .vertical, !isClose, let beside = before ?? neighbor(beside: view, frame, .horizontal, isAfter: true),
            let other = document.drawnRectangle(of: beside.view)
        {
            if (other.y - frame.y).magnitude <= .half { return [align(.top, beside.view)] }
            if (other.end(.vertical) + other.y - frame.end(.vertical) - frame.y).magnitude <= .one { return [align(.centerY, beside.view)] }
        }
        let siblings = document.views[view].parent.flatMap { drawnViews.siblings[$0] } ?? []
        guard siblings.count <= AmbiguityDiagnoser.mostSiblings else { return [] }
        for index in siblings where index != view {
            guard let other = document.drawnRectangle(of: index), Axis.allCases.allSatisfy({ other.start($0) <= frame.start($0) }),
                Axis.allCases.allSatisfy({ frame.end($0) <= other.end($0) })
            else { continue }
            let (start, end) = (frame.start(axis) - other.start(axis), other.end(axis) - frame.end(axis))
            guard min(start, end) < distance, min(start, end) <= AmbiguityDiagnoser.nearEdge else { continue }
            return [start <= end ? align(near, index, start) : align(far, index, -end)]
        }
        return []
    }

    private func size(_ view: Int, _ frame: LayoutFrame, _ axis: Axis) -> LayoutConstraint {
        LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, axis == .horizontal ? .width : .height), constant: frame.length(axis))
    }

    /// Returns constraints for the far edge of a view that is drawn with equal margins, or up to a neighbor or an edge after it, since it is as
    /// long as there is room. If its place is open, too, it could also be centered, unless it is near the edges.
    private func ends(
        _ view: Int, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis, isPlaceOpen: Bool
    ) -> [LayoutConstraint] {
        let far: LayoutAttribute = axis == .horizontal ? .trailing : .bottom
        var rooms = [(item: parent, start: Rational.zero, end: outer.length(axis))]
        if let safeArea = safeAreaFrame(in: parent, outer, axis) {
            rooms.insert((safeArea.item, safeArea.frame.start(axis), safeArea.frame.end(axis)), at: 0)
        }
        let isLong = frame.length(axis) + frame.length(axis) > outer.length(axis)
        let mayGrow = !isOfFixedLength(view, frame, axis) && (isLong || !isPlaceOpen)
        let next = neighbor(beside: view, frame, axis, isAfter: true)
        let edges = rooms.compactMap { room -> LayoutConstraint? in
            let (before, gap) = (frame.start(axis) - room.start, room.end - frame.end(axis))
            let isNear = !gap.isNegative && gap <= (isPlaceOpen ? AmbiguityDiagnoser.nearEdge : AmbiguityDiagnoser.greatestMargin)
            let isEqual = (gap - before).magnitude <= .one && (!isPlaceOpen || isNear)
            guard isEqual || mayGrow && isNear && next == nil else { return nil }
            return LayoutConstraint(id: "suggestion", first: LayoutAnchor(view, far), second: LayoutAnchor(room.item, far), constant: -gap)
        }
        guard mayGrow, let next, next.place - frame.end(axis) <= AmbiguityDiagnoser.nearEdge else { return edges }
        let near: LayoutAttribute = axis == .horizontal ? .leading : .top
        let pin = LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, far), second: LayoutAnchor(next.view, near), constant: frame.end(axis) - next.place)
        return [pin] + edges
    }

    /// Returns the constraint for the far edge of the last view of a row or column that the view begins, if its place is open and the canvas
    /// draws it near the superview's edge: the view then follows from the others, or fills what they leave.
    private func chainEnds(
        _ view: Int, _ frame: LayoutFrame, in parent: Int, _ outer: LayoutFrame, _ axis: Axis, isSize: Bool
    ) -> [LayoutConstraint] {
        guard !isSize || !isOfFixedLength(view, frame, axis, followed: false), let last = placements.lastFollower(of: view, axis),
            document.views[last].parent == parent, openViews[axis]?.contains(last) == true, let end = document.drawnRectangle(of: last)?.end(axis)
        else { return [] }
        let gap = outer.length(axis) - end
        let isNear = gap <= AmbiguityDiagnoser.greatestMargin && (isSize || gap < frame.start(axis))
        guard !gap.isNegative, isNear else { return [] }
        let far: LayoutAttribute = axis == .horizontal ? .trailing : .bottom
        return [LayoutConstraint(id: "suggestion", first: LayoutAnchor(last, far), second: LayoutAnchor(parent, far), constant: -gap)]
    }

    /// Returns the safe area of a superview that is as long in the layout as it is drawn, or nil if it has none.
    private func safeAreaFrame(in parent: Int, _ outer: LayoutFrame, _ axis: Axis) -> (item: Int, frame: LayoutFrame)? {
        guard let safeArea = drawnViews.safeAreas[parent], frames.count == document.views.count, document.direction == .ltr,
            frames[parent].length(axis) == outer.length(axis)
        else { return nil }
        return (safeArea, frames[safeArea])
    }

    /// Returns the nearest sibling that is drawn before the view along the axis, or after it, and overlaps it across the axis, with the edge
    /// that is next to the view.
    private func neighbor(beside view: Int, _ frame: LayoutFrame, _ axis: Axis, isAfter: Bool = false) -> (view: Int, place: Rational)? {
        let across: Axis = axis == .horizontal ? .vertical : .horizontal
        var nearest: (view: Int, place: Rational)?
        let siblings = document.views[view].parent.flatMap { drawnViews.siblings[$0] } ?? []
        if siblings.count > AmbiguityDiagnoser.mostSiblings { return nil }
        for index in siblings where index != view {
            guard let other = document.drawnRectangle(of: index), other.start(across) < frame.end(across), frame.start(across) < other.end(across)
            else { continue }
            let place = isAfter ? other.start(axis) : other.end(axis)
            guard isAfter ? place >= frame.end(axis) : place <= frame.start(axis) else { continue }
            if nearest.map({ isAfter ? place < $0.place : $0.place < place }) ?? true { nearest = (index, place) }
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

extension Ambiguity.Attribute {
    /// Returns whether the value is in the attribute's range.
    func admits(_ value: Rational) -> Bool { (min.map { $0 <= value } ?? true) && (max.map { value <= $0 } ?? true) }
}
