// A stand-in for AppKit on Linux: the part of its public interface that a capture needs, without any layout. Frames are what a test sets.
@_exported import Foundation
@_exported import FoundationNetworking

public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

@MainActor open class NSResponder: NSObject {
    open weak var nextResponder: NSResponder?
}

@MainActor open class NSViewController: NSResponder {}
@MainActor open class NSWindow: NSResponder { public var backingScaleFactor: CGFloat { 2 } }

@MainActor open class NSView: NSResponder {
    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var isFlipped: Bool { false }
    open var window: NSWindow?
    open private(set) weak var superview: NSView?
    open private(set) var subviews: [NSView] = []
    open private(set) var constraints: [NSLayoutConstraint] = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var autoresizingMask: AutoresizingMask = []
    open var identifier: NSUserInterfaceItemIdentifier?
    open var alignmentRectInsets: NSEdgeInsets { NSEdgeInsets() }
    open var intrinsicContentSize: CGSize { CGSize(width: NSView.noIntrinsicMetric, height: NSView.noIntrinsicMetric) }
    open var userInterfaceLayoutDirection: NSUserInterfaceLayoutDirection { .leftToRight }
    open var firstBaselineOffsetFromTop: CGFloat { 13 }
    open var lastBaselineOffsetFromBottom: CGFloat { 3 }
    open var needsLayout = false
    open var hasAmbiguousLayout: Bool { false }
    public static let noIntrinsicMetric: CGFloat = -1

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let width = AutoresizingMask(rawValue: 2)
        public static let minYMargin = AutoresizingMask(rawValue: 8)
    }

    public init(frame: CGRect) {
        self.frame = frame
    }

    open func addSubview(_ view: NSView) {
        subviews.append(view)
        view.superview = self
    }

    open func addConstraint(_ constraint: NSLayoutConstraint) {
        constraints.append(constraint)
        constraint.isActive = true
    }

    open func addLayoutGuide(_ guide: NSLayoutGuide) { guide.owningView = self }
    open func accessibilityIdentifier() -> String { "" }
    open func layoutSubtreeIfNeeded() {}
    open func contentHuggingPriority(for orientation: NSLayoutConstraint.Orientation) -> NSLayoutConstraint.Priority { .defaultLow }
    open func contentCompressionResistancePriority(for orientation: NSLayoutConstraint.Orientation) -> NSLayoutConstraint.Priority { .defaultHigh }
}

public struct NSEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat
    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

@MainActor open class NSLayoutGuide: NSObject {
    open var frame = CGRect.zero
    open var identifier = NSUserInterfaceItemIdentifier(rawValue: "")
    open weak var owningView: NSView?
}

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Attribute: Int, Sendable {
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
        case notAnAttribute = 0
    }
    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
    public enum Orientation: Int, Sendable { case horizontal, vertical }
    public struct Priority: RawRepresentable, Hashable, Sendable {
        public let rawValue: Float
        public init(rawValue: Float) { self.rawValue = rawValue }
        public static let required = Priority(rawValue: 1000)
        public static let defaultHigh = Priority(rawValue: 750)
        public static let defaultLow = Priority(rawValue: 250)
    }

    public private(set) weak var firstItem: AnyObject?
    public private(set) weak var secondItem: AnyObject?
    public let firstAttribute: Attribute
    public let secondAttribute: Attribute
    public let relation: Relation
    public let multiplier: CGFloat
    open var constant: CGFloat
    open var priority = Priority.required
    open var identifier: String?
    open var isActive = false

    public init(
        item: Any, attribute: Attribute, relatedBy: Relation, toItem: Any?, attribute second: Attribute, multiplier: CGFloat, constant: CGFloat
    ) {
        (firstItem, secondItem) = (item as AnyObject, toItem as AnyObject?)
        (firstAttribute, secondAttribute, relation, self.multiplier, self.constant) = (attribute, second, relatedBy, multiplier, constant)
    }
}

public enum NSUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

@MainActor open class NSControl: NSView {
    open var stringValue = ""
}

@MainActor open class NSButton: NSControl {
    open var title = ""
    open override var intrinsicContentSize: CGSize { CGSize(width: 80, height: 24) }
}

@MainActor open class NSTextField: NSControl {
    open var isEditable = false
    open var placeholderString: String?
    open override var intrinsicContentSize: CGSize { CGSize(width: 60, height: 16) }
}
