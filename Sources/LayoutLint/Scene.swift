internal import ExactArithmetic
internal import LayoutModel

/// A layout with its frames, as rules about what is seen take it.
struct Scene {
    let document: LayoutDocument
    let analysis: Analysis
    /// Views whose frame is not decided: their place in the one layout that is shown proves nothing.
    let ambiguous: Set<Int>
    /// By scroll view.
    private let contentAreas: [Int: Int]

    /// nil where no layout was found.
    init?(_ document: LayoutDocument, _ analysis: Analysis) {
        guard analysis.frames.count == document.views.count else { return nil }
        self.document = document
        self.analysis = analysis
        ambiguous = Set(analysis.ambiguities.map(\.view))
        var areas: [Int: Int] = [:]
        // Content areas come after all other views.
        for view in document.views.indices.reversed() {
            guard document.views[view].kind == .content else { break }
            if let parent = document.views[view].parent { areas[parent] = view }
        }
        contentAreas = areas
    }

    var views: [LayoutView] { document.views }

    /// What a reader knows the view by.
    func name(_ view: Int) -> String {
        let id = views[view].id
        return views[view].label.map { "\"\($0)\" (\(id))" } ?? id
    }

    /// The alignment rectangle in the superview's coordinates: what constraints speak of and people see, without shadows.
    func rectangle(_ view: Int) -> Rectangle {
        let frame = analysis.frames[view]
        let insets = views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
        return Rectangle(
            left: frame.x + insets.left, top: frame.y + insets.top, right: frame.x + frame.width - insets.right,
            bottom: frame.y + frame.height - insets.bottom)
    }

    /// The space that the view gives its subviews, in its own coordinates; of a scroll view the content area, nil where nothing is known of it.
    func bounds(_ view: Int) -> Rectangle? {
        guard !scrolls(view), let area = area(view) else { return nil }
        let frame = analysis.frames[area]
        let (left, top): (Rational, Rational) = area == view ? (.zero, .zero) : (frame.x, frame.y)
        return Rectangle(left: left, top: top, right: left + frame.width, bottom: top + frame.height)
    }

    /// Lists scroll what they hold by themselves, without a content area that constraints could speak of.
    private func scrolls(_ view: Int) -> Bool {
        let kind = views[view].className ?? ""
        return ["TableView", "CollectionView", "OutlineView", "TextView", "ClipView", "BrowserView"].contains(where: kind.hasSuffix)
    }

    /// The view, or a scroll view's content area, that subviews lie in; nil where it is not decided.
    func area(_ view: Int) -> Int? {
        guard views[view].kind == .scroll else { return view }
        guard let content = contentAreas[view], !ambiguous.contains(content) else { return nil }
        return content
    }

    /// The numbers of the view's frame that are ambiguous.
    func undecided(_ view: Int) -> Set<FrameDimension> {
        guard ambiguous.contains(view) else { return [] }
        return Set(analysis.ambiguities.filter { $0.view == view }.flatMap(\.attributes).map(\.dimension))
    }

    /// Shows something, as guides and content areas do not.
    func isSeen(_ view: Int) -> Bool {
        views[view].kind == .view || views[view].kind == .scroll
    }

    /// Shows a text in its own size. Text views scroll what is too long, and so do fields.
    func showsText(_ view: Int) -> Bool {
        let kind = views[view].className ?? ""
        if kind.hasSuffix("TextView") || kind.hasSuffix("TextField") || kind.hasSuffix("SearchBar") { return false }
        return views[view].text != nil || kind.hasSuffix("Label") || kind.hasSuffix("Button")
    }
}

/// A rectangle by its edges, in points, y growing downwards.
struct Rectangle {
    var left: Rational
    var top: Rational
    var right: Rational
    var bottom: Rational

    var width: Rational { right - left }
    var height: Rational { bottom - top }

    func contains(_ other: Rectangle, within tolerance: Rational) -> Bool {
        other.left >= left - tolerance && other.top >= top - tolerance && other.right <= right + tolerance && other.bottom <= bottom + tolerance
    }
}

extension Rational {
    /// In messages: at most six places.
    var shown: String { decimalText() }
}
