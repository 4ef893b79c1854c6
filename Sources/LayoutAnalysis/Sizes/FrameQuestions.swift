internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The conditions on frames that a sweep evaluates at every place, with the views that they are about.
struct FrameQuestions {
    private let kinds: Set<SizeFinding.Kind>
    private let work: QuestionWork

    init(_ kinds: Set<SizeFinding.Kind>, _ work: QuestionWork) {
        self.kinds = kinds
        self.work = work
    }

    /// Calls `note` for each condition that may be satisfied between some layouts, until the work ends.
    ///
    /// - Parameters:
    ///   - low: the rules at the first layout.
    ///   - high: the rules at the last layout. They differ from `low` if they depend on the place.
    ///   - open: the undetermined variables.
    ///   - note: called with the condition at the first and at the last layout.
    func ask(
        _ low: FrameRules, _ high: FrameRules, of layouts: [[Rational]], open: Set<Int>,
        _ note: (SizeFinding.Kind, [Int], FrameCondition, FrameCondition) -> Void
    ) {
        func decides(_ view: Int) -> Bool { FrameDimension.allCases.allSatisfy { !open.contains(LoweredSystem.variable(view, $0)) } }
        work.beginPart()
        for view in low.document.views.indices {
            guard work.mayContinue() else { return }
            if kinds.contains(.truncated) {
                let (start, end) = (low.truncation(of: view), high.truncation(of: view))
                if !start.isEmpty { note(.truncated, [view], low.condition(start), high.condition(end)) }
            }
            if kinds.contains(.tooSmall) {
                let sides = low.smallness(of: view)
                if !sides.isEmpty { note(.tooSmall, [view], low.condition(sides), low.condition(sides)) }
            }
            if kinds.contains(.outOfParent), let escape = low.escape(of: view), let parent = low.document.views[view].parent,
                decides(view), decides(parent), decides(escape.area)
            {
                note(.outOfParent, [view, parent], escape.condition, escape.condition)
            }
        }
        guard kinds.contains(.overlapping) else { return }
        for family in low.families() {
            for (first, second) in near(family.filter(decides), low, in: layouts) {
                guard work.mayContinue() else { return }
                let condition = low.overlap(first, second)
                note(.overlapping, [first, second], condition, condition)
            }
        }
    }

    /// Returns the pairs of siblings whose bounding boxes over all layouts overlap, in ascending order. If there are too
    /// many, it returns the first ones.
    private func near(_ family: [Int], _ rules: FrameRules, in layouts: [[Rational]]) -> [(Int, Int)] {
        let extents = family.map { view in
            let edges = rules.rectangle(view)
            func least(_ form: FrameForm) -> Rational { layouts.map(form.value).min() ?? .zero }
            func greatest(_ form: FrameForm) -> Rational { layouts.map(form.value).max() ?? .zero }
            return (view: view, left: least(edges.left), right: greatest(edges.right), top: least(edges.top), bottom: greatest(edges.bottom))
        }.sorted { ($0.left, $0.view) < ($1.left, $1.view) }
        var reaching: [(view: Int, left: Rational, right: Rational, top: Rational, bottom: Rational)] = []
        var pairs: [(Int, Int)] = []
        for next in extents {
            guard work.mayCompare(reaching.count) else { break }
            reaching.removeAll { $0.right <= next.left }
            for other in reaching where other.bottom > next.top && next.bottom > other.top {
                guard work.mayAddPair() else { return pairs.sorted { $0 < $1 } }
                pairs.append((Swift.min(other.view, next.view), Swift.max(other.view, next.view)))
            }
            reaching.append(next)
        }
        return pairs.sorted { $0 < $1 }
    }
}
