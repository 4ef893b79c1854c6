import Foundation
import Testing

/// `plumbline scan-log`, as in a pipe behind a test run.
@Suite struct ScanLogTests {
    @Test func `all constraints of a message share its time`() throws {
        let rows = (0..<12_000).map { "    \"<NSLayoutConstraint:0x6\(100_000 + $0) UILabel:0x7\(100_000 + $0 / 2).width == \($0)   (active)>\"," }
        let parts = Layouts.log.components(separatedBy: "(\n")
        let log = try #require(parts.first) + "(\n" + rows.joined(separator: "\n") + "\n)\n\n" + Layouts.log
        let outcome = try Program.run("scan-log", "-q", "--deadline", "0.001", input: log)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(
            outcome.output.contains(":5004:1: warning: a message has more constraints than could be analyzed within the time limit"),
            "\(outcome.output)")
        // The message behind it has a time of its own.
        #expect(outcome.output.contains("2 conflict messages"), "\(outcome.output)")
    }

    @Test(arguments: [("\n", 18_000), ("\t", 60_000), ("", 18_000)])
    func `a message in a line of megabytes is found`(separator: String, count: Int) throws {
        let noise = (0..<count).map { "Test Case '-[Shop.CartTests testRow\($0)]' passed (0.001 seconds)." }
        let lines = noise + Layouts.log.split(separator: "\n").map(String.init) + noise + [Layouts.log.replacing("== 50", with: "== 51")]
        let text = try JSONEncoder().encode(["output": lines.joined(separator: separator)])
        let outcome = try Program.run(["scan-log", "-q"], input: Data("begin\n".utf8) + text + Data("\n\(Layouts.log)\n".utf8))
        #expect(outcome.status == 1 && outcome.output.contains("3 conflict messages (2 distinct)"), "\(outcome)")
        #expect(outcome.output.contains("standard input:2:1"), "\(outcome)")
    }

