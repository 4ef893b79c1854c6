import Foundation
import Glibc
import Testing

/// The story of a session over a real socket and through the real program.
@Suite struct SessionStepTests {
    private func session(_ service: RunningService, _ layout: String = Layouts.conflicting) throws -> String {
        try #require(try service.post("/v1/sessions?name=Story", layout).object["url"] as? String)
    }

    @Test func `events make steps that are stored, told and taken back`() throws {
        let service = try RunningService()
        let url = try session(service)
        let first = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":54}]}"#)
        #expect(first.status == 200 && first.fields["etag"] == "\"1\"")
        #expect(first.object["step"] as? Int == 1 && first.object["verdict"] as? String == "clean")
        let changes = try #require(first.object["changes"] as? [String: Any])
        #expect((changes["went"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["conflict"])

        let second = try service.post(
            url + "/events",
            #"{"events":[{"op":"addView","view":{"id":"badge","parent":"root"}},{"op":"addConstraint","constraint":"badge.width == 10"},"#
                + #"{"op":"resize","width":100}]}"#, fields: [("If-Match", "\"1\"")])
        #expect(second.object["verdict"] as? String == "conflicting")
        #expect((second.object["changes"] as? [String: Any])?["appeared"] as? [String] == ["badge"])
        #expect((try service.get("/v1/sessions?view=badge").object["sessions"] as? [Any])?.count == 1)

        let undone = try service.post(url + "/events", #"{"events":[{"op":"undo"}]}"#)
        #expect(undone.object["step"] as? Int == 3 && undone.object["verdict"] as? String == "clean")
        let report = try service.get(url + "/report?step=1").object
        let again = try service.get(url + "/report").object
        #expect(report["document"] as? String == again["document"] as? String)

        let story = try service.get(url + "/events")
        let steps = try #require(story.object["steps"] as? [[String: Any]])
        #expect(steps.map { $0["verdict"] as? String } == ["conflicting", "clean", "conflicting", "clean"])
        #expect(steps.map { $0["takesBack"] as? Int } == [nil, nil, nil, 2])
        let added = try #require((steps[2]["events"] as? [[String: Any]])?[1]["constraint"] as? [String: Any])
        #expect(added["id"] as? String == "c6")
        #expect(((steps[0]["decisions"] as? [[String: Any]])?.first)?["broken"] as? String == "c3")
        #expect((try service.get(url).object["events"] as? [[String: Any]])?.count == 3)
        let page = try service.get(url + "/events?from=1&limit=2").object
        let part = try #require(page["steps"] as? [[String: Any]])
        #expect(part.map { $0["step"] as? Int } == [1, 2] && page["next"] as? Int == 3)
        #expect(NSArray(array: part) == NSArray(array: Array(steps[1...2])))
    }

    @Test func `a constraint without an id is called by its place, or the next number that is free`() throws {
        let service = try RunningService()
        let url = try session(service)
        func added(_ before: String = "") throws -> String? {
            let answer = try service.post(url + "/events", #"{"events":[\#(before){"op":"addConstraint","constraint":"title.height >= 1"}]}"#)
            let number = try #require(answer.object["step"] as? Int)
            let steps = try #require(try service.get(url + "/events?from=\(number)").object["steps"] as? [[String: Any]])
            return ((steps[0]["events"] as? [[String: Any]])?.last?["constraint"] as? [String: Any])?["id"] as? String
        }
        #expect(try added() == "c6")
        // Never a number between that has become free: the sixth again, and c6 is taken.
        #expect(try added(#"{"op":"removeConstraint","id":"c2"},"#) == "c7")
    }

    @Test func `a step is blamed for the conflict that it brings`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.clean)
        _ = try service.post(url + "/events", #"{"events":[{"op":"resize","height":80}]}"#)
        _ = try service.post(url + "/events", #"{"events":[{"op":"addConstraint","constraint":{"id":"new","equation":"title.width == 60"}}]}"#)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setDirection","direction":"rtl"}]}"#)
        let findings = try #require(try service.get(url + "/blame").object["findings"] as? [[String: Any]])
        let conflict = try #require(findings.first { $0["kind"] as? String == "conflict" })
        #expect(conflict["introduced"] as? [String] == ["new"])
        #expect(Set(conflict["older"] as? [String] ?? []).isSuperset(of: ["c1", "c2"]))
        #expect([2, 3].contains(conflict["since"] as? Int))
    }

    @Test func `a conflict that went and came again is blamed on its return`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.clean)
        let adding = #"{"events":[{"op":"addConstraint","constraint":{"id":"new","equation":"title.width == 60"}}]}"#
        _ = try service.post(url + "/events", adding)
        _ = try service.post(url + "/events", #"{"events":[{"op":"removeConstraint","id":"new"}]}"#)
        _ = try service.post(url + "/events", adding)
        _ = try service.post(url + "/events", #"{"events":[{"op":"resize","height":80}]}"#)
        func beginnings(_ path: String) throws -> [Int] {
            let findings = try #require(try service.get(url + path).object["findings"] as? [[String: Any]])
            return findings.filter { $0["kind"] as? String == "conflict" }.compactMap { $0["since"] as? Int }
        }
        #expect(try beginnings("/blame") == [3])
        #expect(try beginnings("/blame?step=3") == [3])
        #expect(try beginnings("/blame?step=2") == [])
        #expect(try beginnings("/blame?step=1") == [1])
    }

    @Test func `an id that becomes that of an implicit row is refused where that comes from`() throws {
        let service = try RunningService()
        let names = ["root.width==size", "root.height==size", "b.width>=0", "a.hugging.horizontal", "a.compressionResistance.vertical"]
        let constraints = names.map { #"{"id":"\#($0)","equation":"a.width >= 1"}"# }.joined(separator: ",")
        let url = try session(service, #"{"constraints":[\#(constraints)]}"#)
        for (event, field, id) in [
            (#"{"op":"resize","width":10}"#, "width", "root.width==size"), (#"{"op":"resize","height":10}"#, "height", "root.height==size"),
            (#"{"op":"resize","height":10,"width":10}"#, "width", "root.width==size"),
            (#"{"op":"setIntrinsicContentSize","view":"a","width":4}"#, "width", "a.hugging.horizontal"),
            (#"{"op":"setIntrinsicContentSize","id":"a","height":4}"#, "height", "a.compressionResistance.vertical"),
            (#"{"op":"addView","view":{"id":"b","parent":"root"}}"#, "view/id", "b.width>=0"),
        ] {
            let answer = try service.post(url + "/events", #"{"events":[{"op":"setDirection","direction":"rtl"},\#(event)]}"#)
            #expect(answer.status == 422 && answer.object["code"] as? String == "duplicate-id", "\(event)")
            #expect(answer.object["pointer"] as? String == "/events/1/\(field)", "\(event)")
            #expect((answer.object["detail"] as? String)?.contains("\"\(id)\"") == true, "\(event)")
        }
        let added = #"{"op":"addConstraint","constraint":{"id":"a.width>=0","equation":"a.width >= 1"}}"#
        let answer = try service.post(url + "/events", #"{"events":[\#(added)]}"#)
        #expect(answer.status == 422 && answer.object["pointer"] as? String == "/events/0/constraint/id")
        let document = try service.post("/v1/check", #"{"size":{"width":1},"constraints":["a.width >= 1",\#(constraints)]}"#)
        #expect(document.status == 422 && document.object["pointer"] as? String == "/constraints/1/id")
        // A session that is taken over names its step, too.
        _ = try service.post(url + "/events", #"{"events":[{"op":"resize","width":null}]}"#)
        let file = try service.get(url + "/export").text.replacing(#""width":null"#, with: #""width":9"#)
        let taken = try service.post("/v1/import", file)
        #expect(taken.status == 422 && taken.object["pointer"] as? String == "/steps/1/events/0/width", "\(taken.text)")
        #expect(try service.get(url).object["step"] as? Int == 1)
    }

    @Test func `a list of events is taken whole or not at all, and bad ones name their place`() throws {
        let service = try RunningService()
        let url = try session(service)
        for (events, pointer, code) in [
            (
                #"[{"op":"setConstant","id":"c3","constant":1},{"op":"setPriority","id":"c3","priority":2000}]"#, "/events/1/priority",
                "priority-out-of-range"
            ),
            (#"[{"op":"jump"}]"#, "/events/0/op", "unknown-event"),
            (#"[{"op":"activate","id":"c3"}]"#, "/events/0/id", "is-active"),
            (#"[{"op":"removeView","id":"nobody"}]"#, "/events/0/id", "unknown-item"),
            (#"[{"op":"removeView","view":"nobody"}]"#, "/events/0/view", "unknown-item"),
            (#"[{"op":"setHugging","id":"nobody","axis":"vertical","priority":1}]"#, "/events/0/id", "unknown-item"),
            (#"[{"op":"removeView","view":"root"}]"#, "/events/0/view", "root"),
            (#"[{"op":"removeView","id":"root"}]"#, "/events/0/id", "root"),
            (#"[{"op":"setConstant","id":"c3","constant":1,"more":2}]"#, "/events/0/more", "unknown-key"),
            (#"[{"op":"addConstraint","constraint":"title.width == = 3"}]"#, "/events/0/constraint", "bad-equation"),
            (#"[{"op":"addConstraint","constraint":{"id":"c3","equation":"title.width == 3"}}]"#, "/events/0/constraint/id", "duplicate-id"),
            (#"[{"op":"addView","view":{"id":"title","parent":"root"}}]"#, "/events/0/view/id", "duplicate-id"),
            (#"[{"op":"undo"}]"#, "/events/0/op", "nothing-to-undo"),
            (#"[{"op":"undo"},{"op":"undo"}]"#, "/events/0/op", "undo-in-a-list"),
            (#"[{"op":"removeView","view":"title","id":"title"}]"#, "/events/0/view", "named-twice"),
            (#"[{"op":"setHugging","view":"title","id":"title","axis":"vertical","priority":1}]"#, "/events/0/id", "named-twice"),
            (#"[]"#, "/events", "no-events"),
        ] {
            let answer = try service.post(url + "/events", "{\"events\":\(events)}")
            #expect(answer.status == 422, "\(events)")
            #expect(answer.object["pointer"] as? String == pointer, "\(events)")
            #expect(answer.object["code"] as? String == code, "\(events)")
        }
        #expect(try service.post(url + "/events", "{").status == 400)
        #expect(try service.post("/v1/sessions/none/events", #"{"events":[{"op":"undo"}]}"#).status == 404)
        #expect(try service.get(url).object["step"] as? Int == 0)
    }

    @Test func `a moved session refuses, and a request sent again makes one step`() throws {
        let service = try RunningService()
        let url = try session(service)
        let body = #"{"events":[{"op":"setConstant","id":"c3","constant":50}]}"#
        #expect(try service.post(url + "/events", body, fields: [("If-Match", "\"0\""), ("Idempotency-Key", "k1")]).status == 200)
        let repeated = try service.post(url + "/events", body, fields: [("If-Match", "\"0\""), ("Idempotency-Key", "k1")])
        #expect(repeated.status == 200 && repeated.object["step"] as? Int == 1 && repeated.fields["idempotent-replayed"] == "true")
        for spelling in [
            #"{"events": [{"constant": 50.0, "op": "setConstant", "id": "c\u0033"}]}"#,
            #"{"events":[{"op":"setConstant","id":"c3","constant":5e1}]}"#,
        ] {
            let again = try service.post(url + "/events", spelling, fields: [("Idempotency-Key", "k1")])
            #expect(again.status == 200 && again.fields["idempotent-replayed"] == "true", "\(spelling)")
        }
        let other = try service.post(url + "/events", #"{"events":[{"op":"undo"}]}"#, fields: [("Idempotency-Key", "k1")])
        #expect(other.status == 422 && other.object["code"] as? String == "idempotency-key-reused")
        let late = try service.post(url + "/events", body, fields: [("If-Match", "\"0\"")])
        #expect(late.status == 412 && late.object["code"] as? String == "step-moved")
        #expect(try service.post(url + "/events", body, fields: [("If-Match", "0")]).status == 400)
        // A weak tag is well formed, and matches nothing.
        let weak = try service.post(url + "/events", body, fields: [("If-Match", "W/\"\(late.object["step"] as? Int ?? 1)\"")])
        #expect(weak.status == 412)
        #expect(try service.post(url + "/events", body, fields: [("If-Match", "W/0")]).status == 400)
        #expect(try service.post(url + "/events", body, fields: [("Idempotency-Key", String(repeating: "k", count: 201))]).status == 400)
        #expect(try service.get(url).object["step"] as? Int == 1)
    }

    @Test func `a layout sent again makes one session, also after a restart`() throws {
        let service = try RunningService()
        let fields = [("Idempotency-Key", "build-17")]
        let first = try service.post("/v1/sessions?name=Story", Layouts.conflicting, fields: fields)
        #expect(first.status == 201 && first.fields["idempotent-replayed"] == nil)
        let log = Layouts.log + "\n\n" + Layouts.log.replacing("width == 50", with: "width == 40")
        let several = try service.post("/v1/sessions", log, type: "text/plain", fields: [("Idempotency-Key", "log")])
        #expect((several.object["sessions"] as? [Any])?.count ?? 0 > 1, "\(several.text)")
        for isOrderly in [false, true] {
            if isOrderly { #expect(service.stop() == 0) } else { service.kill() }
            try service.start()
            let again = try service.post("/v1/sessions?name=Story", Layouts.conflicting, fields: fields)
            #expect(again.status == 201 && again.body == first.body && again.fields["location"] == first.fields["location"])
            #expect(again.fields["idempotent-replayed"] == "true")
            let all = try service.post("/v1/sessions", log, type: "text/plain", fields: [("Idempotency-Key", "log")])
            #expect(all.status == 201 && all.body == several.body)
        }
        let other = try service.post("/v1/sessions?name=Other", Layouts.conflicting, fields: fields)
        #expect(other.status == 422 && other.object["code"] as? String == "idempotency-key-reused")
        let listed = try service.get("/v1/sessions").object["sessions"] as? [Any]
        #expect(listed?.count == 1 + ((several.object["sessions"] as? [Any])?.count ?? 0))
    }

    @Test func `a session runs again alike, here, from its file, and elsewhere`() throws {
        let service = try RunningService()
        let url = try session(service)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setPriority","id":"c3","priority":750},{"op":"deactivate","id":"c4"}]}"#)
        _ = try service.post(url + "/exercise", #"{"count":2}"#)
        #expect(try HTTPClient.send("PUT", url + "/pin", port: service.port).status == 204)
        #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true)
        let file = try service.get(url + "/export")
        #expect(file.status == 200 && file.fields["content-disposition"]?.hasPrefix("attachment") == true)

        let folder = try TemporaryFolder()
        let path = folder.path + "/story.json"
        try file.body.write(to: URL(fileURLWithPath: path))
        #expect(try Program.run("replay", path).status == 0)
        // One byte altered is told where it is.
        let altered = file.text.replacingOccurrences(of: #""title":{"x":8,"#, with: #""title":{"x":9,"#)
        #expect(altered != file.text)
        try altered.write(toFile: path, atomically: true, encoding: .utf8)
        let replay = try Program.run("replay", path)
        #expect(replay.status == 1 && replay.output.contains("/frames/title/x: stored 9, now 8"))

        let elsewhere = try RunningService()
        let taken = try elsewhere.post("/v1/import", file.text)
        #expect(taken.status == 201)
        let there = try #require(taken.object["url"] as? String)
        #expect(try elsewhere.post(there + "/replay", "{}").object["identical"] as? Bool == true)
        let copy = try elsewhere.get(there + "/export")
        let (old, new) = (try #require(url.split(separator: "/").last), try #require(there.split(separator: "/").last))
        #expect(copy.text.replacingOccurrences(of: String(new), with: String(old)) == file.text)
        #expect(try elsewhere.get(there).object["pinned"] as? Bool == true)
        for (part, replacement, pointer) in [
            (#""pinned":true"#, #""pinned":"yes""#, "/pinned"), (#""tags":["#, #""tags":[1"#, "/tags/0"),
            (#""options":{"policy":"uikit""#, #""options":{"policy":"luck""#, "/options/policy"),
            (#""options":{"#, #""options":{"alternates":"two","other":{"#, "/options/alternates"),
        ] {
            #expect(file.text.contains(part), "\(part)")
            var text = file.text.replacingOccurrences(of: part, with: replacement)
            if part.hasSuffix("{") { text = text.replacingOccurrences(of: #","mediaType""#, with: #"},"mediaType""#) }
            let answer = try elsewhere.post("/v1/import", text)
            #expect(answer.status == 422 && answer.object["pointer"] as? String == pointer, "\(part)")
        }
        // Times that no answer could give again, of the session and of its steps.
        let times = file.text.matches(of: /"createdAt":"[^"]*"/)
        for (place, pointer) in [(0, "/createdAt"), (1, "/steps/0/createdAt"), (2, "/steps/1/createdAt")] {
            for time in ["1013-11-22T10:11:12Z", "1969-12-31T23:59:59.999999Z", "0000-01-01T00:00:00+23:59", "9999-01-01T00:00:00Z"] {
                let text = file.text.replacingCharacters(in: try #require(times.dropFirst(place).first).range, with: #""createdAt":"\#(time)""#)
                let answer = try elsewhere.post("/v1/import", text)
                #expect(answer.status == 422 && answer.object["code"] as? String == "time-out-of-range", "\(time)")
                #expect(answer.object["pointer"] as? String == pointer, "\(time)")
            }
        }
        let broken = file.text.replacingOccurrences(of: "deactivate", with: "deactivated")
        let refused = try elsewhere.post("/v1/import", broken)
        #expect(refused.status == 422 && refused.object["pointer"] as? String == "/steps/1/events/1/op")
    }

    @Test func `a replay says where a budget that was spent makes the difference`() throws {
        let service = try RunningService()
        let url = try session(service)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":54}]}"#)
        let file = try service.get(url + "/export").text
        // As a deadline leaves the first step: its conflicts are not looked for.
        let reason = "the time or memory limit for the analysis was reached"
        let conflicts = try #require(file.firstMatch(of: /"conflicts":\[\{.*?\],"conflictsComplete":true/))
        var hurried = file.replacingCharacters(in: conflicts.range, with: #""conflicts":[],"conflictsComplete":false"#)
        let open = try #require(hurried.firstRange(of: #""inconclusive":[]"#))
        let entries = ["conflicts", "repairs"].map { #"{"subject":"\#($0)","reason":"\#(reason)"}"# }.joined(separator: ",")
        hurried.replaceSubrange(open, with: #""inconclusive":[\#(entries)]"#)
        let folder = try TemporaryFolder()
        let path = folder.path + "/story.json"
        try hurried.write(toFile: path, atomically: true, encoding: .utf8)
        let replay = try Program.run("replay", path)
        #expect(replay.status == 1)
        let first = try #require(replay.output.split(separator: "\n").first)
        #expect(first.contains("differences (when it was stored, \(reason): conflicts, repairs are not complete)"), "\(first)")
        #expect(replay.output.contains("\nstep 1: identical\n"))
        let taken = try #require(try service.post("/v1/import", hurried).object["url"] as? String)
        let steps = try #require(try service.post(taken + "/replay", "{}").object["steps"] as? [[String: Any]])
        #expect((steps[0]["note"] as? String)?.contains(reason) == true && steps[1]["note"] == nil)
    }

    @Test func `a file that is no session is refused where it is wrong`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.ambiguous)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setDirection","direction":"rtl"}]}"#)
        _ = try service.post(url + "/exercise", #"{"count":2}"#)
        let file = try service.get(url + "/export").object
        func refused(_ file: [String: Any], _ change: (inout [String: Any]) -> Void) throws -> [String] {
            var file = file
            change(&file)
            let body = try JSONSerialization.data(withJSONObject: file)
            let answer = try service.post("/v1/import", String(decoding: body, as: UTF8.self))
            #expect(answer.status == 422, "\(answer.text.prefix(300))")
            return [answer.object["code"] as? String ?? "", answer.object["pointer"] as? String ?? ""]
        }
        func change(_ list: String, _ place: Int, _ key: String, _ value: Any, in file: inout [String: Any]) {
            var entries = file[list] as? [[String: Any]] ?? []
            entries[place][key] = value
            file[list] = entries
        }
        #expect(try refused(file) { change("steps", 1, "report", 5, in: &$0) } == ["wrong-type", "/steps/1/report"])
        #expect(try refused(file) { change("exercises", 0, "answer", [1], in: &$0) } == ["wrong-type", "/exercises/0/answer"])
        #expect(try refused(file) { change("exercises", 0, "request", "all", in: &$0) } == ["wrong-type", "/exercises/0/request"])
        #expect(try refused(file) { $0["document"] = "none" } == ["wrong-type", "/document"])
        let document = try refused(file) {
            var document = $0["document"] as? [String: Any] ?? [:]
            change("constraints", 1, "id", "title.width>=0", in: &document)
            $0["document"] = document
        }
        #expect(document == ["duplicate-id", "/document/constraints/1/id"])
        let log = try #require(try service.post("/v1/sessions", Layouts.log, type: "text/plain").object["url"] as? String)
        let logFile = try service.get(log + "/export").object
        #expect(try refused(logFile) { $0["body"] = Layouts.log.replacing("0x", with: "0x1") } == ["no-message", "/body"])
        // Nor is it a layout, and that is said.
        let check = try service.post("/v1/check", try service.get(url + "/export").text)
        #expect(check.status == 422 && (check.object["detail"] as? String)?.contains("an exported session") == true)
    }

    @Test func `a session is found by what each step named, also where it is taken over`() throws {
        let service = try RunningService()
        let url = try session(service)
        for events in [
            #"{"op":"addView","view":{"id":"badge","parent":"root","class":"BadgeView"}}"#,
            #"{"op":"addConstraint","constraint":{"id":"late","identifier":"badge-width","equation":"badge.width == 9"}}"#,
            #"{"op":"removeView","view":"badge"}"#, #"{"op":"undo"}"#,
        ] {
            #expect(try service.post(url + "/events", "{\"events\":[\(events)]}").status == 200)
        }
        func found(_ service: RunningService) throws {
            for query in ["q=BadgeView", "q=badge-width", "q=late", "view=badge", "q=title"] {
                #expect((try service.get("/v1/sessions?\(query)").object["sessions"] as? [Any])?.count == 1, "\(query)")
            }
        }
        try found(service)
        let elsewhere = try RunningService()
        #expect(try elsewhere.post("/v1/import", try service.get(url + "/export").text).status == 201)
        try found(elsewhere)
    }

    @Test func `what decides a view is told with numbers that add up`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.clean)
        let answer = try service.get(url + "/affecting?view=title&axis=horizontal&by=-10")
        let values = try #require(answer.object["values"] as? [[String: Any]])
        #expect(values.map { $0["sentence"] as? String } == ["title.minX = 8", "title.width = root.width - 8 - 8 = 54"])
        for value in values {
            let parts = (value["rows"] as? [[String: Any]] ?? []).map { $0["part"] as? Double ?? 0 }
            #expect(parts.reduce(0, +) == value["value"] as? Double)
        }
        // The root's size is the one that is given, and no more is said of it.
        let root = try service.get(url + "/affecting?view=root&axis=horizontal").object["values"] as? [[String: Any]]
        #expect(root?.last?["sentence"] as? String == "root.width = 70")
        let changes = try #require(values[1]["changes"] as? [[String: Any]])
        #expect(changes.contains { $0["constraint"] as? String == "c1" && $0["to"] as? Double == 18 })
        #expect(try service.get(url + "/affecting?view=nobody").status == 404)
        #expect(try service.get(url + "/affecting").status == 400)
        // What would make it wider: what it shows, or a constraint more; and why it cannot be as wide as is asked.
        let label = try session(
            service,
            #"""
            {"size": {"width": 100, "height": 40}, "views": [{"id": "root"}, {"id": "title", "parent": "root", "intrinsicContentSize": {"width": 60, "height": 20}}],
             "constraints": ["title.leading == root.leading + 8", "title.trailing <= root.trailing - 8", "title.top == root.top"]}
            """#)
        func width(by points: Int) throws -> [String: Any] {
            let values = try service.get(label + "/affecting?view=title&by=\(points)").object["values"] as? [[String: Any]]
            return try #require(values?.last)
        }
        let wider = try #require(try width(by: 20)["changes"] as? [[String: Any]])
        #expect(wider.map { $0["kind"] as? String } == ["intrinsicContentSize", "add"])
        #expect(wider[0]["view"] as? String == "title" && wider[0]["from"] as? Double == 60 && wider[0]["to"] as? Double == 80)
        #expect(wider[1]["constraint"] as? String == "title.width == 80")
        let tooWide = try width(by: 40)
        #expect((tooWide["changes"] as? [Any])?.isEmpty == true)
        #expect((tooWide["obstacle"] as? String)?.contains("root.width is 100") == true, "\(tooWide)")
        let loose = try session(service, Layouts.ambiguous)
        let vertical = try service.get(loose + "/affecting?view=title&axis=vertical").object["values"] as? [[String: Any]]
        #expect((vertical?[0]["sentence"] as? String)?.contains("not determined") == true)
    }

    @Test func `an exercise shows other layouts and what would rule them out`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.ambiguous)
        let answer = try service.post(url + "/exercise", #"{"count":3,"seed":7}"#)
        let alternates = try #require(answer.object["alternates"] as? [[String: Any]])
        #expect(alternates.count == 3)
        for alternate in alternates {
            #expect(alternate["moved"] as? [String] == ["title"])
            #expect((alternate["preventedBy"] as? [String])?.isEmpty == false)
            #expect((alternate["motions"] as? [String])?.first?.hasPrefix("title slides: y") == true)
        }
        #expect(alternates.map { $0["id"] as? String } == ["E1.A1", "E1.A2", "E1.A3"])
        let other = try service.post(url + "/exercise", #"{"count":1,"seed":8}"#)
        #expect((other.object["alternates"] as? [[String: Any]])?.map { $0["id"] as? String } == ["E2.A1"])
        // The same again is the same exercise, with the same names, and kept once.
        #expect(try service.post(url + "/exercise", #"{"seed":7,"count":3}"#).body == answer.body)
        let kept = try #require(try service.get(url).object["exercises"] as? [[String: Any]])
        #expect(kept.map { $0["id"] as? String } == ["E1", "E2"])
        #expect(NSDictionary(dictionary: kept[0]["answer"] as? [String: Any] ?? [:]) == NSDictionary(dictionary: answer.object))
        // The report's own have names of their own, and each name leads to one drawing.
        let own = try #require(try service.get(url + "/report").object["alternates"] as? [[String: Any]])
        let names = (own + alternates).compactMap { $0["id"] as? String }
        #expect(names.count == 5 && Set(names).count == 5)
        for name in names { #expect(try service.get(url + "/diagram.svg?alternate=\(name)").status == 200, "\(name)") }
        let steps = try #require(try service.get(url + "/events").object["steps"] as? [[String: Any]])
        let told = try #require(steps[0]["exercises"] as? [[String: Any]])
        #expect(told.map { $0["id"] as? String } == ["E1", "E2"] && told[0]["alternates"] as? [String] == ["E1.A1", "E1.A2", "E1.A3"])
        #expect((told[1]["request"] as? [String: Any])?["seed"] as? Int == 8)
        #expect(try service.post(url + "/exercise", #"{"count":0}"#).status == 422)
        #expect(try service.post(url + "/exercise", #"{"views":["nobody"]}"#).object["pointer"] as? String == "/views/0")
    }

    @Test func `two sessions and two files are held against each other`() throws {
        let service = try RunningService()
        let a = try session(service, Layouts.conflicting)
        let b = try session(service, Layouts.clean)
        let other = try #require(b.split(separator: "/").last)
        let answer = try service.get(a + "/diff/\(other)").object
        #expect(answer["sameDocument"] as? Bool == false && answer["sameLayout"] as? Bool == true)
        let constraints = try #require(answer["constraints"] as? [String: Any])
        #expect((constraints["onlyA"] as? [[String: Any]])?.map { $0["id"] as? String } == ["c3"])
        #expect(try service.get(a + "/diff/nothing").status == 404)
        let folder = try TemporaryFolder()
        // Of logs no frames are known: they are one layout only where they say the same.
        let logs = [Layouts.log, Layouts.log.replacing("== 50", with: "== 40")]
        for (name, log) in zip(["a.log", "b.log"], logs) { try log.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8) }
        let urls = try logs.map { try #require(try service.post("/v1/sessions", $0, type: "text/plain").object["url"] as? String) }
        let others = try service.get(urls[0] + "/diff/" + urls[1].dropFirst("/v1/sessions/".count)).object
        #expect(others["sameLayout"] is NSNull && others["sameDocument"] as? Bool == false)
        #expect(try Program.run("diff", folder.path + "/a.log", folder.path + "/b.log").status == 1)
        #expect(try Program.run("diff", folder.path + "/a.log", folder.path + "/a.log").status == 0)
        try Layouts.clean.write(toFile: folder.path + "/a.json", atomically: true, encoding: .utf8)
        try Layouts.ambiguous.write(toFile: folder.path + "/b.json", atomically: true, encoding: .utf8)
        #expect(try Program.run("diff", folder.path + "/a.json", folder.path + "/a.json").status == 0)
        #expect(try Program.run("diff", folder.path + "/a.json", folder.path + "/b.json").status == 1)
        #expect(try Program.run("diff", folder.path + "/a.json").status == 2)
        // A file against a stored session, either way round.
        let stored = ["--database", service.database]
        let same = try Program.run(["diff", folder.path + "/a.json", String(other)] + stored, input: Data())
        #expect(same.status == 0 && same.output.contains(#""sameDocument":true"#), "\(same)")
        let changed = try Program.run(["diff", String(other), folder.path + "/b.json"] + stored, input: Data())
        #expect(changed.status == 1 && changed.output.hasPrefix(#"{"a":"\#(other)","b":"\#(folder.path)/b.json""#), "\(changed)")
        // An exported session stands for its newest layout.
        let export = folder.path + "/story.json"
        try service.get("/v1/sessions/\(other)/export").body.write(to: URL(fileURLWithPath: export))
        let exported = try Program.run("diff", export, folder.path + "/a.json")
        #expect(exported.status == 0 && exported.output.contains(#""sameDocument":true"#), "\(exported)")
        #expect(try service.post("\(b)/events", #"{"events":[{"op":"resize","width":99}]}"#).status == 200)
        let later = try Program.run(["diff", export, String(other)] + stored, input: Data())
        #expect(later.status == 1 && later.output.contains(#""sameDocument":false"#), "\(later)")
        try "{\"format\": \"plumbline.session/1\"}".write(toFile: export, atomically: true, encoding: .utf8)
        #expect(try Program.run("diff", export, export).status == 2)
        for operands in [[folder.path + "/a.json", "nothing"], ["nothing", String(other)]] {
            let absent = try Program.run(["diff"] + operands + stored, input: Data())
            #expect(absent.status == 2 && absent.errors.contains("there is no file 'nothing', and no session with that id in "), "\(absent)")
        }
        #expect(try Program.run("diff", folder.path + "/a.json", folder.path + "/none.json").status == 2)
    }

    @Test func `numbers of any length leave a session whole`() throws {
        let service = try RunningService()
        let url = try session(service, #"{"constraints":[{"first":{"item":"a","attribute":"height"},"relation":"==","constant":1e20}]}"#)
        for event in [
            #"{"op":"setConstant","id":"c1","constant":1e308}"#, #"{"op":"resize","width":1e25}"#,
            #"{"op":"setConstant","id":"c1","constant":-123456789012345678901234.5}"#,
        ] {
            #expect(try service.post(url + "/events", "{\"events\":[\(event)]}").status == 200, "\(event)")
        }
        #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true)
        #expect(try service.get(url + "/diagram.svg").status == 200)
        #expect(try service.get(url + "/events").status == 200)
        let file = try service.get(url + "/export").text
        #expect(try service.post("/v1/import", file).status == 201)
    }

    @Test func `the document of a step is a document`() throws {
        let service = try RunningService()
        let url = try session(service)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":54}]}"#)
        for (step, verdict) in [("?step=0", "conflicting"), ("", "clean")] {
            let document = try service.get(url + "/document" + step).text
            let report = try service.post("/v1/check", document).object
            #expect(report["verdict"] as? String == verdict)
            #expect(report["document"] as? String == (try service.get(url + "/report" + step).object["document"] as? String))
        }
        #expect(try service.get(url + "/document?step=9").status == 404)
    }

    @Test func `the document of a log's session finds the same when it is posted`() throws {
        let service = try RunningService()
        func findings(_ report: [String: Any]) -> NSDictionary {
            NSDictionary(dictionary: report.filter { !["timing", "warnings"].contains($0.key) })
        }
        let url = try #require(try service.post("/v1/sessions", Layouts.log, type: "text/plain").object["url"] as? String)
        _ = try service.post(url + "/events", #"{"events":[{"op":"setPriority","id":"c1","priority":10}]}"#)
        for step in 0...1 {
            let document = try service.get(url + "/document?step=\(step)").text
            #expect(document.contains(#""fragment":true"#))
            let report = findings(try service.get(url + "/report?step=\(step)").object)
            #expect(findings(try service.post("/v1/check", document).object) == report)
            // A session of its own is kept as such.
            let copy = try service.post("/v1/sessions", document)
            let there = try #require(copy.object["url"] as? String)
            #expect(findings(try service.get(there + "/report").object) == report)
            #expect((try service.get(there + "/report").object["warnings"] as? [Any])?.isEmpty == true)
            service.kill()
            try service.start()
            let next = try service.post(there + "/events", #"{"events":[{"op":"setConstant","id":"c2","constant":60}]}"#)
            #expect(next.object["verdict"] as? String == "incomplete", "\(next.text.prefix(300))")
            #expect(try service.post(there + "/replay", "{}").object["identical"] as? Bool == true)
        }
    }

    @Test func `an imported session tells the options that it runs with, and a verdict for each step`() throws {
        let service = try RunningService()
        let file =
            #"{"format":"plumbline.session/1","createdAt":"2026-11-01T00:00:00Z","options":{"alternates":1,"yours":2},"mediaType":"","#
            + #""body":"","document":{"constraints":["a.width == 1"]},"steps":[{"step":0,"createdAt":"2026-11-01T00:00:00Z","engine":"other","#
            + #""verdict":"ambiguous","report":{}}]}"#
        let url = try #require(try service.post("/v1/import", file).object["url"] as? String)
        let options = try #require(try service.get(url).object["options"] as? [String: Any])
        #expect(NSDictionary(dictionary: options) == ["alternates": 1, "yours": 2, "policy": "uikit", "seed": 1])
        let step = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c1","constant":2}]}"#).object
        let verdict = (step["changes"] as? [String: Any])?["verdict"] as? [String: Any]
        #expect(verdict?["before"] as? String == "ambiguous" && verdict?["now"] as? String == "ambiguous")
    }

    @Test func `acknowledged steps are there after a kill, and none is half there`() throws {
        let service = try RunningService()
        let url = try session(service)
        var acknowledged = 0
        for round in 1...3 {
            for number in 1...5 {
                let answer = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c3","constant":\#(round * 10 + number)}]}"#)
                if answer.status == 200 { acknowledged += 1 }
            }
            service.kill()
            try service.start()
            #expect(try service.get(url).object["step"] as? Int == acknowledged)
            #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true)
        }
        #expect(acknowledged == 15)
    }

    @Test func `a log's session takes the events that it can`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", Layouts.log, type: "text/plain").object["url"] as? String)
        let mended = try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c2","constant":60}]}"#)
        #expect(mended.object["verdict"] as? String == "incomplete")
        #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":3}]}"#).object["code"] as? String == "fragment")
        for question in ["/affecting?view=UILabel:0x7f8", "/sizes.svg?width=1...2"] {
            let answer = try service.get(url + question)
            #expect(answer.status == 409 && answer.object["code"] as? String == "fragment", "\(question): \(answer.text)")
        }
        #expect(
            try service.post(url + "/events", #"{"events":[{"op":"removeConstraint","id":"c2"},{"op":"setPriority","id":"c1","priority":10}]}"#)
                .status == 200)
        #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true)
        service.kill()
        try service.start()
        #expect(try service.post(url + "/events", #"{"events":[{"op":"undo"}]}"#).object["verdict"] as? String == "incomplete")
    }
}

@Suite struct KeepingTests {
    @Test func `findings of many sessions are one, and lead to them`() throws {
        let service = try RunningService()
        for name in ["a", "b"] { _ = try service.post("/v1/sessions?name=\(name)", Layouts.conflicting) }
        _ = try service.post("/v1/sessions", Layouts.clean)
        let findings = try #require(try service.get("/v1/findings?kind=conflict").object["findings"] as? [[String: Any]])
        #expect(findings.count == 1 && findings[0]["sessions"] as? Int == 2)
        let print = try #require(findings[0]["fingerprint"] as? String)
        let sessions = try #require(try service.get("/v1/sessions?fingerprint=\(print)").object["sessions"] as? [[String: Any]])
        #expect(sessions.map { $0["name"] as? String } == ["b", "a"])
        #expect(sessions[0]["url"] as? String == findings[0]["example"] as? String)
        #expect(findings.allSatisfy { $0["history"] == nil })
        let told = try #require(try service.get("/v1/findings?kind=conflict&history=5").object["findings"] as? [[String: Any]])
        let counts = try #require((told.first?["history"] as? [String: Any])?["counts"] as? [Int])
        #expect(counts.count == 5 && counts.reduce(0, +) > 0)
        #expect(try service.get("/v1/findings?history=0").status == 400)
        #expect(try service.get("/v1/findings?kind=other").status == 400)
        #expect(try service.get("/v1/findings?cursor=x").status == 400)
    }

    @Test func `a service keeps so many sessions, and pinned ones`() throws {
        let service = try RunningService()
        var urls: [String] = []
        for _ in 1...5 { urls.append(try #require(try service.post("/v1/sessions", Layouts.clean).object["url"] as? String)) }
        #expect(try HTTPClient.send("PUT", urls[0] + "/pin", port: service.port).status == 204)
        #expect(try service.get(urls[0]).object["pinned"] as? Bool == true)
        #expect(try HTTPClient.send("PUT", "/v1/sessions/none/pin", port: service.port).status == 404)
        let backup = service.database + ".copy"
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        // Nothing is written over a file, whatever it is: a backup of before, the database itself.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
        for taken in [backup, service.database] {
            let refused = try Program.run("sessions", "backup", taken, "--database", service.database)
            #expect(refused.status == 2)
            #expect(refused.errors == "plumbline: \(taken) already exists and is not overwritten; choose another name\n")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == bytes)
        let nowhere = try Program.run("sessions", "backup", backup + "/none/file", "--database", service.database)
        #expect(nowhere.status == 2 && nowhere.errors.hasPrefix("plumbline: \(backup)/none/file cannot be opened: "))
        #expect(!nowhere.errors.contains("--database"))
        #expect(service.stop() == 0)
        let kept = try RunningService("--keep-sessions", "2", database: service.database)
        var left = 5
        for _ in 0..<2000 where left != 3 {
            usleep(50_000)
            left = (try kept.get("/v1/sessions").object["sessions"] as? [Any])?.count ?? 0
        }
        #expect(left == 3)
        #expect(try urls.map { try kept.get($0).status } == [200, 404, 404, 200, 200])
        let all = try Program.run("sessions", "list", "--database", backup)
        #expect(all.output.split(separator: "\n").count == 5)
    }
}
