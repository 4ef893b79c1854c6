// A stand-in for UIKit on Linux: the part of its public interface that a capture needs, without any layout. Frames are what a test sets.
@_exported import Foundation
@_exported import FoundationNetworking

@MainActor open class UIResponder: NSObject {
    open var following: UIResponder?
    open var next: UIResponder? { following }
}

@MainActor open class UIViewController: UIResponder {}

@MainActor open class UIView: UIResponder {
    open var frame: CGRect {
        get { CGRect(origin: center - bounds.size, size: bounds.size) }
        set {
            bounds.size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }
    open var bounds = CGRect.zero
    open var center = CGPoint.zero
    open var transform = CGAffineTransform.identity
    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []
    open private(set) var constraints: [NSLayoutConstraint] = []
    open private(set) var layoutGuides: [UILayoutGuide] = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var autoresizingMask: AutoresizingMask = []
    open var accessibilityIdentifier: String?
    open var alignmentRectInsets: UIEdgeInsets { .zero }
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    open var forFirstBaselineLayout: UIView { self }
    open var forLastBaselineLayout: UIView { self }
    /// What a test says that the platform says.
    public var standInAmbiguity = false
    open var hasAmbiguousLayout: Bool { standInAmbiguity }
    public let traitCollection = UITraitCollection()
    private var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    private var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    public static let noIntrinsicMetric: CGFloat = -1
    public let safeAreaLayoutGuide = UILayoutGuide()
    public let layoutMarginsGuide = UILayoutGuide()

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    public init(frame: CGRect) {
        super.init()
        self.frame = frame
        safeAreaLayoutGuide.identifier = "UIViewSafeAreaLayoutGuide"
        layoutMarginsGuide.identifier = "UIViewLayoutMarginsGuide"
        addLayoutGuide(safeAreaLayoutGuide)
        addLayoutGuide(layoutMarginsGuide)
    }

    public convenience override init() { self.init(frame: .zero) }

    open func addSubview(_ view: UIView) {
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    open func addConstraint(_ constraint: NSLayoutConstraint) {
        constraints.append(constraint)
        constraint.isActive = true
    }

    open func removeConstraint(_ constraint: NSLayoutConstraint) { constraints.removeAll { $0 === constraint } }

    open func addLayoutGuide(_ guide: UILayoutGuide) {
        layoutGuides.append(guide)
        guide.owningView = self
    }

    open func setNeedsLayout() {}
    open func layoutIfNeeded() { layoutSubviews() }
    open func layoutSubviews() {}
    open func convert(_ rectangle: CGRect, to view: UIView?) -> CGRect {
        self === view ? rectangle : superview?.convert(rectangle.offsetBy(dx: frame.minX, dy: frame.minY), to: view) ?? rectangle
    }
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { hugging[axis] ?? .defaultLow }
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) { hugging[axis] = priority }
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { resistance[axis] ?? .defaultHigh }
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) { resistance[axis] = priority }
}

extension CGPoint {
    fileprivate static func - (point: CGPoint, size: CGSize) -> CGPoint { CGPoint(x: point.x - size.width / 2, y: point.y - size.height / 2) }
}

@MainActor open class UILayoutGuide: NSObject {
    open var layoutFrame = CGRect.zero
    open var identifier = ""
    open weak var owningView: UIView?
}

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Attribute: Int, Sendable {
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline, leftMargin, rightMargin,
            topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins
        case notAnAttribute = 0
    }
    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
    public enum Axis: Int, Sendable { case horizontal, vertical }

    public private(set) weak var firstItem: AnyObject?
    public private(set) weak var secondItem: AnyObject?
    public let firstAttribute: Attribute
    public let secondAttribute: Attribute
    public let relation: Relation
    public let multiplier: CGFloat
    open var constant: CGFloat
    open var priority = UILayoutPriority.required
    open var identifier: String?
    open var isActive = false

    public init(
        item: Any, attribute: Attribute, relatedBy: Relation, toItem: Any?, attribute second: Attribute, multiplier: CGFloat, constant: CGFloat
    ) {
        (firstItem, secondItem) = (item as AnyObject, toItem as AnyObject?)
        (firstAttribute, secondAttribute, relation, self.multiplier, self.constant) = (attribute, second, relatedBy, multiplier, constant)
    }
}

/// As UIKit's own: what it derives from sizes of contents and from masks.
@MainActor public final class NSContentSizeLayoutConstraint: NSLayoutConstraint {}
@MainActor public final class NSAutoresizingMaskLayoutConstraint: NSLayoutConstraint {}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let defaultLow = UILayoutPriority(250)
}

public struct UIEdgeInsets: Equatable, Sendable {
    public var top, left, bottom, right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

public struct CGAffineTransform: Equatable, Sendable {
    public var isIdentity: Bool
    public static let identity = CGAffineTransform(isIdentity: true)
    public static let quarterTurn = CGAffineTransform(isIdentity: false)
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
@MainActor public final class UITraitCollection: NSObject { public var displayScale: CGFloat { 3 } }

@MainActor public final class UIDevice: NSObject {
    public static let current = UIDevice()
    public var systemName: String { "iOS" }
    public var systemVersion: String { "18.0" }
    public var model: String { "iPhone" }
}

@MainActor public final class UIFont: NSObject {
    public var ascender: CGFloat { 16.1 }
    public var descender: CGFloat { -4.1 }
    public var lineHeight: CGFloat { 20.2 }
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var font: UIFont? = UIFont()
    open override var intrinsicContentSize: CGSize { CGSize(width: 10 * CGFloat(text?.count ?? 0), height: text == nil ? 0 : 20) }
}

@MainActor open class UIControl: UIView {}

@MainActor open class UIButton: UIControl {
    open var currentTitle: String?
    open private(set) var titleLabel: UILabel?
    open override var intrinsicContentSize: CGSize { CGSize(width: 44, height: 44) }
    public override init(frame: CGRect) {
        super.init(frame: frame)
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        titleLabel = label
        addSubview(label)
    }
}

@MainActor open class UITextField: UIControl {
    open var text: String?
    open var placeholder: String?
    open var font: UIFont?
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 34) }
}

@MainActor open class UIScrollView: UIView {
    public let contentLayoutGuide = UILayoutGuide()
    public let frameLayoutGuide = UILayoutGuide()
    public override init(frame: CGRect) {
        super.init(frame: frame)
        contentLayoutGuide.identifier = "UIScrollView-contentLayoutGuide"
        frameLayoutGuide.identifier = "UIScrollView-frameLayoutGuide"
        addLayoutGuide(contentLayoutGuide)
        addLayoutGuide(frameLayoutGuide)
    }
}
