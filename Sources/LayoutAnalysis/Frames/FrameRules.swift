public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// What views are to each other on the screen, as conditions on their frames: of one layout, and of all sizes of its root.
public struct FrameRules: Sendable {
    public let document: LayoutDocument
    public let limits: FrameLimits
    /// By scroll view.
    private let contentAreas: [Int: Int]
    /// By view: frame less alignment insets, what constraints speak of and people see, without shadows.
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

    /// The alignment rectangle in the superview's coordinates.
    public func rectangle(_ view: Int) -> FrameRectangle { rectangles[view] }

    /// Shows something, as guides and content areas do not.
    public func isSeen(_ view: Int) -> Bool {
        document.views[view].kind == .view || document.views[view].kind == .scroll
    }

    /// Shows a text in its own size. Text views scroll what is too long, and so do fields.
    public func showsText(_ view: Int) -> Bool {
        let kind = document.views[view].className ?? ""
        if kind.hasSuffix("TextView") || kind.hasSuffix("TextField") || kind.hasSuffix("SearchBar") { return false }
        return document.views[view].text?.isEmpty == false || kind.hasSuffix("Label") || kind.hasSuffix("Button")
    }

    /// The view, or a scroll view's content area, that subviews lie in; nil where constraints speak of none.
    public func area(_ view: Int) -> Int? {
        document.views[view].kind == .scroll ? contentAreas[view] : view
    }

    /// Lists scroll what they hold by themselves, without a content area that constraints could speak of.
    private func scrolls(_ view: Int) -> Bool {
        let kind = document.views[view].className ?? ""
        return ["TableView", "CollectionView", "OutlineView", "TextView", "ClipView", "BrowserView"].contains(where: kind.hasSuffix)
    }

    // MARK: - Conditions

    /// A side of a view and how much larger it should be.
    public struct Shortfall: Sendable {
        public var axis: Axis
        public var needs: Rational
        /// Needs less has.
        public var form: FrameForm
    }

    /// What a text has too little of, where it shows one that has a size.
    public func truncation(of view: Int) -> [Shortfall] {
        guard showsText(view), isSeen(view) else { return [] }
        let size = document.views[view].intrinsicContentSize
        return shortfalls(view, size.width, size.height)
    }

    /// What a view has less of than its class may have.
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

    /// That some side is too short.
    func condition(_ sides: [Shortfall]) -> FrameCondition {
        FrameCondition([sides.map { $0.form - limits.tolerance }])
    }

    /// The space that the superview gives a view, and what reaches beyond it; nil where nothing is outside of it.
    public func escape(of view: Int) -> (area: Int, beyond: [FrameForm], condition: FrameCondition)? {
        guard isSeen(view), let parent = document.views[view].parent, !scrolls(parent), let area = area(parent) else { return nil }
        let own = rectangles[view]
        let (x, y) = area == parent ? (FrameForm(), FrameForm()) : (FrameForm.frame(area, .x), FrameForm.frame(area, .y))
        let bounds = FrameRectangle(left: x, top: y, right: x + .frame(area, .width), bottom: y + .frame(area, .height))
        let beyond = own.beyond(bounds)
        // What has no size is not seen anywhere.
        return (area, beyond, FrameCondition([[own.width], [own.height], beyond.map { $0 - limits.tolerance }]))
    }

    /// That two siblings cover each other in part. One that lies wholly on the other has it for a background, unless both show a text.
    public func overlap(_ first: Int, _ second: Int) -> FrameCondition {
        let (a, b) = (rectangles[first], rectangles[second])
        var clauses = a.covers(b, by: limits.tolerance)
        if !(showsText(first) && showsText(second)) {
            clauses.append(a.beyond(b).map { $0 - limits.tolerance })
            clauses.append(b.beyond(a).map { $0 - limits.tolerance })
        }
        return FrameCondition(clauses)
    }

    /// The views of each superview that can cover each other, where there are several.
    public func families() -> [[Int]] {
        var children: [Int: [Int]] = [:]
        for view in document.views.indices where isSeen(view) {
            if let parent = document.views[view].parent { children[parent, default: []].append(view) }
        }
        return children.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map(\.value)
    }
}
