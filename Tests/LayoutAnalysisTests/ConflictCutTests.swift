import LayoutAnalysis
import LayoutModel
import Testing

/// Conflicts in many places of one layout: the ways to end all of them are the product of the ways to end each, so the search has to
/// take them apart.
struct ConflictCutTests {
    private func layout(_ count: Int, _ constraints: (_ view: String) -> [String]) throws -> LayoutDocument {
        let names = (0..<count).map { "v\($0)" }
        let views = ["{'id': 'root'}"] + names.map { "{'id': '\($0)', 'parent': 'root'}" }
        let texts = names.flatMap(constraints).map { "'\($0)'" }
        return try document(
            """
            {'size': {'width': 100, 'height': 50}, 'views': [\(views.joined(separator: ", "))],
            'constraints': [\(texts.joined(separator: ", "))]}
            """)
    }

    @Test func conflictsThatShareNothingAreAllFound() throws {
        let found = try analysis(layout(24) { ["\($0).width == 10", "\($0).width == 20", "\($0).height <= 5", "\($0).height >= 6"] })
        #expect(found.conflicts.count == 48 && found.conflictsComplete)
        #expect(found.conflicts.allSatisfy { $0.members.count == 2 })
    }

    @Test func conflictsThatShareTheRootsWidthAreAllFound() throws {
        let found = try analysis(
            layout(20) { ["\($0).leading == root.leading + 8", "\($0).trailing == root.trailing - 8", "\($0).width == 500"] })
        #expect(found.conflicts.count == 20 && found.conflictsComplete)
        #expect(found.conflicts.allSatisfy { $0.members.count == 4 && $0.members.contains("root.width==size") })
    }

    /// Rows of a table, all inset in one container: its edges and the root's width are members of every conflict.
    @Test func conflictsThatShareAContainerAreAllFound() throws {
        let names = (0..<12).map { "v\($0)" }
        let views = ["{'id': 'root'}", "{'id': 'table', 'parent': 'root'}"] + names.map { "{'id': '\($0)', 'parent': 'table'}" }
        let edges = ["table.leading == root.leading + 10", "table.trailing == root.trailing - 10"]
        let rows = names.flatMap { ["\($0).leading == table.leading + 8", "\($0).trailing == table.trailing - 8", "\($0).width >= 90"] }
        let found = try analysis(
            document(
                """
                {'size': {'width': 100, 'height': 50}, 'views': [\(views.joined(separator: ", "))],
                'constraints': [\((edges + rows).map { "'\($0)'" }.joined(separator: ", "))]}
                """))
        #expect(found.conflicts.count == 12 && found.conflictsComplete)
        #expect(found.conflicts.allSatisfy { Set(["root.width==size", "c1", "c2"]).isSubset(of: $0.members) && $0.members.count == 6 })
    }

    /// Different widths conflict also with each other once the root's width is dropped.
    @Test func conflictsWithoutTheSharedRowAreFoundToo() throws {
        var width = 500
        let found = try analysis(
            layout(5) {
                width += 1
                return ["\($0).leading == root.leading", "\($0).trailing == root.trailing", "\($0).width == \(width)"]
            })
        #expect(found.conflicts.count == 15 && found.conflictsComplete)
        #expect(found.conflicts.count { !$0.members.contains("root.width==size") } == 10)
    }

    /// A chain whose only conflict has every row of it, beside others that are small.
    @Test func aLongChainIsTheOnlyConflictOfItsViews() throws {
        let count = 120
        let names = (0..<count).map { "v\($0)" }
        let chain = zip(names, names.dropFirst()).map { "\($1).leading == \($0).trailing" }
        let ends = [
            "v0.leading == root.leading", "v\(count - 1).trailing == root.trailing", "v3.height == 5", "v3.height == 6", "v5.top == root.bottom + 1",
        ]
        let texts = (names.map { "\($0).width == 1" } + chain + ends).map { "'\($0)'" }
        let views = ["{'id': 'root'}"] + names.map { "{'id': '\($0)', 'parent': 'root'}" }
        let found = try analysis(
            document(
                """
                {'size': {'width': 119.5, 'height': 50}, 'views': [\(views.joined(separator: ", "))],
                'constraints': [\(texts.joined(separator: ", "))]}
                """))
        #expect(found.conflictsComplete && found.inconclusive.isEmpty)
        #expect(found.conflicts.map(\.members.count).sorted() == [2, 2 * count + 2])
        #expect(found.repairs.allSatisfy { $0.relax.count == 2 })
    }
}
