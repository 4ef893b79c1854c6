import Foundation
import Testing

/// What is known is told once: baselines and suppressions.
@Suite struct BaselineTests {
    @Test func `the first write fails on purpose, then what is known passes, and what is new does not`() throws {
        let folder = try TemporaryFolder()
        try folder.file("b.json", Layouts.conflicting)
        try folder.file("a.json", Layouts.ambiguous)
        let written = try folder.run(["check", "a.json", "b.json", "--write-baseline", "known.jsonl"])
        #expect(written.status == 0 && written.errors.contains("2 entries, 2 of them new"))
        let lines = try folder.text("known.jsonl").split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix(#"{"file":"a.json","rule":"ambiguity","fingerprint":"a1:"#))
        #expect(lines[1].contains(#""reason":"""#))

        let known = try folder.run(["check", "a.json", "b.json", "--baseline", "known.jsonl"])
        #expect(known.status == 0 && known.errors.isEmpty)
        #expect(known.output == "2 layouts: 2 clean; 2 suppressed\n")
        let all = try folder.run(["check", "-v", "a.json", "b.json", "--baseline", "known.jsonl"])
        #expect(all.output.contains("a.json: clean, 1 suppressed\n") && all.output.contains("baseline: in the baseline"))
        // The sum says what the lines say.
        #expect(all.output.hasSuffix("2 layouts: 2 clean; 2 suppressed\n"))
        // The same again is no news.
        #expect(try folder.run(["check", "a.json", "b.json", "--write-baseline", "known.jsonl"]).status == 0)

        try folder.file("c.json", Layouts.conflicting)
        let mixed = try folder.run(["check", ".", "--baseline", "known.jsonl"])
        #expect(mixed.status == 1 && mixed.output.hasSuffix("3 layouts: 1 conflicting, 2 clean; 1 error, 2 suppressed\n"))
        // Another size is another conflict, and the same one under other names is known.
        try folder.file("b.json", Layouts.conflicting.replacing("title", with: "label"))
        #expect(try folder.run(["check", "a.json", "b.json", "--baseline", "known.jsonl"]).status == 0)
        try folder.file("b.json", Layouts.conflicting.replacing("60", with: "61"))
        #expect(try folder.run(["check", "a.json", "b.json", "--baseline", "known.jsonl"]).status == 1)
    }

    /// A document with a view for each number, and the constraints and further members.
    private static func many(_ count: Int, _ further: String = "", _ constraints: (Int) -> String) -> String {
        let views = (0..<count).map { "{\"id\":\"v\($0)\",\"parent\":\"r\"}" }.joined(separator: ",")
        let list = (0..<count).map(constraints).joined(separator: ",")
        return "{\"root\":\"r\",\"size\":{\"width\":9,\"height\":9},\"views\":[{\"id\":\"r\"},\(views)],\"constraints\":[\(list)]\(further)}"
    }

    @Test func `known conflicts do not hide others that are not listed`() throws {
        let folder = try TemporaryFolder()
        func layout(_ count: Int, _ further: String = "") throws {
            try folder.file("a.json", BaselineTests.many(count, further) { "\"v\($0).width == 10\",\"v\($0).width == \(20 + $0)\"" })
        }
        func check(_ words: String...) throws -> Program.Outcome {
            try folder.run(["check", "a.json", "--fail-on", "conflict", "--rules", "ambiguity=off"] + words)
        }
        try layout(70)
        #expect(try check("--write-baseline", "known.jsonl").status == 0)
        let listed = try check("--baseline", "known.jsonl")
        #expect(listed.status == 1 && listed.output.contains("There may be more conflicts than are listed"), "\(listed)")
        #expect(try check("--baseline", "known.jsonl", "--allow-incomplete").status == 0)
        #expect(try check("--write-baseline", "known.jsonl", "--conflicts", "100").status == 0)
        #expect(try check("--baseline", "known.jsonl", "--conflicts", "100").status == 0)
        try layout(71)
        #expect(try check("--baseline", "known.jsonl", "--conflicts", "100").status == 1)
        // Of a document that suppresses conflicts by their views, others may be new, too.
        let scopes = (0..<64).map { "{\"rule\":\"conflict\",\"constraint\":\"c\(2 * $0 + 1)\",\"reason\":\"r\"}" }.joined(separator: ",")
        try layout(71, ",\"suppress\":[\(scopes)]")
        #expect(try check().status == 1)
        try layout(71, ",\"suppress\":[{\"rule\":\"conflict\",\"reason\":\"r\"}]")
        #expect(try check().status == 0)
    }

    @Test func `a baseline covers no more findings of a rule than it counts`() throws {
        let folder = try TemporaryFolder()
        func check(_ count: Int, _ words: String...) throws -> Int32 {
            let assertions = (0..<count).map { "\"v0.width >= \(20 + $0)\"" }.joined(separator: ",")
            let constraints = "\"v0.width == 10\",\"v0.leading == r.leading\",\"v0.top == r.top\",\"v0.height == 5\""
            try folder.file("a.json", BaselineTests.many(1, ",\"assert\":[\(assertions)]") { _ in constraints })
            return try folder.run(["check", "a.json"] + words).status
        }
        #expect(try check(210, "--write-baseline", "known.jsonl") == 0)
        for (count, status) in [(210, 0), (209, 0), (211, 1)] as [(Int, Int32)] { #expect(try check(count, "--baseline", "known.jsonl") == status) }
    }

    @Test func `findings in many variants are all listed and known`() throws {
        let folder = try TemporaryFolder()
        let sizes = (0..<20).map { "\"\(300 + $0)x400\"" }.joined(separator: ",")
        let names = ["a", "b"].map { "{\"name\": \"\($0)\(String(repeating: "n", count: 190))\", \"views\": {}}" }.joined(separator: ",")
        try folder.file(".plumbline.json", "{\"sizes\": [\(sizes)], \"intrinsicSizes\": [\(names)]}")
        let views = (0..<60).map { "{\"id\":\"v\($0)\",\"parent\":\"r\"}" }.joined(separator: ",")
        try folder.file("a.json", "{\"root\":\"r\",\"views\":[{\"id\":\"r\"},\(views)],\"constraints\":[]}")
        let written = try folder.run(["check", "a.json", "--write-baseline", "known.jsonl"])
        #expect(written.status == 0 && written.errors.contains("60 entries, 60 of them new"), "\(written)")
        #expect(try folder.run(["check", "a.json", "--baseline", "known.jsonl", "--strict-baseline"]).status == 0)
    }

    @Test func `reason and expiry are kept when it is written again, and what has expired counts`() throws {
        let folder = try TemporaryFolder()
        try folder.file("b.json", Layouts.conflicting)
        _ = try folder.run(["check", "b.json", "--write-baseline", "known.jsonl"])
        func edit(_ expires: String) throws {
            let text = try folder.text("known.jsonl")
            try folder.file("known.jsonl", text.replacing(#""reason":"""#, with: #""reason":"ticket 7","expires":"\#(expires)""#))
        }
        try edit("2999-01-31")
        let outcome = try folder.run(["check", "b.json", "--baseline", "known.jsonl", "--format", "sarif=o.sarif", "--format", "junit"])
        #expect(outcome.status == 0 && outcome.output.contains(#"<skipped message="ticket 7"/>"#))
        #expect(try folder.text("o.sarif").contains(#""justification": "ticket 7""#))
        #expect(try folder.run(["check", "b.json", "--write-baseline", "known.jsonl"]).status == 0)
        #expect(try folder.text("known.jsonl").contains(#""reason":"ticket 7","expires":"2999-01-31""#))
        let text = try folder.text("known.jsonl").replacing("2999-01-31", with: "2001-01-31")
        try folder.file("known.jsonl", text)
        let expired = try folder.run(["check", "b.json", "--baseline", "known.jsonl", "--format", "xcode"])
        #expect(expired.status == 1 && expired.output.contains("(known until 2001-01-31)"))
    }

    @Test(arguments: [
        ("2028-02-29", 0), ("2000-02-29", 0), ("2027-02-29", 2), ("2100-02-29", 2), ("2027-06-31", 2), ("2027-12-31", 0), ("2027-01-00", 2),
    ])
    func `an expiry must be a day of the calendar`(day: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", #"{"views": [{"id": "root"}], "constraints": []}"#)
        try folder.file("known.jsonl", #"{"file": "b.json", "fingerprint": "k1:9f2c", "expires": "\#(day)"}"# + "\n")
        let outcome = try folder.run(["check", "a.json", "--baseline", "known.jsonl"])
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect((status == 2) == outcome.errors.contains("known.jsonl"))
    }

    @Test func `what is known of a file that is gone is stale, and not written again`() throws {
        let folder = try TemporaryFolder()
        for name in ["sub/a.json", "sub/b.json"] { try folder.file(name, Layouts.conflicting) }
        _ = try folder.run(["check", "sub", "--write-baseline", "sub/known.jsonl"])
        #expect(try folder.run(["check", "sub/b.json", "--baseline", "sub/known.jsonl", "--strict-baseline"]).status == 0)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("sub/a.json"))
        let strict = try folder.run(["check", "sub/b.json", "--baseline", "sub/known.jsonl", "--strict-baseline"])
        #expect(strict.status == 1 && strict.output.contains("sub/known.jsonl:1:1: error: conflict in a.json no longer occurs"), "\(strict.output)")
        #expect(try folder.run(["check", "sub", "--baseline", "sub/known.jsonl"]).status == 0)
        #expect(try folder.run(["check", "sub", "--write-baseline", "sub/known.jsonl"]).status == 0)
        #expect(try folder.text("sub/known.jsonl").split(separator: "\n").count == 1)
    }

    @Test func `what is known at some sizes of a range is known`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"width": "60...90", "sizes": ["70x44", "76x50"], "baseline": "known.jsonl"}"#)
        try folder.file("b.json", Layouts.conflicting)
        try folder.file("known.jsonl", "")
        let before = try folder.run(["check", "b.json", "--format", "xcode"])
        #expect(before.status == 1 && before.output.split(separator: "\n").count == 1)
        let sizes = "70x44 with width 60..<76, 70x44 with width 76<..90, 76x50 with width 60..<76, 76x50 with width 76<..90"
        #expect(before.output.contains("(at 70x44; the same conflict at \(sizes))"), "\(before.output)")
        #expect(try folder.run(["check", "b.json", "--write-baseline", "known.jsonl"]).status == 0)
        #expect(try folder.run(["check", "b.json"]).status == 0)
        #expect(try folder.run(["check", "b.json", "--width", "76...76", "--no-config"]).status == 1)
    }

    @Test func `an entry that no longer occurs is told where that is asked for`() throws {
        let folder = try TemporaryFolder()
        try folder.file("b.json", Layouts.conflicting)
        _ = try folder.run(["check", "b.json", "--write-baseline", "known.jsonl"])
        try folder.file("b.json", Layouts.clean)
        try folder.file("c.json", Layouts.clean)
        #expect(try folder.run(["check", "b.json", "--baseline", "known.jsonl"]).status == 0)
        let strict = try folder.run(["check", "b.json", "--baseline", "known.jsonl", "--strict-baseline", "--format", "xcode"])
        #expect(strict.status == 1 && strict.output.contains("known.jsonl:1:1: error: conflict in b.json no longer occurs"))
        // Of files that are not checked nothing is known.
        #expect(try folder.run(["check", "c.json", "--baseline", "known.jsonl", "--strict-baseline"]).status == 0)
        #expect(try folder.run(["check", "c.json", "--strict-baseline"]).status == 2)
    }

    @Test(arguments: [
        ("{\"file\":\"a\"}", "known.jsonl:1: an entry must have"), ("[]", "known.jsonl:1: expected one JSON object"), ("\n{", "known.jsonl:2:"),
        ("{\"file\":\"a\",\"fingerprint\":\"x\",\"expires\":\"soon\"}", "expected a day such as 2026-12-31"),
        ("{\"file\":\"a\",\"fingerprint\":\"x\",\"why\":\"\"}", "unknown key \"why\""), ("{\"file\":3}", "\"file\" must be a string"),
    ])
    func `a mistake in it is an error with its line`(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.file("known.jsonl", text)
        try folder.file("c.json", Layouts.clean)
        let outcome = try folder.run(["check", "c.json", "--baseline", "known.jsonl"])
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a baseline that is not there is an error, not an empty one`() throws {
        let folder = try TemporaryFolder()
        try folder.file("c.json", Layouts.clean)
        let outcome = try folder.run(["check", "c.json", "--baseline", "known.jsonl"])
        #expect(outcome.status == 2 && outcome.errors.contains("--write-baseline known.jsonl"))
    }

    @Test func `a document says which findings are meant, with the reason`() throws {
        let folder = try TemporaryFolder()
        func document(_ suppress: String) -> String {
            Layouts.conflicting.replacing(#""constraints""#, with: "\"suppress\": [\(suppress)], \"constraints\"")
        }
        let all = try folder.file("a.json", document(#"{"rule": "conflict", "reason": "demonstrates"}"#))
        let outcome = try Program.run("check", "-v", all)
        #expect(outcome.status == 0 && outcome.output.contains("a.json: clean, 1 suppressed") && outcome.output.contains("document: demonstrates"))
        let one = try folder.file("b.json", document(#"{"rule": "conflict", "constraint": "c3", "reason": "demonstrates"}"#))
        #expect(try Program.run("check", one).status == 0)
        let other = try folder.file("c.json", document(#"{"rule": "conflict", "constraint": "c4", "reason": "demonstrates"}"#))
        let unused = try Program.run("check", other, "--format", "xcode")
        #expect(
            unused.status == 1
                && unused.output.contains("warning: the suppression of conflict has no effect, because there is no such finding; remove it"))
        for (text, message) in [
            (#"{"rule": "conflict"}"#, "a suppression must have a \"reason\""), (#"{"reason": "x"}"#, "a suppression must name its \"rule\""),
            (#"{"rule": "conflict", "reason": " "}"#, "a suppression must have a \"reason\""), ("3", "expected an object"),
        ] {
            let bad = try Program.run("check", try folder.file("d.json", document(text)))
            #expect(
                bad.status == 2 && bad.errors.contains("d.json:1:") && bad.errors.contains("(at /suppress/0") && bad.errors.contains(message),
                "\(bad.errors)")
        }
        // Of a rule that is not checked nothing could be found.
        let idle = try folder.file("e.json", document(#"{"rule": "overlapping-views", "reason": "x"}, {"rule": "conflict", "reason": "y"}"#))
        #expect(try Program.run("check", idle, "--format", "xcode").output.isEmpty)
        #expect(try Program.run("check", idle, "--format", "xcode", "--rules", "all").output.contains("unused-suppression"))
    }

    @Test func `a text says it in a comment`() throws {
        let lines = "a.width == 3\na.width == 4\na.top == root.top\na.height == 1\na.leading == root.leading\n"
        #expect(try Program.run("check", "-", input: lines).status == 1)
        let meant = try Program.run("check", "-v", "-", input: "# plumbline:suppress conflict: shows: both\n" + lines)
        #expect(meant.status == 0 && meant.output.contains("document: shows: both"))
        #expect(try Program.run("check", "-", input: lines + "  // plumbline:suppress ambiguity a: of a\n").status == 1)
        for bad in ["# plumbline:suppress conflict", "#plumbline:suppress", "# plumbline:suppress a b c: d", "# plumbline:suppress conflict: "] {
            let outcome = try Program.run("check", "-", input: lines + bad + "\n")
            #expect(outcome.status == 2 && outcome.errors.contains("input:6: error: expected plumbline:suppress RULE: REASON"), "\(outcome.errors)")
        }
        #expect(try Program.run("check", "-", input: "# plumbline:suppressed\n" + lines).status == 1)
    }

    @Test func `an entry knows one finding: another that means the same is new`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.txt", "a.width == 10\nb.width == 10\n")
        let written = try folder.run(["check", "a.txt", "--write-baseline", "known.jsonl"])
        #expect(written.errors.contains("2 entries, 2 of them new"))
        #expect(try folder.run(["check", "a.txt", "--baseline", "known.jsonl"]).status == 0)
        // Neither its name nor its place makes the new one another kind of finding.
        try folder.file("a.txt", "c.width == 10\na.width == 10\nb.width == 10\n")
        let outcome = try folder.run(["check", "a.txt", "--baseline", "known.jsonl", "--format", "xcode"])
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.count == 1 && lines[0].contains("/a.txt:1:1: warning: Nothing determines the ") && lines[0].contains(" of c"), "\(outcome.output)")
        try folder.file("a.txt", "b.width == 10\n")
        let strict = try folder.run(["check", "a.txt", "--baseline", "known.jsonl", "--strict-baseline", "--format", "xcode"])
        #expect(strict.status == 1 && strict.output.contains("(Nothing determines the ") && strict.output.contains(" of a"), "\(strict.output)")
    }
}
