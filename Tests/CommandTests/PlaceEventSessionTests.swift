import Foundation
import Testing

/// Events about masks, insets and identifiers, as a client of a running service sends them.
@Suite struct PlaceEventSessionTests {
    private static let layout = """
        {"name": "Bar", "size": {"width": 300, "height": 400}, "views": [{"id": "root"},
          {"id": "bar", "parent": "root", "class": "UIToolbar", "autoresizing":
            {"frame": {"x": 0, "y": 360, "width": 300, "height": 40}, "superview": {"width": 300, "height": 400}, "mask": ["flexibleWidth"]}},
          {"id": "safe", "parent": "root", "kind": "guide", "insets": {"left": 5, "top": 20}},
          {"id": "title", "parent": "root", "class": "UILabel", "intrinsicContentSize": {"width": 80, "height": 20}}],
         "constraints": ["title.left == safe.left + 3", "title.bottom == bar.top",
           {"id": "wide", "equation": "title.width == 90", "identifier": "title-width"}]}
        """

    private func report(_ service: RunningService, _ answer: [String: Any]) throws -> [String: Any] {
        var report = try #require(answer["report"] as? [String: Any] ?? answer)
        report["timing"] = nil
        return report
    }

    /// - Parameters:
    ///   - part: a part of the layout.
    ///   - changed: what the event makes of the part.
    @Test(arguments: [
        (
            #"{"op": "setFrame", "view": "bar", "frame": {"x": 0, "y": 300, "width": 200, "height": 40}}"#,
            #"{"x": 0, "y": 360, "width": 300, "height": 40}"#, #"{"x": 0, "y": 300, "width": 200, "height": 40}"#
        ),
        (
            #"{"op": "setFrame", "view": "bar", "frame": {"x": 0, "y": 360, "width": 300, "height": 40}, "superview": {"width": 200, "height": 400}}"#,
            #""superview": {"width": 300"#, #""superview": {"width": 200"#
        ),
        (
            #"{"op": "setMask", "view": "bar", "mask": ["flexibleTopMargin", "flexibleLeftMargin"]}"#, #"["flexibleWidth"]"#,
            #"["flexibleTopMargin", "flexibleLeftMargin"]"#
        ),
        (
            #"{"op": "setTranslatesMask", "view": "title", "translates": true, "frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "#
                + #""superview": {"width": 300, "height": 400}, "mask": []}"#, #""class": "UILabel""#,
            #""class": "UILabel", "autoresizing": {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "superview": {"width": 300, "height": 400}}"#
        ),
        (#"{"op": "setInsets", "view": "safe", "insets": {"left": 9, "right": 1}}"#, #"{"left": 5, "top": 20}"#, #"{"left": 9, "right": 1}"#),
        (#"{"op": "setInsets", "view": "safe", "insets": null}"#, #", "insets": {"left": 5, "top": 20}"#, ""),
        (#"{"op": "setConstant", "identifier": "title-width", "constant": 70}"#, "title.width == 90", "title.width == 70"),
        (#"{"op": "setPriority", "identifier": "title-width", "priority": 200}"#, "title.width == 90", "title.width == 90 @ 200"),
        (
            #"{"op": "removeConstraint", "identifier": "title-width"}"#,
            ",\n   {\"id\": \"wide\", \"equation\": \"title.width == 90\", \"identifier\": \"title-width\"}", ""
        ),
    ])
    func `a step has the report of the layout that says the same`(_ event: String, _ part: String, _ changed: String) throws {
        let wanted = PlaceEventSessionTests.layout.replacingOccurrences(of: part, with: changed)
        #expect(wanted != PlaceEventSessionTests.layout)
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", PlaceEventSessionTests.layout).object["url"] as? String)
        let before = try report(service, service.get(url + "/report").object)
        let step = try service.post(url + "/events", "{\"events\": [\(event)]}")
        #expect(step.status == 200, "\(step.text)")
        let found = try report(service, step.object)
        let expected = try report(service, try service.post("/v1/check", wanted).object)
        #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: expected), "\(found)\n\(expected)")
        #expect(NSDictionary(dictionary: found) != NSDictionary(dictionary: before))

        let undone = try service.post(url + "/events", #"{"events": [{"op": "undo"}]}"#)
        #expect(NSDictionary(dictionary: try report(service, undone.object)) == NSDictionary(dictionary: before))
        #expect(try service.post(url + "/replay", "").object["identical"] as? Bool == true)
        let stored = try #require((try service.get(url + "/events").object["steps"] as? [[String: Any]])?[1]["events"] as? [[String: Any]])
        let sent = try #require(try JSONSerialization.jsonObject(with: Data(event.utf8)) as? [String: Any])
        #expect(NSDictionary(dictionary: stored[0]) == NSDictionary(dictionary: sent))
    }

    @Test func `what is wrong with an event is said with its place`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", PlaceEventSessionTests.layout).object["url"] as? String)
        for (event, pointer, words) in [
            (#"{"op": "setFrame", "view": "title", "frame": {"x": 0, "y": 0, "width": 1, "height": 1}}"#, "/view", "setTranslatesMask"),
            (#"{"op": "setInsets", "view": "bar", "insets": {}}"#, "/view", "only guides have insets"),
            (#"{"op": "removeConstraint", "identifier": "other"}"#, "/identifier", "no constraint has the identifier"),
            (#"{"op": "setMask", "view": "bar", "mask": "flexibleWidth"}"#, "/mask", "an array"),
        ] {
            let answer = try service.post(url + "/events", "{\"events\": [{\"op\": \"resize\", \"width\": 200}, \(event)]}")
            #expect(answer.status == 422 && answer.object["pointer"] as? String == "/events/1\(pointer)", "\(answer.text)")
            #expect((answer.object["detail"] as? String)?.contains(words) == true, "\(answer.text)")
        }
        // None of the lists was taken.
        #expect(try service.get(url).object["step"] as? Int == 0)
    }
}
