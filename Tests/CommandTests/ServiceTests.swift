import Foundation
import Testing

@Suite struct ServiceTests {
    @Test func `a layout is checked, stored, listed, fetched and deleted`() throws {
        let service = try RunningService()
        let check = try service.post("/v1/check", Layouts.conflicting)
        #expect(check.status == 200)
        #expect(check.fields["content-type"] == "application/json")
        #expect(check.object["verdict"] as? String == "conflicting")

        let created = try service.post("/v1/sessions?tag=ci&tag=ios", Layouts.conflicting)
        #expect(created.status == 201)
        let id = try #require(created.object["id"] as? String)
        let url = try #require(created.object["url"] as? String)
        #expect(url == "/v1/sessions/\(id)" && created.fields["location"] == url)
        #expect(created.object["step"] as? Int == 0 && created.object["name"] as? String == "ProfileCell")
        #expect((created.object["report"] as? [String: Any])?["verdict"] as? String == "conflicting")

        let list = try service.get("/v1/sessions")
        let sessions = try #require(list.object["sessions"] as? [[String: Any]])
        #expect(sessions.map { $0["id"] as? String } == [id])
        #expect(sessions.first?["tags"] as? [String] == ["ci", "ios"])

        let session = try service.get(url)
        #expect(session.status == 200)
        #expect((session.object["document"] as? [String: Any])?["name"] as? String == "ProfileCell")
        let report = try service.get(url + "/report?step=0")
        #expect(report.status == 200)
        #expect(report.object["format"] as? String == "plumbline.report/2")
        let log = try service.get(url + "/log")
        #expect(log.fields["content-type"] == "text/plain; charset=utf-8")
        #expect(log.text.hasPrefix("Unable to simultaneously satisfy constraints."))

        #expect(try service.delete(url).status == 204)
        #expect(try service.get(url).status == 404)
        #expect(try service.delete(url).status == 404)
    }

    @Test func `what was answered 201 is there after a restart and after a kill`() throws {
        let service = try RunningService()
        let first = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        #expect(service.stop() == 0)
        try service.start()
        #expect(try service.get("/v1/sessions/\(first)").status == 200)
        let second = try #require(try service.post("/v1/sessions", Layouts.ambiguous).object["id"] as? String)
        service.kill()
        try service.start()
        #expect(try service.get("/v1/sessions/\(second)").object["name"] as? String == "Loose")
        #expect(service.stop() == 0)
        let shown = try Program.run("sessions", "show", second, "--database", service.database)
        #expect(shown.status == 0)
        #expect(shown.output.contains(#""id":"\#(second)""#))
        let list = try Program.run("sessions", "list", "--database", service.database)
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(list.output.contains("\(first)  20"))
        #expect(try Program.run("sessions", "list", "--verdict", "clean", "--database", service.database).output.hasPrefix(first))
    }

