internal import ExactArithmetic
internal import LayoutModel

/// A view that is smaller than views of its class may be, such as a button that is hard to tap.
struct MinimumSize {
    private let scene: Scene
    private let settings: LintSettings

    init(_ scene: Scene, _ settings: LintSettings) {
        self.scene = scene
        self.settings = settings
    }

    func findings() -> [LintFinding] {
        scene.views.indices.compactMap { view in
            guard scene.isSeen(view), let least = least(view) else { return nil }
            let open = scene.undecided(view)
            let own = scene.rectangle(view)
            var sides: [String] = []
            var remedies: [String] = []
            let id = LayoutDocument.itemText(scene.views[view].id)
            for (side, has, needs) in [(FrameDimension.width, own.width, least.width), (.height, own.height, least.height)] {
                guard let needs, needs - has > settings.tolerance, !open.contains(side) else { continue }
                sides.append("\(side.name) \(has.shown), not at least \(needs.shown)")
                remedies.append("add \(id).\(side.name) >= \(needs.equationText)")
            }
            if sides.isEmpty { return nil }
            let kind = scene.views[view].className.map { " (\($0))" } ?? ""
            return LintFinding(
                .minimumSize, views: [view], "\(scene.name(view))\(kind) is too small: \(sides.joined(separator: "; "))", remedies: remedies,
                subject: [scene.views[view].id])
        }
    }

    /// By the view's id, else by the longest name that fits its class.
    private func least(_ view: Int) -> LintSettings.MinimumSize? {
        if let own = settings.minimumSizes["#" + scene.views[view].id] { return own }
        guard let kind = scene.views[view].className else { return settings.minimumSizes["*"] }
        let fitting = settings.minimumSizes.keys.filter { key in
            key == kind || key.hasPrefix("*") && !key.hasPrefix("#") && kind.hasSuffix(key.dropFirst())
        }
        // Equally long: the exact name, which has no star.
        return fitting.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }.flatMap { settings.minimumSizes[$0] }
    }
}
