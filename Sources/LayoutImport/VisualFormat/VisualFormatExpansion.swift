internal import ExactArithmetic
internal import LayoutModel

/// What every constraint of one visual format has from it.
struct VisualFormatEntry {
    /// The constraints are `id.1`, `id.2` …
    var id: String
    var source: FormatSource
    var options = VisualFormatOptions()
    var isActive = true
    var identifier: String?
    var reference: SourceReference?
    /// Where the entry stands, for errors of the document.
    var place: Place
}

/// Writes out a visual format as constraints, by `VISUALFORMAT.md`.
struct VisualFormatExpansion {
    /// A view of the chain, found in the document.
    struct Item {
        var number: Int
        var offset: Int
    }

    /// An element of the chain: the superview's edge or views.
    struct Stop {
        var items: [Item]
        var isSuperview: Bool
    }

    let entry: VisualFormatEntry
    let spacing: StandardSpacing
    var axis = Axis.horizontal
    /// Constraints and spacers so far.
    var rows = 0
    var spacers = 0
    /// The spacer that the format's other spacers are as long as.
    var firstSpacer: Int?
    /// The common superview, once it is asked for.
    var superview: Int?

    var length: LayoutAttribute { axis == .horizontal ? .width : .height }

    /// The edges at which a view begins and ends in reading order.
    var edges: (start: LayoutAttribute, end: LayoutAttribute) {
        guard axis == .horizontal else { return (.top, .bottom) }
        return switch entry.options.direction {
        case .leadingToTrailing: (.leading, .trailing)
        case .leftToRight: (.left, .right)
        case .rightToLeft: (.right, .left)
        }
    }

    /// The coordinate falls along the chain.
    var isReversed: Bool { axis == .horizontal && entry.options.direction == .rightToLeft }

    func invalid(_ code: String, _ message: String, at offset: Int) -> ImportError {
        entry.source.invalid(code, message, at: offset)
    }
}
