internal import ExactArithmetic
public import LayoutModel

extension Change {
    /// Returns the change as an instruction, such as `lower c3 to priority 999`.
    public var instruction: String {
        switch self {
        case .add(let equation, _): "add \(equation)"
        case .relax(let constraint, let priority): "lower \(constraint) to priority \(priority.equationText)"
        case .priority(let constraint, let priority): "give \(constraint) the priority \(priority.equationText)"
        case .constant(let constraint, let from, let to): "change the constant of \(constraint) from \(from.equationText) to \(to.equationText)"
        case .remove(let constraint): "remove \(constraint)"
        }
    }
}
