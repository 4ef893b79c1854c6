internal import ExactArithmetic
internal import LayoutModel

/// Compares the stored frames of a scene with one another by the file's own constraints.
///
/// If they agree, the author has made no mistake: a solution that differs from them is due to a size or an inset that is not
/// known exactly. Therefore lengths of content, the constraints of stack views and the insets of guides and margins are not
/// compared, except that all frames have to imply the same inset.
struct StoredAgreement {
    private let document: LayoutDocument
    /// Stored frames relative to the root, or nil if the file has none.
    private var rects: [IBRect?] = []

    /// The views whose alignment rectangle is not known.
    private let loose: Set<Int>

    init(_ document: LayoutDocument, except loose: Set<Int> = []) {
        self.document = document
        self.loose = loose
        rects.reserveCapacity(document.views.count)
        for view in document.views {
            guard let frame = view.design?.frame else {
                rects.append(nil)
                continue
            }
            let own = IBRect(x: frame.x.double, y: frame.y.double, width: frame.width.double, height: frame.height.double)
            guard let parent = view.parent else {
                rects.append(own)
                continue
            }
            // Superviews come first.
            rects.append(rects[parent].map { IBRect(x: $0.x + own.x, y: $0.y + own.y, width: own.width, height: own.height) })
        }
    }

    /// An inset that the file does not state.
    private struct Inset: Hashable {
        var item: Int
        var attribute: LayoutAttribute
    }

    /// Whether no required constraint of the file contradicts the stored frames by more than a tolerance in points.
    func holds(within tolerance: Double) -> Bool {
        var implied: [Inset: (low: Double, high: Double)] = [:]
        for constraint in document.constraints where constraint.isActive && constraint.origin != .system && constraint.isRequired {
            guard let sides = places(of: constraint) else { continue }
            switch sides {
            case .difference(let difference):
                switch constraint.relation {
                case .equal: if difference.magnitude > tolerance { return false }
                case .lessThanOrEqual: if difference > tolerance { return false }
                case .greaterThanOrEqual: if difference < -tolerance { return false }
                }
            case .inset(let inset, let place):
                guard constraint.relation == .equal else { continue }
                let known = implied[inset] ?? (place, place)
                let widened = (low: min(known.low, place), high: max(known.high, place))
                if widened.high - widened.low > 2 * tolerance { return false }
                implied[inset] = widened
            }
        }
        return true
    }

    private enum Sides {
        /// The left side less the right one.
        case difference(Double)
        /// The place of an edge of a guide or margin, relative to the root.
        case inset(Inset, Double)
    }

    private enum Side {
        case place(Double)
        case unknown(Inset)
    }

    /// Returns nil if the stored frames do not show what a constraint compares.
    private func places(of constraint: LayoutConstraint) -> Sides? {
        let constant = constraint.constant.double
        let multiplier = constraint.multiplier.double
        if constraint.first.attribute.kind != .size, constraint.multiplier != .one { return nil }
        guard let first = side(constraint.first) else { return nil }
        guard let anchor = constraint.second else {
            if case .place(let length) = first { return .difference(length - constant) }
            return nil
        }
        switch (first, side(anchor)) {
        case (.place(let one), .place(let other)?): return .difference(one - multiplier * other - constant)
        case (.place(let one), .unknown(let inset)?): return .inset(inset, one - constant)
        case (.unknown(let inset), .place(let other)?): return .inset(inset, other + constant)
        default: return nil
        }
    }

    private func side(_ anchor: LayoutAnchor) -> Side? {
        let view = document.views[anchor.item]
        if view.kind == .content || loose.contains(anchor.item) || anchor.attribute.isBaseline { return nil }
        if view.kind == .guide || anchor.attribute.isMargin {
            // Centers and sizes depend on two insets.
            return anchor.attribute.isEdge || anchor.attribute.isMargin ? .unknown(Inset(item: anchor.item, attribute: anchor.attribute)) : nil
        }
        guard var rect = rects[anchor.item] else { return nil }
        let insets = view.alignmentRectInsets.resolved(.ltr, default: .zero)
        rect.x += insets.left.double
        rect.y += insets.top.double
        rect.width -= insets.left.double + insets.right.double
        rect.height -= insets.top.double + insets.bottom.double
        switch anchor.attribute {
        case .left, .leading: return .place(rect.x)
        case .right, .trailing: return .place(rect.maxX)
        case .top: return .place(rect.y)
        case .bottom: return .place(rect.maxY)
        case .centerX: return .place(rect.midX)
        case .centerY: return .place(rect.midY)
        case .width: return .place(rect.width)
        case .height: return .place(rect.height)
        default: return nil
        }
    }
}
