import Foundation
import Testing

/// Answers about what is stored, over a real socket: given from memory or not, they are what the database has.
@Suite struct KeptAnswerTests {
    private func session(_ service: RunningService, _ layout: String = Layouts.conflicting) throws -> String {
        try #require(try service.post("/v1/sessions", layout).object["url"] as? String)
    }

    @Test func `an answer that is given again is the same, whatever else is asked of it`() throws {
        let service = try RunningService()
        let url = try session(service)
        for path in ["", "/report", "/log", "/document", "/source", "/report?step=0"] {
            let first = try service.get(url + path)
            #expect(first.status == 200)
            for _ in 0..<3 {
                let again = try service.get(url + path)
                #expect(again.body == first.body && again.status == 200)
                for name in first.fields.keys where !["date", "x-request-id"].contains(name) {
                    #expect(again.fields[name] == first.fields[name], "\(path) \(name)")
                }
                #expect(again.fields.keys.sorted() == first.fields.keys.sorted())
                #expect(again.fields["x-request-id"] != first.fields["x-request-id"])
            }
            let head = try HTTPClient.send("HEAD", url + path, port: service.port)
            #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "\(first.body.count)")
            for _ in 0..<2 {
                let packed = try service.get(url + path, fields: [("Accept-Encoding", "gzip")])
                #expect(packed.fields["content-encoding"] == (first.body.count >= 1024 ? "gzip" : nil))
            }
            #expect(try service.get(url + path).body == first.body)
        }
        for _ in 0..<2 {
            #expect(try service.get(url + "/report?step=1").status == 404)
            #expect(try service.get(url + "/report?step=x").status == 400)
            #expect(try service.get(url + "/report?step=0&step=0").status == 400)
            let other = try service.get(url + "/report", fields: [("Accept", "application/sarif+json")])
            #expect(other.fields["content-type"]?.hasPrefix("application/sarif+json") == true)
            // A page of another site gets nothing, kept or not.
            #expect(try service.get(url + "/report", fields: [("Origin", "http://evil.example")]).status == 403)
        }
        let metrics = try service.get("/metrics").text
        let name = #"plumbline_http_request_duration_seconds_count{method="GET",route="/v1/sessions/{id}/log"}"#
        let count = metrics.split(separator: "\n").first { $0.hasPrefix(name) }
        #expect(count?.hasSuffix(" 8") == true, "\(count ?? "none")")
    }

    @Test func `what is written is in the next answer`() throws {
        let service = try RunningService()
        let (url, other) = (try session(service), try session(service, Layouts.ambiguous))
        for _ in 0..<2 { #expect(try service.get(other + "/report").object["verdict"] as? String == "ambiguous") }
        for step in 1...20 {
            for _ in 0..<2 { #expect(try service.get(url).object["step"] as? Int == step - 1) }
            let answer = try service.post(url + "/events", #"{"events":[{"op":"resize","width":\#(100 + step),"height":44}]}"#)
            #expect(answer.status == 200)
            #expect((try service.get(url + "/report").object["size"] as? [String: Any])?["width"] as? Int == 100 + step)
            #expect(try service.get(url + "/report?step=0").object["verdict"] as? String == "conflicting")
        }
        #expect(try HTTPClient.send("PUT", url + "/pin", port: service.port).status == 204)
        #expect(try service.get(url).object["pinned"] as? Bool == true)
        #expect(try HTTPClient.send("DELETE", url, port: service.port).status == 204)
        for path in ["", "/report", "/log", "/document", "/source"] { #expect(try service.get(url + path).status == 404) }
        #expect(try service.get(other + "/report").object["verdict"] as? String == "ambiguous")
    }

    @Test func `what another process writes is in the next answer`() throws {
        let service = try RunningService()
        let second = try RunningService(database: service.database)
        let url = try session(service)
        for step in 1...10 {
            for each in [service, second] {
                for _ in 0..<2 { #expect(try each.get(url).object["step"] as? Int == step - 1) }
            }
            let writer = step % 2 == 0 ? service : second
            #expect(try writer.post(url + "/events", #"{"events":[{"op":"resize","width":\#(100 + step),"height":44}]}"#).status == 200)
        }
        try service.alterDatabase("DELETE FROM session")
        for each in [service, second] { #expect(try each.get(url + "/report").status == 404) }
    }

    @Test func `a token is asked for what is kept, too`() throws {
        let service = try RunningService(environment: ["PLUMBLINE_TOKEN": "a-secret-of-some-length"])
        let token = [("Authorization", "Bearer a-secret-of-some-length")]
        let url = try #require(try service.post("/v1/sessions", Layouts.clean, fields: token).object["url"] as? String)
        for _ in 0..<3 {
            #expect(try service.get(url + "/report", fields: token).status == 200)
            #expect(try service.get(url + "/report").status == 401)
        }
    }

    @Test func `damage is told by name and never given as a report`() throws {
        let service = try RunningService()
        let url = try session(service)
        #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":90,"height":44}]}"#).status == 200)
        func expectDamage(_ paths: [String], _ what: String) throws {
            for path in paths {
                let answer = try service.get(url + path)
                #expect(answer.status == 500 && answer.object["code"] as? String == "session-damaged", "\(path)")
                #expect((answer.object["detail"] as? String)?.contains(what) == true, "\(answer.text)")
            }
        }
        #expect(try service.get(url + "/report").status == 200)
        try service.alterDatabase("UPDATE step SET report = CAST(substr(report, 1, 40) || x'00' || substr(report, 42) AS BLOB) WHERE number = 1")
        try expectDamage(["", "/report", "/report?step=1", "/log", "/export"], "the report of step 1: compressed bytes cannot be decompressed")
        #expect(try service.get(url + "/report?step=0").status == 200)
        try service.alterDatabase(#"UPDATE step SET report = CAST('{"verdict":"clean"' AS BLOB), packing = 0 WHERE number = 1"#)
        try expectDamage(["", "/report", "/log", "/export"], "the report of step 1 is no longer valid JSON")
        try service.alterDatabase("DELETE FROM step WHERE number = 1")
        try expectDamage(["", "/report", "/report?step=1", "/log", "/export"], "step 1 is missing")
        #expect(try service.get(url + "/report?step=2").status == 404)
        #expect(try service.get("/v1/sessions").status == 200)
    }
}
