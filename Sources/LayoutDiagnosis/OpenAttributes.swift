internal import ExactArithmetic
internal import LayoutModel

/// The open attributes of an ambiguous layout, and their values under additional constraints.
///
/// All other attributes are constant on the set of optima. A constraint with one open attribute therefore determines one value of
/// it. If that value is in the attribute's range, some optimal layout satisfies the constraint, so it adds no conflict and
/// settles the attribute.
struct OpenAttributes {
    private struct Key: Hashable {
        var view: Int
        var dimension: FrameDimension
    }

    private let document: LayoutDocument
    private let frames: [LayoutFrame]
    private let open: Set<Key>

    /// Returns nil if the layout is unknown, or its open attributes are not completely known.
    init?(_ document: LayoutDocument, _ analysis: Analysis) {
        let isWhole = !analysis.inconclusive.contains { ["ranges", "frames", "ambiguities", "decisions"].contains($0.subject) }
        guard isWhole, !document.isFragment, analysis.frames.count == document.views.count else { return nil }
        self.document = document
        frames = analysis.frames
        open = Set(analysis.ambiguities.flatMap { ambiguity in ambiguity.attributes.map { Key(view: ambiguity.view, dimension: $0.dimension) } })
    }

    /// Returns the value of the open attribute at which the two sides of the constraint are equal, or nil if it contains another
    /// open attribute.
    func value(of view: Int, _ dimension: FrameDimension, in constraint: LayoutConstraint) -> Rational? {
        let key = Key(view: view, dimension: dimension)
        // The difference of the sides is linear, so two of its values determine its zero.
        guard let atZero = difference(constraint, key, .zero), let atOne = difference(constraint, key, .one) else { return nil }
        return (-atZero).divided(by: atOne - atZero)
    }

    // MARK: Values

    private func difference(_ constraint: LayoutConstraint, _ key: Key, _ value: Rational) -> Rational? {
        let first = constraint.first
        guard constraint.unknownConstant == nil else { return nil }
        guard let second = constraint.second else {
            guard first.attribute.kind == .size, let own = size(first, key, value) else { return nil }
            return own - constraint.constant
        }
        if first.attribute.kind == .size {
            guard let own = size(first, key, value), let other = size(second, key, value) else { return nil }
            return own - constraint.multiplier * other - constraint.constant
        }
        guard let space = space(first.item, second.item) else { return nil }
        let isMirrored =
            document.direction == .rtl && first.attribute.kind == .horizontalLocation
            && (first.attribute.isDirectional || second.attribute.isDirectional)
        guard let own = location(first, in: space, isMirrored, key, value), let other = location(second, in: space, isMirrored, key, value) else {
            return nil
        }
        return own - constraint.multiplier * other - constraint.constant
    }

    /// Returns the common superview, or the view that is the other's superview, or nil for views that are further apart.
    private func space(_ one: Int, _ two: Int) -> Int? {
        let (parent, other) = (document.views[one].parent, document.views[two].parent)
        if parent == two { return two }
        if other == one { return one }
        return parent == other ? parent : nil
    }

    private func length(_ view: Int, _ dimension: FrameDimension, _ key: Key, _ value: Rational) -> Rational? {
        let own = Key(view: view, dimension: dimension)
        if own == key { return value }
        return open.contains(own) ? nil : frames[view][dimension]
    }

    /// Returns whether the view's edges are those of its own rectangle.
    ///
    /// Those of a scroll view are, but beside a view inside it.
    private func isPlain(_ view: Int, in space: Int? = nil) -> Bool {
        document.views[view].kind != .content && (document.views[view].kind != .scroll || view != space)
    }

    /// Returns the insets of the view's alignment rectangle in its frame, at its left or top and at its right or bottom.
    private func insets(_ view: Int, _ axis: Axis) -> (start: Rational, end: Rational) {
        let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
        return axis == .horizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
    }

    private func size(_ anchor: LayoutAnchor, _ key: Key, _ value: Rational) -> Rational? {
        guard isPlain(anchor.item), let length = length(anchor.item, anchor.attribute == .width ? .width : .height, key, value) else { return nil }
        let insets = insets(anchor.item, anchor.attribute.axis)
        return length - insets.start - insets.end
    }

    private func location(_ anchor: LayoutAnchor, in space: Int, _ isMirrored: Bool, _ key: Key, _ value: Rational) -> Rational? {
        guard isPlain(anchor.item, in: space), let share = share(anchor.attribute) else { return nil }
        let isHorizontal = anchor.attribute.kind == .horizontalLocation
        let size: FrameDimension = isHorizontal ? .width : .height
        // In right-to-left direction, leading is the right edge, measured from the space's right edge.
        let isTurned = document.direction == .rtl && anchor.attribute.isDirectional
        let part = isTurned ? .one - share : share
        var place = Rational.zero
        if anchor.item != space {
            guard let origin = length(anchor.item, isHorizontal ? .x : .y, key, value) else { return nil }
            place = origin
        }
        let insets = insets(anchor.item, isHorizontal ? .horizontal : .vertical)
        place = place + insets.start
        if !part.isZero {
            guard let length = length(anchor.item, size, key, value) else { return nil }
            place = place + part * (length - insets.start - insets.end)
        }
        guard isMirrored else { return place }
        return length(space, size, key, value).map { $0 - place }
    }

    /// Returns the relative position of the attribute along the view, left to right: 0 at its start, 1 at its end. Nil for
    /// margins and baselines.
    private func share(_ attribute: LayoutAttribute) -> Rational? {
        switch attribute {
        case .left, .leading, .top: .zero
        case .right, .trailing, .bottom: .one
        case .centerX, .centerY: .half
        default: nil
        }
    }
}