    @Test func `pages follow their cursors, newest first, each session once`() throws {
        let service = try RunningService()
        var ids: [String] = []
        for number in 1...5 {
            let answer = try service.post("/v1/sessions?name=n\(number)", Layouts.clean)
            ids.append(try #require(answer.object["id"] as? String))
        }
        var seen: [String] = []
        var target = "/v1/sessions?limit=2"
        while true {
            let page = try service.get(target)
            seen += (page.object["sessions"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            guard let next = page.object["next"] as? String else { break }
            target = "/v1/sessions?limit=2&cursor=\(next)"
        }
        #expect(seen == ids.reversed())
    }

    @Test func `the list is searched by name, verdict, tag, view and time`() throws {
        let service = try RunningService()
        _ = try service.post("/v1/sessions?tag=ci", Layouts.conflicting)
        _ = try service.post("/v1/sessions?name=Other", Layouts.clean)
        func names(_ query: String) throws -> [String] {
            (try service.get("/v1/sessions?\(query)").object["sessions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }
        #expect(try names("q=profile") == ["ProfileCell"])
        #expect(try names("verdict=clean") == ["Other"])
        #expect(try names("tag=ci") == ["ProfileCell"])
        #expect(try names("view=title") == ["Other", "ProfileCell"])
        #expect(try names("view=nobody").isEmpty)
        #expect(try names("since=2100-01-01").isEmpty)
        #expect(try names("until=2100-01-01T00:00:00Z").count == 2)
    }

    @Test func `a session is found by the texts of its views and by what its constraints are called`() throws {
        let service = try RunningService()
        let body = #"""
            {"name": "Found", "views": [{"id": "root"}, {"id": "heading", "parent": "root", "class": "XyzLabel", "text": "Welcome back"}],
             "constraints": [{"id": "pinned_top", "equation": "heading.top == root.top", "identifier": "upperEdge"}, "heading.width == 7"]}
            """#
        let id = try #require(try service.post("/v1/sessions", body).object["id"] as? String)
        _ = try service.post("/v1/sessions?name=Other", Layouts.clean)
        func names(_ query: String) throws -> [String] {
            (try service.get("/v1/sessions?q=\(query)").object["sessions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }
        for word in ["welcome", "Welcome%20back", "pinned_top", "upperedge", "xyzlabel", "heading"] {
            #expect(try names(word) == ["Found"], "\(word)")
        }
        let events = #"""
            {"events": [{"op": "addView", "view": {"id": "note", "parent": "root", "text": "Thank you"}},
                        {"op": "addConstraint", "constraint": {"id": "note_width", "equation": "note.width == 9"}}]}
            """#
        #expect(try names("thank").isEmpty)
        #expect(try service.post("/v1/sessions/\(id)/events", events).status == 200)
        for word in ["thank", "note_width"] { #expect(try names(word) == ["Found"], "\(word)") }
    }

    @Test func `a log with several messages makes a session of each`() throws {
        let service = try RunningService()
        let one = try service.post("/v1/sessions", Layouts.log, type: "text/plain")
        #expect(one.status == 201)
        #expect((one.object["report"] as? [String: Any])?["verdict"] as? String == "conflicting")
        let two = Layouts.log + "\n\n" + Layouts.log.replacing("0x6000", with: "0x7000")
        let both = try service.post("/v1/sessions", two, type: "text/plain; charset=UTF-8")
        let sessions = try #require(both.object["sessions"] as? [[String: Any]])
        #expect(sessions.count == 2)
        #expect(both.fields["location"] == sessions.first?["url"] as? String)
        #expect(try service.post("/v1/check", two, type: "text/plain").object["format"] as? String == "plumbline.reports/1")
    }

    @Test func `failOn answers 422 with the report`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/check?failOn=conflict,ambiguity", Layouts.conflicting)
        #expect(answer.status == 422)
        #expect(answer.object["verdict"] as? String == "conflicting")
        #expect(try service.post("/v1/check?failOn=conflict", Layouts.ambiguous).status == 200)
    }

    @Test func `gzip is taken and given`() throws {
        let service = try RunningService()
        let packed = try gzip(Data(Layouts.conflicting.utf8))
        let answer = try HTTPClient.send(
            "POST", "/v1/check", port: service.port,
            fields: [("Content-Type", "application/json"), ("Content-Encoding", "gzip"), ("Accept-Encoding", "br, gzip;q=0.5")], body: packed)
        #expect(answer.status == 200)
        #expect(answer.fields["content-encoding"] == "gzip")
        #expect(answer.body.prefix(2) == Data([0x1F, 0x8B]))
        let plain = try service.get("/openapi.json", fields: [("Accept-Encoding", "gzip;q=0")])
        #expect(plain.fields["content-encoding"] == nil && plain.object["openapi"] as? String == "3.1.0")
    }

    @Test func `limits on bodies hold, packed and not`() throws {
        let service = try RunningService("--max-body", "10000", "--max-views", "3", "--max-constraints", "4")
        #expect(try service.post("/v1/check", String(repeating: " ", count: 10001)).status == 413)
        let bomb = try HTTPClient.send(
            "POST", "/v1/check", port: service.port, fields: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: try gzip(Data(count: 1_000_000)))
        #expect(bomb.status == 413)
        #expect(try service.post("/v1/check", Layouts.conflicting).object["code"] as? String == "too-many-constraints")
    }

    @Test(
        arguments: [
            ("/v1/check", "application/json", #"{"constraints":["#, 400, "malformed-json"),
            ("/v1/check", "application/json", #"{"constraints":["a.width == b.top"]}"#, 422, nil),
            ("/v1/check", "text/plain", "a.width == 1\na.width === 2\n", 400, nil),
            ("/v1/check", "application/xml", "<document/>", 415, "not-interface-builder"),
            ("/v1/check", "image/png", "x", 415, "media-type"),
            ("/v1/check", "application/json; charset=utf-16", "{}", 415, "charset"),
            ("/v1/check?policy=first", "application/json", Layouts.clean, 400, "invalid-parameter"),
            ("/v1/check?failOn=nothing", "application/json", Layouts.clean, 400, "invalid-parameter"),
            ("/v1/check?seed=1&seed=2", "application/json", Layouts.clean, 400, "repeated-parameter"),
            ("/v1/sessions?nam=x", "application/json", Layouts.clean, 400, "unknown-parameter"),
            ("/v1/nothing", "application/json", Layouts.clean, 404, "not-found"),
            ("/healthz", "application/json", Layouts.clean, 405, "method-not-allowed"),
        ] as [(String, String, String, Int, String?)])
    func `bad input is a problem with its status and code`(
        _ target: String, _ type: String, _ body: String, _ status: Int, _ code: String?
    ) throws {
        let service = try RunningService()
        let answer = try service.post(target, body, type: type)
        #expect(answer.status == status)
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(answer.object["status"] as? Int == status)
        for member in ["type", "title", "detail", "code"] { #expect(answer.object[member] is String) }
        if let code { #expect(answer.object["code"] as? String == code) }
        #expect(try service.get("/healthz").status == 200)
    }

    @Test func `errors in the body say where they lie`() throws {
        let service = try RunningService()
        let pointer = try service.post("/v1/check", #"{"constraints":["a.width == 1", "a.width == b.top"]}"#)
        #expect((pointer.object["pointer"] as? String)?.hasPrefix("/constraints/1") == true)
        let line = try service.post("/v1/check", "a.width == 1\na.width === 2\n", type: "text/plain")
        #expect(line.object["line"] as? Int == 2)
        #expect(line.object["column"] is Int)
    }

    @Test func `unknown sessions, steps and cursors are refused`() throws {
        let service = try RunningService()
        let id = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        #expect(try service.get("/v1/sessions/nobody").status == 404)
        #expect(try service.get("/v1/sessions/\(id)/report?step=1").status == 404)
        #expect(try service.get("/v1/sessions/\(id)/report?step=x").status == 400)
        #expect(try service.get("/v1/sessions?cursor=zzz").status == 400)
        #expect(try service.get("/v1/sessions?limit=0").status == 400)
        #expect(try service.get("/v1/sessions?since=yesterday").object["detail"] as? String != nil)
    }

    @Test func `a refusal quotes what was given, but not at any length`() throws {
        let service = try RunningService()
        func detail(_ answer: HTTPClient.Answer) -> String { answer.object["detail"] as? String ?? "" }
        let tags = (1...21).map { "tag=t\($0)" }.joined(separator: "&")
        #expect(detail(try service.post("/v1/sessions?\(tags)", Layouts.clean)) == "The query parameter 'tag' takes up to 20 tags, not 21.")
        let long = String(repeating: "a", count: 5000)
        #expect(detail(try service.get("/v1/sessions/\(long)")).count < 200)
        #expect(detail(try service.get("/v1/sessions?q=\(long)")).count < 200)
        #expect(detail(try service.get("/v1/sessions?\(long)=1")).count < 250)
        let seed = detail(try service.post("/v1/check?seed=9223372036854775808", Layouts.clean))
        #expect(seed.contains("from 0 to 9223372036854775807"))
    }

    @Test func `a name comes back as it was, and steers no terminal from the log`() throws {
        let service = try RunningService()
        let name = "red \\u001b[31m\\u0000\\u202e\\n"
        let body = #"{"constraints":[{"identifier":"\#(name)","equation":"a.width == 1"},"a.width == 2"]}"#
        let url = try #require(try service.post("/v1/sessions", body).object["url"] as? String)
        let constraints = (try service.get(url).object["document"] as? [String: Any])?["constraints"] as? [[String: Any]]
        #expect(constraints?.first?["identifier"] as? String == "red \u{1B}[31m\u{0}\u{202E}\n")
        let log = try service.get(url + "/log").text
        #expect(log.contains("red \\u{1b}[31m\\u{0}\\u{202e}"))
        #expect(log.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x202E })
    }

    @Test func `a log with a byte that is no text is read, and equations with one are refused at its line`() throws {
        let service = try RunningService()
        let log = try HTTPClient.send(
            "POST", "/v1/check", port: service.port, fields: [("Content-Type", "text/plain")], body: Data([0xFF, 0x0A]) + Data(Layouts.log.utf8))
        #expect(log.object["verdict"] as? String == "conflicting")
        let equations = try HTTPClient.send(
            "POST", "/v1/check", port: service.port, fields: [("Content-Type", "text/plain")], body: Data("a.width == 1\n".utf8) + Data([0xFF]))
        #expect(equations.status == 400)
        #expect(equations.object["code"] as? String == "not-utf-8" && equations.object["line"] as? Int == 2)
    }

    @Test func `the first page tells those without scripts what to send`() throws {
        let service = try RunningService()
        let page = try service.get("/")
        #expect(page.status == 200 && page.text.hasPrefix("<!DOCTYPE html>"))
        #expect(page.text.contains("curl -H 'Content-Type: application/json' --data-binary @layout.json http://127.0.0.1:8080/v1/check"))
        let script = try #require(page.text.firstMatch(of: /<script[^>]* src="([^"]+)"/))
        #expect(try service.get(String(script.1)).text.contains("function openStart"))
    }

    @Test func `a file that may not grow is a refusal, and what was stored stays`() throws {
        let service = try RunningService(fileKilobytes: 800)
        var stored: [String] = []
        func fill() throws -> HTTPClient.Answer {
            while true {
                let answer = try service.post("/v1/sessions?name=n\(stored.count)", Layouts.conflicting)
                guard answer.status == 201, stored.count < 2000 else { return answer }
                stored.append(try #require(answer.object["url"] as? String))
            }
        }
        #expect(try service.get("/readyz").status == 200)
        for answer in [try fill(), try service.get("/readyz")] {
            #expect(answer.status == 503 && answer.object["code"] as? String == "store-unavailable" && answer.fields["retry-after"] == "30")
            #expect((answer.object["detail"] as? String)?.hasPrefix("the disk is full") == true, "\(answer.text)")
        }
        // The log was used anew as often as it was full.
        #expect(stored.count > 100)
        #expect(try service.get("/healthz").status == 200)
        for url in stored { #expect(try service.get(url).status == 200) }
        for url in stored { #expect(try service.delete(url).status == 204) }
        // What they had is given to others.
        stored = []
        #expect(try fill().status == 503)
        #expect(stored.count > 50)
        #expect(service.stop() == 0)
    }

    @Test func `a foreign page and a foreign host are not answered`() throws {
        let service = try RunningService()
        #expect(try service.get("/healthz", fields: [("Origin", "http://evil.example")]).status == 403)
        #expect(try service.post("/v1/sessions", Layouts.clean, fields: [("Sec-Fetch-Site", "cross-site")]).status == 403)
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.isEmpty == true)
    }

    @Test func `a port that is taken and a database that is none end with status 2`() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let taken = try Program.run("serve", "--port", String(service.port), "--database", folder.path + "/a.db")
        #expect(taken.status == 2)
        #expect(taken.errors.contains("cannot listen on 127.0.0.1 port \(service.port)"))
        let text = try folder.file("text.db", "this is no database, but some text of more than a hundred bytes, as SQLite reads its header first")
        let none = try Program.run("serve", "--port", "0", "--database", text)
        #expect(none.status == 2)
        #expect(none.errors.contains("is not a database"))
        let nowhere = try Program.run("sessions", "list", "--database", folder.path + "/nowhere/a.db")
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("there is no folder \(folder.path)/nowhere/") && nowhere.errors.contains("--database"))
        #expect(try Program.run("sessions", "list", "--database", folder.path + "/a.db.gone").errors.contains("there is no such file"))
    }
}
