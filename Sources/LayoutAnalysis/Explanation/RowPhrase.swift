internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// The row as an equation, for sentences of arithmetic.
    func equation(of row: Int) -> String {
        let kind = rows[row].kind
        if case .constraint(let index) = kind { return document.equation(of: document.constraints[index]) }
        return kind.implicit.map(document.equation) ?? ""
    }
}
