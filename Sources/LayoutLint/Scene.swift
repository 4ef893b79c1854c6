internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// A layout with its frames, as rules about what is seen take it.
struct Scene {
    let document: LayoutDocument
    let analysis: Analysis
    let rules: FrameRules
    private let names: ViewNames
    /// Views whose frame is not decided: their place in the one layout that is shown proves nothing.
    let ambiguous: Set<Int>

    /// nil where no layout was found.
    init?(_ document: LayoutDocument, _ analysis: Analysis, _ limits: FrameLimits) {
        guard analysis.frames.count == document.views.count else { return nil }
        self.document = document
        self.analysis = analysis
        rules = FrameRules(document, limits)
        names = ViewNames(document)
        ambiguous = Set(analysis.ambiguities.map(\.view))
    }

    var views: [LayoutView] { document.views }
    var tolerance: Rational { rules.limits.tolerance }

    /// What a reader knows the view by, with its id where that is another: `UILabel “Hello” (title)`.
    func name(_ view: Int) -> String {
        let (name, id) = (names.name(of: view), views[view].id)
        return name == id ? id : "\(name) (\(id))"
    }

    func value(_ form: FrameForm) -> Rational { form.value(in: analysis.frames) }

    func holds(_ condition: FrameCondition) -> Bool { condition.holds(in: analysis.frames) }

    /// The alignment rectangle in the superview's coordinates: what constraints speak of and people see, without shadows.
    func rectangle(_ view: Int) -> Rectangle {
        let edges = rules.rectangle(view)
        return Rectangle(left: value(edges.left), top: value(edges.top), right: value(edges.right), bottom: value(edges.bottom))
    }

    /// The sides that are too short by more than the tolerance, each with what it has.
    func short(_ sides: [FrameRules.Shortfall], of view: Int) -> [(axis: Axis, has: Rational, needs: Rational)] {
        let open = undecided(view)
        return sides.compactMap { side in
            let missing = value(side.form)
            guard missing > tolerance, !open.contains(side.axis == .horizontal ? .width : .height) else { return nil }
            return (side.axis, side.needs - missing, side.needs)
        }
    }

    /// The view, or a scroll view's content area, that subviews lie in; nil where it is not decided.
    func area(_ view: Int) -> Int? {
        guard let area = rules.area(view), area == view || !ambiguous.contains(area) else { return nil }
        return area
    }

    /// The numbers of the view's frame that are ambiguous.
    private func undecided(_ view: Int) -> Set<FrameDimension> {
        guard ambiguous.contains(view) else { return [] }
        return Set(analysis.ambiguities.filter { $0.view == view }.flatMap(\.attributes).map(\.dimension))
    }

    /// Shows something, as guides and content areas do not.
    func isSeen(_ view: Int) -> Bool { rules.isSeen(view) }
}

/// A rectangle by its edges, in points, y growing downwards.
struct Rectangle {
    var left: Rational
    var top: Rational
    var right: Rational
    var bottom: Rational

    var width: Rational { right - left }
    var height: Rational { bottom - top }
}

extension Rational {
    /// In messages: at most six places.
    var shown: String { decimalText() }
}
