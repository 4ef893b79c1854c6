import Foundation
import HTTP
import JSON
import Testing

@testable import LayoutService

/// Steps one after the other, between which the store is changed by others.
@Suite struct SessionRowTests {
    private func answer(_ response: HTTPResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }

    @Test func aStepGoesByTheSessionAsItIsStored() throws {
        let service = try TestService()
        let made = try answer(service.post("/v1/sessions", json: #"{"name": "first", "constraints": ["a.width == 1"]}"#))
        let events = "\(try #require(made["url"] as? String))/events"
        func step(_ constant: Int) -> HTTPResponse {
            service.post(events, json: #"{"events": [{"op": "setConstant", "id": "c1", "constant": \#(constant)}]}"#)
        }
        for constant in 2..<5 {
            let told = try answer(step(constant))
            #expect(told["name"] as? String == "first" && told["step"] as? Int == constant - 1)
        }
        try service.alterDatabase("UPDATE session SET name = 'second'")
        // No digest fits the row that another program changed.
        #expect(step(5).text.contains(#""session-damaged""#))
        try service.alterDatabase("UPDATE session SET name = 'first'")
        #expect(try answer(step(5))["step"] as? Int == 4)
        #expect(try answer(step(6))["name"] as? String == "first")
        // Another session's step is a commit, too.
        let other = try answer(service.post("/v1/sessions", json: #"{"name": "other", "constraints": ["a.width == 1"]}"#))
        #expect(other["name"] as? String == "other")
        let told = try answer(step(7))
        #expect(told["name"] as? String == "first" && told["step"] as? Int == 6)
        try service.alterDatabase("DELETE FROM session WHERE name = 'first'")
        #expect(step(8).status == .notFound)
    }

    /// Another service holds the database: the step is analysed, and not stored. The next one knows nothing of it.
    @Test func aStepThatCouldNotBeStoredLeavesNothing() throws {
        let service = try TestService()
        let created = service.post("/v1/sessions", json: Bodies.clean)
        let session = try #require(created.fields["Location"])
        try service.whileLocked {
            let events = #"{"events": [{"op": "resize", "width": 300, "height": 500}, {"op": "setDirection", "direction": "rtl"}]}"#
            #expect(service.post("\(session)/events", json: events).status == .serviceUnavailable)
        }
        let events = #"{"events": [{"op": "setConstant", "id": "c4", "constant": 30}]}"#
        let report = try JSONTree(parsing: service.post("\(session)/events", json: events).body)["report"]
        let document = service.get("\(session)/document")
        let anew = try JSONTree(parsing: service.send("POST", "/v1/check", fields: [("Content-Type", "application/json")], body: document.body).body)
        for key in ["document", "size", "frames"] { #expect(report?[key] != nil && report?[key] == anew[key], "\(key)") }
        #expect(service.post("\(session)/replay", json: "").text.hasPrefix(#"{"identical":true"#))
    }

    @Test func `a session is deleted only at the step that If-Match names`() throws {
        let service = try TestService()
        let url = try #require(try answer(service.post("/v1/sessions", json: #"{"constraints": ["a.width == 1"]}"#))["url"] as? String)
        #expect(service.post("\(url)/events", json: #"{"events": [{"op": "setConstant", "id": "c1", "constant": 2}]}"#).status == .ok)
        let late = service.send("DELETE", url, fields: [("If-Match", "\"0\"")])
        #expect(late.status == .preconditionFailed && late.text.contains(#""step-moved""#), "\(late.text)")
        #expect(service.send("DELETE", url, fields: [("If-Match", "0")]).status == .badRequest)
        #expect(service.get(url).status == .ok)
        #expect(service.send("DELETE", url, fields: [("If-Match", "\"1\"")]).status == .noContent)
        #expect(service.send("DELETE", url, fields: [("If-Match", "*")]).status == .notFound)
    }

    @Test func `an answer about a session that grows has one state`() throws {
        let service = try TestService()
        let url = try #require(try answer(service.post("/v1/sessions", json: #"{"constraints": ["a.width == 1"]}"#))["url"] as? String)
        let id = String(url.dropFirst("/v1/sessions/".count))
        func step(_ constant: Int) {
            let json = #"{"events": [{"op": "setConstant", "id": "c1", "constant": \#(constant)}]}"#
            #expect(service.post("\(url)/events", json: json).status == .ok)
        }
        step(2)
        let sessions = SessionService(store: service.store)
        let description = try #require(try SessionDescription(id, step: nil, sessions))
        let export = try #require(try SessionExport(id, sessions))
        step(3)
        #expect(service.post("\(url)/exercise", json: "{}").status == .ok)
        for bytes in [try description.whole(), try export.whole()] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains(#""constant":2"#) && !text.contains(#""constant":3"#), "\(text)")
            #expect(text.contains(#""exercises":[]"#), "\(text)")
        }
    }
}
