internal import ExactArithmetic
internal import LayoutModel

/// A parsed equation. Its names are ranges in the text.
struct Equation {
    struct Side {
        var item: ItemName
        var attribute: LayoutAttribute
    }

    var first: Side
    var relation: LayoutRelation
    var second: Side?
    /// The multiplier as written, before rounding to a fraction.
    var multiplier = Rational.one
    var constant = Rational.zero
    var priority: Rational?
    /// The offset of the priority in the text.
    var priorityOffset: Int?
}
