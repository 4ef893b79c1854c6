internal import ExactArithmetic
internal import LayoutModel

/// A view that reaches beyond its superview.
struct OutOfParent {
    private let scene: Scene
    private let settings: LintSettings

    init(_ scene: Scene, _ settings: LintSettings) {
        self.scene = scene
        self.settings = settings
    }

    func findings() -> [LintFinding] {
        scene.views.indices.compactMap { view in
            guard scene.isSeen(view), !scene.ambiguous.contains(view), let parent = scene.views[view].parent, !scene.ambiguous.contains(parent),
                let bounds = scene.bounds(parent)
            else { return nil }
            let own = scene.rectangle(view)
            // What has no size is not seen anywhere.
            guard own.width.isPositive, own.height.isPositive else { return nil }
            let beyond: [(side: String, by: Rational)] = [
                ("left", bounds.left - own.left), ("top", bounds.top - own.top), ("right", own.right - bounds.right),
                ("bottom", own.bottom - bounds.bottom),
            ].filter { $0.1 > settings.tolerance }
            if beyond.isEmpty { return nil }
            let words = beyond.map { "\($0.by.shown) at the \($0.side)" }.joined(separator: ", ")
            let what = scene.views[parent].kind == .scroll ? "the content area of \(scene.name(parent))" : scene.name(parent)
            return LintFinding(
                .outOfParent, views: [view, parent], "\(scene.name(view)) reaches beyond \(what): by \(words)",
                subject: [scene.views[view].id, scene.views[parent].id])
        }
    }
}
