internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// The frames of an analyzed layout, as the rules about frames need them.
struct VisibleLayout {
    let document: LayoutDocument
    let analysis: Analysis
    let rules: FrameRules
    let names: ViewNames
    /// The views with ambiguous frames. Rules skip them, as the reported layout is only one of several.
    let ambiguous: Set<Int>
    let work: LintWork
    /// The ambiguous attributes of the frames.
    private let undecided: [Int: Set<FrameDimension>]

    /// Returns nil if no layout was found.
    init?(_ document: LayoutDocument, _ analysis: Analysis, _ limits: FrameLimits, _ work: LintWork) {
        guard analysis.frames.count == document.views.count else { return nil }
        self.document = document
        self.analysis = analysis
        rules = FrameRules(document, limits)
        names = ViewNames(document)
        self.work = work
        var undecided: [Int: Set<FrameDimension>] = [:]
        for ambiguity in analysis.ambiguities { undecided[ambiguity.view, default: []].formUnion(ambiguity.attributes.map(\.dimension)) }
        self.undecided = undecided
        ambiguous = Set(undecided.keys)
    }

    /// Returns the findings about single views, until the work ends.
    func findings(_ find: (Int) -> LintFinding?) -> [LintFinding] {
        var findings: [LintFinding] = []
        for view in views.indices {
            guard work.mayContinue() else { break }
            if let finding = find(view) { findings.append(finding) }
        }
        return findings
    }

    var views: [LayoutView] { document.views }
    var tolerance: Rational { rules.limits.tolerance }

    /// Returns the view's name, with its id if that differs: `UILabel “Hello” (title)`.
    func name(_ view: Int) -> String {
        let (name, id) = (names.name(of: view), views[view].id)
        return name == id ? id : "\(name) (\(id))"
    }

    func value(_ form: FrameForm) -> Rational { form.value(in: analysis.frames) }

    func holds(_ condition: FrameCondition) -> Bool { condition.holds(in: analysis.frames) }

    /// Returns the alignment rectangle in the superview's coordinates. Constraints refer to it, and it excludes shadows.
    func rectangle(_ view: Int) -> Rectangle {
        let edges = rules.rectangle(view)
        return Rectangle(left: value(edges.left), top: value(edges.top), right: value(edges.right), bottom: value(edges.bottom))
    }

    /// Returns the sides that are too short by more than the tolerance, each with its actual and its required length.
    func short(_ sides: [FrameRules.Shortfall], of view: Int) -> [(axis: Axis, has: Rational, needs: Rational)] {
        let open = undecided[view] ?? []
        return sides.compactMap { side in
            let missing = value(side.form)
            guard missing > tolerance, !open.contains(side.axis == .horizontal ? .width : .height) else { return nil }
            return (side.axis, side.needs - missing, side.needs)
        }
    }

    /// Returns the view, or the content area of a scroll view, that contains the subviews. Returns nil if it is ambiguous.
    func area(_ view: Int) -> Int? {
        guard let area = rules.area(view), area == view || !ambiguous.contains(area) else { return nil }
        return area
    }

    /// Returns whether the view is visible, unlike guides and content areas.
    func isSeen(_ view: Int) -> Bool { rules.isSeen(view) }
}

/// A rectangle by its edges, in points. The y axis points down.
struct Rectangle {
    var left: Rational
    var top: Rational
    var right: Rational
    var bottom: Rational

    var width: Rational { right - left }
    var height: Rational { bottom - top }
}

extension Rational {
    /// The number in messages, rounded for reading.
    var shown: String { readingText }
}
