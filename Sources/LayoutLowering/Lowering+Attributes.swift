internal import ExactArithmetic
internal import LayoutModel

/// Attributes as linear expressions of frames. Attributes refer to the alignment rectangle, which is the frame without the
/// alignment rectangle insets.
extension Lowering {
    /// Adds `factor * attribute` in the coordinate system of `space`, which is the item itself or an ancestor of it.
    ///
    /// If the attribute is a location and mirrored, it is measured leftwards from the right edge of `space`.
    mutating func add(
        _ anchor: LayoutAnchor, in space: Int, mirrored: Bool, factor: Rational, to expression: inout LinearExpression
    ) {
        guard anchor.attribute.kind != .size else {
            addOwn(anchor, factor: factor, to: &expression)
            return
        }
        if mirrored { expression.add(LoweredSystem.variable(space, .width), factor) }
        let factor = mirrored ? -factor : factor
        addOwn(anchor, factor: factor, to: &expression)
        let origin: FrameDimension = anchor.attribute.axis == .horizontal ? .x : .y
        var current = anchor.item
        while current != space, case let parent = hierarchy.parent(of: current), parent >= 0 {
            expression.add(LoweredSystem.variable(current, origin), factor)
            current = parent
        }
    }

    /// Adds `factor * attribute` in the item's own coordinate system, whose origin is the upper left corner of its frame.
    mutating func addOwn(_ anchor: LayoutAnchor, factor: Rational, to expression: inout LinearExpression) {
        let item = anchor.item
        let insets = hierarchy.hasInsets(item) ? views[item].alignmentRectInsets.resolved(document.direction, default: .zero) : .none
        func length(_ dimension: FrameDimension) -> Int { LoweredSystem.variable(item, dimension) }
        func extent(_ dimension: FrameDimension, _ share: Rational, less inset: Rational) {
            expression.add(length(dimension), factor * share)
            expression.constant -= factor * inset
        }

        switch physical(anchor.attribute) {
        case .width: extent(.width, .one, less: insets.left + insets.right)
        case .height: extent(.height, .one, less: insets.top + insets.bottom)
        case .left, .leading: expression.constant += factor * insets.left
        case .right, .trailing: extent(.width, .one, less: insets.right)
        case .top: expression.constant += factor * insets.top
        case .bottom: extent(.height, .one, less: insets.bottom)
        case .centerX: extent(.width, .half, less: (insets.right - insets.left) * .half)
        case .centerY: extent(.height, .half, less: (insets.bottom - insets.top) * .half)
        case .leftMargin, .leadingMargin:
            expression.constant += factor * insets.left
            addMargin(.left, of: item, factor: factor, to: &expression)
        case .rightMargin, .trailingMargin:
            extent(.width, .one, less: insets.right)
            addMargin(.right, of: item, factor: -factor, to: &expression)
        case .topMargin:
            expression.constant += factor * insets.top
            addMargin(.top, of: item, factor: factor, to: &expression)
        case .bottomMargin:
            extent(.height, .one, less: insets.bottom)
            addMargin(.bottom, of: item, factor: -factor, to: &expression)
        case .centerXWithinMargins:
            extent(.width, .half, less: (insets.right - insets.left) * .half)
            addMargin(.left, of: item, factor: factor * .half, to: &expression)
            addMargin(.right, of: item, factor: -factor * .half, to: &expression)
        case .centerYWithinMargins:
            extent(.height, .half, less: (insets.bottom - insets.top) * .half)
            addMargin(.top, of: item, factor: factor * .half, to: &expression)
            addMargin(.bottom, of: item, factor: -factor * .half, to: &expression)
        case .firstBaseline:
            if let fromTop = views[item].firstBaselineFromTop {
                expression.constant += factor * (insets.top + fromTop)
            } else if document.isFragment {
                // The number of lines of a text is unknown, so the first baseline is not identified with the last here.
                expression.constant += factor * insets.top
                expression.add(baseline(of: item, isFirst: true), factor)
            } else {
                extent(.height, .one, less: insets.bottom + views[item].lastBaselineFromBottom)
            }
        case .lastBaseline:
            if document.isFragment {
                expression.constant += factor * insets.top
                expression.add(baseline(of: item, isFirst: false), factor)
            } else {
                extent(.height, .one, less: insets.bottom + views[item].lastBaselineFromBottom)
            }
        }
    }

    /// Adds `factor * margin`, the layout margin of a side. A margin that a log does not state is a variable (`unknown`).
    private mutating func addMargin(_ side: LayoutAttribute, of item: Int, factor: Rational, to expression: inout LinearExpression) {
        if document.isFragment, !states(views[item].layoutMargins, side) {
            expression.add(unknown("\(side.rawValue) margin of \(views[item].id)"), factor)
            return
        }
        let margins = views[item].layoutMargins.resolved(document.direction, default: LayoutSpacing.margin)
        switch side {
        case .left: expression.constant += factor * margins.left
        case .right: expression.constant += factor * margins.right
        case .top: expression.constant += factor * margins.top
        default: expression.constant += factor * margins.bottom
        }
    }

    private func states(_ margins: LayoutInsets, _ side: LayoutAttribute) -> Bool {
        let isMirrored = document.direction == .rtl
        return switch side {
        case .left: (margins.left ?? (isMirrored ? margins.trailing : margins.leading)) != nil
        case .right: (margins.right ?? (isMirrored ? margins.leading : margins.trailing)) != nil
        case .top: margins.top != nil
        default: margins.bottom != nil
        }
    }

    /// Returns the physical side of leading and trailing in the document's direction.
    func physical(_ attribute: LayoutAttribute) -> LayoutAttribute {
        let isMirrored = document.direction == .rtl
        return switch attribute {
        case .leading: isMirrored ? .right : .left
        case .trailing: isMirrored ? .left : .right
        case .leadingMargin: isMirrored ? .rightMargin : .leftMargin
        case .trailingMargin: isMirrored ? .leftMargin : .rightMargin
        default: attribute
        }
    }
}

extension ResolvedInsets {
    fileprivate static let none = ResolvedInsets(top: .zero, left: .zero, bottom: .zero, right: .zero)
}

/// The default lengths, in points.
enum LayoutSpacing {
    static let margin: Rational = 8
    static let packedMargin = PackedRational(margin) ?? .zero
}
