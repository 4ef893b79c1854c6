import Foundation
import Testing

/// Sessions of Interface Builder files over a real socket: what only the file tells stays told from step to step.
@Suite struct SceneSessionTests {
    private struct Session {
        let service: RunningService
        let url: String

        init(_ file: String) throws {
            service = try RunningService()
            let text = try String(contentsOfFile: InterfaceBuilderTests.path(file), encoding: .utf8)
            url = try #require(try service.post("/v1/sessions", text, type: "application/xml").object["url"] as? String)
        }

        func take(_ event: String) throws {
            #expect(try service.post(url + "/events", "{\"events\":[\(event)]}").status == 200, "\(event)")
        }

        func report() throws -> [String: Any] { try service.get(url + "/report").object }

        func findings() throws -> [String] {
            (try report()["findings"] as? [[String: Any]] ?? []).map { "\($0["kind"] ?? "") \($0["view"] ?? $0["constraint"] ?? "")" }
        }

        func views() throws -> [String] { (try report()["views"] as? [String: Any] ?? [:]).keys.sorted() }

        func values() throws -> Int? { (try report()["values"] as? [String: Any])?["model"] as? Int }

        func isReplayed() throws -> Bool { try service.post(url + "/replay", "{}").object["identical"] as? Bool == true }
    }

    @Test func `findings stay as long as there is what they speak of`() throws {
        let session = try Session("misplaced.xib")
        let first = ["misplaced-view box-00-001", "mixed-direction con-00-003", "unreferenced-constraint con-00-005"]
        #expect(try session.findings() == first)
        try session.take(#"{"op":"setPriority","id":"con-00-004","priority":999}"#)
        #expect(try session.findings() == first)
        // At another size no frame can be compared with the stored one.
        try session.take(#"{"op":"resize","width":321,"height":200}"#)
        #expect(try session.findings() == Array(first.dropFirst()))
        try session.take(#"{"op":"undo"}"#)
        try session.take(#"{"op":"setConstant","id":"con-00-003","constant":30}"#)
        #expect(try session.findings() == first)
        try session.take(#"{"op":"removeConstraint","id":"con-00-003"}"#)
        #expect(try session.findings() == ["unreferenced-constraint con-00-005"])
        try session.take(#"{"op":"removeView","view":"box-00-001"}"#)
        #expect(try session.views() == ["roo-00-001"])
        // Another view of the same name is not the file's.
        try session.take(#"{"op":"addView","view":{"id":"box-00-001","parent":"roo-00-001"}}"#)
        #expect(try session.views() == ["roo-00-001"] && session.findings() == ["unreferenced-constraint con-00-005"])
        #expect(try session.isReplayed())
    }

    @Test func `an ambiguity that the file asks not to tell stays untold, and values that an event sets are no longer taken`() throws {
        let session = try Session("ambiguous.xib")
        #expect(try session.findings().contains("unverified-ambiguity off-00-001") && session.values() == 2)
        try session.take(#"{"op":"addConstraint","constraint":"\"lab-00-001\".height == 20"}"#)
        #expect(try session.report()["verdict"] as? String == "clean")
        let placed = ["misplaced-view lab-00-001", "misplaced-view lab-00-002"]
        #expect(try session.findings() == placed + ["unverified-ambiguity off-00-001"] && session.values() == 2)
        let preview = try session.service.post(session.url + "/preview", #"{"events":[{"op":"setConstant","id":"con-00-009","constant":12}]}"#).object
        #expect(preview["verdict"] as? String == "clean" && (preview["report"] as? [String: Any])?["values"] != nil)
        try session.take(#"{"op":"setIntrinsicContentSize","view":"lab-00-001","width":400,"height":20}"#)
        #expect(try session.values() == 1)
        for _ in 0..<2 { try session.take(#"{"op":"undo"}"#) }
        #expect(try session.values() == 2 && session.findings().contains("content-priority-tie lab-00-001"))
        // Also where nothing of it is in memory.
        #expect(session.service.stop() == 0)
        try session.service.start()
        try session.take(#"{"op":"setConstant","id":"con-00-009","constant":12}"#)
        #expect(try session.values() == 2 && session.findings().contains("unverified-ambiguity off-00-001"))
        #expect(try session.isReplayed())
    }
}
