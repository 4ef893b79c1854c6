internal import ExactArithmetic

/// A row that the document implies without a constraint (see "Rows that nobody wrote" in Manual/documents.md).
public enum ImplicitRow: Sendable, Hashable {
    /// `V.width>=0`, `V.height>=0`
    case nonNegative(view: Int, dimension: FrameDimension)
    /// `V.lastBaseline>=top`, `V.lastBaseline<=bottom`, for a baseline that a log does not state
    case baseline(view: Int, BaselineBound)
    /// `ROOT.width==size`
    case rootSize(FrameDimension)
    /// `ROOT.width==fitting`
    case fitting(FrameDimension)
    /// `G.insets.left|top|right|bottom` of a guide, or of a content area
    case insets(view: Int, side: LayoutAttribute)
    /// `V.autoresizing.x|width|y|height`
    case autoresizing(view: Int, dimension: FrameDimension)
    /// `V.hugging.horizontal`
    case hugging(view: Int, axis: Axis)
    /// `V.compressionResistance.horizontal`
    case compressionResistance(view: Int, axis: Axis)
}

/// A bound on a first or last baseline: it is not beyond the top or bottom edge of its view.
public enum BaselineBound: Int, Sendable, Hashable, CaseIterable {
    case firstFromTop, firstToBottom, lastFromTop, lastToBottom

    public init(_ isFirst: Bool, isTop: Bool) {
        self = isFirst ? (isTop ? .firstFromTop : .firstToBottom) : isTop ? .lastFromTop : .lastToBottom
    }

    public var isFirst: Bool { self == .firstFromTop || self == .firstToBottom }
    public var isTop: Bool { self == .firstFromTop || self == .lastFromTop }

    /// The suffix of the row's id, after the view's id.
    public var suffix: String { ".\(attribute.rawValue)\(isTop ? ">=top" : "<=bottom")" }

    public var attribute: LayoutAttribute { isFirst ? .firstBaseline : .lastBaseline }
}

extension LayoutDocument {
    /// Returns the row's id as in reports.
    public func id(of row: ImplicitRow) -> String {
        func view(_ index: Int) -> String { views[index].id }
        return switch row {
        case .nonNegative(let index, let dimension): "\(view(index)).\(dimension.name)>=0"
        case .baseline(let index, let bound): "\(view(index))\(bound.suffix)"
        case .rootSize(let dimension): "\(view(root)).\(dimension.name)==size"
        case .fitting(let dimension): "\(view(root)).\(dimension.name)==fitting"
        case .insets(let index, let side): "\(view(index)).insets.\(side.rawValue)"
        case .autoresizing(let index, let dimension): "\(view(index)).autoresizing.\(dimension.name)"
        case .hugging(let index, let axis): "\(view(index)).hugging.\(axis.rawValue)"
        case .compressionResistance(let index, let axis): "\(view(index)).compressionResistance.\(axis.rawValue)"
        }
    }

    /// Returns the row as an equation, or in words for an autoresizing mask.
    public func equation(of row: ImplicitRow, by names: ViewNames? = nil) -> String {
        func name(_ view: Int, _ attribute: String) -> String { "\(itemText(view, by: names)).\(attribute)" }
        func size(_ view: LayoutSize, _ axis: Axis) -> String? { (axis == .horizontal ? view.width : view.height)?.text(for: names) }
        func content(_ view: Int, _ axis: Axis, _ sign: String, _ priority: Rational) -> String {
            let length = size(views[view].intrinsicContentSize, axis) ?? "intrinsic"
            let level = priority >= LayoutPriority.required ? "" : " @ \(priority.text(for: names))"
            return "\(name(view, axis == .horizontal ? "width" : "height")) \(sign) \(length)\(level)"
        }
        switch row {
        case .nonNegative(let view, let dimension): return "\(name(view, dimension.name)) >= 0"
        case .baseline(let view, let bound):
            return "\(name(view, bound.attribute.rawValue)) \(bound.isTop ? ">=" : "<=") \(name(view, bound.isTop ? "top" : "bottom"))"
        case .rootSize(let dimension): return "\(name(root, dimension.name)) == \(size(self.size, dimension.axis) ?? "size")"
        case .fitting(let dimension): return "\(name(root, dimension.name)) == 0 @ 50"
        case .insets(let view, let side): return insetEquation(view, side, names)
        case .autoresizing(let view, let dimension): return "\(name(view, dimension.name)) by its autoresizing mask"
        case .hugging(let view, let axis): return content(view, axis, "<=", views[view].hugging[axis])
        case .compressionResistance(let view, let axis): return content(view, axis, ">=", views[view].compressionResistance[axis])
        }
    }

    private func insetEquation(_ view: Int, _ side: LayoutAttribute, _ names: ViewNames?) -> String {
        let insets = (views[view].insets ?? LayoutInsets()).resolved(direction, default: .zero)
        let signed: Rational =
            switch side {
            case .left: insets.left
            case .top: insets.top
            case .right: -insets.right
            default: -insets.bottom
            }
        let constant = signed.isZero ? "" : (signed.isNegative ? " - " : " + ") + signed.magnitude.text(for: names)
        let superview = itemText(views[view].parent ?? root, by: names)
        return "\(itemText(view, by: names)).\(side.rawValue) == \(superview).\(side.rawValue)\(constant)"
    }

    /// Returns the cause of the row in words.
    public func origin(of row: ImplicitRow) -> String {
        switch row {
        case .nonNegative: "no size is negative"
        case .baseline: "a baseline lies within its view"
        case .rootSize: "the size of the root view, as given"
        case .fitting: "fitting size"
        case .insets(let view, _): views[view].kind == .content ? "the content area's origin" : "the guide's insets"
        case .autoresizing: "autoresizing mask"
        case .hugging: "content hugging"
        case .compressionResistance: "compression resistance"
        }
    }
}
