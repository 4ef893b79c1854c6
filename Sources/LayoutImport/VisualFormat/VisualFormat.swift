internal import ExactArithmetic
internal import LayoutModel

/// A visual format as it was read: views side by side. Its names still lie in the text, its metrics are numbers already.
struct VisualFormat {
    /// What stands at one place of the chain.
    enum Element {
        case superview(offset: Int)
        /// One view, or several by the extended grammar.
        case views([View])
    }

    struct View {
        var name: ItemName
        /// The last of a range of views, by the extended grammar: `[a1..5]`.
        var last: Range<Int>?
        /// Of its length along the format's axis.
        var predicates: [Predicate] = []

        /// Where the view stands, for errors.
        var offset: Int { name.isQuoted ? name.range.lowerBound - 1 : name.range.lowerBound }
    }

    /// What stands between two elements.
    enum Connection {
        /// Nothing: their edges touch.
        case flush
        /// `-`
        case standard(offset: Int)
        /// `-8-`, `-(>=8@700)-`
        case distances([Predicate])
        /// `~`, `~(>=8)~`: a spacer as long as the format's others, by the extended grammar.
        case spacer(offset: Int, [Predicate])
        /// `->`: the two have nothing to do with each other, by the extended grammar.
        case none
    }

    /// `relation object @priority`
    struct Predicate {
        enum Value {
            case number(Rational)
            /// A view's length, or by the extended grammar another attribute of it, times a factor, plus a constant. Of a distance by the
            /// extended grammar only.
            case view(Operand)
            /// A share of the superview's length, by the extended grammar: `50%` is one half.
            case share(Rational)
        }

        var offset: Int
        var relation = LayoutRelation.equal
        var value: Value
        var priority = LayoutPriority.required
        /// The priority is written.
        var isPrioritised = false
    }

    struct Operand {
        var name: ItemName
        var attribute: LayoutAttribute?
        var multiplier = Rational.one
        var constant = Rational.zero
    }

    /// One, or both by the extended grammar.
    var axes: [Axis]
    var elements: [Element]
    /// Between each two elements that follow each other.
    var connections: [Connection]
}

/// `C:view.attribute(predicates).attribute(predicates)`, of the extended grammar.
struct ConstraintLine {
    struct Part {
        var offset: Int
        var attribute: LayoutAttribute
        var predicates: [VisualFormat.Predicate]
    }

    var view: VisualFormat.View
    var parts: [Part]
}

/// What is wrong with a visual format, and at which byte.
struct VisualFormatError: Error {
    var offset: Int
    var code = "bad-visual-format"
    var message: String
}
