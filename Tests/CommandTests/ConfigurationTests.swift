import Foundation
import JSON
import Testing

/// `.plumbline.json`: where it is found, what it says, and what is wrong with it.
@Suite struct ConfigurationTests {
    private let narrow =
        #"{"size": {"width": 100, "height": 44}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "text": "x", "#
        + #""intrinsicContentSize": {"width": 120, "height": 20}}], "constraints": ["H:|[a]|", "V:|[a]|"]}"#

    @Test func `the nearest one above a file holds, and the command line wins`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"rules": {"truncated-text": "error"}}"#)
        try folder.file("a/one.json", narrow)
        try folder.file("b/.plumbline.json", "{}")
        try folder.file("b/deep/two.json", narrow)
        #expect(try Program.run("check", folder.path + "/a/one.json").status == 1)
        #expect(try Program.run("check", folder.path + "/b/deep/two.json").status == 0)
        #expect(try Program.run("check", "--no-config", folder.path + "/a/one.json").status == 0)
        #expect(try Program.run("check", "--rules", "truncated-text=note", folder.path + "/a/one.json").status == 0)
        #expect(try Program.run("check", "--rules", "truncated-text=off", folder.path + "/a/one.json").output.contains("truncated-text") == false)
        let other = try folder.file("other.json", #"{"rules": {"recommended": "note"}}"#)
        let outcome = try Program.run("check", "--config", other, folder.path + "/a/one.json")
        #expect(outcome.status == 0 && outcome.output.contains(": note: ") && outcome.output.contains("[truncated-text]"))
    }

    @Test(arguments: [
        (#"{"rule": {}}"#, ":1:2: error: unknown key \"rule\""),
        ("{\n  \"rules\": {\"overlaping-views\": \"on\"}}", ":2:33: error: unknown rule \"overlaping-views\""),
        ("{\"rules\": {\"conflict\": \"loud\"}}", ":1:24: error: expected \"error\", \"warning\""),
        ("{\"sizes\": [\"big\"]}", ":1:12: error: expected a size"),
        ("{\"budget\": {\"seconds\": 1, \"pages\": 2}}", ":1:27: error: unknown key \"pages\""),
        ("{\"include\": \"*.json\"}", ":1:13: error: expected an array"),
        ("{\"reporters\": [{\"format\": \"pdf\"}]}", ":1:27: error: unknown format \"pdf\""),
        ("{\"textScales\": [0]}", ":1:17: error: expected a number above 0"),
        ("{\"reporters\": [\"text\", \"sarif\"]}", ":1:15: error: only one report can go to standard output"),
        ("{\"reporters\": [\"text\", {\"format\": \"sarif\", \"output\": \"a\"}, {\"format\": \"html\", \"output\": \"a\"}]}", "to the file 'a'"),
        ("{\"failOn\": [\"everything\"]}", ":1:12: error: 'everything' is not one of"), ("{\"width\": \"wide\"}", ":1:11: error: expected two sizes"),
        ("{\"intrinsicSizes\": [{\"views\": {}}]}", ":1:21: error: an entry of \"intrinsicSizes\" needs a \"name\""),
        ("[1]", ":1:1: error: expected an object"), ("{", ":1:"), ("{\"assert\": [\"a.width > 3\"]}", "the assertion \"a.width > 3\""),
        ("{\"directions\": [\"up\"]}", ":1:17: error: expected one of ltr, rtl"),
    ])
    func `a mistake is an error with its line and column`(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", text)
        let outcome = try Program.run("check", try folder.file("one.json", narrow))
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(".plumbline.json") && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a misspelled key is found as well if the command names the file`() throws {
        let folder = try TemporaryFolder()
        try folder.file("strict.json", #"{"rules": {}, "ruls": 1}"#)
        try folder.file("one.json", narrow)
        let outcome = try folder.run(["check", "--config", "strict.json", "one.json"])
        #expect(outcome.status == 2 && outcome.errors.contains("strict.json:1:15: error: unknown key \"ruls\""), "\(outcome.errors)")
        let other = try folder.run(["check", "--config", "one.json", "one.json"])
        #expect(other.status == 2 && other.errors.contains("this is a layout, not a configuration"), "\(other.errors)")
    }

    @Test func `nesting without end and variants without number are refused`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("one.json", narrow)
        for depth in [400, 511, 512, 600, 100_000] {
            try folder.file(".plumbline.json", "{\"include\": " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}")
            #expect(try Program.run("check", file).status == 2)
        }
        let scales = (1...400).map(String.init).joined(separator: ",")
        try folder.file(".plumbline.json", "{\"textScales\": [\(scales)], \"directions\": [\"ltr\", \"rtl\"], \"sizes\": [\"1x1\", \"2x2\"]}")
        let outcome = try Program.run("check", file)
        #expect(outcome.status == 2 && outcome.errors.contains("make 1600 variants of each layout; at most 1000 are allowed"))
    }

    @Test func `patterns that would take long for each file are refused`() throws {
        let folder = try TemporaryFolder()
        let patterns = (100..<200).map { "\"*\(String(repeating: "a", count: 400))\($0)\"" }.joined(separator: ",")
        try folder.file(".plumbline.json", "{\"exclude\": [\(patterns)]}")
        let outcome = try Program.run("check", try folder.file("one.json", narrow))
        #expect(outcome.status == 2 && outcome.errors.contains("these patterns have 40400 bytes; at most 32768 are allowed"), "\(outcome.errors)")
    }

    @Test func `without FILE what it includes is checked, less what it excludes`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"include": ["Layouts/**"], "exclude": ["Old"], "rules": {"truncated-text": "error"}}"#)
        try folder.file("Layouts/a.json", narrow)
        try folder.file("Layouts/Old/b.json", narrow)
        try folder.file("package.json", #"{"name": "no layout"}"#)
        let outcome = try folder.run(["check", "--format", "xcode"])
        #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").count == 1 && outcome.output.contains("/Layouts/a.json:1:"))
        // A file that is named is checked all the same.
        #expect(try folder.run(["check", "Layouts/Old/b.json"]).status == 1)
        #expect(try folder.run(["check", "."]).status == 1)
    }

    @Test func `every variant is checked, and what is the same in several is one finding with their list`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            ".plumbline.json",
            #"{"rules": {"truncated-text": "warning"}, "sizes": ["100x44", {"width": 200}], "directions": ["ltr", "rtl"], "textScales": [1, 2], "#
                + #""intrinsicSizes": [{"name": "german", "views": {"a": {"width": 150}}}]}"#)
        let outcome = try folder.run(["check", "--format", "json", try folder.file("one.json", narrow)])
        let document = try JSONDocument(parsing: Array(outcome.output.utf8))
        document.withRoot { root in
            let reports = root["reports"]?.elements.map(Array.init) ?? []
            #expect(reports.count == 16)
            #expect(reports.compactMap { $0["variant"]?.string }.first == "100x44 ltr")
            #expect(reports.last?["variant"]?.string == "200x* rtl text 2 german")
            let findings = root["findings"]?.elements.map(Array.init) ?? []
            #expect(findings.count == 1)
            let variants = (findings.first?["variants"]?.elements.map(Array.init) ?? []).compactMap(\.string)
            // Of 200 points 150 and 120 fit, twice as large they do not.
            #expect(
                variants == [
                    "100x44 ltr", "100x44 ltr german", "100x44 ltr text 2", "100x44 ltr text 2 german", "100x44 rtl", "100x44 rtl german",
                    "100x44 rtl text 2", "100x44 rtl text 2 german", "200x* ltr text 2", "200x* ltr text 2 german", "200x* rtl text 2",
                    "200x* rtl text 2 german",
                ])
        }
        #expect(outcome.status == 0)
        let text = try folder.run(["check", "-v", "one.json"]).output
        #expect(text.hasPrefix("one.json: 1 finding in 16 variants\none.json:1:66: warning: “x” (a) has too little room"))
    }

    @Test func `reports go each to its file, as the configuration or the command line says`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"reporters": [{"format": "sarif", "output": "out/a.sarif"}, "github"]}"#)
        try folder.file("out/keep", "")
        try folder.file("cell.json", Layouts.conflicting)
        let outcome = try folder.run(["check", "cell.json"])
        #expect(outcome.status == 1 && outcome.output.hasPrefix("::error file=cell.json,"))
        #expect(try folder.text("out/a.sarif").contains("\"version\": \"2.1.0\""))
        let both = try folder.run(["check", "cell.json", "--format", "checkstyle=c.xml", "--format", "gitlab=g.json", "--format=html=h.html"])
        #expect(both.status == 1 && both.output.isEmpty)
        #expect(try folder.text("c.xml").contains("source=\"plumbline.conflict\""))
        #expect(try folder.text("g.json").contains("\"check_name\": \"conflict\""))
        #expect(try folder.text("h.html").hasPrefix("<!DOCTYPE html>"))
        #expect(try folder.run(["check", "cell.json", "--format", "sarif", "--format", "junit"]).status == 2)
        #expect(try folder.run(["check", "cell.json", "--format", "sarif="]).status == 2)
    }

    @Test func `on GitHub the step's summary gets the whole list`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("cell.json", Layouts.conflicting)
        let summary = try folder.file("summary.md", "before\n")
        let outcome = try Program.run("check", "--format", "github", file, environment: ["GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.status == 1)
        let text = try folder.text("summary.md")
        #expect(text.hasPrefix("before\n### Plumbline: 1 error in 1 layout\n\n| | Cause or rule | Place | What |\n"), "\(text)")
    }

    @Test func `what fails is chosen by rule or by how bad it is`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("one.json", narrow)
        #expect(try Program.run("check", "--rules", "truncated-text", "--fail-on", "truncated-text", file).status == 1)
        #expect(try Program.run("check", "--rules", "truncated-text", "--fail-on", "error", file).status == 0)
        #expect(try Program.run("check", "--rules", "truncated-text", "--fail-on", "warning", file).status == 1)
        #expect(try Program.run("check", "--rules", "truncated-text=error", file).status == 1)
        #expect(try Program.run("check", "--rules", "conflict=warning", try folder.file("c.json", Layouts.conflicting)).status == 0)
        let off = try Program.run("check", "--rules", "conflict=off", folder.path + "/c.json")
        #expect(off.status == 0 && off.output.hasSuffix("c.json: conflicting, which is not a finding here\n1 layout: 1 conflicting\n"))
    }

    @Test func `assertions of the configuration are asked of layouts that have their views`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"assert": ["a.width >= a.intrinsic.width", "nowhere.width >= 3"]}"#)
        let outcome = try folder.run(["check", try folder.file("one.json", narrow)])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(": error: ") && outcome.output.contains("a.width >= a.intrinsic.width fails: off by 20"))
        #expect(!outcome.output.contains("nowhere"))
        // Of one file no more can be expected; it is told all the same.
        #expect(outcome.errors.hasPrefix("plumbline: the assertion nowhere.width >= 3 of "), "\(outcome.errors)")
        #expect(outcome.errors.contains(".plumbline.json names views that no checked layout has: '"), "\(outcome.errors)")
    }

    @Test func `an assertion that no layout of the configuration answers is a finding at its place`() throws {
        let folder = try TemporaryFolder()
        try folder.file("App/.plumbline.json", "{\"assert\": [\"a.width >= 1\",\n  \"b.width >= 1\", \"a.width <= other.width\"]}")
        try folder.file("App/One/one.json", narrow)
        try folder.file("App/Two/two.json", narrow.replacing("\"a\"", with: "\"b\"").replacing("[a]", with: "[b]"))
        for arguments in [["App"], ["."], ["App/", "--sizes", "120x44,300x100"]] {
            let outcome = try folder.run(["check", "--format", "xcode"] + arguments)
            #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(arguments)")
            let asked = outcome.output.split(separator: "\n").filter { $0.contains(".plumbline.json") }
            #expect(
                asked.count == 1 && asked[0].contains("App/.plumbline.json:2:19: error: a.width <= other.width was not checked"), "\(asked)")
        }
        // Of a part of the configuration's folder it is no more than a warning, and nothing of what changed or is listed.
        let part = try folder.run(["check", "App/One"])
        #expect(part.status == 0 && part.output.contains("App/.plumbline.json:2:3: warning: b.width >= 1 was not checked"))
        #expect(try folder.run(["check", "--files-from", "-"], input: "App/One/one.json\n").errors.isEmpty)
        // It is a finding like others: known, off, or in the report for a machine, told again from the cache.
        #expect(try folder.run(["check", "App", "--rules", "assertion=off"]).status == 0)
        #expect(try folder.run(["check", "App", "--write-baseline", "known.jsonl"]).status == 0)
        #expect(try folder.run(["check", "App", "--baseline", "known.jsonl"]).status == 0)
        for _ in 0..<2 {
            let json = try folder.run(["check", "App", "--format", "json", "--cache", "kept"])
            #expect(json.status == 1 && json.output.contains("a.width <= other.width was not checked"))
        }
        let more = #"{"id": "root"}, {"id": "b", "parent": "root"}, {"id": "other", "parent": "root"}"#
        try folder.file("App/Two/two.json", narrow.replacing(#"{"id": "root"}"#, with: more))
        let all = try folder.run(["check", "App"])
        #expect(all.status == 1 && !all.output.contains("was not checked"), "\(all)")
    }

    @Test func `over a range an assertion fails where it does, shown at the smallest size`() throws {
        let folder = try TemporaryFolder()
        try folder.file(".plumbline.json", #"{"width": "50...400", "rules": {"truncated-text": "warning"}}"#)
        let text = narrow.replacing(#""constraints""#, with: #""assert": ["a.width >= 99", "a.width <= root.width"], "constraints""#)
        let outcome = try folder.run(["check", try folder.file("one.json", text), "--format", "json"])
        let document = try JSONDocument(parsing: Array(outcome.output.utf8))
        document.withRoot { root in
            let findings = root["findings"]?.elements.map(Array.init) ?? []
            #expect(findings.compactMap { $0["rule"]?.string } == ["truncated-text", "assertion"])
            #expect(findings.last?["message"]?.string == "a.width >= 99 fails: off by 49; a has width 50, at width 50")
            #expect(findings.last?["variants"]?[0]?.string == "width 50..<99")
            #expect(findings.first?["variants"]?.elements.map { $0.compactMap(\.string) } == ["own size", "width 50..<120"])
        }
        #expect(outcome.status == 1)
    }

    @Test func `what is found at the own size too is told with all sizes at which it is`() throws {
        let folder = try TemporaryFolder()
        let pinned = #"{"size": {"width": 142, "height": 44}, "assert": ["a.width >= 150"], "constraints": ["H:|-[a]-|", "V:|[a]|"]}"#
        try folder.file("a.json", pinned)
        let text = try folder.run(["check", "--no-config", "--width", "100...300", "a.json"]).output
        #expect(text.contains("a.width >= 150 fails: off by 90; a has width 60, at width 100 (at own size, width 100..<190)"), "\(text)")
        let json = try folder.run(["check", "--no-config", "--width", "100...300", "--format", "json", "a.json"]).output
        #expect(json.contains(#""variants":["own size","width 100..<190"]"#), "\(json)")
        #expect(try folder.run(["check", "--no-config", "--sizes", "142x44", "a.json"]).output.contains("a has width 102 (at 142x44)"))
        #expect(try folder.run(["check", "--no-config", "a.json"]).output.contains("a has width 102 [assertion]\n"))

        let wide = pinned.replacing("a.width >= 150\"]", with: "a.width >= 0\"]").replacing("\"V:|[a]|\"", with: "\"V:|[a]|\", \"a.width >= 150\"")
        try folder.file("b.json", wide)
        let conflict = try folder.run(["check", "--no-config", "--width", "100...300", "b.json"]).output
        #expect(conflict.contains("(at width 100; the same conflict at own size, width 100..<190)"), "\(conflict)")
        // What is so at its own size alone is in its own report.
        let narrow = try folder.run(["check", "--no-config", "--width", "200...300", "b.json"]).output
        #expect(!narrow.contains("error conflict"), "\(narrow)")
    }
}

extension TemporaryFolder {
    /// Runs the program in the folder.
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(arguments, input: Data(input.utf8), environment: environment, folder: url)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// Runs a command of the shell in the folder.
    @discardableResult
    func shell(_ command: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Runs a script in the folder `checkout`, and returns its output. It must succeed.
    @discardableResult
    func shellOfCheckout(_ script: String) throws -> String {
        let outcome = try shell("cd checkout && { \(script)\n}")
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output
    }

    /// Makes the folder `checkout` a repository, and commits its files.
    func commitCheckout() throws {
        try shellOfCheckout("git init -q -b main && git config user.email a@b && git config user.name a && git add . && git commit -q -m first")
    }
}
