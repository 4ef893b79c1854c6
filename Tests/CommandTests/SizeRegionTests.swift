import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

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
        #expect(found.output.contains("truncated UILabel “Hello”: width 180..<280\n"))
        #expect(try Program.run("check", "--width", "180...400", file).status == 0)
        let refused = try Program.run("check", "--width", "wide", file)
        #expect(refused.status == 2 && refused.errors.contains("'--width' takes two sizes with three dots between them"))
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
        #expect(text.status == 1 && text.output.contains("  width 50...300 by height 40...200, exact, "), "\(text.output)")
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
        #expect(scaled.contains("  text scale: clean 1...3\n") && scaled.contains("  truncated UILabel “Hello”: text scale 1<..3\n"), "\(scaled)")
        #expect(try Program.run("check", "--text-scale", "0...3", file).status == 2)
        // The listed finding says once where.
        let listed = try Program.run("check", "--text-scale", "1...3", "--rules", "truncated-text", file).output
        #expect(
            listed.split(separator: "\n").contains { $0.hasSuffix("has too little room for its text at text scale 1<..3 [truncated-text]") },
            "\(listed)")
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

    private static let asserted = picture.replacing(
        #""constraints""#, with: #""assert": ["picture.width <= 3 * picture.height", "picture.height >= 40"], "constraints""#)

    @Test func `a map tells where texts are cut and assertions fail, and the smallest size with its layout`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("picture.json", Self.asserted)
        let text = try Program.run("check", "--width", "50...300", "--height", "40...200", file).output
        #expect(text.contains("truncated UILabel “Hello”: some sizes of width 60...90 by height 50...65\n"), "\(text)")
        #expect(text.contains("picture.height >= 40 fails: off by 10; picture has height 30, at 60 x 50"), "\(text)")
        let report = try Program.run("analyze", "--width", "50...300", "--height", "40...200", file)
        let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        let map = try #require(object?["sizeMap"] as? [String: Any])
        let failing = try #require(map["assertions"] as? [[String: Any]])
        #expect(failing.map { $0["assertion"] as? String } == ["picture.width <= 3 * picture.height", "picture.height >= 40"])
        #expect((failing.last?["rings"] as? [[[Double]]]).map { Set($0.joined()) } == [[60, 50], [300, 50], [300, 60], [80, 60]])
        #expect((failing.last?["smallest"] as? [String: Any])?["at"] as? [Double] == [60, 50])
        let frames = failing.last?["frames"] as? [String: [String: Double]]
        #expect(frames?["picture"] == ["x": 0, "y": 0, "width": 60, "height": 30])
        // Where it fails beyond a size and not at it, the next whole size shows it.
        #expect((failing.first?["smallest"] as? [String: Any])?["at"] as? [Double] == [91, 50])
    }

    @Test func `numbers that round alike are told apart`() throws {
        // A slanted edge that begins at 1000/3 and ends a ten-millionth of a point beside it.
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "thirds.json",
            #"{"size": {"width": 400, "height": 20}, "constraints": ["H:|[a]|", "V:|[a]|", "a.width >= 0.00000001 * a.height + 1000:3"]}"#)
        let report = try Program.run("analyze", "--width", "0...400", "--height", "0...10", file)
        let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        let map = try #require(object?["sizeMap"] as? [String: Any])
        let area = (map["areas"] as? [[String: Any]])?.first { $0["verdict"] as? String == "clean" }
        let rings = try #require(area?["rings"] as? [[[Double]]])
        #expect(Set(rings.joined().map { $0[0] }) == [333.333333, 400], "\(rings)")
        let exact = try #require((area?["exact"] as? [String: Any])?["rings"] as? [[[String]]])
        #expect(Set(exact.joined().map { $0[0] }) == ["1000/3", "10000000003/30000000", "400"], "\(exact)")
    }

    @Test func `sizes are drawn by the program, the service and the reports`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("picture.json", Self.asserted)
        let drawn = try Program.run("render", "--width", "50...300", "--height", "40...200", file)
        #expect(drawn.status == 0 && isXML(drawn.output))
        #expect(drawn.output.contains(#"<path class="region conflicting""#) && drawn.output.contains(#"<path class="region clean""#))
        #expect(drawn.output.contains("truncated title") && drawn.output.contains(#"data-plot="64 40 480 360""#))
        let strips = try Program.run("render", "--width", "50...300", "--text-scale", "1...3", file)
        #expect(strips.output.contains(#"data-dimension="width""#) && strips.output.contains(#"data-dimension="textScale""#) && isXML(strips.output))

        let reported = try Program.run("check", "--width", "50...300", "--height", "40...200", "--format", "html", file).output
        #expect(reported.contains("<h2>Sizes of <code>") && reported.contains(#"class="region conflicting""#) && !reported.contains("<?xml"))
        let markdown = try Program.run("check", "--width", "50...300", "--height", "40...200", "--format", "markdown", file).output
        #expect(markdown.contains("<summary>Sizes</summary>") && markdown.contains("      width 50...300 by height 40...200, exact"))

        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", Self.asserted).object["url"] as? String)
        let answer = try service.get(url + "/sizes.svg?width=50...300&height=40...200")
        #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self) == drawn.output)
        #expect(try service.get(url + "/sizes.svg").status == 200)
        #expect(try service.get(url + "/sizes.svg?width=wide").status == 400)
        #expect(try service.get(url + "/sizes.svg?step=3").status == 404)
        let message = "Unable to simultaneously satisfy constraints.\n(\n    \"<NSLayoutConstraint:0x1 UIView:0x2.width == 3   (active)>\"\n)\n"
        let log = try service.post("/v1/sessions", message, type: "text/plain").object
        let shown = try #require(log["url"] as? String)
        #expect(try service.get(shown + "/sizes.svg").status == 409)
    }

    private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test func `texts whose sizes are given by scale break where they say`() throws {
        // From 1 to 2 its width grows by 60, from 2 to 3 by 30, and beyond in proportion.
        let label = """
            {"size": {"width": 200, "height": 60}, "views": [{"id": "root"}, {"id": "title", "parent": "root", "text": "Hello",
            "intrinsicContentSize": {"width": 100, "height": 20}, "textSizes": [{"scale": 3, "width": 190}, {"scale": 2, "width": 160, "height": 44}]}],
            "constraints": ["H:|[title]|", "V:|[title]|"], "assert": ["title.width >= title.intrinsic.width"]}
            """
        let folder = try TemporaryFolder()
        let file = try folder.file("label.json", label)
        func truncated(_ width: String) throws -> String {
            let folder = try TemporaryFolder()
            let sized = label.replacing("\"width\": 200, \"height\": 60", with: "\"width\": \(width), \"height\": 600")
            let file = try folder.file("label.json", sized)
            let lines = try Program.run("check", "--text-scale", "0.5...6", file).output.split(separator: "\n")
            return lines.first { $0.contains("truncated") }.map(String.init) ?? ""
        }
        #expect(try truncated("120").hasSuffix("text scale 4/3<..6"))
        #expect(try truncated("170").hasSuffix("text scale 7/3<..6"))
        #expect(try truncated("190").hasSuffix("text scale 3<..6"))
        #expect(try truncated("200").hasSuffix("text scale 60/19<..6"))
        #expect(try truncated("70").hasSuffix("text scale 0.7<..6"))
        let asserted = try Program.run("check", "--text-scale", "1...6", file).output
        #expect(asserted.contains("(at text scale 60/19<..6)") && asserted.contains("truncated “Hello”: text scale 30/11<..6"), "\(asserted)")
        // At single scales and in documents that are read back it is the same.
        for (scale, isFound) in [("3", true), ("2.5", false)] {
            let found = try Program.run("check", "--rules", "truncated-text", "--text-scales", scale, "--format", "xcode", file).output
            #expect(found.contains("(truncated-text)") == isFound, "\(scale): \(found)")
        }
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", label).object["url"] as? String)
        let document = String(decoding: try service.get(url + "/document").body, as: UTF8.self)
        #expect(
            document.replacing(" ", with: "").contains(#""textSizes":[{"scale":2,"width":160,"height":44},{"scale":3,"width":190}]"#), "\(document)")
        let bad = try Program.run("check", try folder.file("bad.json", label.replacing("\"scale\": 3", with: "\"scale\": 1")))
        #expect(bad.status == 2 && bad.errors.contains("above 0 that is not 1"), "\(bad.errors)")
        try folder.file(
            ".plumbline.json",
            #"{"textScale": "1...3", "intrinsicSizes": [{"name": "german", "views": {"title": {"width": 150, "textSizes": [{"scale": 2, "width": 210}]}}}]}"#
        )
        let german = try folder.run(["check", "label.json", "--rules", "truncated-text", "--format", "xcode"]).output
        #expect(german.contains("german with text scale 11/6<..3"), "\(german)")
    }
}

