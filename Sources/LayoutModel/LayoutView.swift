public import ExactArithmetic

/// A view, layout guide, scroll view or content area of a scroll view. Lengths are in points.
public struct LayoutView: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case view, guide, scroll
        /// The content area of its parent, which is a scroll view. Documents never contain it.
        case content
    }

    public var id: String
    /// The superview's index in `LayoutDocument.views`, or nil for the root.
    public var parent: Int?
    public var kind: Kind
    public var className: String?
    /// The visible text: a label's text, a button's title.
    public var text: String?
    /// The intrinsic content size. An axis without one is nil.
    public var intrinsicContentSize: LayoutSize
    public var hugging: AxisPair
    public var compressionResistance: AxisPair
    /// The distance from the alignment rectangle's top down to the first baseline, or nil if the first baseline is the last.
    public var firstBaselineFromTop: Rational?
    /// The distance from the last baseline down to the alignment rectangle's bottom.
    public var lastBaselineFromBottom: Rational
    /// The rare values, or nil if all of them are the defaults.
    @usableFromInline var rare: Box<RareValues>?
    /// Whether the view is an assumed one in a fragment: a constraint refers to it, but the log does not print it. Nothing is
    /// known about it.
    public var isAssumed: Bool

    @inlinable
    public init(
        id: String, parent: Int? = nil, kind: Kind = .view, className: String? = nil, text: String? = nil,
        intrinsicContentSize: LayoutSize = LayoutSize(), hugging: AxisPair = AxisPair(LayoutPriority.defaultLow),
        compressionResistance: AxisPair = AxisPair(LayoutPriority.defaultHigh), firstBaselineFromTop: Rational? = nil,
        lastBaselineFromBottom: Rational = .zero, alignmentRectInsets: LayoutInsets? = nil, layoutMargins: LayoutInsets? = nil,
        insets: LayoutInsets? = nil, autoresizing: Autoresizing? = nil, isAssumed: Bool = false
    ) {
        self.id = id
        self.parent = parent
        self.kind = kind
        self.className = className
        self.text = text
        self.intrinsicContentSize = intrinsicContentSize
        self.hugging = hugging
        self.compressionResistance = compressionResistance
        self.firstBaselineFromTop = firstBaselineFromTop
        self.lastBaselineFromBottom = lastBaselineFromBottom
        self.isAssumed = isAssumed
        rare = nil
        if alignmentRectInsets != nil || layoutMargins != nil || insets != nil || autoresizing != nil {
            set(
                RareValues(
                    alignmentRectInsets: alignmentRectInsets ?? LayoutInsets(), layoutMargins: layoutMargins ?? LayoutInsets(), insets: insets,
                    autoresizing: autoresizing))
        }
    }
}

// MARK: - Rare attributes

extension LayoutView {
    /// Whether insets, margins, autoresizing, label, outlet, source and design are all the defaults. This copies none of them.
    @inlinable public var hasNothingRare: Bool { rare == nil }

    public var alignmentRectInsets: LayoutInsets {
        @inlinable get { rare?.values.alignmentRectInsets ?? LayoutInsets() }
        set { change { $0.alignmentRectInsets = newValue } }
    }

    public var layoutMargins: LayoutInsets {
        @inlinable get { rare?.values.layoutMargins ?? LayoutInsets() }
        set { change { $0.layoutMargins = newValue } }
    }

    /// A guide's insets from its superview, or nil if the document has none.
    public var insets: LayoutInsets? {
        @inlinable get { rare?.values.insets }
        set { change { $0.insets = newValue } }
    }

    public var autoresizing: Autoresizing? {
        @inlinable get { rare?.values.autoresizing }
        set { change { $0.autoresizing = newValue } }
    }

    /// The view's own name, such as Interface Builder's label.
    public var label: String? {
        @inlinable get { rare?.values.label }
        set { change { $0.label = newValue } }
    }

    /// The view's name in the developer's code: its outlet or accessibility identifier.
    public var outlet: String? {
        @inlinable get { rare?.values.outlet }
        set { change { $0.outlet = newValue } }
    }

    /// The content's sizes at text scales other than 1, with unique scales in ascending order.
    public var textSizes: [TextSize] {
        get { rare?.values.textSizes ?? [] }
        set { change { $0.textSizes = newValue } }
    }

    /// The heights of a text that wraps, from the greatest to the least width. Empty if the height does not depend on the width. The
    /// intrinsic height is then that of the pass in which the layout is solved.
    public var heightsByWidth: [HeightAtWidth] {
        get { rare?.values.heightsByWidth ?? [] }
        set { change { $0.heightsByWidth = newValue } }
    }

    /// The place of the view in a developer's sources.
    public var source: SourceReference? {
        @inlinable get { rare?.values.source }
        set { change { $0.source = newValue } }
    }

