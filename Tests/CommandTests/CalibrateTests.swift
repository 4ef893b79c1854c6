import Foundation
import JSON
import Testing

/// `plumbline calibrate`: frames of running apps against those of the model.
@Suite struct CalibrateTests {
    private let folder: TemporaryFolder

    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/ViewHierarchy/Profile.viewhierarchy")

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(at: Self.fixture, to: folder.url.appendingPathComponent("Profile.viewhierarchy"))
        _ = try folder.file(
            "captured.json",
            Data(
                #"""
                {"size": {"width": 100, "height": 100}, "views": [{"id": "root"},
                  {"id": "a", "parent": "root", "class": "UILabel"}, {"id": "b", "parent": "root", "class": "Shop.CardView"}, {"id": "c", "parent": "root"}],
                 "constraints": ["H:|[a(50)][b(50)]|", "V:|[a(20)]", "V:|[b(20)]", "c.top == root.top", "c.leading == root.leading", "c.width == 10"],
                 "observed": {"a": {"frame": {"x": 0, "y": 0, "width": 50, "height": 20}, "ambiguous": false},
                              "b": {"frame": {"x": 53, "y": 0, "width": 47, "height": 20}, "ambiguous": false},
                              "c": {"frame": {"x": 0, "y": 0, "width": 10, "height": 7}, "ambiguous": false}}}
                """#.utf8))
        _ = try folder.file(
            "plain.json", Data(#"{"views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["H:|[a(50)]|", "V:|[a(20)]|"]}"#.utf8))
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(arguments, input: Data(), folder: folder.url)
    }

    @Test func `a table by kind of view`() throws {
        let table = try run("calibrate", ".")
        #expect(table.status == 0 && table.errors.isEmpty, "\(table)")
        func row(_ name: String) -> [String] {
            let line = table.output.split(separator: "\n").first { $0.hasPrefix(name + "  ") } ?? ""
            return line.dropFirst(name.count).split(separator: " ").map(String.init).filter { $0 != "%" }
        }
        #expect(row("classes of apps").prefix(4) == ["2", "1", "50", "3"], "\(table.output)")
        #expect(row("views without a class") == ["1", "1", "100", "1", "0", "0"], "\(table.output)")
        #expect(row("all views").first == "6" && row("in ambiguous layouts").first == "3", "\(table.output)")
        #expect(table.output.hasSuffix("2 captured layouts in 3 files; 1 other layout without observations\n"), "\(table.output)")
    }

    @Test func `the same as JSON`() throws {
        let output = try run("calibrate", "--format", "json", "captured.json")
        let json = try JSONTree(parsing: Array(output.output.utf8))
        #expect(json["layouts"]?.integer == 1 && json["kinds"]?.elements?.count == 3, "\(output)")
        let own = json["kinds"]?.elements?.first { $0["name"]?.string == "classes of apps" }
        #expect(own?["frames"]?.integer == 1 && own?["sameFrames"]?.integer == 0 && own?["mostPoints"]?.integer == 3, "\(output)")
        #expect(json["total"]?["ambiguities"]?.integer == 3 && json["total"]?["sameAmbiguities"]?.integer == 2, "\(output)")
    }

    @Test func `nothing to compare is said, and so is a file that cannot be read`() throws {
        let none = try run("calibrate", "plain.json")
        #expect(none.status == 2 && none.errors.contains("no captured layout in plain.json"), "\(none)")
        _ = try folder.file("broken.json", Data(#"{"views": [}"#.utf8))
        let broken = try run("calibrate", "captured.json", "broken.json")
        #expect(broken.status == 2 && broken.errors.contains("broken.json") && broken.output.contains("1 captured layout in 1 file"), "\(broken)")
        let usage = try run("calibrate", "--format", "sarif")
        #expect(usage.status == 2 && usage.errors.contains("text, json"), "\(usage)")
    }
}
