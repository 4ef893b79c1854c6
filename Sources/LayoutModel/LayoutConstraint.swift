public import ExactArithmetic

/// One side of a constraint: an attribute of an item, the item by its index in `LayoutDocument.views`.
public struct LayoutAnchor: Sendable, Hashable {
    public var item: Int
    public var attribute: LayoutAttribute

    public init(_ item: Int, _ attribute: LayoutAttribute) {
        self.item = item
        self.attribute = attribute
    }
}

/// `first REL multiplier * second + constant` at a priority; without a second item `first REL constant`.
public struct LayoutConstraint: Sendable, Hashable {
    /// Whose a constraint is: what a developer wrote, or what the framework made.
    public enum Origin: String, Sendable, Hashable {
        /// A constraint of the app.
        case user
        /// `UIView-Encapsulated-Layout-*`: a size that a cell, a window or SwiftUI imposes.
        case encapsulated
        /// `_UITemporaryLayout*`: a size during a measurement.
        case temporary
        /// `fittingSize*`: the target of `systemLayoutSizeFitting`.
        case fitting
        /// Translated from an autoresizing mask.
        case autoresizing
        /// The framework's own otherwise: stack views, margins and safe areas, layout support.
        case system
    }

    public var id: String
    public var first: LayoutAnchor
    public var relation: LayoutRelation
    public var second: LayoutAnchor?
    public var multiplier: Rational
    public var constant: Rational
    /// In (0, 1000]; 1000 is required.
    public var priority: Rational
    public var isActive: Bool
    /// The name that the developer or the framework gave it (`NSLayoutConstraint.identifier`).
    public var identifier: String?
    public var source: SourceReference?
    public var origin: Origin
    /// A constraint of a console log as it was printed, else nil.
    public var printed: String?
    /// In a fragment, a constant that the log leaves open (a symbolic space): its name; the row then holds an unknown.
    public var unknownConstant: String?

    public init(
        id: String, first: LayoutAnchor, relation: LayoutRelation = .equal, second: LayoutAnchor? = nil, multiplier: Rational = .one,
        constant: Rational = .zero, priority: Rational = LayoutPriority.required, isActive: Bool = true, identifier: String? = nil,
        source: SourceReference? = nil, origin: Origin = .user, printed: String? = nil, unknownConstant: String? = nil
    ) {
        self.id = id
        self.first = first
        self.relation = relation
        self.second = second
        self.multiplier = multiplier
        self.constant = constant
        self.priority = priority
        self.isActive = isActive
        self.identifier = identifier
        self.source = source
        self.origin = origin
        self.printed = printed
        self.unknownConstant = unknownConstant
    }

    public var isRequired: Bool { priority >= LayoutPriority.required }

    /// An encapsulated, temporary or fitting size: it gives way only if nothing else can.
    public var isExternalSize: Bool { origin == .encapsulated || origin == .temporary || origin == .fitting }
}

extension LayoutConstraint.Origin {
    /// The origin that an identifier tells of, by the names in `UIKit` and `AppKit`.
    public init(identifier: String?) {
        guard let identifier else {
            self = .user
            return
        }
        if identifier.hasPrefix("UIView-Encapsulated-Layout-") || identifier.hasPrefix("NSView-Encapsulated-Layout-") {
            self = .encapsulated
        } else if identifier.hasPrefix("_UITemporaryLayout") {
            self = .temporary
        } else if identifier.hasPrefix("fittingSize") {
            self = .fitting
        } else if LayoutConstraint.Origin.systemPrefixes.contains(where: identifier.hasPrefix) {
            self = .system
        } else {
            self = .user
        }
    }

    private static let systemPrefixes = [
        "UISV-", "NSStackView", "UIViewSafeAreaLayoutGuide-", "UIViewLayoutMarginsGuide-", "UIView-topMargin-guide", "UIView-bottomMargin-guide",
        "UIView-leftMargin-guide", "UIView-rightMargin-guide", "UIInputViewSetPlacement_", "UINav", "UIButtonBar.", "UIInputWindowController-",
        "UICollectionViewListCell-", "TUIKeyplane.", "assistantView.", "assistantHeight", "accessoryView.", "inputView.", "_UI",
    ]
}

/// Where in a developer's sources a constraint was made.
public struct SourceReference: Sendable, Hashable {
    public var file: String
    public var line: Int?
    /// From 1, in characters.
    public var column: Int?

    public init(file: String, line: Int?, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}
