public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// The rules about frames (truncated text, small views, overlaps and the like) as conditions on frames. They are evaluated for
/// one layout or over all sizes of its root.
public struct FrameRules: Sendable {
    public let document: LayoutDocument
    public let limits: FrameLimits
    /// The content area of each scroll view, by the indices of both.
    private let contentAreas: [Int: Int]
    /// The alignment rectangle of each view, which constraints refer to and which excludes shadows.
    private let rectangles: [FrameRectangle]

    public init(_ document: LayoutDocument, _ limits: FrameLimits) {
        self.document = document
        self.limits = limits
        var areas: [Int: Int] = [:]
        // Content areas come after all other views.
        for view in document.views.indices.reversed() {
            guard document.views[view].kind == .content else { break }
            if let parent = document.views[view].parent { areas[parent] = view }
        }
        contentAreas = areas
        rectangles = document.views.indices.map { view in
            let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
            let (x, y) = (FrameForm.frame(view, .x), FrameForm.frame(view, .y))
            return FrameRectangle(
                left: x + insets.left, top: y + insets.top, right: x + FrameForm.frame(view, .width) - insets.right,
                bottom: y + FrameForm.frame(view, .height) - insets.bottom)
        }
    }

    // MARK: - Views

    /// Returns the alignment rectangle in the superview's coordinates.
    public func rectangle(_ view: Int) -> FrameRectangle { rectangles[view] }

    /// Returns whether the view is visible, unlike guides and content areas.
    public func isSeen(_ view: Int) -> Bool {
        document.views[view].kind == .view || document.views[view].kind == .scroll
    }

    /// Returns whether the view shows a text that does not scroll, unlike text views and fields.
    public func showsText(_ view: Int) -> Bool {
        let kind = document.views[view].className ?? ""
        if kind.hasSuffix("TextView") || kind.hasSuffix("TextField") || kind.hasSuffix("SearchBar") { return false }
        return document.views[view].text?.isEmpty == false || kind.hasSuffix("Label") || kind.hasSuffix("Button")
    }

    /// Returns the view, or the content area of a scroll view, that contains the subviews. Returns nil if constraints refer to no
    /// content area.
    public func area(_ view: Int) -> Int? {
        document.views[view].kind == .scroll ? contentAreas[view] : view
    }

    /// Returns whether the view scrolls its contents without a content area that constraints could refer to, as lists do.
    private func scrolls(_ view: Int) -> Bool {
        let kind = document.views[view].className ?? ""
        return ["TableView", "CollectionView", "OutlineView", "TextView", "ClipView", "BrowserView"].contains(where: kind.hasSuffix)
    }

    // MARK: - Conditions

    /// A side of a view, and how much larger it should be.
    public struct Shortfall: Sendable {
        public var axis: Axis
        public var needs: Rational
        /// The required length minus the actual one.
        public var form: FrameForm
    }

    /// Returns the sides of a visible text, with a known size of the text, that may be too short for it.
    public func truncation(of view: Int) -> [Shortfall] {
        guard showsText(view), isSeen(view) else { return [] }
        let own = document.views[view]
        // A text that wraps needs no more width than its narrowest form.
        return shortfalls(view, own.heightsByWidth.last?.width ?? own.intrinsicContentSize.width, own.intrinsicContentSize.height)
    }

    /// Returns the sides of a view that may be shorter than the minimum for its class.
    public func smallness(of view: Int) -> [Shortfall] {
        guard isSeen(view), let least = limits.least(document.views[view]) else { return [] }
        return shortfalls(view, least.width, least.height)
    }

    private func shortfalls(_ view: Int, _ width: Rational?, _ height: Rational?) -> [Shortfall] {
        var sides: [Shortfall] = []
        if let width { sides.append(Shortfall(axis: .horizontal, needs: width, form: FrameForm(constant: width) - rectangles[view].width)) }
        if let height { sides.append(Shortfall(axis: .vertical, needs: height, form: FrameForm(constant: height) - rectangles[view].height)) }
        return sides
    }

    /// Returns the condition that some side is too short.
    func condition(_ sides: [Shortfall]) -> FrameCondition {
        FrameCondition([sides.map { $0.form - limits.tolerance }])
    }

    /// Returns the area that contains a view, the extents beyond it, and the condition that one is positive. Returns nil if the
    /// view cannot be outside.
    public func escape(of view: Int) -> (area: Int, beyond: [FrameForm], condition: FrameCondition)? {
        guard isSeen(view), let parent = document.views[view].parent, !scrolls(parent), let area = area(parent) else { return nil }
        let own = rectangles[view]
        let (x, y) = area == parent ? (FrameForm(), FrameForm()) : (FrameForm.frame(area, .x), FrameForm.frame(area, .y))
        let bounds = FrameRectangle(left: x, top: y, right: x + .frame(area, .width), bottom: y + .frame(area, .height))
        let beyond = own.beyond(bounds)
        // A view without a size is invisible.
        return (area, beyond, FrameCondition([[own.width], [own.height], beyond.map { $0 - limits.tolerance }]))
    }

    /// Returns the condition that two siblings overlap in part. A view that is completely inside the other counts as content on a
    /// background, unless both show a text.
    public func overlap(_ first: Int, _ second: Int) -> FrameCondition {
        let (a, b) = (rectangles[first], rectangles[second])
        var clauses = a.covers(b, by: limits.tolerance)
        if !(showsText(first) && showsText(second)) {
            clauses.append(a.beyond(b).map { $0 - limits.tolerance })
            clauses.append(b.beyond(a).map { $0 - limits.tolerance })
        }
        return FrameCondition(clauses)
    }

    /// Returns the visible siblings of each superview with several of them.
    public func families() -> [[Int]] {
        var children: [Int: [Int]] = [:]
        for view in document.views.indices where isSeen(view) {
            if let parent = document.views[view].parent { children[parent, default: []].append(view) }
        }
        return children.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map(\.value)
    }
}