    /// Properties that Interface Builder stores besides the layout, or nil for other sources.
    public var design: ViewDesign? {
        get { rare?.values.design?.values }
        set { change { $0.design = newValue.map { Box($0) } } }
    }

    private mutating func change(_ body: (inout RareValues) -> Void) {
        var values = rare?.values ?? RareValues()
        body(&values)
        set(values)
    }

    @usableFromInline
    mutating func set(_ values: RareValues) {
        rare = values == RareValues() ? nil : Box(values)
    }
}

@usableFromInline
struct RareValues: Sendable, Hashable {
    @usableFromInline var alignmentRectInsets = LayoutInsets()
    @usableFromInline var layoutMargins = LayoutInsets()
    @usableFromInline var insets: LayoutInsets?
    @usableFromInline var autoresizing: Autoresizing?
    @usableFromInline var label: String?
    @usableFromInline var outlet: String?
    @usableFromInline var source: SourceReference?
    @usableFromInline var textSizes: [TextSize] = []
    @usableFromInline var heightsByWidth: [HeightAtWidth] = []
    /// Stored separately, so that views of documents need no memory for it.
    @usableFromInline var design: Box<ViewDesign>?

    @usableFromInline
    init(
        alignmentRectInsets: LayoutInsets = LayoutInsets(), layoutMargins: LayoutInsets = LayoutInsets(), insets: LayoutInsets? = nil,
        autoresizing: Autoresizing? = nil
    ) {
        self.alignmentRectInsets = alignmentRectInsets
        self.layoutMargins = layoutMargins
        self.insets = insets
        self.autoresizing = autoresizing
    }
}

/// A size in points. Either length may be nil.
public struct LayoutSize: Sendable, Hashable {
    public var width: Rational?
    public var height: Rational?

    @inlinable
    public init(width: Rational? = nil, height: Rational? = nil) {
        self.width = width
        self.height = height
    }

    /// The width for the horizontal axis, else the height.
    public subscript(axis: Axis) -> Rational? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// One number per axis: priorities of content hugging or compression resistance.
public struct AxisPair: Sendable, Hashable {
    public var horizontal: Rational
    public var vertical: Rational

    @inlinable
    public init(_ both: Rational) {
        self.init(horizontal: both, vertical: both)
    }

    @inlinable
    public init(horizontal: Rational, vertical: Rational) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public subscript(axis: Axis) -> Rational {
        get { axis == .horizontal ? horizontal : vertical }
        set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
    }
}

/// Insets as written, in points. An unstated side is nil. Left and right override leading and trailing.
public struct LayoutInsets: Sendable, Hashable {
    public var top: Rational?
    public var bottom: Rational?
    public var left: Rational?
    public var right: Rational?
    public var leading: Rational?
    public var trailing: Rational?

    @inlinable
    public init(
        top: Rational? = nil, bottom: Rational? = nil, left: Rational? = nil, right: Rational? = nil, leading: Rational? = nil,
        trailing: Rational? = nil
    ) {
        self.top = top
        self.bottom = bottom
        self.left = left
        self.right = right
        self.leading = leading
        self.trailing = trailing
    }

    /// Returns the four insets in a reading direction. An unstated side is `default`.
    public func resolved(_ direction: LayoutDirection, default standard: Rational) -> ResolvedInsets {
        let (start, end) = direction == .ltr ? (leading, trailing) : (trailing, leading)
        return ResolvedInsets(
            top: top ?? standard, left: left ?? start ?? standard, bottom: bottom ?? standard, right: right ?? end ?? standard)
    }
}

/// Insets by side, in points.
public struct ResolvedInsets: Sendable, Hashable {
    public var top: Rational
    public var left: Rational
    public var bottom: Rational
    public var right: Rational

    public init(top: Rational, left: Rational, bottom: Rational, right: Rational) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// The frame of a view that its autoresizing mask positions: the design frame within the superview's design size, in points.
public struct Autoresizing: Sendable, Hashable {
    public enum Flexible: String, Sendable, Hashable, CaseIterable {
        case flexibleLeftMargin, flexibleWidth, flexibleRightMargin, flexibleTopMargin, flexibleHeight, flexibleBottomMargin
    }

    public var x: Rational
    public var y: Rational
    public var width: Rational
    public var height: Rational
    public var superviewWidth: Rational
    public var superviewHeight: Rational
    public var mask: Set<Flexible>

    public init(
        x: Rational, y: Rational, width: Rational, height: Rational, superviewWidth: Rational, superviewHeight: Rational,
        mask: Set<Flexible>
    ) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.superviewWidth = superviewWidth
        self.superviewHeight = superviewHeight
        self.mask = mask
    }
}
