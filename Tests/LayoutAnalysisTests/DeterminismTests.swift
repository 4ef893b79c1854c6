import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// The same document gives the same analysis, and the order in which it is written changes no finding.
struct DeterminismTests {
    private func untimed(_ document: LayoutDocument, _ options: AnalysisOptions = AnalysisOptions()) -> String {
        var found = Analyzer(options: options).analyze(document)
        found.timing = Analysis.Timing()
        return String(reflecting: found)
    }

    @Test func theSameDocumentGivesTheSameAnalysis() throws {
        for text in Sample.all {
            let document = try document(text)
            for policy in BreakingPolicy.allCases {
                let options = AnalysisOptions(policy: policy, alternates: 4, seed: 7)
                #expect(untimed(document, options) == untimed(document, options))
            }
        }
    }

    @Test func theOrderOfViewsAndConstraintsChangesNoFinding() throws {
        for text in Sample.all {
            let document = try document(text)
            let found = analysis(document)
            let reversed = document.reversed
            let other = analysis(reversed)
            #expect(found.verdict == other.verdict && found.degreesOfFreedom == other.degreesOfFreedom)
            #expect(Set(found.conflicts.map { Set($0.members) }) == Set(other.conflicts.map { Set($0.members) }))
            #expect(Set(found.repairs.map { Set($0.relax) }) == Set(other.repairs.map { Set($0.relax) }))
            #expect(found.feasibleSize == other.feasibleSize)
            // What breaks may hang on the order; where the same does, all optima are the same.
            guard Set(found.broken) == Set(other.broken) else { continue }
            func ranges(_ analysis: Analysis, _ document: LayoutDocument) -> Set<String> {
                Set(
                    analysis.ambiguities.flatMap { ambiguity in
                        ambiguity.attributes.map {
                            "\(document.views[ambiguity.view].id) \(ambiguity.cause) \($0.dimension) \($0.min?.description ?? "") \($0.max?.description ?? "")"
                        }
                    })
            }
            #expect(ranges(found, document) == ranges(other, reversed))
        }
    }

    @Test func theSeedDecidesTheAlternates() throws {
        let document = try document(
            "{'size': {'width': 100, 'height': 100}, 'constraints': ['a.width <= 50', 'b.width <= 60', 'b.left >= a.right', 'b.right <= root.right', 'a.left >= root.left', 'a.height == 5']}"
        )
        func alternates(_ seed: UInt64) -> [Alternate] { analysis(document, AnalysisOptions(alternates: 3, seed: seed)).alternates }
        #expect(alternates(1) == alternates(1) && alternates(1).count == 3)
        #expect((2...6).contains { alternates($0) != alternates(1) })
        for seed in [0, 1, .max] as [UInt64] { #expect(Set(alternates(seed).map(\.frames)).count == 3) }
    }
}
