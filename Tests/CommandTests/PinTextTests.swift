import Foundation
import Testing

/// Pins to the ends of containers that contradict each other: the one that a view inserted later makes superfluous is the one to remove.
@Suite struct PinTextTests {
    private func check(_ constraints: [String]) throws -> [String] {
        let rows = (constraints + ["H:|[list]|", "H:|[bar]|"]).map { #""\#($0)""# }.joined(separator: ", ")
        let document = """
            {"size": {"width": 390, "height": 844}, "views": [{"id": "root"}, {"id": "list", "parent": "root", "class": "UITableView"},
             {"id": "bar", "parent": "root", "class": "UIToolbar"},
             {"id": "safe", "parent": "root", "kind": "guide", "insets": {"top": 47, "bottom": 34}}], "constraints": [\(rows)]}
            """
        return try Program.run("check", "-", input: document).output.components(separatedBy: "\n")
    }

    @Test(arguments: [
        ["list.bottom == safe.bottom", "bar.top == list.bottom", "bar.bottom == safe.bottom"],
        ["safe.bottom == list.bottom", "bar.top == list.bottom", "safe.bottom == bar.bottom"],
        ["list.bottom == root.bottom - 10", "list.bottom == bar.top", "bar.bottom == root.bottom - 10"],
        ["bar.bottom == root.bottom", "bar.top == list.bottom + 8", "list.bottom == root.bottom"],
        ["list.bottom == safe.bottom", "bar.top == list.bottom", "bar.bottom == root.bottom"],
    ])
    func `a bar below a list makes the pin of the list superfluous`(_ pins: [String]) throws {
        let text = try check(["list.top == root.top", "bar.height == 44"] + pins)
        #expect(text[0].contains(": The bottom edge of UITableView is set twice: to the top edge of UIToolbar"), "\(text)")
        let first = try #require(text.first { $0.hasPrefix("  fix: ") })
        #expect(first.hasPrefix("  fix: remove the pin of the bottom edge of UITableView (c"), "\(text)")
        #expect(first.hasSuffix("): UIToolbar is between them"), "\(text)")
    }

    @Test func `a bar above a list does, too, however the gap is written`() throws {
        for link in ["list.top == bar.bottom", "bar.bottom == list.top"] {
            let text = try check(["bar.top == root.top", "bar.height == 44", link, "list.top == root.top", "list.bottom == root.bottom"])
            #expect(text[0].contains(": The top edge of UITableView is set twice: to the bottom edge of UIToolbar, and to"), "\(text)")
            #expect(text.contains { $0.hasPrefix("  fix: remove the pin of the top edge of UITableView (c4)") }, "\(text)")
        }
    }

    @Test func `no first remedy moves a view out of its superview`() throws {
        let views = ["a", "b", "c"].map { #"{"id": "\#($0)", "parent": "root"}"# }.joined(separator: ", ")
        let document = """
            {"size": {"width": 390, "height": 844}, "views": [{"id": "root"}, \(views)],
             "constraints": ["V:|[a][b][c]|", "H:|[a]|", "H:|[b]|", "H:|[c]|", "a.height == 0.75 * root.height",
                             "b.height == 0.25 * root.height", "c.height == 0.25 * root.height"]}
            """
        let text = try Program.run("check", "-", input: document).output
        #expect(text.contains("fix: remove the height constraint of a (c5)"), "\(text)")
    }

    @Test func `nothing sets an edge of a safe area`() throws {
        let text = try check(["bar.top == root.top + 100", "bar.height == 200", "safe.bottom == bar.bottom", "V:|[list]|"])
        #expect(!text.contains { $0.contains("the bottom edge of safe (") || $0.contains("The bottom edge of safe ") }, "\(text)")
        #expect(text.contains { $0.contains("the pin of the bottom edge of UIToolbar (c3)") }, "\(text)")
    }

    @Test func `a view around another one is not inside it by the sign of a constant`() throws {
        let text = try check(["list.top == root.top", "V:[list(300)]", "root.bottom == list.bottom - 16", "V:|[bar]|"])
        #expect(!text.contains { $0.contains("edge of root (") }, "\(text)")
        #expect(text.contains { $0.contains("the pin of the bottom edge of UITableView (c") }, "\(text)")
    }
}
