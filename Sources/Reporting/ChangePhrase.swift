internal import ExactArithmetic
internal import LayoutModel

extension RowPhrase {
    /// Returns the change as an instruction with names of views, such as `lower the priority of c3 to 999`.
    func instruction(_ change: Change) -> String {
        switch change {
        case .add(_, let constraint): "add \(equation(of: constraint))"
        case .relax(let row, let priority): "lower \(priorityTitle(row)) to \(priority.readingText)"
        case .priority(let row, let priority): "set \(priorityTitle(row)) to \(priority.readingText)"
        case .constant(let row, let from, let to): "change the constant of \(row) from \(from.readingText) to \(to.readingText)"
        case .remove(let row): "remove \(row)"
        }
    }
}
