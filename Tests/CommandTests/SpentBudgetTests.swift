import Foundation
import Testing

/// What could not be proved in time is told as such, in every form, and counts unless that is allowed.
@Suite struct SpentBudgetTests {
    /// Six views with rows too many, and hundreds of conflicts that share them: ten rows have to go at least.
    @Test func `few views with many conflicts are analysed whole in the usual time`() throws {
        let document = #"""
            {"size": {"width": 300, "height": 400}, "spacing": {"sibling": 8, "superview": 8}, "constraints": ["H:|[b(60.5)]-20-[d][a]-(==10)-[f(==10)]|",
            "H:|-[e]-[c]-10-|", "H:|-[e]-[a]-[c(==100,20)]-(==10)-[f(100)]-|", "H:|[f]-[d(30)]-[a(60.5)]-|"]}
            """#
        let output = try Program.run("analyze", "-", input: document).output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let repairs = try #require(report["repairs"] as? [[String: [String]]])
        #expect((report["inconclusive"] as? [Any])?.isEmpty == true && repairs.first?["relax"]?.count == 10)
    }

    private let short = ["--deadline", "0.000001"]

    @Test func `of a log without a verdict it is not said that it can hold`() throws {
        let folder = try TemporaryFolder()
        try folder.file("run.log", Layouts.log.components(separatedBy: "\n\nWill attempt")[0])
        for format in ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"] {
            for command in [["check", "--no-config"], ["scan-log", "--quiet"]] {
                let outcome = try folder.run(command + short + ["--format", format, "run.log"])
                #expect(outcome.status == 1, "\(command) \(format)")
                for fact in ["the printed constraints can all be satisfied", "likely broken", #"name="conflict""#] {
                    #expect(!outcome.output.contains(fact), "\(outcome.output)")
                }
                #expect(outcome.output.contains(format == "json" ? "the time or memory limit" : "could not be proven"), "\(outcome.output)")
                #expect(try folder.run(command + short + ["--allow-incomplete", "--format", format, "run.log"]).status == 0)
            }
        }
        let text = try folder.run(["scan-log", "--quiet", "-v", "run.log"] + short).output
        #expect(text.hasPrefix("run.log:1, once: incomplete: the time or memory limit was reached before a verdict\n"), "\(text)")
    }

    @Test func `a list that may be a conflict is not passed over`() throws {
        let list =
            "(\n    \"<NSLayoutConstraint:0x1 UIView:0xa.width == 4>\",\n    \"<NSLayoutConstraint:0x2 UIView:0xa.width == 5>\"\n)\n"
        let outcome = try Program.run(["scan-log", "--quiet"] + short, input: Data(list.utf8))
        #expect(outcome.status == 1 && outcome.output.contains("1 conflict message"), "\(outcome.output)")
    }

    @Test func `a baseline keeps what was not established, and the spent budget counts`() throws {
        let folder = try TemporaryFolder()
        try folder.file("st/a.json", Layouts.conflicting)
        try folder.file("st/b.json", Layouts.ambiguous)
        _ = try folder.run(["check", "--no-config", "st", "--write-baseline", "known.jsonl"])
        let reason = #""reason":"ticket 7","expires":"2999-01-31""#
        let known = try folder.text("known.jsonl").replacing(#""reason":"""#, with: reason)
        try folder.file("known.jsonl", known)
        #expect(known.split(separator: "\n").count == 2)
        let write = ["check", "--no-config", "st", "--write-baseline", "known.jsonl"]
        let strict = ["check", "--no-config", "st", "--baseline", "known.jsonl", "--strict-baseline"]
        #expect(try folder.run(write + short).status == 1)
        #expect(try folder.text("known.jsonl") == known)
        #expect(try folder.run(write + short + ["--allow-incomplete"]).status == 0)
        #expect(try folder.text("known.jsonl") == known)
        let open = try folder.run(strict + short + ["--allow-incomplete"])
        #expect(open.status == 0 && !open.output.contains("no longer occurs"), "\(open.output)")

        try folder.file("st/a.json", #"{"format": "plumbline/1""#)
        #expect(try folder.run(write).status == 2)
        #expect(try folder.text("known.jsonl") == known)
        #expect(try !folder.run(strict).output.contains("no longer occurs"))
    }

    @Test func `a baseline keeps what was not looked for`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        let text = ##"{"file":"a.json","rule":"overlapping-views","fingerprint":"l1:0b41","message":"b covers a","reason":"meant"}"## + "\n"
        try folder.file("known.jsonl", text)
        let base = ["check", "--no-config", "a.json", "--fail-on", "error", "--rules"]
        let strict = ["--baseline", "known.jsonl", "--strict-baseline"]
        #expect(try !folder.run(base + ["conflict=note"] + strict).output.contains("no longer occurs"))
        #expect(try folder.run(base + ["overlapping-views"] + strict).output.contains("overlapping-views in a.json no longer occurs"))
        _ = try folder.run(base + ["conflict"] + ["--write-baseline", "known.jsonl"])
        #expect(try folder.text("known.jsonl").contains(text))
        _ = try folder.run(base + ["all"] + ["--write-baseline", "known.jsonl"])
        #expect(try !folder.text("known.jsonl").contains("meant"))
    }

    @Test func `variants after the time for all of them are told, and not read`() throws {
        let folder = try TemporaryFolder()
        let views = (1...4000).map { #"{"id":"v\#($0)","parent":"v0"}"# }.joined(separator: ",")
        try folder.file("a.json", #"{"root":"v0","size":{"width":9,"height":9},"views":[{"id":"v0"},\#(views)],"constraints":[]}"#)
        let sizes = (10..<1010).map { "\"\($0)x9\"" }.joined(separator: ",")
        try folder.file(".plumbline.json", "{\"sizes\": [\(sizes)]}")
        let start = ContinuousClock.now
        let outcome = try folder.run(["check", "--deadline", "0.1", "a.json"])
        #expect(outcome.status == 1 && outcome.output.contains("The other variants could not be proven: "), "\(outcome.output.suffix(2000))")
        #expect(outcome.output.contains(" of 1000 were not checked"), "\(outcome.output.suffix(2000))")
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test func `all sizes of a range together have the time of a layout`() throws {
        let folder = try TemporaryFolder()
        let views = (1...400).map { #"{"id":"v\#($0)","parent":"r"}"# }.joined(separator: ",")
        let widths = (1...400).flatMap { view in [5, 6, 7].map { "\"v\(view).width == \($0)\"" } }.joined(separator: ",")
        try folder.file("a.json", #"{"root":"r","size":{"width":9,"height":9},"views":[{"id":"r"},\#(views)],"constraints":[\#(widths)]}"#)
        try folder.file(".plumbline.json", #"{"width": "1...999999", "height": "1...999999", "rules": {"all": "on"}}"#)
        let start = ContinuousClock.now
        let outcome = try folder.run(["check", "--deadline", "1", "a.json"])
        #expect(outcome.status == 1 && outcome.output.contains("could not be proven"), "\(outcome.output.suffix(2000))")
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func `nothing is drawn of what was not solved, and that is said`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        let outcome = try folder.run(["render", "a.json", "-o", "a.svg"] + short)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("a.json (ProfileCell): no layout could be proven, so there is nothing to draw"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.svg"))
    }
}
