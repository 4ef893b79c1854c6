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

    @Test func `an example with steps is written as a session that runs again`() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let path = folder.path + "/story.json"
        let list = try #require(try service.get("/v1/examples").object["examples"] as? [[String: Any]])
        var stories = 0
        for entry in list {
            let name = try #require(entry["name"] as? String)
            let example = try service.get("/v1/examples/\(name)").object
            let expected = [example["verdict"] as? String] + (example["steps"] as? [[String: Any]] ?? []).map { $0["verdict"] as? String }
            for (step, verdict) in expected.enumerated() {
                let document = try Program.run("examples", name, "--step", "\(step)")
                #expect(document.status == 0)
                #expect(try service.post("/v1/check", document.output).object["verdict"] as? String == verdict, "\(name), step \(step)")
            }
            #expect(try Program.run("examples", name, "--step", "\(expected.count)").status == 2)
            guard expected.count > 1 else { continue }
            stories += 1
            try Program.run("examples", name).output.write(toFile: path, atomically: true, encoding: .utf8)
            let replay = try Program.run("replay", path)
            #expect(replay.status == 0, "\(name): \(replay.output)")
            let id = try Program.run("sessions", "import", path, "--database", service.database)
            #expect(id.status == 0, "\(id.errors)")
            let url = "/v1/sessions/\(id.output.trimmingCharacters(in: .newlines))"
            let steps = try #require(try service.get(url + "/events").object["steps"] as? [[String: Any]])
            #expect(steps.map { $0["verdict"] as? String } == expected, "\(name)")
            #expect(try service.get(url).object["name"] as? String == entry["title"] as? String)
        }
        #expect(stories >= 8)
        // What is none is told with its file, whoever reads it.
        for text in ["[]", "null", "{}"] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            for run in [try Program.run("replay", path), try Program.run("sessions", "import", path, "--database", service.database)] {
                #expect(run.status == 2 && run.errors.contains("\(path): "), "\(run.errors)")
                #expect(run.errors.contains("this is not an exported session"), "\(run.errors)")
            }
        }
        #expect(try Program.run("examples", "--step", "1").status == 2)
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
