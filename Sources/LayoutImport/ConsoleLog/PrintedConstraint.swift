internal import ExactArithmetic
internal import LayoutModel

/// A view or guide as printed in a description.
struct PrintedItem: Hashable {
    /// The printed name without the title: `UILabel:0x7f80`, `AddressToolbar.lockIcon`, `UIView:view1`.
    var name: String
    var className: String?
    var address: UInt64?
    /// The text in quotes after the address: a title, or a guide's identifier.
    var title: String?
}

/// The item of a constraint's side.
enum PrintedReference: Hashable {
    case item(PrintedItem)
    /// `|`, the superview of the constraint's view. The table of names may identify it.
    case superview
}

/// The attribute of an item in a description.
enum PrintedAttribute: Hashable {
    case attribute(LayoutAttribute)
    /// `minX`, `midX`, `maxX` and their vertical forms: a location within the superview.
    case position(LayoutAttribute)
    /// `contentWidth`, `contentHeight`: a length of a scroll view's content.
    case content(LayoutAttribute)

    /// The equivalent attribute in a layout.
    var attribute: LayoutAttribute {
        switch self {
        case .attribute(let attribute), .position(let attribute), .content(let attribute): attribute
        }
    }

    init?(_ name: String) {
        switch name {
        case "minX": self = .position(.left)
        case "midX": self = .position(.centerX)
        case "maxX": self = .position(.right)
        case "minY": self = .position(.top)
        case "midY": self = .position(.centerY)
        case "maxY": self = .position(.bottom)
        case "contentWidth": self = .content(.width)
        case "contentHeight": self = .content(.height)
        default:
            guard let attribute = LayoutAttribute(name: name) else { return nil }
            self = .attribute(attribute)
        }
    }
}

struct PrintedAnchor: Hashable {
    var reference: PrintedReference
    var attribute: PrintedAttribute

    var item: PrintedItem? {
        if case .item(let item) = reference { return item }
        return nil
    }
}

/// The relation of a description: `first REL multiplier * second + constant`.
struct PrintedRelation: Hashable {
    var first: PrintedAnchor
    var relation: LayoutRelation
    var second: PrintedAnchor?
    var multiplier: Rational = .one
    var constant: Rational = .zero
    /// A named space without a number.
    var unknownConstant: String?
    var priority: Rational = LayoutPriority.required
    /// `(LTR)` or `(RTL)` after a visual format.
    var direction: LayoutDirection?
    /// Whether it was printed as a visual format, in which the second item comes first.
    var isVisual = false
    /// Whether it is a visual format with the standard space between two items, which are then siblings.
    var isStandardSpace = false
}

/// A view's content size, printed as a constraint of its own: `H:[V(79)] Hug:250 CompressionResistance:750`.
struct PrintedContentSize: Hashable {
    var item: PrintedItem
    var axis: Axis
    var length: Rational
    var hugging: Rational
    var compressionResistance: Rational
}

/// A parsed description.
struct PrintedConstraint {
    enum Body {
        case relation(PrintedRelation)
        case contentSize(PrintedContentSize)
    }

    var className: String
    /// The address, or nil if a label replaces it.
    var address: UInt64?
    var identifier: String?
    var source: SourceReference?
    var isActive = true
    var body: Body
    /// The meaning of `|` in the table of names.
    var superview: PrintedItem?
    /// The table of names without `|`: accessibility names and their views.
    var names: [PrintedItem] = []
    /// The description as printed, with damage undone.
    var text: String
    /// The line of the log at which it begins, from 1.
    var line = 0
}

/// The reason in words if a description cannot be read.
struct UnreadableDescription: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
