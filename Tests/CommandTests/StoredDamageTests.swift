import Foundation
import Testing

/// What another program has written into a database: the service tells it by name, and goes on.
@Suite struct StoredDamageTests {
    private static let conflict = #"{"name":"Cell","constraints":["a.width == 10","a.width == 12"]}"#

    private func session(_ service: RunningService) throws -> String {
        try #require(try service.post("/v1/sessions", StoredDamageTests.conflict).object["url"] as? String)
    }

    private func expectDamage(_ answer: HTTPClient.Answer, _ path: String) {
        #expect(answer.status == 500 && answer.object["code"] as? String == "session-damaged", "\(path): \(answer.text)")
    }

    @Test func `no part of a session is believed whose row was changed`() throws {
        let service = try RunningService()
        let urls = try (0..<2).map { _ in try session(service) }
        for (place, url) in urls.enumerated() {
            let events = #"{"events":[{"op":"resize","width":\#(place + 1),"height":1}]}"#
            #expect(try service.post(url + "/events", events, fields: [("Idempotency-Key", "k")]).status == 200)
        }
        let ids = urls.map { $0.dropFirst(13) }
        let paths = ["", "/source", "/report", "/report?step=0", "/log", "/blame", "/events", "/document", "/export", "/diagram.svg"]
        let swap =
            "UPDATE session SET id = '0' WHERE id = '\(ids[0])'; UPDATE session SET id = '\(ids[0])' WHERE id = '\(ids[1])'; "
            + "UPDATE session SET id = '\(ids[1])' WHERE id = '0'"
        for (change, back) in [(swap, swap), ("UPDATE session SET step = 0", "UPDATE session SET step = 1")] {
            try service.alterDatabase(change)
            for url in urls {
                for path in paths { expectDamage(try service.get(url + path), "\(change) \(path)") }
                expectDamage(try service.post(url + "/exercise", "{}"), change)
                #expect(try service.post(url + "/replay", "{}").text.hasPrefix(#"{"identical":false"#), "\(change)")
            }
            try service.alterDatabase(back)
            for url in urls {
                for path in paths { #expect(try service.get(url + path).status == 200, "\(path)") }
                #expect(try service.post(url + "/replay", "{}").text.hasPrefix(#"{"identical":true"#), "\(back)")
            }
        }
    }

    @Test func `no step is stored if its answer is an error`() throws {
        let service = try RunningService()
        let url = try session(service)
        // A new process has to read the former report.
        #expect(service.stop() == 0)
        try service.alterDatabase("UPDATE step SET engine = engine || 'x'")
        try service.start()
        let (events, key) = (#"{"events":[{"op":"resize","width":7,"height":8}]}"#, [("Idempotency-Key", "k")])
        for fields in [[], key, key] { expectDamage(try service.post(url + "/events", events, fields: fields), "/events") }
        try service.alterDatabase("UPDATE step SET engine = substr(engine, 1, length(engine) - 1)")
        let answer = try service.post(url + "/events", events, fields: key)
        #expect(answer.status == 200 && answer.object["step"] as? Int == 1, "\(answer.text)")
    }

    @Test func `no command takes a damaged log in silence`() throws {
        let service = try RunningService()
        for _ in 0..<6 { _ = try session(service) }
        service.kill()
        let folder = try TemporaryFolder()
        let log = URL(fileURLWithPath: service.database + "-wal")
        let whole = try Data(contentsOf: log)
        // A salt in the header, and the first frame of the log.
        for place in [18, 32 + 24 + 100] {
            var damaged = whole
            damaged[place] ^= 1
            try damaged.write(to: log)
            let new = folder.path + "/new.db"
            let commands = [
                ["serve", "--port", "0", "--database", service.database], ["serve", "--check-config", "--database", service.database],
                ["sessions", "list", "--database", service.database], ["sessions", "export", "x", "--database", service.database],
                ["sessions", "backup", folder.path + "/backup", "--database", service.database],
                ["sessions", "restore", service.database, "--database", new], ["sessions", "copy", "--from", service.database, "--to", new],
            ]
            for command in commands {
                let outcome = try Program.run(command, input: Data())
                #expect(outcome.status == 2 && outcome.errors.contains("commits behind the damage cannot be read"), "\(place) \(command): \(outcome)")
                #expect(try Data(contentsOf: log) == damaged, "\(command)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("-lock") } == [])
        }
        try whole.write(to: log)
        let list = try Program.run("sessions", "list", "--database", service.database)
        #expect(list.status == 0 && list.output.split(separator: "\n").count == 6, "\(list)")
    }

    @Test func `a body that is posted again repairs the damaged copy of it`() throws {
        let service = try RunningService()
        let url = try session(service)
        let file = try service.get(url + "/export").text
        for change in ["UPDATE document SET body = x'7b7d', packing = 0", "UPDATE layout SET canonical = randomblob(90)"] {
            for (path, body) in [("/v1/sessions", StoredDamageTests.conflict), ("/v1/import", file)] {
                try service.alterDatabase(change)
                expectDamage(try service.get(url), change)
                let answer = try service.post(path, body)
                let new = try #require(answer.object["url"] as? String, "\(answer.text)")
                for url in [url, new] { #expect(try service.get(url).status == 200, "\(change) \(path)") }
                #expect(try service.get(new + "/source").text == StoredDamageTests.conflict)
            }
        }
    }

    @Test func `times that no clock tells end no history`() throws {
        let service = try RunningService()
        for _ in 0..<2 { _ = try session(service) }
        for (first, second) in [("9223372036854775807", "-1"), ("-9223372036854775808", "0"), ("-9223372036854775808", "9223372036854775807")] {
            try service.alterDatabase(
                """
                UPDATE finding SET since = \(first), seen = \(first) WHERE session = (SELECT min(sequence) FROM session);
                UPDATE finding SET since = \(second), seen = \(second) WHERE session = (SELECT max(sequence) FROM session);
                """)
            let answer = try service.get("/v1/findings?history=28")
            let findings = try #require(answer.object["findings"] as? [[String: Any]])
            let counts = try #require((findings.first?["history"] as? [String: Any])?["counts"] as? [Int])
            #expect(answer.status == 200 && counts.count == 28 && counts.reduce(0, +) == 2, "\(first) \(second)")
        }
    }

    @Test func `what lists tell of a session is held against its steps`() throws {
        let service = try RunningService()
        let url = try session(service)
        for width in 1...3 {
            #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":\#(width),"height":1}]}"#).status == 200)
        }
        func differences() throws -> [[String: Any]] {
            let steps = try #require(try service.post(url + "/replay", "{}").object["steps"] as? [[String: Any]])
            return steps.flatMap { $0["differences"] as? [[String: Any]] ?? [] }
        }
        #expect(try differences().isEmpty)
        let id = "WHERE id = '\(url.dropFirst(13))'"
        for (column, altered, now) in [("verdict", "clean", "conflicting"), ("root", "other", "root"), ("engine", "older", nil)] {
            try service.alterDatabase("CREATE TABLE former AS SELECT * FROM session \(id); UPDATE session SET \(column) = '\(altered)' \(id)")
            let found = try #require(try differences().first)
            #expect(found["pointer"] as? String == "/session/\(column)" && found["stored"] as? String == altered, "\(found)")
            if let now { #expect(found["now"] as? String == now, "\(found)") }
            try service.alterDatabase("UPDATE session SET \(column) = (SELECT \(column) FROM former) \(id); DROP TABLE former")
        }
        let findings = "WHERE session = (SELECT sequence FROM session \(id)) AND kind = 'conflict'"
        try service.alterDatabase("CREATE TABLE former AS SELECT * FROM finding \(findings)")
        let report = try service.get(url + "/report").object
        let (conflict, diagnosis) = ((report["conflicts"] as? [[String: Any]])?.first, (report["diagnoses"] as? [[String: Any]])?.first)
        let (fingerprint, summary) = (conflict?["fingerprint"] as? String ?? "", diagnosis?["sentence"] as? String ?? "")
        for (change, pointer, stored, now) in [
            ("UPDATE finding SET summary = 'INVENTED'", fingerprint, "INVENTED", nil), ("DELETE FROM finding", fingerprint, nil, summary),
            ("UPDATE finding SET fingerprint = 'k1:0'", "k1:0", summary, nil),
        ] as [(String, String, String?, String?)] {
            try service.alterDatabase("\(change) \(findings)")
            let found = try differences()
            #expect(
                found.contains {
                    $0["pointer"] as? String == "/session/findings/\(pointer)" && $0["stored"] as? String == stored
                        && $0["now"] as? String == now
                }, "\(change): \(found)")
            try service.alterDatabase("DELETE FROM finding \(findings); INSERT INTO finding SELECT * FROM former")
        }
        try service.alterDatabase("DROP TABLE former")
        #expect(try differences().isEmpty)
        // A step that lists know nothing of is told, and no other is put in its place.
        try service.alterDatabase("UPDATE session SET step = 1 \(id)")
        let found = try #require(try differences().first)
        #expect(found["pointer"] as? String == "/session/step" && found["stored"] as? Int == 1 && found["now"] as? Int == 3, "\(found)")
        expectDamage(try service.post(url + "/events", #"{"events":[{"op":"resize","width":9,"height":1}]}"#), "/events")
        try service.alterDatabase("UPDATE session SET step = 3 \(id)")
        #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":9,"height":1}]}"#).object["step"] as? Int == 4)
        #expect(try differences().isEmpty)
    }

    @Test(arguments: ["-1", "-9223372036854775808", "9223372036854775807", "10001"]) func `a step that cannot be is told as damage`(step: String)
        throws
    {
        let service = try RunningService()
        let url = try session(service)
        let other = try session(service)
        try service.alterDatabase("PRAGMA ignore_check_constraints = ON; UPDATE session SET step = \(step) WHERE id = '\(url.dropFirst(13))'")
        for path in [
            "", "/document", "/affecting?view=a&axis=horizontal", "/report", "/report?width=1...100", "/report?step=0", "/log", "/events", "/blame",
            "/export",
        ] {
            expectDamage(try service.get(url + path), path)
        }
        expectDamage(try service.post(url + "/events", #"{"events":[{"op":"undo"}]}"#), "events")
        expectDamage(try service.post(url + "/replay", "{}"), "replay")
        #expect(try service.get(other).status == 200)
        #expect(try service.get("/v1/sessions").status == 200)
        #expect(try service.delete(url).status == 204)
    }

    @Test func `a request or finding of a step that cannot be is told as damage`() throws {
        let service = try RunningService()
        let url = try session(service)
        let events = #"{"events":[{"op":"addConstraint","constraint":"a.height == 3"}]}"#
        #expect(try service.post(url + "/events", events, fields: [("Idempotency-Key", "k")]).status == 200)
        try service.alterDatabase("PRAGMA foreign_keys = OFF; UPDATE step_request SET step = -9223372036854775808")
        expectDamage(try service.post(url + "/events", events, fields: [("Idempotency-Key", "k")]), "key")
        // The finding of the newest step goes on below the first.
        try service.alterDatabase(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO finding (session, first_step, place, fingerprint, kind, summary, owner, since, seen)
            SELECT session, -1, 9, fingerprint, kind, summary, owner, since, seen FROM finding WHERE first_step = 0;
            """)
        expectDamage(try service.get(url + "/blame"), "/blame")
        #expect(try service.get(url).status == 200)
    }

    @Test func `options that are no JSON are told as damage`() throws {
        let service = try RunningService()
        let url = try session(service)
        try service.alterDatabase("UPDATE session SET options = x'00ff'")
        for path in ["", "/export", "/document"] { expectDamage(try service.get(url + path), path) }
        #expect(try service.get("/v1/sessions").status == 200)
    }

    @Test(arguments: ["x'00ff'", "x'5b22'", "x'5b315d'", "x''"]) func `a damaged list of views leaves the others' counts`(list: String) throws {
        let service = try RunningService()
        let url = try session(service)
        _ = try session(service)
        try service.alterDatabase("UPDATE session SET views = \(list) WHERE id = '\(url.dropFirst(13))'")
        let facets = try service.get("/v1/facets")
        #expect(facets.status == 200)
        let views = try #require(facets.object["view"] as? [[String: Any]])
        #expect(views.contains { $0["value"] as? String == "a" && $0["sessions"] as? Int == 1 })
        // Beside a fingerprint or common words the lists themselves are asked: what a damaged one does not tell, the index does.
        let fingerprint = try #require((facets.object["fingerprint"] as? [[String: Any]])?.first?["value"] as? String)
        for (view, count) in [("a", 2), ("A", 0), ("b", 0)] {
            for query in ["view=\(view)&fingerprint=\(fingerprint)", "view=\(view)&q=cell"] {
                let found = try service.get("/v1/sessions?" + query)
                #expect((found.object["sessions"] as? [Any])?.count == count, "\(query): \(found.text)")
                #expect(try service.get("/v1/facets?" + query).object["sessions"] as? Int == count)
            }
        }
        #expect(try service.delete(url).status == 204)
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.count == 1)
    }

    @Test func `a damaged list of views takes no view and no copy from its session`() throws {
        let service = try RunningService()
        let url = try session(service)
        _ = try session(service)
        try service.alterDatabase("UPDATE session SET views = x'5b22' WHERE id = '\(url.dropFirst(13))'")
        let answer = try service.post(url + "/events", #"{"events":[{"op":"addView","view":{"id":"b","parent":"root"}}]}"#)
        #expect(answer.status == 200, "\(answer.text)")
        #expect((try service.get("/v1/sessions?view=b").object["sessions"] as? [Any])?.count == 1)
        let folder = try TemporaryFolder()
        let copy = try Program.run("sessions", "copy", "--from", service.database, "--to", folder.path + "/new.db")
        #expect(copy.status == 0 && copy.output.contains("has 2 sessions"), "\(copy)")
    }

    @Test func `no report is stored as the difference from a damaged one`() throws {
        let service = try RunningService()
        let rows = (0..<150).map { "\"v\($0).width == \($0 + 1)\"" }.joined(separator: ",")
        let url = try #require(try service.post("/v1/sessions", #"{"constraints":[\#(rows)]}"#).object["url"] as? String)
        try #require(try service.get(url + "/report").body.count > 40_000)
        func append(_ width: Int) throws {
            #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":\#(width),"height":8}]}"#).status == 200)
        }
        try append(7)
        try service.alterDatabase(
            """
            UPDATE step SET report = CAST(substr(report, 1, 99) || CASE substr(report, 100, 1) WHEN x'41' THEN x'42' ELSE x'41' END
            || substr(report, 101) AS BLOB) WHERE number = 0
            """)
        expectDamage(try service.get(url + "/report?step=1"), "the step that was stored before")
        try append(8)
        try append(9)
        for step in 2...3 { #expect(try service.get(url + "/report?step=\(step)").status == 200, "\(step)") }
    }

    @Test(arguments: ["session.name", "session.verdict", "session.options", "session.document", "step.report", "step.created_at", "exercise.answer"])
    func `a value that is gone is damage of its session alone`(place: String) throws {
        let service = try RunningService()
        let url = try session(service)
        #expect(try service.post(url + "/exercise", "{}").status == 200)
        let other = try session(service)
        let parts = place.split(separator: ".")
        // A disk asks no schema: one without the rule stands for it.
        try service.alterDatabase(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = '\(parts[0])';
            PRAGMA schema_version = 1000;
            """)
        let key = parts[0] == "session" ? "sequence" : "session"
        try service.alterDatabase("UPDATE \(parts[0]) SET \(parts[1]) = NULL WHERE \(key) = (SELECT min(sequence) FROM session)")
        expectDamage(try service.get(url), place)
        for path in ["/v1/sessions", "/v1/sessions?q=cell", "/v1/facets", "/v1/findings", other] {
            #expect(try service.get(path).status == 200, "\(path)")
        }
        #expect(try service.delete(url).status == 204)
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.count == 1)
    }

    @Test func `a long name is cut where sessions are listed`() throws {
        let service = try RunningService()
        let name = String(repeating: "n", count: 100_000)
        let url = try #require(
            try service.post("/v1/sessions", #"{"name":"\#(name)","constraints":["a.width == 10"]}"#).object["url"] as? String)
        let list = try service.get("/v1/sessions")
        #expect(list.body.count < 2000)
        #expect(((list.object["sessions"] as? [[String: Any]])?.first?["name"] as? String)?.count == 200)
        #expect(try service.get(url + "/document").object["name"] as? String == name)
        #expect(try service.post("/v1/import", try service.get(url + "/export").text).status == 201)
        // One that an older program stored whole.
        try service.alterDatabase("UPDATE session SET name = '\(name)'")
        #expect(try service.get("/v1/sessions").body.count < 4000)
    }

    @Test func `what no service gives is not taken back`() throws {
        let service = try RunningService()
        let file = try service.get(try session(service) + "/export").text
        let long = String(repeating: "x", count: 201)
        let tags = (0..<21).map { "\"t\($0)\"" }.joined(separator: ",")
        for (part, replacement, pointer) in [
            (#""name":"Cell""#, #""name":"\#(long)""#, "/name"), (#""tags":[]"#, #""tags":[\#(tags)]"#, "/tags"),
            (#""tags":[]"#, #""tags":["a\#(String(repeating: "\u{301}", count: 5000))"]"#, "/tags/0"),
            (#""mediaType":"application/json""#, #""mediaType":"\#(long)""#, "/mediaType"),
            (#""mediaType":"application/json""#, #""mediaType":"text/plain\r\nX-Evil: 1""#, "/mediaType"),
            (#""mediaType":"application/json""#, #""mediaType":"x\u0000y""#, "/mediaType"),
            (#""mediaType":"application/json""#, #""mediaType":"text/html""#, "/mediaType"),
            (#""verdict":"conflicting","report""#, #""verdict":"splendid","report""#, "/steps/0/verdict"),
            (#""engine":""#, #""engine":"\#(long)"#, "/steps/0/engine"),
        ] {
            let range = try #require(file.range(of: part), "\(part)")
            let answer = try service.post("/v1/import", file.replacingCharacters(in: range, with: replacement))
            #expect(answer.status == 422 && answer.object["pointer"] as? String == pointer, "\(pointer): \(answer.text)")
        }
    }

    @Test func `the last times of all are given out and taken in`() throws {
        let service = try RunningService()
        let file = try service.get(try session(service) + "/export").text
        let range = try #require(file.firstRange(of: /"createdAt":"[^"]*"/))
        var text = file.replacingCharacters(in: range, with: #""createdAt":"9998-12-31T23:59:59.999999Z""#)
        for _ in 0..<3 {
            let url = try #require(try service.post("/v1/import", text).object["url"] as? String)
            text = try service.get(url + "/export").text
        }
    }
}
