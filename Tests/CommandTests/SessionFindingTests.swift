import Foundation
import Testing

/// What came, went and stayed with each step of a session, and which step is blamed.
@Suite struct SessionFindingTests {
    private func session(_ service: RunningService, _ layout: String) throws -> String {
        try #require(try service.post("/v1/sessions", layout).object["url"] as? String)
    }

    /// Two cells alike.
    private static func cells(_ constraints: [String]) -> String {
        let all = ["a", "b"].flatMap { view in constraints.map { "{\"id\":\"\(view)\($0.prefix(1))\",\"equation\":\"\(view).\($0)\"}" } }
        return #"{"size":{"width":200,"height":100},"views":[{"id":"root"},{"id":"a","parent":"root"},{"id":"b","parent":"root"}],"constraints":["#
            + all.joined(separator: ",") + "]}"
    }

    private static let sized = ["left == root.left", "top == root.top", "height == 20", "width == 60"]

    /// The changes that a step brings, as the answer and the time-line tell them alike.
    private func changes(_ service: RunningService, _ url: String, _ events: String) throws -> [String: [String]] {
        let answer = try service.post(url + "/events", "{\"events\":\(events)}")
        #expect(answer.status == 200, "\(answer.text)")
        let changes = try #require(answer.object["changes"] as? [String: Any])
        let steps = try #require(try service.get(url + "/events").object["steps"] as? [[String: Any]])
        #expect(NSDictionary(dictionary: changes) == (steps.last?["changes"] as? NSDictionary), "\(events)")
        return ["came", "went", "stayed"].reduce(into: [:]) { told, key in
            told[key] = (changes[key] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        }
    }

    private func blame(_ service: RunningService, _ url: String) throws -> [[String: Any]] {
        try #require(try service.get(url + "/blame").object["findings"] as? [[String: Any]])
    }

    private func add(_ id: String, _ equation: String) -> String {
        #"{"op":"addConstraint","constraint":{"id":"\#(id)","equation":"\#(equation)"}}"#
    }

    @Test func `conflicts of cells alike are told apart`() throws {
        let service = try RunningService()
        let url = try session(service, Self.cells(Self.sized))
        #expect(try changes(service, url, "[\(add("na", "a.width == 80"))]") == ["came": ["K1"], "went": [], "stayed": []])
        #expect(try changes(service, url, "[\(add("nb", "b.width == 80"))]") == ["came": ["K2"], "went": [], "stayed": ["K1"]])
        let findings = try blame(service, url)
        #expect(findings.map { $0["since"] as? Int } == [1, 2])
        #expect(findings.map { $0["introduced"] as? [String] } == [["na"], ["nb"]])
        #expect(findings.map { $0["older"] as? [String] } == [["aw"], ["bw"]])
        #expect(Set(findings.compactMap { $0["fingerprint"] as? String }).count == 1)
        // One is mended while another comes, with its old row under another name in the end.
        let undone = try changes(service, url, #"[{"op":"removeConstraint","id":"na"},{"op":"resize","width":220}]"#)
        #expect(undone == ["came": [], "went": ["K1"], "stayed": ["K1"]])
        #expect(
            try changes(service, url, "[\(add("na", "a.width == 80")),{\"op\":\"removeConstraint\",\"id\":\"nb\"}]")
                == ["came": ["K1"], "went": ["K1"], "stayed": []])
        #expect(
            try changes(service, url, "[\(add("other", "a.width == 80")),{\"op\":\"removeConstraint\",\"id\":\"na\"}]")
                == ["came": [], "went": [], "stayed": ["K1"]])
        let last = try blame(service, url)
        #expect(last.map { $0["since"] as? Int } == [4])
    }

