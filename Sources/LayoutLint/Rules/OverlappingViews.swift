internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// Finds siblings that partly cover each other.
struct OverlappingViews {
    private let scene: VisibleLayout

    init(_ scene: VisibleLayout) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        var pairs: [(Int, Int)] = []
        for siblings in scene.rules.families() { pairs += overlaps(siblings) }
        return pairs.sorted { $0 < $1 }.map { first, second in
            let (a, b) = (scene.rectangle(first), scene.rectangle(second))
            let width = min(a.right, b.right) - max(a.left, b.left)
            let height = min(a.bottom, b.bottom) - max(a.top, b.top)
            // Later siblings are above earlier ones.
            return LintFinding(
                .overlappingViews, views: [second, first],
                "\(scene.name(second)) covers part of \(scene.name(first)): \(width.shown) x \(height.shown) points",
                subject: [scene.views[first].id, scene.views[second].id])
        }
    }

    /// Finds overlaps with a sweep line from the left. Only rectangles that it intersects are compared.
    private func overlaps(_ siblings: [Int]) -> [(Int, Int)] {
        let rectangles = siblings.filter { !scene.ambiguous.contains($0) }.map { (view: $0, rectangle: scene.rectangle($0)) }
            .sorted { ($0.rectangle.left, $0.view) < ($1.rectangle.left, $1.view) }
        var open: [(view: Int, rectangle: Rectangle)] = []
        var pairs: [(Int, Int)] = []
        for next in rectangles {
            open.removeAll { $0.rectangle.right - next.rectangle.left <= scene.tolerance }
            for other in open where other.rectangle.bottom > next.rectangle.top && next.rectangle.bottom > other.rectangle.top {
                let (first, second) = (min(other.view, next.view), max(other.view, next.view))
                guard scene.holds(scene.rules.overlap(first, second)) else { continue }
                pairs.append((first, second))
                // Enough to report that further findings are not listed.
                if pairs.count > 50 * LintSettings.mostFindings { return pairs }
            }
            open.append(next)
        }
        return pairs
    }
}
