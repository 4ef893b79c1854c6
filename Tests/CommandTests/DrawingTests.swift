import Foundation
import FoundationXML
import Testing

/// Layouts drawn by the real program and over a real socket.
@Suite struct DrawingTests {
    /// The elements of a drawing: name and attributes of each; nil where it is no XML.
    private func elements(_ svg: Data) -> [(name: String, attributes: [String: String])]? {
        let reader = ElementReader()
        let parser = XMLParser(data: svg)
        parser.delegate = reader
        return parser.parse() && !reader.isBroken ? reader.elements : nil
    }

    @Test func `a drawing has each view and constraint, and marks what was found`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", Layouts.conflicting).object["url"] as? String)
        let answer = try service.get(url + "/diagram.svg")
        #expect(answer.status == 200 && answer.fields["content-type"] == "image/svg+xml")
        let found = try #require(elements(answer.body))
        #expect(Set(found.compactMap { $0.attributes["data-view"] }) == ["root", "title"])
        let kinds = Dictionary(
            found.compactMap { entry in entry.attributes["data-constraint"].map { ($0, entry.attributes["class"] ?? "") } },
            uniquingKeysWith: { first, _ in first })
        #expect(kinds["c3"] == "c broken" && kinds["c1"] == "c conflicting" && kinds["c5"] == "c fine")
        #expect(found.contains { $0.name == "rect" && $0.attributes["width"] == "54" })
        // A page with a strict policy shows it as it is.
        #expect(!found.contains { ["style", "script", "a", "image", "foreignObject"].contains($0.name) || $0.attributes["style"] != nil })
    }

    /// Constraints that make a view very high, very wide, or very far away.
    private static let lengths = [
        "a.height == 9999999999999999999999", "a.left == root.left + 9999999999999999999999",
        "a.width == 10000000000000000000000000000000000000000000000",
    ]

    @Test(arguments: lengths)
    func `a view of any length is drawn`(constraint: String) throws {
        let rest = ["a.left == root.left", "a.width == 10", "a.height == 10", "a.top == root.top"].filter { $0.prefix(6) != constraint.prefix(6) }
        let constraints = (rest + [constraint, "a.height >= 5", "b.left == a.right + 9999999999999999999999", "b.top == root.top"])
            .map { "\"\($0)\"" }.joined(separator: ",")
        let document =
            #"{"size":{"width":100,"height":100},"views":[{"id":"root"},{"id":"a","parent":"root"},{"id":"b","parent":"root"}],"#
            + #""constraints":["# + constraints + "]}"
        let drawn = try Program.run(["render", "-"], input: Data(document.utf8))
        #expect(drawn.status == 0 || drawn.status == 1, "\(drawn)")
        let report = try Program.run(["check", "--format", "html", "-"], input: Data(document.utf8))
        #expect(report.status < 2, "\(report.errors)")
    }

    @Test func `an alternate is drawn where it stands`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", Layouts.ambiguous).object["url"] as? String)
        let shown = try service.get(url + "/diagram.svg")
        let kinds = try #require(elements(shown.body)).filter { $0.attributes["data-constraint"] == "c3" }.map { $0.attributes["class"] }
        #expect(kinds == ["c ambiguous"])
        let other = try service.get(url + "/diagram.svg?alternate=A1")
        #expect(other.status == 200 && other.body != shown.body)
        #expect(try #require(elements(other.body)).contains { $0.attributes["class"]?.contains("moved") == true })
        #expect(try service.get(url + "/diagram.svg?alternate=A99").status == 404)
        #expect(try service.get(url + "/diagram.svg?step=1").status == 404)
    }

    @Test func `names are text and never markup`() throws {
        let folder = try TemporaryFolder()
        let name = #"</title><script>alert(1)</script>\" onload=\"x\#u{202e}&amp;"#
        let layout =
            #"{"name": "\#(name)", "size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "\#(name)", "parent": "root", "class": "<b>"}], "constraints": []}"#
        try layout.write(toFile: folder.path + "/a.json", atomically: true, encoding: .utf8)
        #expect(try Program.run("render", folder.path + "/a.json", "-o", folder.path + "/a.svg").status == 0)
        let found = try #require(elements(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.svg"))))
        #expect(!found.contains { $0.name == "script" || $0.attributes["onload"] != nil })
        #expect(found.contains { $0.attributes["data-view"]?.hasPrefix("</title><script>") == true })
        #expect(try Program.run("render", folder.path + "/none.json").status == 2)
        #expect(try Program.run("render", folder.path + "/a.json", "-o", folder.path + "/no/a.svg").status == 2)
    }

    @Test(.enabled(if: Program.isInstalled("rsvg-convert"), "rsvg-convert is not installed"), arguments: [nil, 1, 3])
    func `a picture has so many pixels for each point`(scale: Int?) throws {
        let folder = try TemporaryFolder()
        let layout = try folder.file("a.json", Layouts.conflicting)
        let options = scale.map { ["--scale", String($0)] } ?? []
        #expect(try Program.run(["render", layout, "-o", folder.path + "/a.PNG"] + options, input: Data()).status == 0)
        let png = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.PNG"))
        #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        let svg = try #require(elements(Data(try Program.run("render", layout).output.utf8))?.first?.attributes)
        for (place, name) in [(16, "width"), (20, "height")] {
            let pixels = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let points = try #require(Double(svg[name] ?? ""))
            #expect(Double(pixels) == points * Double(scale ?? 2))
        }
    }

    @Test func `without the program that makes pictures it is said what to install`() throws {
        let folder = try TemporaryFolder()
        let layout = try folder.file("a.json", Layouts.conflicting)
        let answer = try Program.run("render", layout, "--format", "png", environment: ["PATH": "/nowhere"])
        #expect(answer.status == 2 && answer.errors.contains("librsvg2-bin"))
        #expect(try Program.run("render", layout, "--format", "gif").status == 2)
    }

    @Test func `a thumbnail has views alone and stays small`() throws {
        let service = try RunningService()
        let views = (0..<3000).map { #"{"id":"v\#($0)","parent":"root","class":"Cell"}"# }.joined(separator: ",")
        let rows = (0..<3000).map { place in
            "\"v\(place).left == root.left + \(place % 60 * 10)\",\"v\(place).top == root.top + \(place / 60 * 10)\",\"v\(place).width == 9\",\"v\(place).height == 9\""
        }
        let document = #"{"size":{"width":600,"height":500},"views":[{"id":"root"},\#(views)],"constraints":[\#(rows.joined(separator: ","))]}"#
        let url = try #require(try service.post("/v1/sessions", document).object["url"] as? String)
        let whole = try service.get(url + "/diagram.svg").body
        let little = try service.get(url + "/diagram.svg?detail=thumbnail")
        let found = try #require(elements(little.body))
        #expect(Set(found.map(\.name)) == ["svg", "title", "g", "path"] && little.body.count < whole.count / 8)
        // The root is drawn, and then all views of one look as one.
        #expect(found.filter { $0.name == "path" }.compactMap { $0.attributes["class"] } == ["view root", "view"])
        #expect(try service.get(url + "/diagram.svg?detail=full").body == whole)
        #expect(try service.get(url + "/diagram.svg?detail=little").status == 400)
    }

    @Test func `lengths are written as short as they are`() throws {
        let folder = try TemporaryFolder()
        let rows = ["a.left == root.left - 3.5", "a.top == root.top + 0.05", "a.width == 1000000", "a.height == 20.1"]
        let views = #"[{"id": "root"}, {"id": "a", "parent": "root"}]"#
        let layout = #"{"size": {"width": 100.126, "height": 50}, "views": \#(views), "constraints": \#(rows)}"#
        try layout.write(toFile: folder.path + "/a.json", atomically: true, encoding: .utf8)
        let found = try #require(elements(Data(try Program.run("render", folder.path + "/a.json").output.utf8)))
        let rects = found.filter { $0.name == "rect" }.map { entry in ["x", "y", "width", "height"].compactMap { entry.attributes[$0] } }
        #expect(rects == [["0", "0", "100.13", "50"], ["-3.5", "0.05", "1000000", "20.1"]])
    }

    @Test func `a name in a printed drawing is no command to the runner of a build`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "a.json",
            """
            {"size": {"width": 300, "height": 50}, "views": [{"id": "root"}, {"id": "##vso[task.complete]", "parent": "root"}],
             "constraints": [{"first": {"item": "##vso[task.complete]", "attribute": "width"}, "relation": "==", "constant": 300}]}
            """)
        let text = try Program.run("render", folder.path + "/a.json").output
        #expect(text.contains("#&#35;vso[task.complete]") && !text.contains("##"), "\(text)")
    }

    @Test func `every example can be drawn`() throws {
        let service = try RunningService()
        for entry in try #require(try service.get("/v1/examples").object["examples"] as? [[String: Any]]) {
            let example = try service.get(try #require(entry["url"] as? String)).object
            let document = try JSONSerialization.data(withJSONObject: try #require(example["document"]))
            let url = try #require(try service.post("/v1/sessions", String(decoding: document, as: UTF8.self)).object["url"] as? String)
            #expect(elements(try service.get(url + "/diagram.svg").body) != nil, "\(entry)")
        }
    }
}

private final class ElementReader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var isBroken = false

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        elements.append((elementName, attributes))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        isBroken = true
    }
}
