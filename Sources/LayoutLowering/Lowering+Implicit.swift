internal import ExactArithmetic
internal import LayoutModel

/// The rows that no constraint of the document states, in the contract's order.
extension Lowering {
    mutating func appendImplicitRows() {
        for view in document.views.indices where !(document.isFragment && view == document.root) {
            appendNonNegative(view, .width)
            appendNonNegative(view, .height)
        }
        // A fragment's root is only the space that its views share: it has no size.
        if !document.isFragment {
            appendRootSize(.width, document.size.width)
            appendRootSize(.height, document.size.height)
        }
        for view in document.views.indices {
            appendInsets(view)
            appendAutoresizing(view)
            appendIntrinsic(view, .width)
            appendIntrinsic(view, .height)
        }
    }

    private mutating func appendNonNegative(_ view: Int, _ dimension: FrameDimension) {
        var length = LinearExpression()
        length.add(LoweredSystem.variable(view, dimension), .one)
        append(.nonNegative(view: view, dimension: dimension), length, .greaterThanOrEqual, priority: LayoutPriority.required)
    }

    private mutating func appendRootSize(_ dimension: FrameDimension, _ size: Rational?) {
        var length = LinearExpression()
        length.add(LoweredSystem.variable(document.root, dimension), .one)
        if let size {
            length.constant = -size
            append(.rootSize(dimension), length, .equal, priority: LayoutPriority.required)
        } else {
            append(.fitting(dimension), length, .equal, priority: LayoutPriority.fittingSize)
        }
    }

    /// A guide's insets from its superview's alignment rectangle; a content area's place at its scroll view's origin.
    private mutating func appendInsets(_ index: Int) {
        let view = document.views[index]
        switch view.kind {
        case .content:
            for (side, origin) in [(LayoutAttribute.left, FrameDimension.x), (.top, .y)] {
                var corner = LinearExpression()
                corner.add(LoweredSystem.variable(index, origin), .one)
                append(.insets(view: index, side: side), corner, .equal, priority: LayoutPriority.required)
            }
        case .guide:
            guard let parent = view.parent, let insets = view.insets, !isUnknownSpace(parent) else { return }
            let resolved = insets.resolved(document.direction, default: .zero)
            for (side, inset) in [
                (LayoutAttribute.left, resolved.left), (.top, resolved.top), (.right, -resolved.right), (.bottom, -resolved.bottom),
            ] {
                var distance = LinearExpression()
                add(LayoutAnchor(index, side), in: parent, mirrored: false, factor: .one, to: &distance)
                addOwn(LayoutAnchor(parent, side), factor: -1, to: &distance)
                distance.constant -= inset
                append(.insets(view: index, side: side), distance, .equal, priority: LayoutPriority.required)
            }
        case .view, .scroll: return
        }
    }

    private mutating func appendIntrinsic(_ index: Int, _ dimension: FrameDimension) {
        let view = document.views[index]
        let isWidth = dimension == .width
        guard view.autoresizing == nil, let intrinsic = isWidth ? view.intrinsicContentSize.width : view.intrinsicContentSize.height else { return }
        let axis = dimension.axis
        var excess = LinearExpression()
        addOwn(LayoutAnchor(index, isWidth ? .width : .height), factor: .one, to: &excess)
        excess.constant -= intrinsic
        append(.hugging(view: index, axis: axis), excess, .lessThanOrEqual, priority: view.hugging[axis])
        append(.compressionResistance(view: index, axis: axis), excess, .greaterThanOrEqual, priority: view.compressionResistance[axis])
    }

    /// Whether a view is the space that a fragment's views share, of which neither origin nor size is known.
    func isUnknownSpace(_ view: Int) -> Bool {
        document.isFragment && view == document.root
    }
}
