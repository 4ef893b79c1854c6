import Foundation
import HTTP
import SessionStore
import Testing

@testable import LayoutService

/// Sessions with more findings than the store has of a step.
@Suite struct ManyFindingsTests {
    private static let count = StoredBounds.mostFindings + 200

    /// The findings of an answer about their origin, each with the step since which it exists.
    private struct Origins: Decodable {
        struct Finding: Decodable {
            var name: String
            var since: Int
        }

        var findings: [Finding]
    }

    @Test func `reports and their histories have all of them, and searches the first`() throws {
        let service = try TestService()
        let constraints = (0..<ManyFindingsTests.count).map { "\"v\($0).width == \($0)\"" }.joined(separator: ",")
        let path = try #require(service.post("/v1/sessions", json: "{\"constraints\":[\(constraints)]}").fields["Location"])
        // The list of those that are stored remains the same, and one behind it changes.
        let last = "v\(ManyFindingsTests.count - 1)"
        let event = "{\"op\":\"addConstraint\",\"constraint\":\"\(last).height == 1\"}"
        for next in [event, #"{"op":"resize","width":7,"height":9}"#] {
            #expect(service.post("\(path)/events", json: "{\"events\":[\(next)]}").status == .ok)
        }
        let origins = try JSONDecoder().decode(Origins.self, from: Data(service.get("\(path)/blame").body)).findings
        #expect(origins.count == ManyFindingsTests.count)
        #expect(origins.filter { $0.since == 1 }.map(\.name) == [last])
        #expect(service.post("\(path)/replay", json: "{}").text.contains(#""identical":true,"#))
        let sessions = service.application.sessions
        let id = try #require(path.split(separator: "/").last.map(String.init))
        #expect(try sessions.store.findings(id, step: 2).count == StoredBounds.mostFindings)
        let imported = try sessions.importSession(try #require(try sessions.export(id)))
        #expect(try sessions.replay(try #require(imported.ids.first))?.isIdentical == true)
    }

    @Test func `a file whose short findings are very many in all steps is not imported`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        for number in 1...11 {
            let event = "{\"op\":\"resize\",\"width\":\(number),\"height\":9}"
            #expect(service.post("\(path)/events", json: "{\"events\":[\(event)]}").status == .ok)
        }
        let file = service.get("\(path)/export").text
        let list = Array(repeating: "{}", count: 999).joined(separator: ",")
        let padded = file.replacing("\"conflicts\":[", with: "\"conflicts\":[\(list),").replacing("},]", with: "}]")
        let refused = service.post("/v1/import", json: padded)
        #expect(refused.status == .unprocessableContent && refused.text.contains("too-many-findings"), "\(refused.text.prefix(300))")
        #expect(refused.text.contains("/steps/10/report"), "\(refused.text.prefix(300))")
        #expect(service.post("/v1/import", json: file).status == .created)
    }
}
