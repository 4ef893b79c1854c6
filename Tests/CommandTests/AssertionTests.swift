import Foundation
import Testing

/// What assertions say where edges of scroll views and ambiguous frames are concerned.
@Suite struct AssertionTests {
    /// The messages of assertions that fail.
    private func failures(_ text: String, _ options: String...) throws -> [String] {
        let outcome = try Program.run(
            ["check", "-", "--no-config", "--format", "xcode", "--fail-on", "assertion"] + options, input: Data(text.utf8))
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").filter { $0.hasSuffix("(assertion)") }
        #expect(outcome.status == (lines.isEmpty ? 0 : 1), "\(outcome.output)")
        return lines.map { $0.components(separatedBy: "error: ").last?.replacing(" (assertion)", with: "") ?? "" }
    }

    private func scroll(_ assertions: String, isPinned: Bool = true) -> String {
        """
        {"size": {"width": 100, "height": 50}, "assert": [\(assertions)],
         "views": [{"id": "root"}, {"id": "s", "parent": "root", "kind": "scroll"}, {"id": "box", "parent": "s"}, {"id": "a", "parent": "box"}],
         "constraints": ["H:|[s]|", "V:|[s]|", "H:|[a]|", "V:|[a]|", "box.width == 300", "box.height == 50",
           \(isPinned ? #""H:|[box]|", "V:|[box]|""# : #""box.left == root.left", "box.top == root.top""#)]}
        """
    }

    @Test(arguments: [[], ["--width", "80...120"], ["--width", "80...120", "--height", "50...60"], ["--sizes", "80x50,120x60"]])
    func `an edge of a scroll view beside a descendant is its content area's, as in a constraint`(sizes: [String]) throws {
        func failures(_ text: String) throws -> [String] {
            let outcome = try Program.run(["check", "-", "--no-config", "--format", "xcode"] + sizes, input: Data(text.utf8))
            return outcome.output.split(separator: "\n").filter { $0.hasSuffix("(assertion)") }.map(String.init)
        }
        let holding = #""a.trailing == s.trailing", "s.right <= box.right", "box.left == s.left", "s.width <= 120", "s.trailing == root.trailing""#
        #expect(try failures(scroll(holding)).isEmpty)
        let failing = try failures(scroll(#""a.trailing == s.trailing - 1""#))
        #expect(failing.count == 1 && failing[0].contains("off by 1; a has x 0, width 300, s.content has x 0, width 300"), "\(failing)")
    }

    @Test func `without a content area in the layout the edge is the view's`() throws {
        #expect(try failures(scroll(#""a.trailing == s.trailing + 200""#, isPinned: false)).isEmpty)
        #expect(try Program.run("help", "assertion").output.contains("content area"))
    }
}
