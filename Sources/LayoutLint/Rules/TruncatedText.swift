internal import ExactArithmetic
internal import LayoutModel

/// A text that gets less room than it needs.
struct TruncatedText {
    private let scene: Scene
    private let settings: LintSettings

    init(_ scene: Scene, _ settings: LintSettings) {
        self.scene = scene
        self.settings = settings
    }

    func findings() -> [LintFinding] {
        scene.views.indices.compactMap { view in
            guard scene.showsText(view), scene.isSeen(view) else { return nil }
            let room = scene.rectangle(view)
            let needed = scene.views[view].intrinsicContentSize
            let open = scene.undecided(view)
            var sides: [(axis: Axis, has: Rational, needs: Rational)] = []
            if let width = needed.width, width - room.width > settings.tolerance, !open.contains(.width) {
                sides.append((.horizontal, room.width, width))
            }
            if let height = needed.height, height - room.height > settings.tolerance, !open.contains(.height) {
                sides.append((.vertical, room.height, height))
            }
            if sides.isEmpty { return nil }
            let words = sides.map { "\($0.axis == .horizontal ? "width" : "height") \($0.has.shown) of \($0.needs.shown)" }
            let text = scene.views[view].text.map { " \"\($0.prefix(60))\"" } ?? ""
            let id = scene.views[view].id
            return LintFinding(
                .truncatedText, views: [view], "\(scene.name(view)) has too little room for its text\(text): \(words.joined(separator: ", "))",
                remedies: sides.map { "give \(id) \(($0.needs - $0.has).shown) points more \($0.axis == .horizontal ? "width" : "height")" },
                parts: sides.map { LintFinding.Part(row: "\(id).compressionResistance.\($0.axis.rawValue)") },
                subject: [id])
        }
    }
}