    @Test func `a message on the boundary of a long line's parts is found as a whole`() throws {
        // The input is read in pieces of 64 KiB, and the first part ends in the seventeenth.
        let boundary = 17 << 16
        let line = #"testLayout passed\n"#
        let log = String(decoding: try JSONEncoder().encode(Layouts.log), as: UTF8.self).dropFirst().dropLast()
        for before in stride(from: 0, to: 700, by: 70) {
            let start = boundary - before
            let noise = String(repeating: line, count: start / line.utf8.count)
            let text = noise + String(repeating: " ", count: start - noise.utf8.count) + log + #"\n"# + noise
            let outcome = try Program.run("scan-log", "-q", input: text)
            #expect(outcome.status == 1 && outcome.output.contains("plumbline: 1 conflict message; 1 error"), "\(before): \(outcome)")
            #expect(outcome.output.contains("[duplicate]"), "\(before): \(outcome)")
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `a log in UTF-16 is read as any other`(encoding: String.Encoding) throws {
        let folder = try TemporaryFolder()
        let text = "\u{FEFF}\u{1F600} é\n" + Layouts.log + "\n"
        let bytes = try #require(text.data(using: encoding))
        for name in ["App/a.log", "App/a.txt"] { try folder.file(name, bytes) }
        let scanned = try folder.run(["scan-log", "-q", "App/a.log"])
        #expect(scanned.status == 1 && scanned.output.contains("1 conflict message"), "\(scanned)")
        let checked = try folder.run(["check", "--no-config", "App"])
        #expect(checked.status == 1 && checked.output.contains("2 layouts: 2 conflicting"), "\(checked)")
        #expect(try Program.run(["check", "-"], input: bytes).status == 1)
        let large = try folder.run(["check", "--no-config", "--max-bytes", "1000", "App"])
        #expect(large.status == 2 && large.errors.contains("App/a.log: it is larger than"), "\(large)")
    }

    @Test func `messages beyond the first thousand are counted, and not analyzed`() throws {
        func log(_ count: Int) -> String {
            (0..<count).map { Layouts.log.replacing("UILabel", with: "Label\($0)") }.joined(separator: "\n\n")
        }
        let outcome = try Program.run("scan-log", "-q", "-v", input: log(1003))
        let sum = "1003 conflict messages (1000 distinct) and 3 more messages that were counted"
        #expect(outcome.output.contains(sum), "\(outcome.output.suffix(300))")
    }

    /// A run in which a conflict comes up twice, of other objects the second time.
    private let run =
        "Test Suite started\r\n" + "2026-11-21 09:30:00.123 App[1:2] [LayoutConstraints] " + Layouts.log + "\nTest passed\n"
        + Layouts.log.replacing("0x7f8", with: "0x999") + "\né\u{1B}[31mdone"

    @Test func `what is read goes through as it is, the report follows on standard error`() throws {
        let outcome = try Program.run("scan-log", input: run)
        #expect(outcome.status == 1)
        #expect(outcome.output == run)
        #expect(outcome.errors.contains("standard input:") && outcome.errors.contains(": error: ") && outcome.errors.contains(" (2 times) ["))
        #expect(outcome.errors.hasSuffix("plumbline: 2 conflict messages (1 distinct); 1 error\n"))
    }

    @Test func `bytes that are no text go through as well`() throws {
        let bytes = Data([0xFF, 0x00, 0x0A]) + Data(run.utf8) + Data([0xFE])
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #""$0" scan-log <"$1" >"$2" 2>/dev/null; test $? = 1"#, Program.url.path]
        process.arguments?.append(try folder.file("in", bytes).path)
        process.arguments?.append(folder.path + "/out")
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try Data(contentsOf: folder.url.appendingPathComponent("out")) == bytes)
    }

    @Test func `quiet passes nothing through, and output names a file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("run.log", run)
        let quiet = try Program.run("scan-log", "--quiet", "--verbose", file)
        #expect(quiet.status == 1 && quiet.errors.isEmpty)
        #expect(quiet.output.hasPrefix("\(file):2, 2 times: conflicting\n"))
        let report = folder.path + "/report.json"
        let written = try Program.run("scan-log", "--format", "json", "--output", report, "-", input: run)
        #expect(written.status == 1 && written.output == run && written.errors.isEmpty)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(text.hasPrefix(#"{"format":"plumbline.reports/1","reports":[{"#) && text.contains(#""occurrences":{"count":2,"line":2}"#))
    }

    @Test func `standard input that is no text is refused, and text of two bytes a character is not`() throws {
        let zeros = try Program.run(["scan-log", "-q"], input: Data("Test passed\n\0\0\n".utf8))
        #expect(zeros.status == 2 && zeros.errors == "plumbline: standard input is not a text file, so it cannot be a console log\n")
        let gzip = try Program.run(["scan-log", "-q"], input: Data([0x1F, 0x8B, 8, 0, 0]))
        #expect(gzip.status == 2 && gzip.errors.contains("standard input is compressed with gzip, not a console log; decompress it first"))
        let wide = Data([0xFF, 0xFE]) + Data("Test passed\n".utf8.flatMap { [$0, 0] })
        #expect(try Program.run(["scan-log", "-q"], input: wide).status == 0)
        // A conflict is found whatever else the text has.
        #expect(try Program.run(["scan-log", "-q"], input: Data("\0\n\(Layouts.log)".utf8)).status == 1)
    }

    @Test func `a run without conflicts ends with status 0`() throws {
        let outcome = try Program.run("scan-log", input: "Test passed\n")
        #expect(outcome.status == 0 && outcome.output == "Test passed\n")
        #expect(outcome.errors == "plumbline: 0 conflict messages\n")
        let silent = try Program.run("scan-log", "--quiet", "--format", "github", input: "")
        #expect(silent.status == 0 && silent.output.isEmpty)
    }

    @Test func `a message that can hold as printed counts, unless only conflicts are asked for`() throws {
        let log = Layouts.log.replacing("width == 50", with: "width >= 50")
        #expect(try Program.run("scan-log", "--quiet", input: log).status == 1)
        #expect(try Program.run("scan-log", "--quiet", "--fail-on", "conflict", input: log).status == 0)
        #expect(try Program.run("scan-log", "--quiet", input: "Unable to simultaneously satisfy constraints. <private>\n").status == 1)
    }

    @Test func `scan-log writes the step's summary as check does`() throws {
        let folder = try TemporaryFolder()
        let summary = folder.path + "/summary.md"
        let outcome = try folder.run(
            ["scan-log", "--quiet", "--format", "github", try folder.file("run.log", Layouts.log)], environment: ["GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.status == 1 && outcome.output.hasPrefix("::error file="))
        #expect(try folder.text("summary.md").hasPrefix("### Plumbline: 1 error in 1 layout"))
    }

    @Test func `what was not understood may be what is missing`() throws {
        let log = Layouts.log.components(separatedBy: "\n\nWill attempt")[0].replacing("== 60 ", with: "== 60,5 ")
        let missing = #""missing":["the contents of 1 line that was not understood"]"#
        #expect(try Program.run("analyze", "-", input: log).output.contains(missing))
        let text = try Program.run("check", "-", input: log).output
        #expect(text.contains(", so the conflict depends on the contents of 1 line that was not understood [not-shown]\n"), "\(text)")
        #expect(text.contains("\n  fix: paste the") && !text.contains("  why: "), "\(text)")
        // A conflict needs nothing else, and what is stored says the same.
        #expect(try Program.run("analyze", "-", input: Layouts.log + "\n" + log).output.components(separatedBy: missing).count == 2)
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", log, type: "text/plain").object["url"] as? String)
        let document = String(decoding: try service.get(url + "/document").body, as: UTF8.self)
        #expect(document.replacing(" ", with: "").contains(#""unreadLines":1"#), "\(document)")
        #expect(try service.post(url + "/replay", "").object["identical"] as? Bool == true)
        let folder = try TemporaryFolder()
        #expect(try Program.run("analyze", try folder.file("a.json", document)).output.contains(missing))
    }

    @Test func `a list without the system's sentences counts where it is a conflict`() throws {
        func list(_ second: String) -> String {
            "(\n    \"<NSLayoutConstraint:0x1 UIView:0xa.width == 4>\",\n    \"<NSLayoutConstraint:0x2 UIView:0xa.width \(second)>\"\n)\n"
        }
        let outcome = try Program.run("scan-log", "--quiet", input: list("== 5") + "x\n" + list(">= 4") + "y\n" + list("== 5"))
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("plumbline: 2 conflict messages (1 distinct); 1 error\n"))
    }

    @Test func `annotations point into the sources where the log names them`() throws {
        let log = Layouts.log.replacing("NSLayoutConstraint:0x600001", with: "SnapKit.LayoutConstraint:0x600001@Cell.swift#17")
        let outcome = try Program.run("scan-log", "--quiet", "--format", "github", input: log)
        #expect(outcome.output.hasPrefix("::error file=Cell.swift,line=17,endLine=17,title=Layout conflict::"))
    }

    @Test func `a reader that goes away stops nothing`() throws {
        let folder = try TemporaryFolder()
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        let file = try folder.file("run.log", String(repeating: "noise noise noise\n", count: 100_000) + run)
        shell.arguments = [
            "-c", #"{ "$0" scan-log "$1" 2>/dev/null; echo $? >"$2"; } | head -1 >/dev/null"#, Program.url.path, file, folder.path + "/status",
        ]
        try shell.run()
        shell.waitUntilExit()
        #expect(try String(contentsOfFile: folder.path + "/status", encoding: .utf8) == "1\n")
    }

    @Test(arguments: [
        (["scan-log", "a", "b"], "'scan-log' takes one file"),
        (["scan-log", "/absent/run.log"], "/absent/run.log: No such file or directory"),
        (["scan-log", "/"], "/: Is a directory"),
        (["scan-log", "--format", "xml"], "'--format' takes one of text, json, sarif, junit"),
        (["scan-log", "--quiet", "--output", "/absent/report"], "/absent/report: No such file or directory"),
    ])
    func `bad usage ends with status 2`(_ arguments: [String], _ message: String) throws {
        let outcome = try Program.run(arguments, input: Data())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message))
    }
}

