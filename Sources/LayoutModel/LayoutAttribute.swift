/// An attribute of a view or guide that a constraint can name, with Auto Layout's names.
public enum LayoutAttribute: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom, leading, trailing, width, height, centerX, centerY, firstBaseline, lastBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins

    /// The kind of an attribute. Only attributes of the same kind may be paired.
    public enum Kind: Sendable, Hashable {
        case horizontalLocation, verticalLocation, size
    }

    public var kind: Kind {
        switch self {
        case .width, .height: .size
        case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins:
            .horizontalLocation
        case .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins: .verticalLocation
        }
    }

    /// Whether the attribute depends on the reading direction: leading and trailing, with their margin forms.
    public var isDirectional: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }

    /// Whether the attribute is left or right in every reading direction, margin forms included.
    public var isAbsolute: Bool {
        switch self {
        case .left, .right, .leftMargin, .rightMargin: true
        default: false
        }
    }

    /// Whether the attribute is an edge. An edge of a scroll view paired with a descendant means the content area.
    public var isEdge: Bool {
        switch self {
        case .left, .right, .top, .bottom, .leading, .trailing: true
        default: false
        }
    }

    public var isMargin: Bool {
        switch self {
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins, .centerYWithinMargins: true
        default: false
        }
    }

    /// Whether it is left, leading or top, including margin forms.
    public var isNearEdge: Bool {
        switch self {
        case .left, .leading, .top, .leftMargin, .leadingMargin, .topMargin: true
        default: false
        }
    }

    /// Whether it is right, trailing or bottom, including margin forms.
    public var isFarEdge: Bool {
        switch self {
        case .right, .trailing, .bottom, .rightMargin, .trailingMargin, .bottomMargin: true
        default: false
        }
    }

    public var isCenter: Bool { self == .centerX || self == .centerY || self == .centerXWithinMargins || self == .centerYWithinMargins }

    public var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }

    public var axis: Axis {
        switch self {
        case .width: .horizontal
        case .height: .vertical
        default: kind == .horizontalLocation ? .horizontal : .vertical
        }
    }

    /// Creates the attribute with this name. `baseline` is the last baseline.
    public init?(name: String) {
        if name == "baseline" {
            self = .lastBaseline
        } else {
            self.init(rawValue: name)
        }
    }
}

public enum Axis: String, Sendable, Hashable, CaseIterable {
    case horizontal, vertical
}

/// A variable of a view's frame, relative to its superview's frame, in points.
public enum FrameDimension: Int, Sendable, Hashable, CaseIterable {
    case x, y, width, height

    public var axis: Axis { self == .x || self == .width ? .horizontal : .vertical }

    public var name: String {
        switch self {
        case .x: "x"
        case .y: "y"
        case .width: "width"
        case .height: "height"
        }
    }

    /// The name in reports of ambiguity.
    public var attributeName: String {
        switch self {
        case .x: "minX"
        case .y: "minY"
        case .width: "width"
        case .height: "height"
        }
    }
}

public enum LayoutDirection: String, Sendable, Hashable, CaseIterable {
    case ltr, rtl
}

public enum LayoutRelation: String, Sendable, Hashable {
    case equal = "=="
    case lessThanOrEqual = "<="
    case greaterThanOrEqual = ">="

    /// Creates the relation with this sign. Also accepts `=`, `≤` and `≥`.
    public init?(sign: String) {
        switch sign {
        case "==", "=": self = .equal
        case "<=", "≤": self = .lessThanOrEqual
        case ">=", "≥": self = .greaterThanOrEqual
        default: return nil
        }
    }
}
