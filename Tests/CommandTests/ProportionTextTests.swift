import Foundation
import Testing

/// Sums of lengths that are parts of a container's length.
@Suite struct ProportionTextTests {
    private func check(_ constraints: [String], guide: String = "", views: [String] = ["a", "b", "c"], width: Int = 390) throws -> String {
        let all = (views.map { #"{"id": "\#($0)", "parent": "root"}"# } + (guide.isEmpty ? [] : [guide])).joined(separator: ", ")
        let rows = constraints.map { #""\#($0)""# } + views.map { #""V:|[\#($0)]|""# }
        let document = """
            {"size": {"width": \(width), "height": 844}, "views": [{"id": "root"}, \(all)], "constraints": [\(rows.joined(separator: ", "))]}
            """
        return try Program.run("check", "-", input: document).output
    }

    /// Checks a root of 390 points with a box, in which there are columns of 0.6 and 0.5 of the box's width.
    private func check(box: String, columns: String) throws -> String {
        let document = """
            {"size": {"width": 390, "height": 100}, "views": [{"id": "root"}, {"id": "box", "parent": "root"},
             {"id": "a", "parent": "box"}, {"id": "b", "parent": "box"}],
             "constraints": ["\(box)", "V:|[box]|", "\(columns)", "a.width == 0.6 * box.width", "b.width == 0.5 * box.width",
             "V:|[a]|", "V:|[b]|"]}
            """
        return try Program.run("check", "-", input: document).output
    }

    @Test func `columns of the root's width add up to what they take of it`() throws {
        let tooMuch = try check(["H:|[a][b]|", "a.width == 0.6 * root.width", "b.width == 0.5 * root.width"], views: ["a", "b"])
        #expect(tooMuch.contains("root is 390 wide, but what is pinned across it needs 429, 39 pt too much [overconstrained-chain]"), "\(tooMuch)")
        let tooLittle = try check(
            ["H:|[a][b][c]|"] + ["a", "b", "c"].map { "\($0).width == 0.25 * root.width" }, width: 844)
        #expect(tooLittle.contains("root is 844 wide, but what is pinned across it adds up to 633, 211 pt too little ["), "\(tooLittle)")
    }

    @Test func `constants between columns count once`() throws {
        let pins = ["a.leading == root.leading + 16", "b.leading == a.trailing + 8", "b.trailing == root.trailing - 16"]
        let text = try check(pins + ["a.width == 0.5 * root.width", "b.width == 0.4 * root.width"], views: ["a", "b"])
        #expect(text.contains("root is 390 wide, but what is pinned across it needs 391, 1 pt too much ["), "\(text)")
        let why = "16 + 195 (0.5 times 390) + 16 + 156 (0.4 times 390) + 8 = 391, but root.width is 390 (over-constrained by 1 pt)"
        #expect(text.contains(why), "\(text)")
        // These need more than the root has at any width.
        let never = try check(pins + ["a.width == 0.5 * root.width", "b.width == 0.6 * root.width"], views: ["a", "b"])
        let sum = "16 + 195 (0.5 times 390) + 16 + 234 (0.6 times 390) + 8 = 469, but root.width is 390 (over-constrained by 79 pt)"
        #expect(never.contains("The constraints do not add up horizontally: \(sum) ["), "\(never)")
    }

    @Test func `a part of a guide or of a pinned container is a part of its own length`() throws {
        let guide = #"{"id": "safe", "parent": "root", "kind": "guide", "insets": {"left": 50, "right": 40}}"#
        let columns = ["a.leading == safe.leading", "b.leading == a.trailing", "b.trailing == safe.trailing"]
        let text = try check(
            columns + ["a.width == 0.6 * safe.width", "b.width == 0.5 * safe.width"], guide: guide, views: ["a", "b"])
        #expect(text.contains("root is 390 wide, but what is pinned across it needs 420, 30 pt too much ["), "\(text)")
        let boxed = try check(box: "H:|-45-[box]-45-|", columns: "H:|[a][b]|")
        #expect(boxed.contains("root is 390 wide, but what is pinned across it needs 420, 30 pt too much ["), "\(boxed)")
    }

    @Test func `a container of a fixed size is as long as that`() throws {
        let boxed = try check(box: "H:|[box(300)]", columns: "H:|-10-[a][b]-10-|")
        #expect(boxed.contains(" = 350, but box.width is 300 (over-constrained by 50 pt)"), "\(boxed)")
        // Another view cannot be beside one that is as long as the root, whatever that is.
        let whole = try check(["H:|[a][b(44)]|", "a.width == root.width"], views: ["a", "b"])
        #expect(whole.contains("the other constraints require b.width to be 0, but b.width is 44 (44 pt too much)"), "\(whole)")
    }

    @Test func `beside a part a fixed length changes by what is missing`() throws {
        let text = try check(["H:|-59-[a(400)][b]|", "b.width == 0.5 * root.width"], views: ["a", "b"], width: 852)
        #expect(text.contains("root is 852 wide, but what is pinned across it needs 885, 33 pt too much ["), "\(text)")
        #expect(text.contains("change the constant of the width of a") && text.contains(" to 367,"), "\(text)")
    }
}
