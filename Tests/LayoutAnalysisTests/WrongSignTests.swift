import LayoutAnalysis
import LayoutModel
import Testing

@Suite struct WrongSignTests {
    private func warnings(_ leading: String, _ trailing: String) throws -> [String] {
        let text =
            "{'size': {'width': 300, 'height': 100}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], "
            + "'constraints': ['V:|[a]|', 'a.leading == root.leading + \(leading)', 'a.trailing == root.trailing + \(trailing)']}"
        return analysis(try document(text)).warnings
    }

    @Test func anInsetThatLeadsOutside() throws {
        #expect(
            try warnings("16", "16") == [
                "the constant 16 of c3 moves the trailing edge of a 16 pt out of its superview: for an inset it has to be -16"
            ])
    }

    @Test func whatIsMeantToReachOutside() throws {
        #expect(try warnings("16", "-16").isEmpty)
        // Not by the inset of the other edge: the view may be meant to overlap its superview's edge.
        #expect(try warnings("-16", "16").isEmpty)
        #expect(try warnings("16", "8").isEmpty)
    }
}
