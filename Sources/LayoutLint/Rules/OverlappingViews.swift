internal import ExactArithmetic
internal import LayoutModel

/// Siblings that cover part of each other.
///
/// One that lies wholly on another is taken for its background, unless both show a text.
struct OverlappingViews {
    private let scene: Scene
    private let settings: LintSettings

    init(_ scene: Scene, _ settings: LintSettings) {
        self.scene = scene
        self.settings = settings
    }

    func findings() -> [LintFinding] {
        var pairs: [(Int, Int)] = []
        for siblings in families() { pairs += overlaps(siblings) }
        return pairs.sorted { $0 < $1 }.map { first, second in
            let (a, b) = (scene.rectangle(first), scene.rectangle(second))
            let width = min(a.right, b.right) - max(a.left, b.left)
            let height = min(a.bottom, b.bottom) - max(a.top, b.top)
            // Later siblings lie above earlier ones.
            return LintFinding(
                .overlappingViews, views: [second, first],
                "\(scene.name(second)) covers part of \(scene.name(first)): \(width.shown) x \(height.shown) points",
                subject: [scene.views[first].id, scene.views[second].id])
        }
    }

    private func families() -> [[Int]] {
        var children: [Int: [Int]] = [:]
        for view in scene.views.indices where scene.isSeen(view) && !scene.ambiguous.contains(view) {
            let own = scene.rectangle(view)
            guard let parent = scene.views[view].parent, own.width.isPositive, own.height.isPositive else { continue }
            children[parent, default: []].append(view)
        }
        return children.values.filter { $0.count > 1 }
    }

    /// Sweeps from the left; only those that the sweep line meets are compared.
    private func overlaps(_ siblings: [Int]) -> [(Int, Int)] {
        let rectangles = siblings.map { (view: $0, rectangle: scene.rectangle($0)) }
            .sorted { ($0.rectangle.left, $0.view) < ($1.rectangle.left, $1.view) }
        var open: [(view: Int, rectangle: Rectangle)] = []
        var pairs: [(Int, Int)] = []
        for next in rectangles {
            open.removeAll { $0.rectangle.right - next.rectangle.left <= settings.tolerance }
            for other in open where collide(other, next) {
                pairs.append((min(other.view, next.view), max(other.view, next.view)))
                // Enough to say that the rest is not listed.
                if pairs.count > 50 * LintSettings.mostFindings { return pairs }
            }
            open.append(next)
        }
        return pairs
    }

    private func collide(_ a: (view: Int, rectangle: Rectangle), _ b: (view: Int, rectangle: Rectangle)) -> Bool {
        let width = min(a.rectangle.right, b.rectangle.right) - max(a.rectangle.left, b.rectangle.left)
        let height = min(a.rectangle.bottom, b.rectangle.bottom) - max(a.rectangle.top, b.rectangle.top)
        guard width > settings.tolerance, height > settings.tolerance else { return false }
        if scene.showsText(a.view), scene.showsText(b.view) { return true }
        let tolerance = settings.tolerance
        return !a.rectangle.contains(b.rectangle, within: tolerance) && !b.rectangle.contains(a.rectangle, within: tolerance)
    }
}
