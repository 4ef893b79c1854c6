import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// The second pass of layouts whose texts wrap, compared with its own document.
@Suite struct TwoPassTests {
    /// Two texts beside each other, each with heights by width, above a box.
    private func text(width: Int, _ heights: [[(Int, Int)]]) -> String {
        let lists = heights.map { list in "[" + list.map { "{\"width\": \($0.0), \"height\": \($0.1)}" }.joined(separator: ",") + "]" }
        return """
            {"size": {"width": \(width), "height": 300}, "views": [{"id": "root"},
              {"id": "a", "parent": "root", "intrinsicContentSize": {"width": 120}, "heightsByWidth": \(lists[0])},
              {"id": "b", "parent": "root", "intrinsicContentSize": {"width": 90}, "hugging": {"horizontal": 251}, "heightsByWidth": \(lists[1]),
               "compressionResistance": {"horizontal": 751, "vertical": 1000}, "alignmentRectInsets": {"left": 2, "right": 3}},
              {"id": "box", "parent": "root"}],
             "constraints": ["H:|-4-[a]-4-[b]-4-|", "a.top == root.top", "b.top == root.top", "box.top >= a.bottom", "box.top >= b.bottom",
               "box.top == root.top @ 100", "box.height == 120", "H:|[box]|", "box.bottom <= root.bottom"]}
            """
    }

    private let heights = [[(120, 20), (70, 40), (40, 60)], [(90, 15), (45, 30), (20, 190)]]

    private func document(_ width: Int) throws -> LayoutDocument {
        try DocumentImporter().read(json: Array(text(width: width, heights).utf8))
    }

    @Test func `every width of a range has the verdict that it has alone`() throws {
        var options = AnalysisOptions()
        options.sizes = [try #require(SizeRange(.width, text: "20...300"))]
        let analyzer = Analyzer(options: options)
        let whole = analyzer.analyze(analyzer.secondPass(of: try document(100)))
        #expect(whole.inconclusive.isEmpty && (whole.passes?.regions.count ?? 0) > 3)
        var verdicts: Set<Analysis.Verdict> = []
        for width in 20...300 {
            let alone = Analyzer()
            let second = alone.secondPass(of: try document(width))
            let verdict = alone.analyze(second).verdict
            let region = try #require(whole.regions.first { $0.span.contains(Rational(width)) })
            #expect(region.verdict == verdict, "\(width)")
            verdicts.insert(verdict)
            let heights = try #require(whole.passes?.regions.first { $0.span.contains(Rational(width)) }?.heights)
            if alone.analyze(second.firstPass().ofOnePass()).verdict == .clean {
                #expect(heights == second.passes?.entries.map(\.height), "\(width)")
            }
        }
        #expect(verdicts.count > 1)
    }

    @Test func `an edited layout has the same passes as from scratch`() throws {
        var incremental = IncrementalAnalyzer()
        for width in [300, 170, 130, 231, 80, 300, 230, 229] {
            let second = Analyzer().secondPass(of: try document(width))
            let followed = incremental.analyze(second)
            #expect(followed.frames == Analyzer().analyze(second).frames, "\(width)")
        }
    }

    @Test func `a document without such texts is the same`() throws {
        let plain = try document(100).ofOnePass()
        #expect(Analyzer().secondPass(of: plain) == plain)
        var stale = plain
        stale.passes = TextPasses()
        #expect(Analyzer().secondPass(of: stale) == plain)
    }

    @Test func `the canonical form does not depend on the pass`() throws {
        let document = try document(100)
        let canonical = CanonicalDocument.json(document)
        #expect(CanonicalDocument.json(Analyzer().secondPass(of: document)) == canonical)
        #expect(try DocumentImporter().read(json: canonical).views == document.views)
    }
}
