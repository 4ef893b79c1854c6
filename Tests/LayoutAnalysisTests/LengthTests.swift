import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// Lengths that no reader of a report takes are not told, and nothing in their place.
@Suite struct LengthTests {
    private func layout(_ width: String, _ constraints: String...) throws -> LayoutDocument {
        let listed = (["'a.leading == root.leading'", "'a.top == root.top'"] + constraints.map { "'\($0)'" }).joined(separator: ", ")
        return try document("{'size': {'width': \(width), 'height': 100}, 'constraints': [\(listed)]}")
    }

    @Test func `a frame beyond the range of doubles leaves the layout open`() throws {
        let found = Analyzer().analyze(try layout("1e308", "a.width == 1000 * root.width", "a.height == 1"))
        #expect(found.verdict == .incomplete && found.frames.isEmpty && found.degreesOfFreedom == nil && !found.isAmbiguous)
        #expect(found.inconclusive.map(\.subject) == ["frames", "ambiguities"])
        #expect(found.inconclusive.allSatisfy { $0.reason == Inconclusive.tooLong })
    }

    @Test func `the greatest double is told`() throws {
        let found = Analyzer().analyze(try layout("1.7976931348623157e308", "a.width == root.width", "a.height == 1"))
        #expect(found.verdict == .clean && found.inconclusive.isEmpty && found.degreesOfFreedom == 0)
    }

    @Test func `ends of ranges and missed distances are not told either`() throws {
        let open = Analyzer().analyze(
            try layout(
                "1e308", "a.height == 1", "a.width >= 5", "a.trailing <= b.trailing", "b.trailing == root.trailing", "b.width >= a.width",
                "c.width <= 1000 * a.width", "c.width >= 8"))
        #expect(open.verdict == .ambiguous && open.ambiguities.isEmpty && !open.frames.isEmpty && open.degreesOfFreedom == 8)
        #expect(open.inconclusive == ["ambiguities", "alternates"].map { Inconclusive(subject: $0, reason: Inconclusive.tooLong) })

        let missed = Analyzer().analyze(try layout("1e308", "a.width == 5", "a.width == 1000 * root.width @ 10", "a.height == 1"))
        #expect(missed.unsatisfied.isEmpty && missed.frames.isEmpty)
        #expect(missed.inconclusive.map(\.subject) == ["frames", "ambiguities"])

        let conflict = Analyzer().analyze(try layout("1e308", "b.width == 1000 * root.width", "b.width == 5", "a.width == 1", "a.height == 1"))
        #expect(conflict.isConflicting && conflict.conflicts.count == 1 && conflict.frames.isEmpty && conflict.broken.count == 1)
    }

    @Test func `an edit does not lead there unseen`() throws {
        var live = IncrementalAnalyzer()
        let (near, far) = (
            try layout("1", "a.width == 1000 * root.width", "a.height == 1"), try layout("1e308", "a.width == 1000 * root.width", "a.height == 1")
        )
        for document in [near, far, near] {
            let (edited, whole) = (live.analyze(document), Analyzer().analyze(document))
            #expect(edited.verdict == whole.verdict && edited.frames == whole.frames && edited.inconclusive == whole.inconclusive)
        }
    }

    @Test func `what decides such a length is not told`() throws {
        var explainer = try LayoutExplainer(layout("1e308", "a.width == 1000 * root.width", "a.height == 1"), broken: [])
        let wide = try #require(try explainer.affecting(view: 1, axis: .horizontal, by: 5))
        #expect(wide.values.isEmpty && wide.inconclusive.map(\.reason) == [Inconclusive.tooLong])
        #expect(try explainer.affecting(view: 1, axis: .vertical)?.values.last?.value == 1)
    }
}