extension SizeRegionTests {
    /// A view of 300 beside a text of at least 40, or of exactly 40, with 40 between them and beside them.
    private func row(_ text: String, _ width: Int = 390, of length: Int = 300) -> String {
        """
        {"size": {"width": \(width), "height": 20}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "t", "parent": "root"}],
        "constraints": ["H:|-16-[a]-8-[t]-16-|", {"id": "size", "equation": "a.width == \(length)"}, "t.width \(text) 40", "V:|[a]|", "V:|[t]|"]}
        """
    }

    @Test func `a constant in a fix is one for all sizes of the range`() throws {
        let folder = try TemporaryFolder()
        for width in [390, 330] {
            let file = try folder.file("row.json", row(">=", width))
            let found = try Program.run("check", "--width", "280...1400", file).output
            let sizes = width == 330 ? "own size, width 280..<380" : "width 280..<380"
            #expect(found.contains("more than all of root (280) (at width 280; the same conflict at \(sizes)) ["), "\(found)")
            #expect(found.contains("fix: change the constant of the width of a (size) to 200 or less, for which there is room\n"), "\(found)")
        }
        let fixed = try folder.file("fixed.json", row(">=", of: 200))
        #expect(try Program.run("check", "--width", "280...1400", fixed).status == 0)
        // The size that needs most is not the first one.
        let file = try folder.file("row.json", row(">="))
        let listed = try Program.run("check", "--sizes", "330x20,280x20,400x20,320x20", file).output
        #expect(listed.contains("(at 280x20; the same conflict at 330x20, 320x20) [") && listed.contains(" to 200 or less,"), "\(listed)")
        // At 280 more is missing than the text, so that other constraints conflict.
        let label = #"{"id": "t", "class": "UILabel", "text": "x", "intrinsicContentSize": {"width": 90}, "parent": "root"}"#
        let text = row(">=", of: 250).replacing(#"{"id": "t", "parent": "root"}"#, with: label)
        let shorter = try folder.file("shorter.json", text)
        let ranged = try Program.run("check", "--width", "280...1400", shorter).output
        #expect(ranged.contains("needs 330, 25 pt too much (at width 305; the same conflict at width 280..<330) ["), "\(ranged)")
        #expect(ranged.contains(" to 200 or less, for which there is room (for all these sizes)\n"), "\(ranged)")
    }

    @Test func `numbers of one size are not those of others`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("row.json", row("=="))
        let listed = try Program.run("check", "--sizes", "430x20,390x20,375x20", file).output
        #expect(listed.contains("adds up to 380, 50 pt too little (at 430x20; the same conflict at 390x20, 375x20) ["), "\(listed)")
        let ranged = try Program.run("check", "--width", "300...500", file).output
        #expect(ranged.contains("10 pt too little (at own size; the same conflict at width 300..<380, width 380<..500) ["), "\(ranged)")
        let json = try Program.run("check", "--sizes", "430x20,390x20", "--format", "json", file).output
        #expect(json.contains(#""variants":["430x20","390x20"],"shownAt":"430x20""#), "\(json)")
        // Two lengths of one view contradict each other in the same way at all sizes.
        let twice = row(">=").replacing("\"V:|[a]|\"", with: "\"a.width == 310\", \"V:|[a]|\"")
        let both = try Program.run("check", "--sizes", "500x20,510x20", "--width", "600...700", try folder.file("twice.json", twice)).output
        #expect(both.contains("(at 500x20, 500x20 with width 600...700, "), "\(both)")
    }

    @Test func `a constant that does for one size alone has that size`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("row.json", row("==", 300, of: 320))
        let found = try Program.run("check", "--width", "280...300", file).output
        #expect(found.contains("change the constant of the width of a (size) to "), "\(found)")
        #expect(found.contains(", for which there is room (at own size)\n"), "\(found)")
    }
}
