internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// A row as text: `1 * title.x + -8 == 0 @ 1000`.
    func text(of row: Int) -> String {
        var parts = terms(of: row).map { "\($0.coefficient.decimalText()) * \(name(of: $0.variable))" }
        parts.append(rows[row].constant.decimalText())
        return parts.joined(separator: " + ") + (rows[row].isEquality ? " == 0" : " >= 0") + " @ \(rows[row].priority.decimalText())"
    }

    func text(of id: String) -> String? {
        rows.indices.first { self.id(of: $0) == id }.map { text(of: $0) }
    }

    private func name(of variable: Int) -> String {
        switch variables[variable] {
        case .frame(let view, let dimension): "\(document.views[view].id).\(dimension.name)"
        case .unknown(let words): "<\(words)>"
        }
    }
}

/// A root of 390 by 844 with a view and a child of that view.
func document(
    direction: LayoutDirection = .ltr, size: LayoutSize = LayoutSize(width: 390, height: 844),
    outer: LayoutView = LayoutView(id: "outer", parent: 0), inner: LayoutView = LayoutView(id: "inner", parent: 1),
    isFragment: Bool = false, _ constraints: [LayoutConstraint] = []
) -> LayoutDocument {
    LayoutDocument(
        direction: direction, root: 0, size: size, views: [LayoutView(id: "root"), outer, inner], constraints: constraints,
        isFragment: isFragment)
}

let root = 0
let outer = 1
let inner = 2

func rational(_ text: String) -> Rational {
    Rational(decimal: text) ?? .zero
}
