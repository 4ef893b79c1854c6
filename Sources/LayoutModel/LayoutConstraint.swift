public import ExactArithmetic

/// One side of a constraint: an attribute of an item. The item is an index into `LayoutDocument.views`.
public struct LayoutAnchor: Sendable, Hashable {
    public var item: Int
    public var attribute: LayoutAttribute

    @inlinable
    public init(_ item: Int, _ attribute: LayoutAttribute) {
        self.item = item
        self.attribute = attribute
    }
}

/// `first REL multiplier * second + constant` at a priority, or `first REL constant` without a second item.
public struct LayoutConstraint: Sendable, Hashable {
    /// The origin of a constraint: written by a developer, or created by the framework.
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
        /// Any other constraint of the framework: stack views, margins and safe areas, layout support.
        case system
    }

    public var id: String
    public var first: LayoutAnchor
    public var relation: LayoutRelation
    public var isActive: Bool
    public var origin: Origin
    public var second: LayoutAnchor?
    public var multiplier: Rational
    public var constant: Rational
    /// In (0, 1000], and 1000 is required.
    public var priority: Rational
    /// The rare members, or nil if the constraint has none.
    @usableFromInline var rare: Box<RareMembers>?

    @inlinable
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
        self.origin = origin
        rare = nil
        if identifier != nil || source != nil || printed != nil || unknownConstant != nil {
            set(RareMembers(identifier: identifier, source: source, printed: printed, unknownConstant: unknownConstant))
        }
    }

    public var isRequired: Bool { priority >= LayoutPriority.required }

    /// Whether the constraint is an encapsulated, temporary or fitting size, which is broken only if no other row can be broken.
    public var isExternalSize: Bool { origin == .encapsulated || origin == .temporary || origin == .fitting }
}

// MARK: - Rare members

@usableFromInline
struct RareMembers: Sendable, Hashable {
    @usableFromInline var identifier: String?
    @usableFromInline var source: SourceReference?
    @usableFromInline var printed: String?
    @usableFromInline var unknownConstant: String?
    @usableFromInline var isPlaceholder = false

    @usableFromInline
    init(identifier: String? = nil, source: SourceReference? = nil, printed: String? = nil, unknownConstant: String? = nil) {
        self.identifier = identifier
        self.source = source
        self.printed = printed
        self.unknownConstant = unknownConstant
    }
}

extension LayoutConstraint {
    /// The name that the developer or the framework assigned (`NSLayoutConstraint.identifier`).
    public var identifier: String? {
        @inlinable get { rare?.values.identifier }
        set { change { $0.identifier = newValue } }
    }

    public var source: SourceReference? {
        @inlinable get { rare?.values.source }
        set { change { $0.source = newValue } }
    }

    /// The constraint as a console log printed it, or nil for any other source.
    public var printed: String? {
        @inlinable get { rare?.values.printed }
        set { change { $0.printed = newValue } }
    }

    /// In a fragment, the symbol of a constant that the log does not state (a symbolic space). The row then contains an unknown.
    public var unknownConstant: String? {
        @inlinable get { rare?.values.unknownConstant }
        set { change { $0.unknownConstant = newValue } }
    }

    /// Whether Interface Builder removes the constraint when the app is built.
    public var isPlaceholder: Bool {
        @inlinable get { rare?.values.isPlaceholder ?? false }
        set { change { $0.isPlaceholder = newValue } }
    }

    private mutating func change(_ body: (inout RareMembers) -> Void) {
        var members = rare?.values ?? RareMembers()
        body(&members)
        set(members)
    }

    @usableFromInline
    mutating func set(_ members: RareMembers) {
        rare = members == RareMembers() ? nil : Box(members)
    }
}

extension LayoutConstraint.Origin {
    /// Creates the origin that an identifier implies, by the names in UIKit and AppKit.
    public init(identifier: String?) {
        guard let identifier else {
            self = .user
            return
        }
        if identifier.hasPrefix("UIView-Encapsulated-Layout-") || identifier.hasPrefix("NSView-Encapsulated-Layout-")
            || identifier.hasPrefix("NSTableRowView-Encapsulated-Layout-")
        {
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

/// The place in a developer's sources at which a constraint was created.
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
