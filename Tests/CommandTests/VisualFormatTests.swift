import Foundation
import Testing

/// Visual formats through the real binary and the real socket.
@Suite struct VisualFormatTests {
    private static let row = #"{"id": "row", "visual": "H:|-[title(>=50)]-(>=pad)-[badge(20)]-|", "options": ["alignAllCenterY"]}"#
    private static let document =
        #"{"size": {"width": 100, "height": 44}, "metrics": {"pad": 8}, "constraints": [\#(row), "V:|[title]|", "badge.height == 20"]}"#

    @Test func `findings of a short file that makes many are counted`() throws {
        let folder = try TemporaryFolder()
        try folder.file("r.vfl", "extended: true\nH:|[a1..3000(9)]|\n")
        let outcome = try folder.run(["check", "--no-config", "r.vfl"])
        #expect(outcome.status == 1 && outcome.output.contains("1 layout: 1 ambiguous; 1005 warnings"), "\(outcome.output.suffix(400))")
        #expect(outcome.output.contains("r.vfl:1:1: warning: 1996 more findings of this file are not listed [ambiguity]"))
    }

    @Test func `a document, a text and a file of formats are checked`() throws {
        let folder = try TemporaryFolder()
        let json = try folder.file("a.json", VisualFormatTests.document)
        let checked = try Program.run("check", "-v", json)
        #expect(checked.status == 1)
        #expect(checked.output.contains("row.1") && checked.output.contains("H:|-(20)-[title]") && checked.output.contains("H:[badge(20)]"))
        let text = try folder.file("b.vfl", "H:|-[title(60)]-[badge(20)]-|\nV:|[title(20)]|\nV:|[badge]|\n")
        #expect(try Program.run("check", text).status == 0)
        let all = try Program.run("check", folder.path)
        #expect(all.status == 1 && all.output.contains("2 layouts: 1 conflicting, 1 clean"))
        let extended = try Program.run("check", "-", input: "extended: true\nH:|~[a(20)]~|\nV:|[a(50)]|\n")
        #expect(extended.status == 0, "\(extended)")
    }

    @Test(arguments: [
        ("ltr", "[]", [8.0, 37]), ("rtl", "[]", [72, 43]), ("ltr", #"["directionLeftToRight"]"#, [8, 37]),
        ("rtl", #"["directionLeftToRight"]"#, [8, 37]), ("ltr", #"["directionRightToLeft"]"#, [72, 43]),
        ("rtl", #"["directionRightToLeft"]"#, [72, 43]), ("rtl", #"["directionLeadingToTrailing"]"#, [72, 43]),
    ])
    func `formats run in the reading direction unless an option says otherwise, and V: never turns`(
        direction: String, options: String, places: [Double]
    ) throws {
        let document =
            #"{"size": {"width": 100, "height": 60}, "direction": "\#(direction)", "constraints": ["#
            + #"{"visual": "H:|-8-[a(20)]-9-[b(20)]", "options": \#(options)}, {"visual": "V:|-1-[a(5)]-2-[b(5)]", "options": \#(options)}]}"#
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(Program.run("analyze", "-", input: document).output.utf8)) as? [String: Any])
        let frames = try #require(report["frames"] as? [String: [String: Double]])
        #expect(report["verdict"] as? String == "clean")
        #expect([frames["a"]?["x"], frames["b"]?["x"]] == places && [frames["a"]?["y"], frames["b"]?["y"]] == [1, 8])
    }

    @Test func `an error shows its line and a caret`() throws {
        let refused = try Program.run("check", "-", input: "title.width == 60\nH:|-[title]-[badge(20]-|\n")
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains(
                "standard input:2:22: error: expected '@', ',' or ')', found \"]\"\nH:|-[title]-[badge(20]-|\n                     ^\n"))
        let lines = "{\n\n \"constraints\": [\n  \"a.width == 1\",\n  {\"visual\":\n  \"[a(5\"}]}"
        let inFile = try Program.run("check", "-", input: lines)
        #expect(
            inFile.errors.hasPrefix("standard input:6:8: error: expected") && inFile.errors.contains("(at /constraints/1/visual)\n[a(5\n"),
            "\(inFile.errors)")
        let inJSON = try Program.run("check", "-", input: #"{"constraints": ["[a(50%)]"]}"#)
        #expect(
            inJSON.errors.contains(
                "standard input:1:24: error: percentages are not part of Apple's visual format; to use extensions, add \"extended\": true at the top level of the document (at /constraints/0)"
            ))
    }

    @Test func `the service takes formats in JSON and in text, and its problems say where`() throws {
        let service = try RunningService()
        let json = try service.post("/v1/check", VisualFormatTests.document)
        #expect(json.status == 200 && json.object["verdict"] as? String == "conflicting")
        let conflicts = try #require(json.object["conflicts"] as? [[String: Any]])
        let rows = try #require(conflicts.first?["rows"] as? [String: String])
        #expect(rows["row.1"] == "H:|-(20)-[title]" && rows["row.2"] == "H:[title(>=50)]" && rows["row.4"] == "H:[badge(20)]")
        let text = try service.post("/v1/check", "H:|-[title]-|\nV:|[title]|\n", type: "text/plain")
        #expect(text.object["verdict"] as? String == "clean")

        let url = try #require(try service.post("/v1/sessions", VisualFormatTests.document).object["url"] as? String)
        let stored = try #require((try service.get(url).object["document"] as? [String: Any])?["constraints"] as? [[String: Any]])
        #expect(stored.compactMap { $0["id"] as? String } == ["row.1", "row.2", "row.3", "row.4", "row.5", "row.6", "c2.1", "c2.2", "c3"])
        #expect(try service.get(url + "/log").text.contains("<NSLayoutConstraint:row.1 H:|-(20)-[title]   (active, names: '|':root )>"))

        let malformed = try service.post("/v1/check", "a.width == 1\n[a(5]\n", type: "text/plain")
        #expect(malformed.status == 400 && malformed.object["code"] as? String == "bad-visual-format")
        #expect(malformed.object["line"] as? Int == 2 && malformed.object["column"] as? Int == 5)
        let invalid = try service.post("/v1/check", #"{"constraints": [{"visual": "[a(5]"}]}"#)
        #expect(invalid.status == 422 && invalid.object["pointer"] as? String == "/constraints/0/visual" && invalid.object["column"] as? Int == 5)
        let option = try service.post("/v1/check", #"{"constraints": [{"visual": "[a][b]", "options": ["alignAllLeft"]}]}"#)
        #expect(option.status == 422 && option.object["pointer"] as? String == "/constraints/0/options/0")
    }
}
