internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// Finds siblings that partly cover each other.
struct OverlappingViews {
    private let scene: VisibleLayout
    private let mostComparisons: Int

    /// The number of comparisons of siblings in one layout, after which the rule ends. Two thousand siblings in one place need as many.
    static let mostComparisons = 2_000_000

    init(_ scene: VisibleLayout, mostComparisons: Int = OverlappingViews.mostComparisons) {
        self.scene = scene
        self.mostComparisons = mostComparisons
    }

    /// Returns the findings in the order of the document. If a limit of the work was reached, a note reports that.
    func findings() -> [LintFinding] {
        var search = Search(left: mostComparisons)
        for siblings in scene.rules.families() {
            overlaps(siblings, &search)
            if search.isOver { break }
        }
        var findings = search.pairs.sorted { $0 < $1 }.map(finding)
        if search.left < 0 {
            let reason = "so many siblings are in the same place that only \(mostComparisons) pairs were compared"
            findings.append(LintFinding(unfinished: [.overlappingViews], reason))
        }
        return findings
    }

    private func finding(_ first: Int, _ second: Int) -> LintFinding {
        let (a, b) = (scene.rectangle(first), scene.rectangle(second))
        let width = min(a.right, b.right) - max(a.left, b.left)
        let height = min(a.bottom, b.bottom) - max(a.top, b.top)
        // Later siblings are above earlier ones.
        return LintFinding(
            .overlappingViews, views: [second, first],
            "\(scene.name(second)) covers part of \(scene.name(first)): \(width.shown) x \(height.shown) points",
            subject: [scene.views[second].id, scene.views[first].id])
    }

    private struct Search {
        /// The number of comparisons that are left.
        var left: Int
        var pairs: [(Int, Int)] = []
        var isOver = false
    }

    /// A view with the place of its rectangle along the sweep, and across it.
    private struct Sibling {
        var view: Int
        var rectangle: Rectangle
        var showsText: Bool
        var along: (from: Rational, to: Rational)
        var across: (from: Rational, to: Rational)
    }

    /// Finds overlaps with a sweep line. Only rectangles that it intersects are compared.
    private func overlaps(_ family: [Int], _ search: inout Search) {
        let siblings = siblings(family)
        var open: [Sibling] = []
        for next in siblings {
            search.left -= open.count
            guard search.left >= 0, scene.work.mayContinue(open.count + 1) else { return search.isOver = true }
            open.removeAll { $0.along.to - next.along.from <= scene.tolerance }
            for other in open where other.across.to > next.across.from && next.across.to > other.across.from && covers(next, other) {
                search.pairs.append((min(other.view, next.view), max(other.view, next.view)))
            }
            // Enough to report that further findings are not listed.
            if search.pairs.count > 50 * LintSettings.mostFindings { return search.isOver = true }
            open.append(next)
        }
    }

    /// Returns the siblings in the order of the sweep. It goes along the axis on which fewer of them are side by side: down a list, and across
    /// a bar.
    private func siblings(_ family: [Int]) -> [Sibling] {
        let decided = family.filter { !scene.ambiguous.contains($0) }
        let rectangles = decided.map { (view: $0, rectangle: scene.rectangle($0), showsText: scene.rules.showsText($0)) }
        func swept(_ span: (Rectangle) -> (Rational, Rational), _ other: (Rectangle) -> (Rational, Rational)) -> [Sibling] {
            rectangles.map {
                Sibling(view: $0.view, rectangle: $0.rectangle, showsText: $0.showsText, along: span($0.rectangle), across: other($0.rectangle))
            }.sorted { ($0.along.from, $0.view) < ($1.along.from, $1.view) }
        }
        func horizontal(_ rectangle: Rectangle) -> (Rational, Rational) { (rectangle.left, rectangle.right) }
        func vertical(_ rectangle: Rectangle) -> (Rational, Rational) { (rectangle.top, rectangle.bottom) }
        let (across, down) = (swept(horizontal, vertical), swept(vertical, horizontal))
        return OverlappingViews.meetings(down) < OverlappingViews.meetings(across) ? down : across
    }

    /// Returns the number of pairs that the sweep line intersects together.
    private static func meetings(_ siblings: [Sibling]) -> Int {
        let ends = siblings.map(\.along.to).sorted()
        var (ended, count) = (0, 0)
        for (place, sibling) in siblings.enumerated() {
            while ended < ends.count, ends[ended] <= sibling.along.from { ended += 1 }
            count += max(0, place - ended)
        }
        return count
    }

    /// Returns whether the views overlap, as `FrameRules.overlap` says of their frames. Comparing them takes far less time than its forms.
    private func covers(_ first: Sibling, _ second: Sibling) -> Bool {
        let (a, b) = (first.rectangle, second.rectangle)
        let least = scene.tolerance
        guard a.right - b.left > least, b.right - a.left > least, a.bottom - b.top > least, b.bottom - a.top > least, a.width > least,
            a.height > least, b.width > least, b.height > least
        else { return false }
        return first.showsText && second.showsText || a.isBeyond(b, by: least) && b.isBeyond(a, by: least)
    }
}

extension Rectangle {
    /// Returns whether some side is outside of another rectangle by more than the tolerance.
    fileprivate func isBeyond(_ other: Rectangle, by tolerance: Rational) -> Bool {
        other.left - left > tolerance || other.top - top > tolerance || right - other.right > tolerance || bottom - other.bottom > tolerance
    }
}
