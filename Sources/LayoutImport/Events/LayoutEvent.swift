public import ExactArithmetic
public import JSON
public import LayoutModel

/// One change of a layout in a session (see Manual/sessions.md).
public enum LayoutEvent: Sendable, Hashable {
    /// Adds a constraint as in documents: an object, an equation or a visual format.
    case addConstraint(JSONTree)
    case removeConstraint(id: String)
    /// Sets the constant, in points.
    case setConstant(id: String, Rational)
    case setPriority(id: String, Rational)
    case activate(id: String)
    case deactivate(id: String)
    /// Adds a view as in documents, below an existing view.
    case addView(JSONTree)
    /// Removes the view with its subtree, and every constraint that names one of them.
    case removeView(id: String)
    /// Sets the intrinsic size. Nil means none.
    case setIntrinsicContentSize(view: String, LayoutSize)
    case setHugging(view: String, Axis, Rational)
    case setCompressionResistance(view: String, Axis, Rational)
    /// Sets the root's lengths. An axis without an entry is unchanged, and nil means the fitting size.
    case resize([FrameDimension: Rational?])
    case setDirection(LayoutDirection)
    /// Undoes the newest list of events that is not undone yet.
    case undo

    /// The name of the event in requests.
    public enum Name: String, Sendable, CaseIterable {
        case addConstraint, removeConstraint, setConstant, setPriority, activate, deactivate, addView, removeView, setIntrinsicContentSize,
            setHugging, setCompressionResistance, resize, setDirection, undo
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
        case .resize: .resize
        case .setDirection: .setDirection
        case .undo: .undo
        }
    }
}
