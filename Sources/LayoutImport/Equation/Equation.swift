internal import ExactArithmetic
internal import LayoutModel

/// An equation as it was read; its names still lie in the text.
struct Equation {
    struct Side {
        var item: ItemName
        var attribute: LayoutAttribute
    }

    var first: Side
    var relation: LayoutRelation
    var second: Side?
    /// As written: not snapped yet.
    var multiplier = Rational.one
    var constant = Rational.zero
    var priority: Rational?
    /// Where the priority stands in the text.
    var priorityOffset: Int?
}
