import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// Conflicts are minimal in the rows that somebody could change: that no size is negative is background.
struct BackgroundTests {
    private func conflicts(_ text: String) throws -> [Conflict] {
        let found = analysis(try document(text))
        #expect(found.inconclusive.isEmpty && found.conflictsComplete)
        return found.conflicts
    }

    @Test(arguments: 1...8)
    func hiddenViewsOfAStackAreOneConflict(count: Int) throws {
        // Each is hidden by a height of 0 or held by `>= 0`: 2^count proofs, which differ in rows that nobody asks for.
        let views = (0..<count).map { "{'id': 'v\($0)', 'parent': 'root'}" }
        let hidden = (0..<count).map { "'v\($0).height == 0'" }
        let chain = (1..<count).map { "'v\($0).top == v\($0 - 1).bottom'" }
        let conflicts = try conflicts(
            """
            {'size': {'width': 100, 'height': 40}, 'views': [{'id': 'root'}, \(views.joined(separator: ", "))], 'constraints': [
            \((hidden + chain).joined(separator: ", ")), 'v0.top == root.top + 30', 'v\(count - 1).bottom == root.bottom - 20']}
            """)
        #expect(conflicts.count == 1)
        #expect(conflicts.first.map { Set($0.members).isDisjoint(with: (1...count).map { "c\($0)" }) } == true, "no hidden height is to blame")
    }

    @Test func aWidthThatWouldBeNegativeNeedsNoOtherWidth() throws {
        let conflicts = try conflicts(
            "{'size': {'width': 20, 'height': 9}, 'constraints': ['a.left == root.left + 16', 'a.right == root.right - 16', 'a.width == 60']}")
        #expect(conflicts.map(\.members) == [["a.width>=0", "root.width==size", "c1", "c2"]])
    }

    /// The same rows have one proof, whichever was found, and one without background rows is preferred.
    @Test func theProofIsTheSameHoweverTheConflictWasFound() throws {
        let rows = ["a.left == root.left + 8", "a.right == root.right - 8", "a.width == 60", "b.width == a.width", "b.width <= 50"]
        var found: Set<[String]> = []
        for shift in rows.indices {
            let turned = (rows[shift...] + rows[..<shift]).map { "{'id': '\($0)', 'equation': '\($0)'}" }
            let conflicts = try conflicts("{'size': {'width': 70, 'height': 9}, 'constraints': [\(turned.joined(separator: ", "))]}")
            found.insert(conflicts.map { $0.members.sorted().joined(separator: "; ") }.sorted())
        }
        #expect(found.count == 1)
        #expect(found.first?.allSatisfy { !$0.contains(">=0") } == true)
    }
}
