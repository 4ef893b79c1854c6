public import ExactArithmetic
public import JSON
public import LayoutModel

/// One change of a layout under examination (CONTRACT.md section 5).
public enum LayoutEvent: Sendable, Hashable {
    /// A constraint as documents write one: an object, an equation or a visual format.
    case addConstraint(JSONTree)
    case removeConstraint(id: String)
    /// In points.
    case setConstant(id: String, Rational)
    case setPriority(id: String, Rational)
    case activate(id: String)
    case deactivate(id: String)
    /// A view as documents write one, below a view that is there.
    case addView(JSONTree)
    /// The view with its subtree, and every constraint that names one of them.
    case removeView(id: String)
    /// nil is none.
    case setIntrinsicContentSize(view: String, LayoutSize)
    case setHugging(view: String, Axis, Rational)
    case setCompressionResistance(view: String, Axis, Rational)
    /// The root's new lengths; an axis that is not named keeps its length, one with null takes the fitting size.
    case resize([FrameDimension: Rational?])
    case setDirection(LayoutDirection)
    /// Takes back the newest list of events that is not taken back yet.
    case undo

    /// As requests write it.
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
