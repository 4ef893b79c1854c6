import Foundation
import Testing

/// The text report of a check: as compilers write it.
@Suite struct TextOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.clean)
        try folder.file("b.json", Layouts.conflicting)
        try folder.file("c.json", Layouts.ambiguous)
        try folder.file("d.storyboard", SampleRepository.storyboard(of: "D", width: 100))
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(words, input: Data(), environment: environment, folder: folder.url)
    }

    @Test func `each finding is a line with its place and its cause, and its remedy below it`() throws {
        let outcome = try run("check", "a.json", "b.json", "c.json", "d.storyboard")
        #expect(outcome.status == 1 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let heads = lines.filter { !$0.hasPrefix(" ") }
        #expect(heads.count == 4 && !outcome.output.contains("a.json"), "\(outcome.output)")
        #expect(heads[0].wholeMatch(of: /b\.json:\d+:\d+: error: .+ \[edges-and-size\]/) != nil, "\(heads[0])")
        #expect(heads[1].wholeMatch(of: /c\.json:\d+:\d+: warning: .+ \[[a-z-]+\]/) != nil, "\(heads[1])")
        #expect(heads[2].wholeMatch(of: /d\.storyboard:\d+:\d+: error: .+ \[edges-and-size\]/) != nil, "\(heads[2])")
        #expect(heads[3] == "4 layouts: 2 conflicting, 1 ambiguous, 1 clean; 2 errors, 1 warning")
        #expect(lines[lines.firstIndex(of: heads[0])! + 1].hasPrefix("  fix: "))
        // The same each time.
        #expect(try run("check", "a.json", "b.json", "c.json", "d.storyboard").output == outcome.output)
    }

    @Test func `the sum of a conflict is shown without -v, unless the sentence has its numbers`() throws {
        let why = "  why: 8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)\n"
        let alone = try run("check", "b.json").output
        #expect(alone.contains("\(why)  root.width==size: "), "\(alone)")
        #expect(try run("check", "b.json", "c.json").output.contains(why))
        #expect(try !run("check", "-v", "b.json").output.contains("  why: 8"))
        let limits = #"{"size": {"width": 90, "height": 9}, "constraints": ["V:|[a]|", "a.left == root.left", "a.width >= 60", "a.width <= 50"]}"#
        try folder.file("limits.json", limits)
        let told = try run("check", "limits.json").output
        #expect(told.contains("at least 60 wide, and a is at most 50 wide") && !told.contains("  why: "), "\(told)")
    }

    @Test func `a clean layout is one line in sum`() throws {
        let outcome = try run("check", "a.json")
        #expect(outcome.status == 0 && outcome.output == "1 layout: 1 clean\n" && outcome.errors == "")
        #expect(try run("check", "-v", "a.json").output == "a.json: clean at 70 x 44 points\n1 layout: 1 clean\n")
    }

    @Test func `a layout in which an assertion fails is not clean`() throws {
        let text =
            #"{"size": {"width": 9, "height": 9}, "constraints": ["V:|[a]|", "a.left == root.left", "a.width == 3"], "assert": ["a.width >= 9"]}"#
        try folder.file("e.json", text)
        #expect(try run("check", "-q", "a.json", "e.json").output == "2 layouts: 1 with errors, 1 clean; 1 error\n")
        #expect(try run("check", "-v", "e.json").output.hasPrefix("e.json: no conflict, but errors, at 9 x 9 points\n"))
    }

    @Test func `a long id does not move the sentence, and a size that is not negative is said once`() throws {
        let long = String(repeating: "c", count: 40)
        let text = """
            {"size": {"width": 9, "height": 9}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "root"}],
            "constraints": ["V:|[a]|", "V:|[b]|", {"id": "\(long)", "equation": "a.leading == root.leading + 5"}, {"id": "x", "equation": "b.leading == a.trailing + 5"},
            "b.trailing == root.trailing - 5"]}
            """
        try folder.file("f.json", text)
        let full = try run("check", "-v", "f.json").output
        #expect(full.contains("\n    \(long)\n                      H:|-(5)-[a]\n"), "\(full)")
        #expect(full.contains("\n    x                 H:[a]-(5)-[b] ") && full.contains("\n    cannot be negative: a.width, b.width\n"), "\(full)")
        // That of an implicit row comes last, and rows that tie several views are shown once.
        let views = ["one", "two"].map { #"{"id": "\#($0)", "parent": "root", "intrinsicContentSize": {"width": 20, "height": 20}}"# }
        let tie = """
            {"size": {"width": 99, "height": 20}, "views": [{"id": "root"}, \(views.joined(separator: ", "))],
            "constraints": ["H:|[one][two]|", "V:|[one]|", "V:|[two]|"]}
            """
        try folder.file("tie.json", tie)
        let tied = try run("check", "-v", "tie.json").output
        #expect(tied.contains("\n    one.width <= 20 @ 250  tied, one.hugging.horizontal\n"), "\(tied)")
        #expect(tied.split(separator: "one.width <= 20 @ 250  tied").count == 2 && tied.contains("\n    tied like one\n"), "\(tied)")
        let brief = try run("check", "f.json").output
        #expect(brief.contains("\n  cannot be negative: a.width, b.width\n") && !brief.contains("a.width>=0"), "\(brief)")
    }

    @Test func `what to add to a document can be pasted into it`() throws {
        let views =
            #"{"views": [{"id": "root"}, {"id": "v1", "parent": "root", "class": "UILabel", "text": "Hello"}], "size": {"width": 90, "height": 90}, "constraints": "#
        try folder.file("g.json", views + #"["V:|[v1]|", "v1.width == 30"]}"#)
        let found = try run("check", "g.json").output
        #expect(
            found.contains(
                "  fix: pin the leading edge of UILabel “Hello” to the leading edge of its superview\n    add v1.leading == root.leading\n"),
            "\(found)")
        try folder.file("h.json", views + #"["V:|[v1]|", "v1.width == 30", "v1.leading == root.leading"]}"#)
        #expect(try run("check", "h.json").output == "1 layout: 1 clean\n")
    }

    @Test func `superviews that a log shows are said, and a log has no root`() throws {
        let log = """
            Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0x60 H:|-(8)-[UILabel:0x7f'Hello']   (active, names: '|':Shop.CartCell:0x7a )>",
                "<NSLayoutConstraint:0x61 UILabel:0x7f'Hello'.leading == Shop.CartCell:0x7a.leading + 20   (active)>"
            )
            """
        try folder.file("i.log", log)
        let found = try run("check", "-v", "i.log").output
        #expect(found.contains("\n  superviews, by the text: UILabel “Hello” in CartCell\n"), "\(found)")
        try folder.file("j.log", Layouts.log + Layouts.log.replacing("0x", with: "0x1"))
        let several = try run("render", "j.log", "-o", "j.svg")
        #expect(several.status == 2 && several.errors.contains("1. message 1, 2. message 2") && !several.errors.contains("window"), "\(several)")
    }

    @Test(arguments: ["-q", "--quiet"]) func `quiet is the sum alone`(option: String) throws {
        let outcome = try run("check", option, "b.json")
        #expect(outcome.status == 1 && outcome.output == "1 layout: 1 conflicting; 1 error\n")
        #expect(try run("check", option, "-v", "b.json").status == 2)
    }

    @Test func `statistics count by cause`() throws {
        let outcome = try run("check", "--statistics", ".")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("2  edges-and-size") && lines[1].hasPrefix("1  "), "\(outcome.output)")
        #expect(lines[0].split(separator: " ").count > 4)
        #expect(try run("check", "--statistics", "-v", ".").output.contains("b.json:"))
    }

    @Test func `colors are shown when they are asked for`() throws {
        #expect(try !run("check", "b.json").output.contains("\u{1B}["))
        #expect(try run("check", "--color", "always", "b.json", environment: ["NO_COLOR": "1"]).output.contains("\u{1B}[31merror"))
        #expect(try !run("check", "--color=never", "b.json").output.contains("\u{1B}["))
        #expect(try run("check", "--color=sometimes", "b.json").errors.contains("'--color' takes one of auto, always, never"))
        #expect(try run("scan-log", "--color", "always", "-q", folder.file("x.log", Layouts.log)).output.contains("\u{1B}["))
    }

    /// Runs the program at a terminal of some width, and returns what it shows.
    private func terminal(_ columns: Int, _ words: [String], environment: [String: String] = [:]) throws -> String {
        let script = """
            import os, pty, sys, fcntl, termios, struct
            pid, fd = pty.fork()
            if pid == 0:
                fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 24, \(columns), 0, 0))
                os.execv(sys.argv[1], sys.argv[1:])
            data = b''
            while True:
                try:
                    part = os.read(fd, 65536)
                except OSError:
                    break
                if not part:
                    break
                data += part
            os.waitpid(pid, 0)
            sys.stdout.buffer.write(data)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script, Program.url.path] + words
        process.currentDirectoryURL = folder.url
        process.environment = Program.environment(adding: ["TERM": "xterm"].merging(environment) { $1 })
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    @Test(arguments: [40, 60, 80, 120]) func `lines fit the terminal, and the sum has the time`(columns: Int) throws {
        for words in [["check", "."], ["check", "-v", "."], ["help", "check"], ["help", "rules"], ["help"]] {
            let text = try terminal(columns, words, environment: ["NO_COLOR": "1"])
            let long = text.split(separator: "\n").filter { $0.count > columns && $0.contains(" ") && !$0.hasPrefix("  --") }
            #expect(long.isEmpty, "\(words) \(long)")
        }
        let sum = try #require(try terminal(200, ["check", "."]).split(separator: "\n").last)
        #expect(sum.contains("4 layouts") && sum.contains(#/ in \d+\.\d\d s$/#))
        #expect(try terminal(80, ["check", "b.json"], environment: ["NO_COLOR": ""]).contains("\u{1B}[31m"))
        #expect(try !terminal(80, ["check", "b.json"], environment: ["NO_COLOR": "1"]).contains("\u{1B}["))
    }

    @Test func `a file's report has neither colors nor the time`() throws {
        _ = try run("check", "--color", "always", "--format", "text=report.txt", "b.json")
        let text = try String(contentsOf: folder.url.appendingPathComponent("report.txt"), encoding: .utf8)
        #expect(!text.contains("\u{1B}") && text.hasSuffix("1 layout: 1 conflicting; 1 error\n"))
    }

    @Test func `a scanned log has the same form`() throws {
        let log = try folder.file("run.log", "Test started.\n" + Layouts.log + "\n" + Layouts.log + "\n")
        let brief = try run("scan-log", "-q", log)
        #expect(brief.status == 1)
        let first = try #require(brief.output.split(separator: "\n").first)
        #expect(first.hasPrefix("\(log):") && first.contains(": error: ") && first.contains("(2 times)"), "\(brief.output)")
        #expect(try run("scan-log", "-q", "-v", log).output.contains("c1"))
    }
}

/// `check --watch`.
@Suite struct WatchTests {
    @Test func `what changes is checked again at once`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.json", Layouts.clean)
        for number in 0..<200 { try folder.file("Assets/i\(number)/Contents.json", "{}") }
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["check", "--watch", "."]
        process.currentDirectoryURL = folder.url
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // A watch that misses a change would wait for ever. Tests inherit a mask that blocks SIGTERM.
        let id = process.processIdentifier
        let watchdog = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
        defer {
            watchdog.cancel()
            kill(id, SIGKILL)
            process.waitUntilExit()
        }
        func next() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
        #expect(next() == "1 layout: 1 clean\n")
        _ = errors.fileHandleForReading.availableData
        // The folders are watched from here on.
        Thread.sleep(forTimeInterval: 0.2)
        let start = ContinuousClock.now
        try Data(Layouts.conflicting.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        var text = next()
        let spent = start.duration(to: .now)
        while process.isRunning, !text.hasSuffix("error\n") { text += next() }
        #expect(text.hasPrefix("a.json:") && text.hasSuffix("1 layout: 1 conflicting; 1 error\n"), "\(text)")
        // A machine that does other work as well may take longer.
        #expect(spent < .seconds(2))
        try folder.file("New/b.json", Layouts.ambiguous)
        text = ""
        while process.isRunning, !text.hasSuffix("warning\n") { text += next() }
        #expect(text.contains("New/b.json:") && !text.contains("a.json"), "\(text)")
        try folder.file("New/b.json", "{}")
        text = ""
        while process.isRunning, !text.hasSuffix("\n") { text += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }
        #expect(text.contains("New/b.json is no longer a layout"), "\(text)")
        try FileManager.default.removeItem(atPath: file)
        text = ""
        while process.isRunning, !text.hasSuffix("\n") { text += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }
        // A pass that was under way may have met the file in its folder, and then not found it.
        #expect(text.contains("a.json no longer exists") || text.contains("a.json: No such file"), "\(text)")
    }

    @Test(arguments: [["--write-baseline", "x"], ["--files-from", "-"], ["-"]]) func `it needs files that change`(words: [String]) throws {
        #expect(try Program.run(["check", "--watch"] + words, input: Data()).status == 2)
    }
}
