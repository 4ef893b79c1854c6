internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// The row as an equation: the document's own words for a constraint, the meaning for an implicit row.
    func phrase(of row: Int) -> String {
        let constant = rows[row].constant
        func name(_ view: Int, _ dimension: FrameDimension) -> String {
            "\(LayoutDocument.itemText(document.views[view].id)).\(dimension.name)"
        }
        switch rows[row].kind {
        case .constraint(let index): return document.equation(of: document.constraints[index])
        case .nonNegative(let view, let dimension): return "\(name(view, dimension)) >= 0"
        case .rootSize(let dimension): return "\(name(document.root, dimension)) == \((-constant).equationText)"
        case .fitting(let dimension): return "\(name(document.root, dimension)) == 0 @ 50"
        case .insets, .autoresizing: return "\(id(of: row)) == \((-constant).equationText)"
        case .hugging(let view, let axis), .compressionResistance(let view, let axis):
            let dimension: FrameDimension = axis == .horizontal ? .width : .height
            var intrinsic = axis == .horizontal ? document.views[view].intrinsicContentSize.width : document.views[view].intrinsicContentSize.height
            intrinsic = intrinsic ?? constant.magnitude
            let sign = if case .hugging = rows[row].kind { "<=" } else { ">=" }
            let priority = rows[row].isRequired ? "" : " @ \(rows[row].priority.equationText)"
            return "\(name(view, dimension)) \(sign) \((intrinsic ?? .zero).equationText)\(priority)"
        }
    }
}
