internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// Finds texts that have less room than they need.
struct TruncatedText {
    private let scene: VisibleLayout

    init(_ scene: VisibleLayout) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        scene.findings { view in
            let sides = scene.short(scene.rules.truncation(of: view), of: view)
            if sides.isEmpty { return nil }
            let words = sides.map { "\($0.axis.sizeName) \($0.has.shown) instead of \($0.needs.shown)" }
            let name = scene.name(view)
            // Most names contain the text already.
            let text = scene.views[view].text.map { name.contains($0) ? "" : " \"\($0.prefix(60))\"" } ?? ""
            let id = scene.views[view].id
            return LintFinding(
                .truncatedText, views: [view], "\(name) has too little room for its text\(text): \(words.joined(separator: ", "))",
                remedies: [
                    "give \(scene.names.name(of: view)) "
                        + sides.map { "\(($0.needs - $0.has).shown) pt more \($0.axis.sizeName)" }.joined(separator: " and ")
                ],
                parts: sides.map { LintFinding.Part(row: "\(id).compressionResistance.\($0.axis.rawValue)") },
                subject: [id])
        }
    }
}
