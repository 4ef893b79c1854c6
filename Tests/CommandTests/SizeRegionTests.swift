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

    private func words(_ report: [String: Any]) -> [String] {
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