    @Test func `ambiguities of views alike are told apart, and outlive a view's name`() throws {
        let service = try RunningService()
        let url = try session(service, Self.cells(Self.sized))
        #expect(try changes(service, url, #"[{"op":"removeConstraint","id":"aw"}]"#) == ["came": ["a"], "went": [], "stayed": []])
        #expect(try changes(service, url, #"[{"op":"removeConstraint","id":"bw"}]"#) == ["came": ["b"], "went": [], "stayed": ["a"]])
        #expect(try blame(service, url).map { $0["since"] as? Int } == [1, 2])
        #expect(try changes(service, url, "[\(add("aw", "a.width == 60"))]") == ["came": [], "went": ["a"], "stayed": ["b"]])
        let swap = #"[{"op":"removeConstraint","id":"aw"},"# + add("bw", "b.width == 60") + "]"
        #expect(try changes(service, url, swap) == ["came": ["a"], "went": ["b"], "stayed": []])
        #expect(try blame(service, url).map { $0["since"] as? Int } == [4])
        let rows = [("cl", "c.left == root.left"), ("ct", "c.top == root.top"), ("ch", "c.height == 20")].map(add).joined(separator: ",")
        let renamed = #"[{"op":"removeView","view":"a"},{"op":"addView","view":{"id":"c","parent":"root"}},"# + rows + "]"
        #expect(try changes(service, url, renamed) == ["came": [], "went": [], "stayed": ["c"]])
        #expect(try blame(service, url).map { $0["since"] as? Int } == [4])
    }

