import LayoutImport
import LayoutModel
import Testing

@testable import LayoutService

/// Constraints of two documents are told apart by what they say, and ids by place only where nothing else tells.
struct ConstraintPairsTests {
    private func pairs(_ a: String, _ b: String) throws -> ConstraintPairs {
        func document(_ constraints: String) throws -> LayoutDocument {
            let views = "'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'b', 'parent': 'root'}]"
            return try DocumentImporter().read(json: Array("{\(views), 'constraints': [\(constraints)]}".replacing("'", with: "\"").utf8))
        }
        return try ConstraintPairs(document(a), document(b))
    }

    @Test func `a constraint that comes first leaves the others as they are`() throws {
        let rows = "'a.width == 20', 'a.top == root.top', 'a.height == 5'"
        let pairs = try pairs(rows, "'a.height <= 50', \(rows)")
        #expect(pairs.onlyA.isEmpty && pairs.changed.isEmpty && pairs.renamed.isEmpty)
        #expect(pairs.onlyB.map(\.id) == ["c1"])
    }

    @Test func `the same under another name is told as that, and another constant as a change`() throws {
        let pairs = try pairs(
            "'a.width == 20', {'id': 'h', 'equation': 'a.height == 5'}",
            "{'id': 'w', 'equation': 'a.width == 20'}, {'id': 'h', 'equation': 'a.height == 6'}")
        #expect(pairs.renamed.map(\.a.id) == ["c1"] && pairs.renamed.map(\.b.id) == ["w"])
        #expect(pairs.changed.map(\.a.id) == ["h"] && pairs.changed.map(\.b.text) == ["V:[a(6)]"])
        #expect(pairs.onlyA.isEmpty && pairs.onlyB.isEmpty)
    }

    @Test func `what came to a place is no change of what was there`() throws {
        let pairs = try pairs("'a.width == 20', 'a.height == 5'", "'b.width == 20', 'a.height == 7'")
        #expect(pairs.onlyA.map(\.id) == ["c1"] && pairs.onlyB.map(\.id) == ["c1"] && pairs.changed.map(\.a.id) == ["c2"])
    }

    @Test func `two that say the same are two`() throws {
        let pairs = try pairs("'a.width == 20', 'a.width == 20', 'a.width == 20'", "'a.width == 20', 'a.width == 20'")
        #expect(pairs.onlyA.map(\.id) == ["c3"] && pairs.onlyB.isEmpty && pairs.renamed.isEmpty && pairs.changed.isEmpty)
        let inactive = try self.pairs("'a.width == 20'", "{'id': 'c1', 'equation': 'a.width == 20', 'active': false}")
        #expect(inactive.changed.map(\.b.text) == ["inactive: H:[a(20)]"])
    }
}
