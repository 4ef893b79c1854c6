public import ExactArithmetic
public import LayoutModel

/// A change of a layout; constraints and views by their index in the document.
public enum LayoutEdit: Sendable, Hashable {
    case rootWidth(Rational)
    case rootHeight(Rational)
    case constant(constraint: Int, Rational)
    case priority(constraint: Int, Rational)
    case intrinsicSize(view: Int, LayoutSize)
    /// Makes an inactive constraint of the document active.
    case add(constraint: Int)
    /// Makes an active constraint inactive; it keeps its index.
    case remove(constraint: Int)
}

extension LayoutDocument {
    /// Makes the change; one whose index lies in no list changes nothing.
    public mutating func apply(_ edit: LayoutEdit) {
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