    @Test func `blame names the rows that a resize, a direction, a size or an undo brings`() throws {
        let service = try RunningService()
        let pinned = try session(service, Layouts.conflicting.replacing("\"width\":70", with: "\"width\":76"))
        func conflict() throws -> (since: Int?, introduced: [String]?, older: [String]?) {
            let found = try #require(try blame(service, pinned).first { $0["kind"] as? String == "conflict" })
            return (found["since"] as? Int, found["introduced"] as? [String], found["older"] as? [String])
        }
        func take(_ events: String) throws { #expect(try service.post(pinned + "/events", "{\"events\":\(events)}").status == 200) }
        try take(#"[{"op":"resize","width":70}]"#)
        #expect(try conflict() == (1, ["root.width==size"], ["c1", "c2", "c3"]))
        try take(#"[{"op":"removeConstraint","id":"c3"}]"#)
        try take(#"[{"op":"undo"}]"#)
        #expect(try conflict() == (3, ["c3"], ["root.width==size", "c1", "c2"]))
        try take(#"[{"op":"resize","width":76}]"#)
        try take(
            #"[{"op":"setIntrinsicContentSize","view":"title","width":61},"#
                + #"{"op":"setCompressionResistance","view":"title","axis":"horizontal","priority":1000}]"#)
        #expect(try conflict().introduced == ["title.compressionResistance.horizontal"])
        let turned = try session(
            service,
            #"{"size":{"width":100,"height":20},"views":[{"id":"root"},{"id":"a","parent":"root"}],"constraints":["a.leading == root.leading","#
                + #""a.left == root.left","a.width == 40","a.top == root.top","a.height == 20"]}"#)
        #expect(try service.post(turned + "/events", #"{"events":[{"op":"setDirection","direction":"rtl"}]}"#).status == 200)
        let found = try #require(try blame(service, turned).first)
        #expect(found["introduced"] as? [String] == ["c1"] && found["since"] as? Int == 1)
    }

    @Test func `conflicts beyond the end of a list are not said to come when the list reaches them`() throws {
        let service = try RunningService()
        let names = (10..<80).map { "v\($0)" }
        let views = names.map { #"{"id":"\#($0)","parent":"root"}"# }
        let rows = names.flatMap { name in
            ["left == 0", "top == 0", "height == 20", "width == 50", "width == 6\(name.suffix(1))"].map { "\"\(name).\($0)\"" }
        }
        .map { $0.replacing("left == 0", with: "left == root.left").replacing("top == 0", with: "top == root.top") }
        let url = try session(
            service,
            #"{"size":{"width":300,"height":100},"views":[{"id":"root"},"# + views.joined(separator: ",") + #"],"constraints":["#
                + rows.joined(separator: ",") + "]}")
        let report = try service.get(url + "/report").object
        #expect(report["conflictsComplete"] as? Bool == false)
        let listed = try #require((report["conflicts"] as? [[String: Any]])?.map { $0["members"] as? [String] ?? [] })
        #expect(listed.count == 64)
        let mended = try #require(listed.first?.last)
        let answer = try service.post(url + "/events", #"{"events":[{"op":"removeConstraint","id":"\#(mended)"}]}"#)
        let changes = try #require(answer.object["changes"] as? [String: Any])
        #expect((changes["came"] as? [Any])?.isEmpty == true && (changes["went"] as? [Any])?.count == 1)
        let stayed = try #require(changes["stayed"] as? [[String: Any]])
        let surfaced = stayed.filter { $0["unlisted"] as? String == "before" }
        #expect(!surfaced.isEmpty && changes["incomplete"] as? Bool == true)
        let blamed = try blame(service, url).filter { $0["incomplete"] as? Bool == true }
        #expect(blamed.count == surfaced.count)
        #expect(blamed.allSatisfy { ($0["introduced"] as? [String])?.isEmpty == true && ($0["older"] as? [String])?.count == 2 })
        // What the step brings came all the same.
        let worse = try service.post(url + "/events", #"{"events":[{"op":"addConstraint","constraint":{"id":"new","equation":"v10.height == 30"}}]}"#)
        let next = try #require(worse.object["changes"] as? [String: Any])
        let list = try #require((worse.object["report"] as? [String: Any])?["conflicts"] as? [[String: Any]])
        let isListed = list.contains { ($0["members"] as? [String])?.contains("new") == true }
        #expect((next["came"] as? [Any])?.count == (isListed ? 1 : 0))
        #expect((next["went"] as? [Any])?.isEmpty == true)
    }

    @Test func `what decides a view is told though the time does not suffice to try all changes`() throws {
        let service = try RunningService()
        var rows: [String] = []
        for cell in 0..<6 {
            let (column, line) = (cell % 2, cell / 2)
            rows.append("g\(cell).leading == " + (column == 0 ? "root.leading + 8" : "g\(cell - 1).trailing + 8"))
            if column == 1 { rows.append("g\(cell).trailing == root.trailing - 8") }
            if cell > 0 { rows.append("g\(cell).width == g0.width") }
            rows.append("g\(cell).top == " + (line == 0 ? "root.top + 8" : "g\(cell - 2).bottom + 8"))
            rows.append("g\(cell).height == g\(cell).width")
        }
        rows += ["g1.width == 300", "g5.bottom <= root.bottom - 8"]
        let url = try session(
            service, #"{"size":{"width":390,"height":480},"constraints":["# + rows.map { "\"\($0)\"" }.joined(separator: ",") + "]}")
        #expect(service.stop() == 0)
        let hurried = try RunningService("--deadline", "6", database: service.database)
        for axis in ["horizontal", "vertical"] {
            let plain = try hurried.get(url + "/affecting?view=g0&axis=\(axis)").object
            let answer = try hurried.get(url + "/affecting?view=g0&axis=\(axis)&by=20")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.object["inconclusive"] is [Any] && plain["inconclusive"] == nil)
            #expect(plain["constraints"] as? [String] == answer.object["constraints"] as? [String])
        }
    }

    @Test func `a difference names the session that is missing`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.clean)
        #expect(try service.get(url + "/diff/nope").object["detail"] as? String == "There is no session 'nope'; GET /v1/sessions lists them.")
        let id = try #require(url.split(separator: "/").last)
        let answer = try service.get("/v1/sessions/nope/diff/\(id)")
        #expect(answer.status == 404 && answer.object["detail"] as? String == "There is no session 'nope'; GET /v1/sessions lists them.")
    }

    @Test func `what is printed of decisions is read again as a log`() throws {
        let service = try RunningService()
        func badge(_ mask: String, _ constraint: String, width: Int = 390) -> String {
            #"""
            {"size": {"width": \#(width), "height": 844}, "views": [{"id": "my root"}, {"id": "badge", "parent": "my root", "autoresizing":
             {"frame": {"x": 8, "y": 8, "width": 20, "height": 20}, "superview": {"width": 390, "height": 844}, "mask": [\#(mask)]}}],
             "constraints": ["\#(constraint)"]}
            """#
        }
        for (layout, printed) in [
            (badge(#""flexibleLeftMargin""#, #"badge.leading == \"my root\".leading + 30"#), #"h=&-- v=--& badge.minX == "my root".width - 382 "#),
            (badge("", "badge.width == 30"), "h=--& v=--& badge.width == 20 "),
            (badge(#""flexibleWidth", "flexibleRightMargin""#, "badge.width == 60", width: 600), "h=-&& v=--& badge.width == 0.0"),
            (badge(#""flexibleTopMargin", "flexibleHeight""#, #"badge.bottom == \"my root\".bottom"#), #"v=&&- badge.height == 0."#),
            (#"{"size": {"width": 300}, "constraints": ["a.width == 1:3 * root.width + 4", "a.width == 20:3"]}"#, "0.333333333333 * root.width"),
        ] {
            let url = try session(service, layout)
            let conflict = try #require((try service.get(url + "/report").object["conflicts"] as? [[String: Any]])?.first)
            let log = try service.get(url + "/log").text
            #expect(log.contains(printed), "\(log)")
            let read = try service.post("/v1/check", log, type: "text/plain").object
            #expect((read["warnings"] as? [Any])?.isEmpty == true, "\(log)")
            if printed.contains("height == 0.") {
                // Shares of one height cancel exactly, or leave a layout of a hundred million points: that rests on digits that are not printed.
                #expect(read["verdict"] as? String == "incomplete" && (read["missing"] as? [String])?.first?.hasPrefix("the digits after") == true)
                continue
            }
            #expect(read["verdict"] as? String == "conflicting", "\(log)")
            let again = try #require((read["conflicts"] as? [[String: Any]])?.first, "\(log)")
            #expect((again["members"] as? [String])?.count == (conflict["members"] as? [String])?.count, "\(log)")
        }
    }

    @Test func `an exercise is drawn, and compared when the session is run again`() throws {
        let service = try RunningService()
        let url = try session(service, Layouts.ambiguous)
        #expect(try service.post(url + "/exercise", #"{"count":3}"#).status == 200)
        #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":80}]}"#).status == 200)
        let alternates = try #require(try service.post(url + "/exercise", #"{"count":5}"#).object["alternates"] as? [[String: Any]])
        let last = try #require(alternates.last?["id"] as? String)
        let drawn = try service.get(url + "/diagram.svg?alternate=\(last)")
        #expect(drawn.status == 200 && drawn.text.contains("<svg"))
        #expect(drawn.text != (try service.get(url + "/diagram.svg").text))
        #expect(try service.get(url + "/diagram.svg?alternate=E1.A1").status == 200)
        for none in ["E1.A1&step=1", "E3.A1", "E2.A99", "E0.A1", "E.A1", "E1", "E-1.A1", "E99999999999999.A1"] {
            let answer = try service.get(url + "/diagram.svg?alternate=\(none)")
            #expect(answer.status == 404 && answer.object["code"] as? String == "unknown-alternate", "\(none)")
        }

        #expect(try service.post(url + "/replay", "{}").object["identical"] as? Bool == true)
        let file = try service.get(url + "/export").text
        let exercises = try #require(file.range(of: #""exercises":"#))
        let invented = file.replacing(#""moved":["title"]"#, with: #""moved":["nobody"]"#, subrange: exercises.upperBound..<file.endIndex)
        #expect(invented != file)
        let folder = try TemporaryFolder()
        try invented.write(toFile: folder.path + "/story.json", atomically: true, encoding: .utf8)
        let replay = try Program.run("replay", folder.path + "/story.json")
        #expect(replay.status == 1)
        #expect(replay.output.contains("/exercises/0/answer/alternates/0/moved/0: stored \"nobody\", now \"title\""), "\(replay.output)")
    }
}
