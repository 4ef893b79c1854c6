import Foundation
import Testing

/// The verdict at every size between two, through the real program and a real socket.
@Suite struct SizeRegionTests {
    /// Works from 180 on; below, the two labels and their gaps do not fit.
    private let labels = """
        {"size": {"width": 320, "height": 44}, "views": [{"id": "root"},
        {"id": "title", "parent": "root", "class": "UILabel", "text": "Hello", "intrinsicContentSize": {"width": 200, "height": 20}},
        {"id": "badge", "parent": "root", "intrinsicContentSize": {"width": 60, "height": 20}}],
        "constraints": [{"id": "pin", "equation": "title.leading == root.leading + 16"}, "badge.trailing == root.trailing - 16",
        "badge.leading >= title.trailing + 8", "badge.leading <= title.trailing + 8", "title.top == root.top", "badge.top == root.top",
        "badge.width == 40", "title.width >= 100"]}
        """

    fileprivate func words(_ report: [String: Any]) -> [String] {
        (report["regions"] as? [[String: Any]] ?? []).map { region in
            "\(region["dimension"] ?? "") \(region["min"] ?? "") \(region["max"] ?? "") \(region["verdict"] ?? "")"
        }
    }

    @Test func `the program tells the regions and counts what is found in them`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("labels.json", labels)
        #expect(try Program.run("check", file).status == 0)
        let found = try Program.run("check", "--width", "100...400", file)
        #expect(found.status == 1)
        #expect(found.output.contains("  width: conflicting 100..<180, clean 180...400\n"))
        #expect(found.output.contains("truncated title: width 180..<280\n"))
        #expect(try Program.run("check", "--width", "180...400", file).status == 0)
        let refused = try Program.run("check", "--width", "wide", file)
        #expect(refused.status == 2 && refused.errors.contains("'--width' takes two sizes"))
        let both =
            try JSONSerialization.jsonObject(
                with: Data(try Program.run("analyze", "--width", "100...400", "--height", "0...90.5", file).output.utf8)) as? [String: Any]
        #expect(words(both ?? [:]) == ["width 100 180 conflicting", "width 180 400 clean", "height 0 90.5 clean"])
    }

    @Test func `the service tells them of a body, of each step, and in a session made with them`() throws {
        let service = try RunningService()
        let checked = try service.post("/v1/check?width=100...400", labels)
        #expect(words(checked.object) == ["width 100 180 conflicting", "width 180 400 clean"])
        #expect(try service.post("/v1/check?width=100...400&failOn=conflict", labels).status == 422)
        #expect(try service.post("/v1/check?width=200...400&failOn=conflict", labels).status == 200)
        #expect(try service.post("/v1/check?width=100..400", labels).status == 400)

        let plain = try #require(try service.post("/v1/sessions", labels).object["url"] as? String)
        #expect(try service.get(plain + "/report").object["regions"] == nil)
        #expect(words(try service.get(plain + "/report?width=150...200").object) == ["width 150 180 conflicting", "width 180 200 clean"])

        let swept = try #require(try service.post("/v1/sessions?width=100...400", labels).object["url"] as? String)
        let moved = try service.post(swept + "/events", #"{"events":[{"op":"setConstant","id":"pin","constant":36}]}"#).object
        #expect(words(moved["report"] as? [String: Any] ?? [:]) == ["width 100 200 conflicting", "width 200 400 clean"])
        #expect(words(try service.get(swept + "/report?step=0").object) == ["width 100 180 conflicting", "width 180 400 clean"])
        #expect(try service.post(swept + "/replay", "").object["identical"] as? Bool == true)
    }
}

extension SizeRegionTests {
    /// A picture twice as wide as high beside the edges, and a text below it.
    private static let picture = """
        {"size": {"width": 200, "height": 120}, "views": [{"id": "root"}, {"id": "picture", "parent": "root"},
        {"id": "title", "parent": "root", "class": "UILabel", "text": "Hello", "intrinsicContentSize": {"width": 90, "height": 20}}],
        "constraints": ["H:|[picture]|", "picture.width >= 2 * picture.height", "V:|[picture(>=30)][title]|", "H:|[title]-(>=0)-|", "title.height == 20"]}
        """

    @Test func `widths and heights together are a map, and text scales a range`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("picture.json", Self.picture)
        let text = try Program.run("check", "--width", "50...300", "--height", "40...200", file)
        #expect(text.status == 1 && text.output.contains("  width 50...300 by height 40...200, exact: "), "\(text.output)")
        #expect(text.output.contains(". clean, # conflicting; height grows downwards\n"), "\(text.output)")
        let report = try Program.run("analyze", "--width", "50...300", "--height", "40...200", file)
        let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        let map = object?["sizeMap"] as? [String: Any]
        #expect(map?["method"] as? String == "polygons")
        let areas = map?["areas"] as? [[String: Any]] ?? []
        #expect(areas.map { $0["verdict"] as? String } == ["conflicting", "clean"])
        let corners = (areas.last?["rings"] as? [[[Double]]])?.first ?? []
        #expect(Set(corners) == [[60, 50], [300, 50], [300, 170]])
        // Its height is fixed.
        let scaled = try Program.run("check", "--text-scale", "1...3", file).output
        #expect(scaled.contains("  text scale: clean 1...3\n") && scaled.contains("  truncated title: text scale 1<..3\n"), "\(scaled)")
        #expect(try Program.run("check", "--text-scale", "0...3", file).status == 2)
    }

    @Test func `the service draws the same map from a query`() throws {
        let service = try RunningService()
        let found = try service.post("/v1/check?width=50...300&height=40...200", Self.picture).object
        #expect((found["sizeMap"] as? [String: Any])?["method"] as? String == "polygons")
        #expect(try service.post("/v1/check?width=150...300&height=50...60&failOn=conflict", Self.picture).status == 200)
        #expect(try service.post("/v1/check?width=50...300&height=40...200&failOn=conflict", Self.picture).status == 422)
        #expect(words(try service.post("/v1/check?textScale=1...2", Self.picture).object) == ["textScale 1 2 clean"])
        #expect(try service.post("/v1/check?textScale=0...2", Self.picture).status == 400)
        let stored = try #require(
            try service.post("/v1/sessions?width=50...300&height=40...200&textScale=1...2", Self.picture).object["url"] as? String)
        #expect(try service.post(stored + "/replay", "").object["identical"] as? Bool == true)
    }
}
