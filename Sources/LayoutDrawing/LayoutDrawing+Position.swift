internal import ExactArithmetic
internal import LayoutModel

extension LayoutDrawing {
    /// Returns the coordinate of an attribute relative to the root's corner, in points, with the document's margins and
    /// baselines.
    func position(_ anchor: LayoutAnchor, _ frame: DrawnFindings.Frame) -> Double {
        let view = document.views[anchor.item]
        let insets = view.alignmentRectInsets.resolved(document.direction, default: .zero)
        let margins = view.layoutMargins.resolved(document.direction, default: 8)
        let left = frame.x + insets.left.double
        let right = frame.x + frame.width - insets.right.double
        let top = frame.y + insets.top.double
        let bottom = frame.y + frame.height - insets.bottom.double
        let isLeftToRight = document.direction == .ltr
        switch anchor.attribute {
        case .left: return left
        case .right: return right
        case .leading: return isLeftToRight ? left : right
        case .trailing: return isLeftToRight ? right : left
        case .top: return top
        case .bottom: return bottom
        case .centerX: return (left + right) / 2
        case .centerY: return (top + bottom) / 2
        case .firstBaseline: return view.firstBaselineFromTop.map { top + $0.double } ?? bottom - view.lastBaselineFromBottom.double
        case .lastBaseline: return bottom - view.lastBaselineFromBottom.double
        case .leftMargin: return left + margins.left.double
        case .rightMargin: return right - margins.right.double
        case .leadingMargin: return isLeftToRight ? left + margins.left.double : right - margins.right.double
        case .trailingMargin: return isLeftToRight ? right - margins.right.double : left + margins.left.double
        case .topMargin: return top + margins.top.double
        case .bottomMargin: return bottom - margins.bottom.double
        case .centerXWithinMargins: return (left + margins.left.double + right - margins.right.double) / 2
        case .centerYWithinMargins: return (top + margins.top.double + bottom - margins.bottom.double) / 2
        case .width, .height: return left
        }
    }
}
