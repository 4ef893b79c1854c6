internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// Returns the row as an equation, for sentences of arithmetic.
    func equation(of row: Int, by names: ViewNames? = nil) -> String {
        let kind = rows[row].kind
        if case .constraint(let index) = kind { return document.equation(of: document.constraints[index], by: names) }
        return kind.implicit.map { document.equation(of: $0, by: names) } ?? ""
    }
}
