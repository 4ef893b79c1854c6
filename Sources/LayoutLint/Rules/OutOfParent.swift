internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// Finds views that extend beyond their superviews.
struct OutOfParent {
    private let scene: VisibleLayout

    init(_ scene: VisibleLayout) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        scene.findings { view in
            guard !scene.ambiguous.contains(view), let parent = scene.views[view].parent, !scene.ambiguous.contains(parent),
                let escape = scene.rules.escape(of: view), !scene.ambiguous.contains(escape.area), scene.holds(escape.condition)
            else { return nil }
            let words = zip(["left", "top", "right", "bottom"], escape.beyond.map(scene.value)).filter { $1 > scene.tolerance }
                .map { "\($1.shown) at the \($0)" }.joined(separator: ", ")
            let what = scene.views[parent].kind == .scroll ? "the content area of \(scene.name(parent))" : scene.name(parent)
            return LintFinding(
                .outOfParent, views: [view, parent], "\(scene.name(view)) extends beyond \(what) by \(words)",
                subject: [scene.views[view].id, scene.views[parent].id])
        }
    }
}