/// The forms of `plumbline check` that other programs read.
@Suite struct ReportFormatTests {
    @Test func `findings point at the lines of the file`() throws {
        let folder = try TemporaryFolder()
        let json = try folder.file(
            "cell.json",
            """
            {"size": {"width": 70, "height": 44}, "views": [{"id": "root"},
              {"id": "title", "parent": "root"}], "constraints": [
              "title.leading == root.leading + 8", "title.trailing == root.trailing - 8",
              {"id": "w", "equation": "title.width == 60"},
              "title.height == 20"]}
            """)
        let annotated = try Program.run("check", "--format", "github", json)
        #expect(annotated.status == 1)
        let lines = annotated.output.split(separator: "\n")
        #expect(lines.count == 2)
        let conflict = "::error file=\(json),line=4,endLine=4,col=3,endColumn=47,title=Layout conflict::title is pinned to both sides"
        #expect(lines.first?.hasPrefix(conflict) == true)
        let ambiguity =
            "::warning file=\(json),line=2,endLine=2,col=3,endColumn=36,title=Ambiguous layout::Nothing determines the vertical position of title"
        #expect(lines.last?.hasPrefix(ambiguity) == true)

        let equations = try folder.file("rows.txt", "# sizes\ntitle.width == 60\n\ntitle.width == 50\n")
        #expect(try Program.run("check", "--format", "github", equations).output.hasPrefix("::error file=\(equations),line=2,"))
        let log = try folder.file("console.log", "noise\n" + Layouts.log)
        #expect(try Program.run("check", "--format", "github", log).output.hasPrefix("::error file=\(log),line=6,"))
    }

    @Test func `JUnit has passed cases, failures by what is asked for, and unreadable files as errors`() throws {
        let folder = try TemporaryFolder()
        let clean = try folder.file("clean.json", Layouts.clean)
        let loose = try folder.file("loose.json", Layouts.ambiguous)
        let broken = try folder.file("broken.json", "{\n  \"constraints\": [}")
        let outcome = try Program.run("check", "--format", "junit", "--fail-on", "conflict", clean, loose, broken)
        #expect(outcome.status == 2)
        #expect(outcome.output.contains(#"<testsuites name="plumbline" tests="5" failures="0" errors="1" time="0">"#))
        #expect(outcome.output.contains(#"<testcase classname="\#(clean)" name="conflict" time="0"/>"#))
        #expect(outcome.output.contains("<system-out>\(loose):"))
        #expect(outcome.output.contains(#"<error type="unreadable""#) && outcome.output.contains("broken.json:2:19: "))
    }

    @Test func `SARIF goes to a file and is the same in every run`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("cell.json", Layouts.conflicting)
        var reports: [String] = []
        for name in ["a.sarif", "b.sarif"] {
            let outcome = try Program.run("check", "--format", "sarif", "--output", "\(folder.path)/\(name)", file)
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.isEmpty)
            reports.append(try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8))
        }
        #expect(reports[0] == reports[1])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(reports[0].utf8)) as? [String: Any])
        #expect(object["version"] as? String == "2.1.0")
    }
}
