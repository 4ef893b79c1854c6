import Foundation
import Testing

/// Every example does what it says, over a real socket and through the real program.
@Suite struct ExampleTests {
    @Test func `each example has its verdict, at each of its steps`() throws {
        let service = try RunningService()
        let list = try #require(try service.get("/v1/examples").object["examples"] as? [[String: Any]])
        #expect(list.count >= 20)
        var steps = 0
        for entry in list {
            let name = try #require(entry["name"] as? String)
            let example = try service.get(try #require(entry["url"] as? String)).object
            let document = try JSONSerialization.data(withJSONObject: try #require(example["document"]))
            let created = try service.post("/v1/sessions", String(decoding: document, as: UTF8.self))
            let report = try #require(created.object["report"] as? [String: Any], "\(name)")
            #expect(report["verdict"] as? String == example["verdict"] as? String, "\(name)")
            #expect((report["warnings"] as? [Any])?.isEmpty == true, "\(name)")
            let url = try #require(created.object["url"] as? String)
            for (number, step) in (example["steps"] as? [[String: Any]] ?? []).enumerated() {
                let body = try JSONSerialization.data(withJSONObject: ["events": try #require(step["events"])])
                let answer = try service.post(url + "/events", String(decoding: body, as: UTF8.self))
                #expect(answer.object["verdict"] as? String == step["verdict"] as? String, "\(name), step \(number + 1): \(answer.text.prefix(300))")
                steps += 1
            }
            #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true, "\(name)")
        }
        #expect(steps >= 15)
        #expect(try service.get("/v1/examples/nothing").status == 404)
    }

    @Test func `an example teaches what it says`() throws {
        let service = try RunningService()
        func report(_ name: String) throws -> [String: Any] {
            let document = try Program.run("examples", name).output
            return try service.post("/v1/check", document).object
        }
        let zero = try #require((try report("label-in-zero-width")["conflicts"] as? [[String: Any]])?.first)
        #expect(zero["owner"] as? String == "transient")
        for name in ["hugging-tie", "compression-tie"] {
            let causes = (try report(name)["ambiguities"] as? [[String: Any]])?.map { $0["cause"] as? String }
            #expect(causes?.allSatisfy { $0 == "priorityTie" } == true, "\(name)")
        }
        let repairs = try #require(try report("two-widths")["repairs"] as? [[String: Any]])
        #expect(Set(repairs.flatMap { $0["relax"] as? [String] ?? [] }) == ["sixty", "eighty"])
        #expect(try Program.run("examples", "nothing").status == 2)
        #expect(try Program.run("examples").output.contains("two-widths\n"))
    }
}
