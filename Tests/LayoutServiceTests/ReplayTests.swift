import LayoutCheck
import HTTP
import JSON
import Testing

@testable import LayoutService

@Suite struct ReplayTests {
    private static let ambiguous = """
        {"size": {"width": 100, "height": 40}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
         "constraints": ["a.left == root.left + 8", "a.right == root.right - 8", "a.top >= root.top", "a.height == 20", "a.width == 90"]}
        """
    private static let spent = "the time or memory limit for the analysis was reached"

    private func exported(by service: TestService) throws -> [UInt8] {
        let session = try #require(service.post("/v1/sessions", json: ReplayTests.ambiguous).fields["Location"])
        let event = service.post("\(session)/events", json: #"{"events": [{"op": "setConstant", "id": "c5", "constant": 84}]}"#)
        #expect(event.status == .ok)
        #expect(service.post("\(session)/exercise", json: #"{"count": 2}"#).status == .ok)
        return service.get("\(session)/export").body
    }

    private func notes(_ replay: Replay) throws -> [String?] {
        #expect(!replay.isIdentical)
        let steps = try #require(try JSONTree(parsing: replay.json)["steps"]?.elements)
        for note in steps.compactMap({ $0["note"]?.string }) { #expect(replay.text.contains("(\(note))")) }
        return steps.map { $0["note"]?.string }
    }

    @Test func `a deadline that was reached when a step was stored, or is now, is told`() throws {
        var hurried = InputLimits()
        hurried.deadline = 1e-9
        // At its leisure what was stored in a hurry, and the other way round.
        let then = try notes(try SessionService.replay(exported: try exported(by: TestService(limits: hurried))))
        #expect(then.allSatisfy { $0?.hasPrefix("when it was stored, \(ReplayTests.spent): ") == true }, "\(then)")
        #expect(then.allSatisfy { $0?.contains("this time") == false }, "\(then)")
        let now = try notes(try SessionService.replay(exported: try exported(by: TestService()), limits: hurried))
        #expect(now.allSatisfy { $0?.hasPrefix("this time, \(ReplayTests.spent): ") == true && $0?.contains("stored") == false }, "\(now)")
    }

    @Test func `a session that was taken over has its reports byte for byte`() throws {
        let service = try TestService()
        let numbers = [
            "0.00000005", "0.000001", "1.5", "12345678901234.123456", "9007199254740993", "123456789012345678", "1e30", "1e-7", "0.1000000000001",
        ]
        let rows = numbers.enumerated().map { place, number in
            #"""
            "v\#(place).width == 4", "v\#(place).top >= root.top",
            {"id": "k\#(place)", "first": {"item": "v\#(place)", "attribute": "width"}, "relation": "==", "constant": \#(number)},
            {"id": "h\#(place)", "first": {"item": "v\#(place)", "attribute": "height"}, "relation": "==", "constant": \#(number)}
            """#
        }
        let document = """
            {"name": "\\"é\\u0001\\u007f 1.50 \\\\", "size": {"width": 100, "height": 40}, "constraints": [\(rows.joined(separator: ","))]}
            """
        let session = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        let events = #"{"events": [{"op": "setConstant", "id": "h2", "constant": 0.00000007}]}"#
        #expect(service.post("\(session)/events", json: events).status == .ok)
        #expect(service.post("\(session)/exercise", json: #"{"count": 2}"#).status == .ok)
        let file = service.get("\(session)/export").body
        let copy = try #require(
            service.send("POST", "/v1/import", fields: [("Content-Type", "application/json")], body: file).fields["Location"])
        for path in ["/report", "/report?step=0", "/document", "/document?step=0", "/log"] {
            #expect(service.get(copy + path).body == service.get(session + path).body, "\(path)")
        }
        // The times of creation are apart.
        func exercises(_ url: String) -> String? {
            let list = service.get(url + "/export").text.split(separator: "\"exercises\":[{", maxSplits: 1).last
            return list.map { String($0).replacing("\"\(url.dropFirst("/v1/sessions/".count))\"", with: "the session's id") }
        }
        #expect(exercises(copy) == exercises(session))
        #expect(service.get(copy + "/report").text.contains(#""from":0.00000005,"#))
    }

    @Test func `events that are told to be too late are not stored`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: ReplayTests.ambiguous).fields["Location"])
        func events(_ constant: Int, within seconds: Int = 30) -> HTTPResponse {
            let list = #"{"events": [{"op": "setConstant", "id": "c5", "constant": \#(constant)}]}"#
            return service.post("\(session)/events", json: list, fields: [("Idempotency-Key", "k\(constant)")], within: seconds)
        }
        #expect(events(83).fields["ETag"] == "\"1\"")
        #expect(events(50, within: 0).status == .serviceUnavailable)
        // What was found of it is not what the next list goes on from.
        #expect(events(84).fields["ETag"] == "\"2\"")
        #expect(events(50).fields["ETag"] == "\"3\"")
        let replay = try JSONTree(parsing: service.post("\(session)/replay", json: "{}").body)
        #expect(replay["identical"]?.bool == true)
    }

    @Test func `a document's metrics are known to its later constraints, here and where the session is imported`() throws {
        let service = try TestService()
        let first = #"{"metrics": {"pad": 8}, "extended": true, "constraints": ["a.left == root.left + pad", "V:|[a]|"]}"#
        let session = try #require(service.post("/v1/sessions", json: first).fields["Location"])
        let added = #"{"events": [{"op": "addConstraint", "constraint": "a.width == pad"}, {"op": "addConstraint", "constraint": "H:[a(>=5%)]"}]}"#
        #expect(service.post("\(session)/events", json: added).status == .ok)
        let replay = try JSONTree(parsing: service.post("\(session)/replay", json: "{}").body)
        #expect(replay["identical"]?.bool == true)
        let other = try TestService()
        let body = String(decoding: service.get("\(session)/export").body, as: UTF8.self)
        let imported = try #require(other.post("/v1/import", json: body).fields["Location"])
        let again = #"{"events": [{"op": "addConstraint", "constraint": "a.height <= 2 * pad"}]}"#
        #expect(other.post("\(imported)/events", json: again).status == .unprocessableContent)
        #expect(other.post("\(imported)/events", json: again.replacing("2 * pad", with: "pad")).status == .ok)
    }

    @Test func `an exercise that is cut short says so`() throws {
        var hurried = InputLimits()
        hurried.deadline = 1e-9
        let file = try JSONTree(parsing: try exported(by: TestService(limits: hurried)))
        let answer = try #require(file["exercises"]?[0]?["answer"])
        #expect(answer["inconclusive"]?.elements?.contains { $0["reason"]?.string == ReplayTests.spent } == true)
        let whole = try JSONTree(parsing: try exported(by: TestService()))
        #expect(whole["exercises"]?[0]?["answer"]?["inconclusive"] == nil)
    }
}
