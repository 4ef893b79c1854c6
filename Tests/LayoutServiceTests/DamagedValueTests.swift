import Foundation
import HTTP
import JSON
import Testing

@testable import LayoutService

/// Values in a database that the schema forbids: the session that has them tells so, and all others are told as ever.
@Suite struct DamagedValueTests {
    private static let conflict = #"{"name":"Broken","constraints":["a.width == 10","a.width == 12"]}"#
    private static let oldest = "(SELECT min(sequence) FROM session)"

    /// A session with a step and an exercise, and a later one that stays whole.
    private func sessions(_ service: TestService) throws -> (damaged: String, whole: String) {
        let damaged = try #require(service.post("/v1/sessions?tag=old", json: DamagedValueTests.conflict).fields["Location"])
        #expect(service.post("\(damaged)/events", json: #"{"events":[{"op":"resize","height":20}]}"#).status == .ok)
        #expect(service.post("\(damaged)/exercise", json: "{}").status == .ok)
        return (damaged, try #require(service.post("/v1/sessions?tag=new", json: Bodies.clean).fields["Location"]))
    }

    private func expectOthersAreTold(_ service: TestService, _ whole: String) throws {
        for path in ["/v1/sessions", "/v1/sessions?q=clean", "/v1/sessions?tag=new", "/v1/facets", "/v1/findings?history=3"] {
            #expect(service.get(path).status == .ok, "\(path): \(service.get(path).text)")
        }
        let list = try #require(try JSONTree(parsing: service.get("/v1/sessions").body)["sessions"]?.elements)
        #expect(list.count == 2 && list.first?["url"]?.string == whole && list.first?["name"]?.string == "Clean")
        #expect(list.first?["tags"]?.elements == [.string("new")])
        let tags = try JSONTree(parsing: service.get("/v1/facets").body)["tag"]?.elements ?? []
        #expect(tags.contains { $0["value"]?.string == "new" && $0["sessions"]?.integer == 1 })
        #expect(service.get(whole).status == .ok)
    }

    private static func text(_ table: String, _ column: String, _ path: String?, _ place: String) -> (String, String?, String) {
        let owner = table == "session" ? "sequence = \(oldest)" : table == "finding_summary" ? "true" : "session = \(oldest)"
        let statement = "UPDATE \(table) SET \(column) = CAST(x'c328' AS TEXT) WHERE \(owner)"
        return (statement, path, "in \(place), column \(column) is text that is not UTF-8")
    }

    @Test(arguments: [
        text("session_tag", "tag", "", "its row"), text("session", "name", "", "its row"), text("session", "root", "/export", "its row"),
        text("session", "verdict", "/document", "its row"), text("session", "engine", "/events", "its row"),
        text("finding_summary", "summary", nil, ""), text("finding", "fingerprint", "/blame", "a finding of step 0"),
        text("step", "verdict", "/report?step=0", "step 0"), text("step", "engine", "/events", "step 0"),
        text("step", "verdict", "", "step 1"), text("exercise", "engine", "", "an exercise of step 1"),
    ]) func `a text that is not UTF-8 is damage of its session alone`(statement: String, path: String?, what: String) throws {
        let service = try TestService()
        let (damaged, whole) = try sessions(service)
        try service.alterDatabase(statement)
        try expectOthersAreTold(service, whole)
        if let path {
            let answer = service.get(damaged + path)
            #expect(answer.status == .internalServerError && answer.text.contains(#""session-damaged""#), "\(answer.text)")
            #expect(answer.text.contains(what), "\(answer.text)")
        } else {
            #expect(service.get(damaged).status == .ok)
        }
        #expect(service.send("DELETE", damaged).status == .noContent)
        #expect(try JSONTree(parsing: service.get("/v1/sessions").body)["sessions"]?.elements?.count == 1)
    }

    @Test func `events that are gone are told with their step`() throws {
        let service = try TestService()
        let (damaged, whole) = try sessions(service)
        try service.alterDatabase("PRAGMA ignore_check_constraints = ON; UPDATE step SET event = NULL")
        try expectOthersAreTold(service, whole)
        for path in ["", "/export", "/events", "/document?step=0"] {
            let answer = service.get(damaged + path)
            #expect(answer.text.contains(#""session-damaged""#) && answer.text.contains("step 1"), "\(path): \(answer.text)")
        }
        #expect(service.send("DELETE", damaged).status == .noContent)
    }

    @Test(arguments: [Int64.max, Int64.min, 10_001]) func `a step with a number that no step has is damage of its session`(number: Int64) throws {
        let service = try TestService()
        let (damaged, whole) = try sessions(service)
        try service.alterDatabase(
            "PRAGMA ignore_check_constraints = ON; UPDATE step SET number = \(number) WHERE number = 1 AND session = \(DamagedValueTests.oldest)")
        for path in ["", "/export", "/events", "/blame"] {
            let answer = service.get(damaged + path)
            #expect(answer.text.contains(#""session-damaged""#), "\(path): \(answer.text)")
        }
        // As after damage to the session's row, too, which says that there is no such step.
        try service.alterDatabase("UPDATE session SET step = 0, seal = NULL, content = NULL; UPDATE step SET seal = NULL")
        for path in ["", "/export", "/events"] { _ = service.get(damaged + path) }
        #expect(service.get(whole).status == .ok)
        #expect(service.send("DELETE", damaged).status == .noContent)
    }

    @Test func `a list of views that is none keeps no step from being stored`() throws {
        let service = try TestService()
        let (damaged, _) = try sessions(service)
        try service.alterDatabase("UPDATE session SET views = x'00'")
        let events = #"{"events":[{"op":"addView","view":{"id":"b","parent":"root"}}]}"#
        let answer = service.post(damaged + "/events", json: events)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test(arguments: [
        ("UPDATE step SET event = CAST('{}' AS BLOB) WHERE number = 1", "list of events of step 1 can no longer be applied"),
        (#"UPDATE step SET event = CAST('[{"op":"private"}]' AS BLOB) WHERE number = 1"#, "list of events of step 1 can no longer be applied"),
        (
            #"UPDATE step SET event = CAST('[{"op":"removeView","id":"private"}]' AS BLOB) WHERE number = 1"#,
            "list of events of step 1 can no longer be applied"
        ),
        (#"UPDATE layout SET canonical = CAST('{"constraints":["private"]}' AS BLOB), packing = 0"#, "its document can no longer be read"),
        ("UPDATE layout SET canonical = CAST('[]' AS BLOB), packing = 0", "its document can no longer be read"),
    ]) func `JSON that is no event or no document is told by its place, without what it holds`(statement: String, what: String) throws {
        let service = try TestService()
        let (damaged, _) = try sessions(service)
        // As in sessions of before digests, which would show the change first.
        try service.alterDatabase("UPDATE step SET seal = NULL; UPDATE session SET seal = NULL, content = NULL;" + statement)
        // Without the documents in memory; that of step 0 needs no list of events.
        try service.restart()
        let step = statement.hasPrefix("UPDATE layout") ? 0 : 1
        for path in ["/document?step=\(step)", "/affecting?view=a&axis=horizontal&step=\(step)", "/blame?step=\(step)"] {
            let answer = service.get(damaged + path)
            // Who was to blame at step 0 is known without the document.
            if path.hasPrefix("/blame"), answer.status == .ok { continue }
            #expect(answer.status == .internalServerError && answer.text.contains(#""session-damaged""#), "\(path): \(answer.text)")
            #expect(answer.text.contains(what) && !answer.text.contains("private"), "\(path): \(answer.text)")
        }
    }
}
