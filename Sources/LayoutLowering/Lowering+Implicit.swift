internal import ExactArithmetic
internal import LayoutModel

/// The implied rows, in the order of Manual/documents.md.
extension Lowering {
    mutating func appendImplicitRows() {
        for view in views.indices where !isUnknownSpace(view) {
            appendNonNegative(view, .width)
            appendNonNegative(view, .height)
        }
        // A fragment's root is only the coordinate space that its views share: it has no size.
        if !document.isFragment { appendRootSize() }
        for view in views.indices { appendOwnRows(of: view) }
        for (view, isFirst) in baselines { appendBaselineBounds(of: view, isFirst: isFirst) }
    }

    /// Appends the bounds of an unknown baseline, which is within its view.
    private mutating func appendBaselineBounds(of view: Int, isFirst: Bool) {
        let attribute: LayoutAttribute = isFirst ? .firstBaseline : .lastBaseline
        for isTop in [true, false] {
            append(
                .implicit(.baseline(view: view, BaselineBound(isFirst, isTop: isTop))), isTop ? .greaterThanOrEqual : .lessThanOrEqual,
                priority: LayoutPriority.required
            ) { lowering, distance in
                lowering.addOwn(LayoutAnchor(view, attribute), factor: .one, to: &distance)
                lowering.addOwn(LayoutAnchor(view, isTop ? .top : .bottom), factor: -1, to: &distance)
            }
        }
    }

    mutating func appendRootSize() {
        appendRootSize(.width, document.size.width)
        appendRootSize(.height, document.size.height)
    }

    /// Appends a view's rows besides `>= 0` and the root's size.
    mutating func appendOwnRows(of view: Int) {
        if hierarchy.isPlaced(view) {
            appendInsets(view)
            appendAutoresizing(view)
        }
        if hierarchy.hasIntrinsicWidth(view) { appendIntrinsic(view, .width) }
        if hierarchy.hasIntrinsicHeight(view) { appendIntrinsic(view, .height) }
    }

    private mutating func appendNonNegative(_ view: Int, _ dimension: FrameDimension) {
        writer.add(column: LoweredSystem.variable(view, dimension), .one)
        writer.endRow(constant: .zero)
        appendHeader(.implicit(.nonNegative(view: view, dimension: dimension)), .greaterThanOrEqual, priority: LayoutPriority.required)
    }

    private mutating func appendRootSize(_ dimension: FrameDimension, _ size: Rational?) {
        writer.add(column: LoweredSystem.variable(document.root, dimension), .one)
        if let size {
            writer.endRow(constant: writer.pack(-size))
            appendHeader(.implicit(.rootSize(dimension)), .equal, priority: LayoutPriority.required)
        } else {
            writer.endRow(constant: .zero)
            appendHeader(.implicit(.fitting(dimension)), .equal, priority: LayoutPriority.fittingSize)
        }
    }

    /// Appends a guide's insets from its superview's alignment rectangle, or a content area's position at its scroll view's
    /// origin.
    private mutating func appendInsets(_ index: Int) {
        switch views[index].kind {
        case .content:
            for (side, origin) in [(LayoutAttribute.left, FrameDimension.x), (.top, .y)] {
                append(.implicit(.insets(view: index, side: side)), .equal, priority: LayoutPriority.required) { _, corner in
                    corner.add(LoweredSystem.variable(index, origin), .one)
                }
            }
        case .guide:
            guard let parent = views[index].parent, let insets = views[index].insets, !isUnknownSpace(parent) else { return }
            let resolved = insets.resolved(document.direction, default: .zero)
            for (side, inset) in [
                (LayoutAttribute.left, resolved.left), (.top, resolved.top), (.right, -resolved.right), (.bottom, -resolved.bottom),
            ] {
                append(.implicit(.insets(view: index, side: side)), .equal, priority: LayoutPriority.required) { lowering, distance in
                    lowering.add(LayoutAnchor(index, side), in: parent, mirrored: false, factor: .one, to: &distance)
                    lowering.addOwn(LayoutAnchor(parent, side), factor: -1, to: &distance)
                    distance.constant -= inset
                }
            }
        case .view, .scroll: return
        }
    }

    private mutating func appendIntrinsic(_ index: Int, _ dimension: FrameDimension) {
        let isWidth = dimension == .width
        guard let intrinsic = isWidth ? views[index].intrinsicContentSize.width : views[index].intrinsicContentSize.height else { return }
        let axis: Axis = isWidth ? .horizontal : .vertical
        let hugging = isWidth ? views[index].hugging.horizontal : views[index].hugging.vertical
        let resistance = isWidth ? views[index].compressionResistance.horizontal : views[index].compressionResistance.vertical
        if let length = PackedRational(intrinsic), !hierarchy.hasInsets(index), !isUnknownSpace(index) {
            writer.add(column: LoweredSystem.variable(index, dimension), .minusOne)
            writer.endRow(constant: length)
            appendHeader(.implicit(.hugging(view: index, axis: axis)), .lessThanOrEqual, priority: hugging)
            writer.add(column: LoweredSystem.variable(index, dimension), .one)
            writer.endRow(constant: length.negated)
            appendHeader(.implicit(.compressionResistance(view: index, axis: axis)), .greaterThanOrEqual, priority: resistance)
            return
        }
        func build(_ lowering: inout Lowering, _ excess: inout LinearExpression) {
            lowering.addOwn(LayoutAnchor(index, isWidth ? .width : .height), factor: .one, to: &excess)
            excess.constant -= intrinsic
        }
        append(.implicit(.hugging(view: index, axis: axis)), .lessThanOrEqual, priority: hugging, build)
        append(.implicit(.compressionResistance(view: index, axis: axis)), .greaterThanOrEqual, priority: resistance, build)
    }

    /// Returns whether a view is the coordinate space that a fragment's views share, whose origin and size are unknown.
    func isUnknownSpace(_ view: Int) -> Bool {
        document.isFragment && view == document.root
    }
}
