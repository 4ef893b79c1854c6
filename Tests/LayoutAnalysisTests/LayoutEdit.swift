import ExactArithmetic
import LayoutModel

/// An edit of a layout. Constraints and views are indices into the document.
enum LayoutEdit: Sendable, Hashable {
    case rootWidth(Rational)
    case rootHeight(Rational)
    case constant(constraint: Int, Rational)
    case priority(constraint: Int, Rational)
    case intrinsicSize(view: Int, LayoutSize)
    /// Activates an inactive constraint of the document.
    case add(constraint: Int)
    /// Deactivates an active constraint, whose index is unchanged.
    case remove(constraint: Int)
}

extension LayoutDocument {
    /// Applies the edit. An edit with an index out of range changes nothing.
    mutating func apply(_ edit: LayoutEdit) {
        switch edit {
        case .rootWidth(let width): size.width = width
        case .rootHeight(let height): size.height = height
        case .constant(let index, let constant):
            if constraints.indices.contains(index) { constraints[index].constant = constant }
        case .priority(let index, let priority):
            if constraints.indices.contains(index) { constraints[index].priority = priority }
        case .intrinsicSize(let index, let size):
            if views.indices.contains(index) { views[index].intrinsicContentSize = size }
        case .add(let index):
            if constraints.indices.contains(index) { constraints[index].isActive = true }
        case .remove(let index):
            if constraints.indices.contains(index) { constraints[index].isActive = false }
        }
    }
}
