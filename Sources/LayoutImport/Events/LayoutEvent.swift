public import ExactArithmetic
public import JSON
public import LayoutModel

/// One change of a layout in a session (see Manual/sessions.md).
public enum LayoutEvent: Sendable, Hashable {
    /// Adds a constraint as in documents: an object, an equation or a visual format.
    case addConstraint(JSONTree)
    case removeConstraint(ConstraintName)
    /// Sets the constant, in points.
    case setConstant(ConstraintName, Rational)
    case setPriority(ConstraintName, Rational)
    case activate(ConstraintName)
    case deactivate(ConstraintName)
    /// Adds a view as in documents, below an existing view.
    case addView(JSONTree)
    /// Removes the view with its subtree, and every constraint that names one of them.
    case removeView(id: String)
    /// Sets the intrinsic size. Nil means none.
    case setIntrinsicContentSize(view: String, LayoutSize)
    case setHugging(view: String, Axis, Rational)
    case setCompressionResistance(view: String, Axis, Rational)
    /// Sets the frame of a view that its autoresizing mask positions, in a superview of the given size. Nil means the size before.
    case setFrame(view: String, DesignFrame, superview: DesignSize?)
    case setMask(view: String, Set<Autoresizing.Flexible>)
    /// Makes the autoresizing mask position the view, or, with nil, constraints alone.
    case setTranslatesMask(view: String, Autoresizing?)
    /// Sets a guide's insets from its superview. Nil means none.
    case setInsets(view: String, LayoutInsets?)
    /// Sets the root's lengths. An axis without an entry is unchanged, and nil means the fitting size.
    case resize([FrameDimension: Rational?])
    case setDirection(LayoutDirection)
    /// Undoes the newest list of events that is not undone yet.
    case undo

    /// The name of the event in requests.
    public enum Name: String, Sendable, CaseIterable {
        case addConstraint, removeConstraint, setConstant, setPriority, activate, deactivate, addView, removeView, setIntrinsicContentSize,
            setHugging, setCompressionResistance, setFrame, setMask, setTranslatesMask, setInsets, resize, setDirection, undo
    }

    public var name: Name {
        switch self {
        case .addConstraint: .addConstraint
        case .removeConstraint: .removeConstraint
        case .setConstant: .setConstant
        case .setPriority: .setPriority
        case .activate: .activate
        case .deactivate: .deactivate
        case .addView: .addView
        case .removeView: .removeView
        case .setIntrinsicContentSize: .setIntrinsicContentSize
        case .setHugging: .setHugging
        case .setCompressionResistance: .setCompressionResistance
        case .setFrame: .setFrame
        case .setMask: .setMask
        case .setTranslatesMask: .setTranslatesMask
        case .setInsets: .setInsets
        case .resize: .resize
        case .setDirection: .setDirection
        case .undo: .undo
        }
    }
}

/// The name of a constraint in an event.
public enum ConstraintName: Sendable, Hashable {
    case id(String)
    /// The identifier that the developer assigned. Exactly one constraint must have it.
    case identifier(String)

    /// The event's key.
    var key: String {
        switch self {
        case .id: "id"
        case .identifier: "identifier"
        }
    }
}

extension LayoutEvent {
    public static func removeConstraint(id: String) -> LayoutEvent { .removeConstraint(.id(id)) }
    public static func setConstant(id: String, _ constant: Rational) -> LayoutEvent { .setConstant(.id(id), constant) }
    public static func setPriority(id: String, _ priority: Rational) -> LayoutEvent { .setPriority(.id(id), priority) }
    public static func activate(id: String) -> LayoutEvent { .activate(.id(id)) }
    public static func deactivate(id: String) -> LayoutEvent { .deactivate(.id(id)) }
}

/// A frame in the superview's design, in points.
public struct DesignFrame: Sendable, Hashable {
    public var x: Rational
    public var y: Rational
    public var width: Rational
    public var height: Rational

    public init(x: Rational, y: Rational, width: Rational, height: Rational) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The size of a superview's design, in points.
public struct DesignSize: Sendable, Hashable {
    public var width: Rational
    public var height: Rational

    public init(width: Rational, height: Rational) {
        self.width = width
        self.height = height
    }
}
