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

    private func ambiguous(_ assertions: String, _ others: String...) -> String {
        let rows = (["a.top == root.top", "a.height == 10", "a.leading == root.leading"] + others).map { "\"\($0)\"" }.joined(separator: ", ")
        return #"{"size": {"width": 100, "height": 50}, "assert": [\#(assertions)], "constraints": [\#(rows)]}"#
    }

    @Test func `an assertion about what is ambiguous holds where it does in every optimal layout`() throws {
        let within = "a.trailing <= root.trailing"
        #expect(try failures(ambiguous(#""a.width >= 0", "a.width <= 100", "a.trailing <= root.trailing""#, within)).isEmpty)
        #expect(
            try failures(ambiguous(#""a.width <= 60", "a.width >= 1", "a.width >= 120", "a.trailing == root.trailing""#, within)) == [
                "a.width <= 60 fails: not certain, because the width of a is ambiguous; it can be off by up to 40; "
                    + "here it is off by 40; a has width 100",
                "a.width >= 1 fails: not certain, because the width of a is ambiguous; it can be off by up to 1",
                "a.width >= 120 fails: off by 20 to 120, because the width of a is ambiguous; here it is off by 20; a has width 100",
                "a.trailing == root.trailing fails: not certain, because the width of a is ambiguous; it can be off by up to 100",
            ])
        #expect(
            try failures(ambiguous(#""a.width <= 60""#)) == [
                "a.width <= 60 fails: not certain, because the width of a is ambiguous; it can be off by any length"
            ])
        // Numbers that are open but together are not.
        let chain = ["b.top == root.top", "b.height == 10", "b.leading == a.trailing", "b.trailing == root.trailing"]
        #expect(try failures(ambiguous(#""b.trailing == root.trailing", "b.leading >= a.trailing""#, chain[0], chain[1], chain[2], chain[3])).isEmpty)
        // Where rows break, it is asked of the layouts in which they are.
        let broken = try failures(ambiguous(#""a.width <= 100", "a.width <= 99""#, within, "a.top == root.top + 5"))
        #expect(broken.count == 1 && broken[0].contains("off by up to 1"), "\(broken)")
    }

    @Test func `over a range of sizes an ambiguous region is asked of all its sizes`() throws {
        let text = ambiguous(#""a.width >= 0", "a.trailing <= root.trailing", "a.width <= 150", "a.width <= 200""#, "a.trailing <= root.trailing")
        for sizes in [["--width", "100...200"], ["--width", "100...200", "--height", "50...60"]] {
            let outcome = try Program.run(["check", "-", "--no-config", "--format", "xcode"] + sizes, input: Data(text.utf8))
            let lines = outcome.output.split(separator: "\n").filter { $0.hasSuffix("(assertion)") }
            // In the middle it holds in every layout, but not at 200.
            #expect(lines.count == 1 && lines[0].contains("a.width <= 150 fails: not certain, because the width of a is ambiguous"), "\(lines)")
        }
    }
}
