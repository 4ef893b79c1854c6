import HTTP
import JSON
import LayoutCheck
import Testing

@testable import LayoutService

@Suite struct DeadlineTests {
    /// A layout whose ranges take seconds: a chain of views, each as wide as others in part.
    private static func chain(_ count: Int, width: Int) -> String {
        var seed: UInt64 = 1
        func below(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        var views = [#"{"id": "root"}"#]
        var rows: [String] = []
        for view in 0..<count {
            views.append(#"{"id": "v\#(view)", "parent": "root"}"#)
            rows.append("v\(view).leading == \(view == 0 ? "root.leading" : "v\(view - 1).trailing") + 8 @ \(["required", "750"][below(2)])")
            rows.append("v\(view).width " + ["== v\(below(count)).width * 2", "== 5", "== 10", ">= 3"][below(4)])
            rows.append("v\(view).trailing <= root.trailing")
        }
        let constraints = rows.map { "\"\($0)\"" }.joined(separator: ", ")
        return #"{"size": {"width": \#(width), "height": 1000}, "views": [\#(views.joined(separator: ", "))], "constraints": [\#(constraints)]}"#
    }

    @Test(arguments: ["failOn=conflict", "failOn=ambiguity", "failOn=conflict&format=text", "failOn=conflict&rules=recommended"])
    func `a check that proves nothing in its time fails`(query: String) throws {
        var hurried = InputLimits()
        hurried.deadline = 1e-9
        let body = #"{"constraints": ["a.width == 10", "a.width == 20"]}"#
        #expect(try TestService(limits: hurried).post("/v1/check", json: body).status == .ok)
        #expect(try TestService(limits: hurried).post("/v1/check?\(query)", json: body).status == .unprocessableContent)
        let sound = #"{"constraints": ["a.left == root.left", "a.width == 10", "a.top == root.top", "a.height == 10"]}"#
        #expect(try TestService().post("/v1/check?\(query)", json: sound).status == .ok)
    }

    @Test func `sessions, events and exercises are stored with what is proven by their deadline`() throws {
        let service = try TestService()
        let created = service.post("/v1/sessions", json: DeadlineTests.chain(400, width: 3000), within: 1)
        #expect(created.status == .created)
        let session = try #require(created.fields["Location"])
        // On a busy machine the time may be over before there is anything to store, which is answered 503.
        var resized = created
        var given = 0
        for seconds in [1, 5, 25] where resized.status != .ok {
            given = seconds
            resized = service.post("\(session)/events", json: #"{"events": [{"op": "resize", "width": 2500}]}"#, within: seconds)
        }
        #expect(resized.status == .ok)
        // With more time all may be proven.
        for answer in given == 1 ? [created, resized] : [created] {
            let report = try JSONTree(parsing: answer.body)["report"]
            #expect(report?["inconclusive"]?.elements?.isEmpty == false)
        }
        #expect(service.get("\(session)/events").text.contains(#""op":"resize""#))
        let begin = ContinuousClock.now
        #expect(service.post("\(session)/exercise", json: "{}", within: 1).status == .ok)
        #expect(begin.duration(to: .now) < .seconds(15))
    }
}
