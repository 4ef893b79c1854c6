import LayoutAnalysis
import LayoutModel
import Testing

struct AlternateTests {
    /// A range of a few millionths of a point is ambiguous, and so is shown.
    @Test func littleAmbiguityHasAnAlternateToo() throws {
        let found = try analysis(
            document(
                """
                {'size': {'width': 100, 'height': 50}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': ['a.left >= root.left + 1',
                'a.left <= root.left + 1.000005', 'a.width == 20', 'a.top == root.top', 'a.height == 20']}
                """))
        #expect(found.verdict == .ambiguous)
        #expect(!found.alternates.isEmpty && found.alternates.allSatisfy { $0.frames.map(\.view) == [1] })
    }
}
