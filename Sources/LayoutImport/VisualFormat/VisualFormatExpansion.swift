internal import ExactArithmetic
internal import LayoutModel

/// The properties that a visual format's constraints share.
struct VisualFormatEntry {
    /// The prefix of the ids: the constraints are `id.1`, `id.2` …
    var id: String
    var source: FormatSource
    var options = VisualFormatOptions()
    var isActive = true
    /// The priority of all constraints for which the format itself writes none.
    var priority = LayoutPriority.required
    var identifier: String?
    var reference: SourceReference?
    /// The place of the entry, for errors of the document.
    var place: Place
}

/// Expands a visual format to constraints, by `VISUALFORMAT.md`.
struct VisualFormatExpansion {
    /// A view of the chain, resolved in the document.
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
    /// The number of constraints so far, and of spacers.
    var rows = 0
    var spacers = 0
    /// The spacer whose length all other spacers of the format have.
    var firstSpacer: Int?
    /// The common superview, computed on first use.
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

    /// Whether coordinates decrease along the chain.
    var isReversed: Bool { axis == .horizontal && entry.options.direction == .rightToLeft }

    func invalid(_ code: String, _ message: String, at offset: Int) -> ImportError {
        entry.source.invalid(code, message, at: offset)
    }
}
