internal import ExactArithmetic
internal import LayoutModel

/// A parsed visual format: views in a chain. Its names are ranges in the text, and its metrics are resolved.
struct VisualFormat {
    /// An element of the chain.
    enum Element {
        case superview(offset: Int)
        /// One view, or several by the extended grammar.
        case views([View])
    }

    struct View {
        var name: ItemName
        /// The last of a range of views, by the extended grammar: `[a1..5]`.
        var last: Range<Int>?
        /// The predicates of its length along the format's axis.
        var predicates: [Predicate] = []

        /// The offset of the view, for errors.
        var offset: Int { name.isQuoted ? name.range.lowerBound - 1 : name.range.lowerBound }
    }

    /// The connection of two elements.
    enum Connection {
        /// No distance: the edges touch.
        case flush
        /// `-`
        case standard(offset: Int)
        /// `-8-`, `-(>=8@700)-`
        case distances([Predicate])
        /// `~`, `~(>=8)~`: a spacer with the length of the format's others, by the extended grammar.
        case spacer(offset: Int, [Predicate])
        /// `->`: the two are unrelated, by the extended grammar.
        case none
    }

    /// `relation object @priority`
    struct Predicate {
        enum Value {
            case number(Rational)
            /// A view's length, or in the extended grammar another attribute, times a factor plus a constant. Distances allow it
            /// only in the extended grammar.
            case view(Operand)
            /// A fraction of the superview's length, by the extended grammar: `50%` is one half.
            case share(Rational)
        }

        var offset: Int
        var relation = LayoutRelation.equal
        var value: Value
        /// The priority after `@`, or nil if none is written.
        var priority: Rational?
    }

    struct Operand {
        var name: ItemName
        var attribute: LayoutAttribute?
        var multiplier = Rational.one
        var constant = Rational.zero
    }

    /// One axis, or both by the extended grammar.
    var axes: [Axis]
    var elements: [Element]
    /// The connections between consecutive elements.
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

/// An error in a visual format, with its byte offset.
struct VisualFormatError: Error {
    var offset: Int
    var code = "bad-visual-format"
    var message: String
    /// The reason for which reading ended, if the text has no error.
    var refusal: ImportError?
}
