internal import ExactArithmetic
internal import LayoutModel

/// A view or guide as a description prints it.
struct PrintedItem: Hashable {
    /// As printed, the title aside: `UILabel:0x7f80`, `AddressToolbar.lockIcon`, `UIView:view1`.
    var name: String
    var className: String?
    var address: UInt64?
    /// What stands in quotes after the address: a title, or a guide's identifier.
    var title: String?
}

/// Whom a side of a constraint is about.
enum PrintedReference: Hashable {
    case item(PrintedItem)
    /// `|`, the superview of the view that the constraint is about; the table of names may tell which one it is.
    case superview
}

/// What of an item a description names.
enum PrintedAttribute: Hashable {
    case attribute(LayoutAttribute)
    /// `minX`, `midX`, `maxX` and likewise vertically: a location within the superview.
    case position(LayoutAttribute)
    /// `contentWidth`, `contentHeight`: a length of a scroll view's content.
    case content(LayoutAttribute)

    /// The attribute that stands for it in a layout.
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

/// What a description says: `first REL multiplier * second + constant`.
struct PrintedRelation: Hashable {
    var first: PrintedAnchor
    var relation: LayoutRelation
    var second: PrintedAnchor?
    var multiplier: Rational = .one
    var constant: Rational = .zero
    /// A space that is named but not stated as a number.
    var unknownConstant: String?
    var priority: Rational = LayoutPriority.required
    /// `(LTR)` or `(RTL)` behind a visual format.
    var direction: LayoutDirection?
    /// Printed as a visual format, in which the second item stands first.
    var isVisual = false
    /// A visual format between two items with the standard space, which is one between siblings.
    var isStandardSpace = false
}

/// The size that a view asks for, printed as a constraint of its own: `H:[V(79)] Hug:250 CompressionResistance:750`.
struct PrintedContentSize: Hashable {
    var item: PrintedItem
    var axis: Axis
    var length: Rational
    var hugging: Rational
    var compressionResistance: Rational
}

/// One description, as read.
struct PrintedConstraint {
    enum Body {
        case relation(PrintedRelation)
        case contentSize(PrintedContentSize)
    }

    var className: String
    /// Nil where a label stands in its place.
    var address: UInt64?
    var identifier: String?
    var source: SourceReference?
    var isActive = true
    var body: Body
    /// What the table of names says of `|`.
    var superview: PrintedItem?
    /// The table of names without `|`: accessibility names and what they are.
    var names: [PrintedItem] = []
    /// The description as printed, the carriers' damage undone.
    var text: String
    /// The line of the log in which it begins, from 1.
    var line = 0
}

/// Why a description could not be read, in words.
struct UnreadableDescription: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
