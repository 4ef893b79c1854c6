import LayoutAnalysis
import LayoutModel
import Testing

@Suite struct CollapsedRootTests {
    private func warnings(_ bottom: String, size: String = "'width': 300") throws -> [String] {
        analysis(
            try document(
                """
                {'size': {\(size)}, 'views': [{'id': 'cell'}, {'id': 'title', 'parent': 'cell', 'intrinsicContentSize': {'width': 40, 'height': 20}}],
                'root': 'cell', 'constraints': ['H:|-8-[title]-8-|', 'title.top == cell.top + 11'\(bottom)]}
                """)
        ).warnings
    }

    @Test func aCellWithoutABottom() throws {
        #expect(
            try warnings("") == [
                "nothing connects the bottom of cell to its contents, so its height is 0, but title extends to 31: "
                    + "pin the bottom of title to that of cell, or give cell a height, as in cell.height == 31"
            ])
    }

    @Test func contentsThatMayBeAnywhere() throws {
        #expect(analysis(try document("{'constraints': ['a.width == 30', 'a.height == 20']}")).warnings.isEmpty)
    }

    @Test func cellsThatHaveASize() throws {
        #expect(try warnings(", 'title.bottom == cell.bottom - 11'").isEmpty)
        #expect(try warnings(", 'cell.height == 20'").isEmpty)
        #expect(try warnings("", size: "'width': 300, 'height': 44").isEmpty)
    }
}
