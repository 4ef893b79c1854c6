internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel

extension SourceAnalyzer {
    /// Analyzes the scenes of an Interface Builder file: each embedded scene at the size of its container, which was solved before.
    ///
    /// - Parameters:
    ///   - variation: the variation, already applied by the import as far as that is possible.
    ///   - begun: the beginning of the analysis, from which the deadline counts.
    func analyze(
        scenes: [InterfaceBuilderLayout], as variation: LayoutVariation, parse: Double, begun: ContinuousClock.Instant
    ) -> [AnalyzedLayout] {
        let plan = EmbeddingPlan(scenes)
        var options = options
        var solved: [(document: LayoutDocument, analysis: Analysis)] = []
        solved.reserveCapacity(plan.places.count)
        for place in plan.places {
            options.deadline = max(0, self.options.deadline - begun.duration(to: .now) / .seconds(1))
            var layout = scenes[place.scene]
            var document = layout.document
            SourceAnalyzer.apply(variation, to: &document, hasOwnCanvas: layout.links.ownCanvas != nil)
            var embedding = place.note
            if let container = place.container {
                let outer = solved[container.place]
                let found = SourceAnalyzer.embedding(in: outer.document, outer.analysis, view: container.view, of: document)
                if plan.ofScenes[place.scene].count > 1 {
                    document.name = "\(document.name.map { "\($0.shortened()) " } ?? "")in \(found.container) of \(found.scene)"
                }
                if let size = found.size, variation != LayoutVariation() || !layout.isDrawn(at: size) {
                    document.size = size
                    layout = layout.offCanvas()
                }
                embedding = found
            }
            var analysis = Analyzer(options: options).analyze(document)
            analysis.timing.parse = parse
            layout.complete(&analysis)
            analysis.source?.embedding = embedding
            solved.append((document, analysis))
        }
        return plan.ofScenes.flatMap(\.self).map { AnalyzedLayout(solved[$0].document, solved[$0].analysis) }
    }

    /// Applies a variation to a scene. One with a canvas of its own is not varied in size.
    private static func apply(_ variation: LayoutVariation, to document: inout LayoutDocument, hasOwnCanvas: Bool) {
        if variation == LayoutVariation() { return }
        var variation = variation
        if hasOwnCanvas { variation.size = nil }
        variation.apply(to: &document)
    }

    /// Returns the embedding in a container, with its size or with the reason that it has none.
    private static func embedding(in document: LayoutDocument, _ analysis: Analysis, view: Int, of scene: LayoutDocument) -> SceneEmbedding {
        var embedding = EmbeddingPlan.embedding(in: document, view: view)
        func undecided(_ what: String, _ next: String) -> SceneEmbedding {
            var embedding = embedding
            let own = "\(scene.size.width?.readingText ?? "?") x \(scene.size.height?.readingText ?? "?")"
            embedding.reason =
                "\(what) of the container \(embedding.container)\(embedding.line.map { " (line \($0))" } ?? "") in the scene \(embedding.scene) "
                + "is not determined, so this scene is checked at its own size \(own): \(next)"
            return embedding
        }
        guard analysis.frames.indices.contains(view) else { return undecided("the frame", "allow more time with --deadline") }
        let open = analysis.ambiguities.filter { $0.view == view }.flatMap(\.attributes).map(\.dimension)
        let words = [open.contains(.width) ? "width" : nil, open.contains(.height) ? "height" : nil].compactMap(\.self)
        guard words.isEmpty else {
            let all = words.joined(separator: " and ")
            return undecided("the \(all)", "add constraints that give the container its \(all)")
        }
        embedding.size = LayoutSize(width: analysis.frames[view].width, height: analysis.frames[view].height)
        return embedding
    }
}
