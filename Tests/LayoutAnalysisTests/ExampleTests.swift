import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// The contract's own example, built by hand.
struct ExampleTests {
    /// A root 70 wide; a title with 8 at both sides, 60 wide and 20 high, at or below the top.
    private var document: LayoutDocument {
        func anchor(_ item: Int, _ attribute: LayoutAttribute) -> LayoutAnchor { LayoutAnchor(item, attribute) }
        return LayoutDocument(
            root: 0, size: LayoutSize(width: 70, height: 44), views: [LayoutView(id: "root"), LayoutView(id: "title", parent: 0)],
            constraints: [
                LayoutConstraint(id: "c1", first: anchor(1, .leading), second: anchor(0, .leading), constant: 8),
                LayoutConstraint(id: "c2", first: anchor(1, .trailing), second: anchor(0, .trailing), constant: -8),
                LayoutConstraint(id: "c3", first: anchor(1, .width), constant: 60),
                LayoutConstraint(id: "c4", first: anchor(1, .height), constant: 20),
                LayoutConstraint(id: "c5", first: anchor(1, .top), relation: .greaterThanOrEqual, second: anchor(0, .top)),
            ])
    }

    @Test func theExampleOfTheContractIsAnalysedAsItSays() throws {
        let analysis = Analyzer().analyze(document)
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        #expect(analysis.verdict == .conflicting && analysis.isAmbiguous)
        let conflict = try #require(analysis.conflicts.first)
        #expect(analysis.conflicts.count == 1 && analysis.conflictsComplete)
        #expect(conflict.members == ["root.width==size", "c1", "c2", "c3"])
        #expect(conflict.sum == -6)
        #expect(conflict.explanation.text == "8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)")
        #expect(analysis.broken == ["c3"])
        #expect(analysis.repairs.map(\.relax) == [["c1"], ["c2"], ["c3"]])
        #expect(analysis.frames[1] == LayoutFrame(x: 8, y: 0, width: 54, height: 20))
        #expect(analysis.degreesOfFreedom == 1)
        let ambiguity = try #require(analysis.ambiguities.first)
        #expect(ambiguity.cause == .underconstrained && ambiguity.needs == ["vertical position"])
        #expect(ambiguity.attributes == [Ambiguity.Attribute(dimension: .y, min: 0, max: nil, value: 0)])
        let top = LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .top), second: LayoutAnchor(0, .top))
        #expect(ambiguity.suggestions == [.add(equation: "title.top == root.top", constraint: top)])
        let alternates = analysis.alternates.map { $0.frames.map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] } }
        #expect(alternates == [[[8, 24, 54, 20]], [[8, 3, 54, 20]]])
        #expect(analysis.unsatisfied == [Unsatisfied(id: "c3", priority: 1000, error: 6, kind: .unmet)])
        #expect(analysis.feasibleSize.width == FeasibleSize.Range(min: 76, max: 76))
        #expect(analysis.feasibleSize.height == FeasibleSize.Range(min: 0, max: nil))
    }
}
