internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// Finds views that are smaller than the minimum for their class, such as a button that is hard to tap.
struct MinimumSize {
    private let scene: VisibleLayout

    init(_ scene: VisibleLayout) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        scene.findings { view in
            let sides = scene.short(scene.rules.smallness(of: view), of: view)
            if sides.isEmpty { return nil }
            let name = scene.document.itemText(view, by: scene.names)
            let words = sides.map { "its \($0.axis.sizeName) is \($0.has.shown) pt, and the minimum for its class is \($0.needs.shown) pt" }
            return LintFinding(
                .minimumSize, views: [view], "\(scene.name(view)) is too small: \(words.joined(separator: ", and "))",
                remedies: [sides.map { "add \(name).\($0.axis.sizeName) >= \($0.needs.shown)" }.joined(separator: ", and ")],
                subject: [scene.views[view].id])
        }
    }
}
