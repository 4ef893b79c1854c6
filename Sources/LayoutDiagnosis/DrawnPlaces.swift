internal import ExactArithmetic
internal import LayoutModel

/// The places of views as the canvas of Interface Builder draws them, relative to the root.
struct DrawnPlaces {
    /// Interface Builder rounds frames edge by edge.
    static let tolerance: Rational = Rational(101, over: 100) ?? .one

    /// The margin of a view that states none.
    private static let usualMargin: Rational = 8

    private let document: LayoutDocument
    /// Whether the drawing is older than the constraints: it contradicts many of them, and not just those of one mistake.
    private(set) var isOutdated = false

    /// Returns nil if the layout is not drawn, or from right to left, as the canvas never is.
    init?(_ document: LayoutDocument) {
        guard document.direction == .ltr, !document.isFragment, document.views[document.root].design?.frame != nil else { return nil }
        self.document = document
        isOutdated = contradictsMany
    }

    /// The maximum number of constraints that are compared with the drawing to see whether it is outdated.
    private static let mostCompared = 400

    private var contradictsMany: Bool {
        var (compared, wrong) = (0, 0)
        for constraint in document.constraints where constraint.isActive && constraint.isRequired && constraint.origin == .user {
            if compared == DrawnPlaces.mostCompared { break }
            let items = [constraint.first.item, constraint.second?.item ?? constraint.first.item]
            // Edges of contents are inferred from the constraints themselves, and margins and guides may not be known exactly.
            let isMargin = constraint.first.attribute.isMargin || constraint.second?.attribute.isMargin == true
            if isMargin || items.contains(where: { document.views[$0].kind != .view }) { continue }
            let row = DiagnosedRow(constraint)
            if error(of: row) == nil { continue }
            compared += 1
            if contradicts(row) { wrong += 1 }
        }
        return wrong > 2 && wrong * 10 > compared
    }

    /// Returns by how much the first side of a row exceeds what the second one requires in the drawing; nil if it does not show that.
    func error(of row: DiagnosedRow) -> Rational? {
        guard let first = value(row.first, beside: row.second) else { return nil }
        guard let second = row.second else { return row.first.attribute.kind == .size ? first - row.constant : nil }
        // A multiple of a location is measured from the common superview, not from the root.
        guard row.first.attribute.kind == .size || row.multiplier.isOne, let other = value(second, beside: row.first) else { return nil }
        return first - row.multiplier * other - row.constant
    }

    /// Returns whether the drawing violates a row by more than what rounding explains.
    func contradicts(_ row: DiagnosedRow) -> Bool {
        guard let error = error(of: row) else { return false }
        // The multiplier also multiplies the error of rounding.
        let tolerance = DrawnPlaces.tolerance * max(.one, row.multiplier.magnitude)
        switch row.relation {
        case .equal: return error.magnitude > tolerance
        case .lessThanOrEqual: return error > tolerance
        case .greaterThanOrEqual: return -error > tolerance
        }
    }

    /// Returns nil for a baseline, which depends on a font, and for what is not drawn.
    private func value(_ side: LayoutAnchor, beside other: LayoutAnchor?) -> Rational? {
        if document.views[side.item].kind == .content { return contentEdge(side) }
        if let other, document.meansContent(side, beside: other) { return contentEdge(side) }
        guard let rectangle = rectangle(side.item) else { return nil }
        let margins = document.views[side.item].layoutMargins.resolved(document.direction, default: DrawnPlaces.usualMargin)
        switch side.attribute {
        case .left, .leading: return rectangle.x
        case .right, .trailing: return rectangle.x + rectangle.width
        case .top: return rectangle.y
        case .bottom: return rectangle.y + rectangle.height
        case .centerX: return rectangle.x + .half * rectangle.width
        case .centerY: return rectangle.y + .half * rectangle.height
        case .width: return rectangle.width
        case .height: return rectangle.height
        case .leftMargin, .leadingMargin: return rectangle.x + margins.left
        case .rightMargin, .trailingMargin: return rectangle.x + rectangle.width - margins.right
        case .topMargin: return rectangle.y + margins.top
        case .bottomMargin: return rectangle.y + rectangle.height - margins.bottom
        case .centerXWithinMargins, .centerYWithinMargins, .firstBaseline, .lastBaseline: return nil
        }
    }

    /// Returns an edge of a scroll view's content, which is not scrolled on the canvas. The far one is where most constraints have it.
    private func contentEdge(_ side: LayoutAnchor) -> Rational? {
        let isArea = document.views[side.item].kind == .content
        guard side.attribute.isEdge, let scroll = isArea ? document.views[side.item].parent : side.item else { return nil }
        if side.attribute.isNearEdge { return value(LayoutAnchor(scroll, side.attribute), beside: nil) }
        var places: [Rational] = []
        for constraint in document.constraints where constraint.isActive && constraint.relation == .equal && constraint.multiplier.isOne {
            guard let second = constraint.second else { continue }
            for (own, other, offset) in [(constraint.first, second, constraint.constant), (second, constraint.first, -constraint.constant)]
            where own.item == side.item && own.attribute.edge == side.attribute.edge && (isArea || document.meansContent(own, beside: other)) {
                if let place = value(other, beside: own) { places.append(place + offset) }
            }
        }
        let agreeing = places.map { place in places.filter { ($0 - place).magnitude <= DrawnPlaces.tolerance } }
        return agreeing.first { $0.count > 1 && $0.count + $0.count > places.count }?.first
    }

    /// Returns the alignment rectangle relative to the root.
    private func rectangle(_ item: Int) -> LayoutFrame? {
        let view = document.views[item]
        if view.kind == .content { return nil }
        if view.kind == .guide {
            guard let insets = view.insets?.resolved(document.direction, default: .zero), let parent = view.parent else { return nil }
            return rectangle(parent)?.inset(by: insets)
        }
        guard var rectangle = document.drawnRectangle(of: item) else { return nil }
        if item == document.root { (rectangle.x, rectangle.y) = (.zero, .zero) }
        var next = view.parent
        while let parent = next, parent != document.root {
            guard let outer = document.views[parent].design?.frame else { return nil }
            (rectangle.x, rectangle.y) = (rectangle.x + outer.x, rectangle.y + outer.y)
            next = document.views[parent].parent
        }
        return rectangle
    }
}

extension LayoutDocument {
    /// Returns the drawn alignment rectangle relative to the superview, to which constraints refer, or nil if the view is not drawn.
    func drawnRectangle(of view: Int) -> LayoutFrame? {
        views[view].design?.frame?.inset(by: views[view].alignmentRectInsets.resolved(direction, default: .zero))
    }
}

extension LayoutFrame {
    func start(_ axis: Axis) -> Rational { axis == .horizontal ? x : y }
    func length(_ axis: Axis) -> Rational { axis == .horizontal ? width : height }
    func end(_ axis: Axis) -> Rational { start(axis) + length(axis) }

    fileprivate func inset(by insets: ResolvedInsets) -> LayoutFrame {
        LayoutFrame(
            x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
    }
}
