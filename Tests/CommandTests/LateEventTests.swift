import Foundation
import Testing

/// Events that come later than the deadline of the request before them, as when somebody looks at the page in between.
struct LateEventTests {
    static let layout = #"""
        {"size": {"width": 200, "height": 100},
         "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "root"}],
         "constraints": ["a.leading == root.leading + 8", "a.top == root.top", "a.bottom == root.bottom", "b.top == a.top",
             "b.height == a.height", {"id": "w", "equation": "a.width == 40"}, "b.leading == a.trailing + 4",
             "root.trailing == b.trailing + 8"]}
        """#

    @Test func `an event long after the request before it has its own time`() throws {
        let service = try RunningService("--deadline", "1")
        let url = try #require(service.post("/v1/sessions", Self.layout).object["url"] as? String)
        let events = [
            (#"{"op": "setConstant", "id": "w", "constant": 50}"#, "clean"), (#"{"op": "deactivate", "id": "w"}"#, "ambiguous"),
            (#"{"op": "setConstant", "id": "w", "constant": 60}"#, "ambiguous"), (#"{"op": "activate", "id": "w"}"#, "clean"),
            (#"{"op": "addConstraint", "constraint": "b.width == 500"}"#, "conflicting"),
        ]
        for (event, verdict) in events {
            Thread.sleep(forTimeInterval: 1.1)
            let answer = try service.post(url + "/events", #"{"events": [\#(event)]}"#)
            #expect((answer.object["report"] as? [String: Any])?["verdict"] as? String == verdict, "\(event): \(answer.text.prefix(400))")
        }
        let replay = try service.post(url + "/replay", "{}")
        #expect(replay.object["identical"] as? Bool == true, "\(replay.text.prefix(400))")
    }
}
