import Foundation
import Testing

/// Sessions whose answers are so long that they are streamed or given in parts.
@Suite struct LongSessionTests {
    private func session(_ service: RunningService) throws -> String {
        let rows = (0..<500).map { #""v\#($0).width == \#($0)""# }.joined(separator: ",")
        return try #require(try service.post("/v1/sessions", #"{"constraints":[\#(rows)]}"#).object["url"] as? String)
    }

    /// A step whose list of events has a given length, and its undo.
    private func append(_ count: Int, _ service: RunningService, _ url: String) throws {
        let name = String(repeating: "n", count: count)
        let event = #"{"op":"addConstraint","constraint":{"id":"\#(name)","first":{"item":"v1","attribute":"height"},"relation":"==","constant":1}}"#
        for list in [event, #"{"op":"undo"}"#] {
            let answer = try service.post(url + "/events", #"{"events":[\#(list)]}"#)
            #expect(answer.status == 200, "\(answer.text.prefix(200))")
        }
    }

    @Test func `a long export is the same however it is sent`() throws {
        let service = try RunningService()
        let url = try session(service)
        for number in 1...12 {
            #expect(try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":\#(number)}]}"#).status == 200)
        }
        #expect(try service.post(url + "/exercise", "{}").status == 200)
        let id = String(url.dropFirst("/v1/sessions/".count))
        let file = try Program.run("sessions", "export", id, "--database", service.database).output
        #expect(file.utf8.count > 1 << 20)
        let plain = try service.get(url + "/export")
        #expect(plain.status == 200 && plain.fields["transfer-encoding"] == "chunked" && plain.text == file)
        #expect(plain.fields["content-disposition"] == "attachment; filename=\"plumbline-\(id).json\"" && plain.fields["vary"] == "Accept-Encoding")
        let packed = try service.get(url + "/export", fields: [("Accept-Encoding", "gzip")])
        #expect(packed.fields["content-encoding"] == "gzip" && packed.body.count < plain.body.count / 4)
        #expect(try unpacked(packed.body) == plain.body)
        // Another copy of it is the same session.
        let copy = try #require(try service.post("/v1/import", file).object["url"] as? String)
        #expect(try service.get(copy + "/report").text == service.get(url + "/report").text)
        let short = try service.get(url + "/report")
        #expect(short.fields["content-length"] == "\(short.body.count)")
    }

    private func unpacked(_ body: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let file = try folder.file("export.gz", body)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
        process.arguments = ["-d", file.path]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: folder.url.appendingPathComponent("export"))
    }

    @Test func `a long export that meets damage has no end`() throws {
        let service = try RunningService()
        let url = try session(service)
        for number in 1...12 {
            #expect(try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":\#(number)}]}"#).status == 200)
        }
        try service.alterDatabase("UPDATE step SET verdict = 'clean' WHERE number = 12")
        #expect(throws: HTTPClient.Failure.self) { try service.get(url + "/export") }
        try service.alterDatabase("UPDATE step SET verdict = 'clean' WHERE number = 1")
        let early = try service.get(url + "/export")
        #expect(early.status == 500 && early.object["code"] as? String == "session-damaged", "\(early.text.prefix(200))")
        #expect(try service.get("/healthz").status == 200)
    }

    @Test func `long lists of events come in parts, and all of them come`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", #"{"constraints":["v1.width == 1"]}"#).object["url"] as? String)
        for number in 1...5 { try append(1_500_000 + number, service, url) }
        let whole = try service.get(url)
        #expect(whole.fields["transfer-encoding"] == "chunked" && whole.body.count > 7_000_000)
        #expect((whole.object["events"] as? [[String: Any]])?.compactMap { $0["step"] as? Int } == Array(1...10))
        #expect(whole.object["report"] is [String: Any])
        let id = String(url.dropFirst("/v1/sessions/".count))
        #expect(try Program.run("sessions", "show", id, "--database", service.database).output == whole.text)
        var (next, steps, parts) = (0 as Int?, [Int](), 0)
        while let first = next {
            let part = try service.get(url + "/events?from=\(first)&limit=500")
            let listed = try #require(part.object["steps"] as? [[String: Any]])
            for step in listed {
                steps.append(try #require(step["step"] as? Int))
                #expect(step["takesBack"] as? Int == (steps.count > 1 && steps.count % 2 == 1 ? steps.count - 2 : nil))
            }
            #expect(!listed.isEmpty && part.body.count < 7_000_000)
            next = part.object["next"] as? Int
            parts += 1
        }
        #expect(steps == Array(0...10) && parts > 1)
        // The documents are those of the lists that are not undone.
        #expect(try service.get(url + "/document?step=10").text == service.get(url + "/document?step=0").text)
        #expect(try service.get(url + "/document?step=9").body.count > 1_500_000)
    }

    @Test func `lists of sessions are short although the names of their views are long`() throws {
        let service = try RunningService()
        for number in 0..<8 {
            let name = String(repeating: "n", count: 900_000) + String(number)
            let created = try service.post("/v1/sessions", #"{"constraints":["\#(name).width == 10","\#(name).width == 12"]}"#)
            #expect(created.status == 201)
        }
        let list = try service.get("/v1/sessions")
        let sessions = try #require(list.object["sessions"] as? [[String: Any]])
        #expect(sessions.count == 8 && sessions.allSatisfy { $0["verdict"] as? String == "conflicting" })
        #expect(list.object["next"] as? String == nil && list.body.count < 20_000, "\(list.body.count)")
    }
}
