internal import ExactArithmetic
public import LayoutModel

extension Change {
    /// The change as an instruction: `lower c3 to priority 999`.
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
