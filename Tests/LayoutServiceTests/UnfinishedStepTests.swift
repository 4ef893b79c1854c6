import Foundation
import HTTP
import LayoutCheck
import Testing

@testable import LayoutService

/// Steps whose analysis ended before it had all findings.
@Suite struct UnfinishedStepTests {
    private struct Finding: Decodable {
        var name: String
        var unlisted: String?
        var since: Int?
        var incomplete: Bool?
    }

    private struct Changes: Decodable {
        var came: [Finding]
        var went: [Finding]
        var stayed: [Finding]
        var incomplete: Bool?
        var moved: [[String: Double]]?
        var appeared: [String]
        var disappeared: [String]
    }

    private struct Answer: Decodable { var changes: Changes }

    private struct Blame: Decodable { var findings: [Finding] }

    @Test func `ambiguities that were not reached in time neither go nor come`() throws {
        let service = try TestService()
        let document =
            #"{"views":[{"id":"root"},{"id":"a","parent":"root"},{"id":"b","parent":"root"}],"constraints":[{"id":"w","equation":"b.width == 10"}]}"#
        let path = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        func step(_ width: Int) throws -> Changes {
            let event = "{\"events\":[{\"op\":\"setConstant\",\"id\":\"w\",\"constant\":\(width)}]}"
            return try JSONDecoder().decode(Answer.self, from: Data(service.post("\(path)/events", json: event).body)).changes
        }
        var hurried = InputLimits()
        hurried.deadline = 1e-9
        try service.restart(limits: hurried)
        let cut = try step(11)
        #expect(cut.went.isEmpty && cut.came.isEmpty && cut.incomplete == true && cut.disappeared.isEmpty)
        #expect(cut.stayed.map(\.name) == ["a", "b"] && cut.stayed.allSatisfy { $0.unlisted == "now" })
        try service.restart(limits: InputLimits())
        let whole = try step(12)
        #expect(whole.went.isEmpty && whole.came.isEmpty && whole.incomplete == true && whole.appeared.isEmpty)
        #expect(whole.stayed.map(\.name) == ["a", "b"] && whole.stayed.allSatisfy { $0.unlisted == "before" })
        let blame = try JSONDecoder().decode(Blame.self, from: Data(service.get("\(path)/blame").body)).findings
        #expect(blame.map(\.since) == [2, 2] && blame.allSatisfy { $0.incomplete == true })
        // An ambiguity of a view that a step adds comes with it.
        let event = #"{"events":[{"op":"addView","view":{"id":"c","parent":"root"}}]}"#
        let added = try JSONDecoder().decode(Answer.self, from: Data(service.post("\(path)/events", json: event).body)).changes
        #expect(added.came.map(\.name) == ["c"] && added.incomplete == nil && added.appeared == ["c"])
    }
}
