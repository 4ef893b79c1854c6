import Foundation
import JSON
import Testing

@Suite struct CheckTests {
    @Test(arguments: ["", "\u{FEFF}"]) func `a byte order mark is no part of a text`(mark: String) throws {
        let outcome = try Program.run(["check", "-"], input: Data((mark + "a.width == b.width @ 1001\n").utf8))
        #expect(outcome.errors.contains(":1:22: error: ") && outcome.errors.contains("found 1001"), "\(outcome.errors)")
        let held = try Program.run(["check", "--format", "json", "-"], input: Data((mark + "root.width == 5\nroot.height == 5").utf8))
        #expect(held.status == 0 && held.errors.isEmpty, "\(held.errors)")
        let log = try Program.run(["check", "-"], input: Data((mark + #"{"a": 1}"#).utf8))
        #expect(log.status == 2)
    }

    @Test func `a layout of too many terms is left open, with the limit that it met`() throws {
        let depth = 3000
        let views = (1...depth).map { #"{"id": "v\#($0)", "parent": "v\#($0 - 1)"}"# }.joined(separator: ", ")
        let constraints = (0..<800).map { #""v\#(depth).left >= v0.left - \#($0)", "v\#(depth).right <= v0.right + \#($0)""# }.joined(separator: ", ")
        let text = #"{"size": {"width": 9, "height": 9}, "views": [{"id": "v0"}, \#(views)], "constraints": [\#(constraints)]}"#
        let outcome = try Program.run(["check", "-"], input: Data(text.utf8))
        #expect(outcome.output.contains("the constraints have more than 4000000 terms in total, which is the limit"), "\(outcome.output.prefix(600))")
        #expect(!outcome.output.contains("limit for the analysis was reached:"))
    }

    @Test func `a clean layout ends with status 0`() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run("check", "-v", try folder.file("clean.json", Layouts.clean))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("clean.json: clean at 70 x 44 points"))
        #expect(outcome.errors.hasPrefix("plumbline: checked in "))
    }

    @Test func `a conflict ends with status 1, its members and arithmetic on standard output`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("cell.json", Layouts.conflicting)
        let outcome = try Program.run("check", file)
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        let all = try Program.run("check", "-v", file)
        #expect(all.status == 1 && all.output.contains("conflict K1: ") && all.output.contains("H:[title(60)]"))
    }

    @Test func `fail-on chooses what counts`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("loose.json", Layouts.ambiguous)
        #expect(try Program.run("check", file).status == 1)
        #expect(try Program.run("check", "--fail-on", "conflict", file).status == 0)
        #expect(try Program.run("check", "--fail-on=ambiguity", file).status == 1)
    }

    @Test func `standard input is told by its content`() throws {
        #expect(try Program.run("check", "-", input: Layouts.clean).status == 0)
        #expect(try Program.run("check", "-", input: "title.width == 60\ntitle.width == 50\n").status == 1)
        let log = try Program.run("check", "-v", "-", input: Layouts.log)
        #expect(log.status == 1)
        #expect(log.output.contains("conflict K1"))
        #expect(log.output.contains("the log says it was broken"))
    }

    @Test func `several files and folders end with a summary line`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a/clean.json", Layouts.clean)
        try folder.file("a/deep/cell.json", Layouts.conflicting)
        try folder.file("a/notes.md", "no layout")
        let equations = try folder.file("b.txt", "title.width == 60\ntitle.width == 50\n")
        let outcome = try Program.run("check", folder.path + "/a", equations)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("3 layouts: 2 conflicting, 1 clean; "))
    }

    @Test func `a folder that links back to itself is walked once`() throws {
        let folder = try TemporaryFolder()
        try folder.file("clean.json", Layouts.clean)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
        let outcome = try Program.run("check", folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("1 layout: 1 clean\n") || !outcome.output.contains("loop"))
    }

    @Test func `unreadable input is named on standard error and ends with status 2, the rest is still checked`() throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("clean.json", Layouts.clean)
        let broken = try folder.file("broken.json", #"{"constraints":["#)
        let binary = try folder.file("binary.json", Data((0...255).map { UInt8($0) })).path
        let outcome = try Program.run("check", good, broken, binary, folder.path + "/absent.json")
        #expect(outcome.status == 2)
        #expect(outcome.output.hasSuffix("1 layout: 1 clean, 2 invalid files, 1 file unreadable\n"))
        for name in ["broken.json", "binary.json", "absent.json"] { #expect(outcome.errors.contains(name)) }
    }

    @Test func `a file above the limit is refused`() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run("check", "--max-bytes", "10", try folder.file("clean.json", Layouts.clean))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("larger than 10 bytes"))
    }

    @Test func `JSON for several files states each file`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.clean)
        try folder.file("b.json", Layouts.conflicting)
        let outcome = try Program.run("check", "--format", "json", folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix(#"{"format":"plumbline.reports/1","reports":["#))
        #expect(outcome.output.contains(#"/a.json""#) && outcome.output.contains(#"/b.json""#))
    }

    @Test func `analyze writes the report and ends with status 0 whatever it says`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("cell.json", Layouts.conflicting)
        let first = try Program.run("analyze", file)
        #expect(first.status == 0)
        #expect(first.output.hasPrefix(#"{"format":"plumbline.report/2","#))
        #expect(first.output.contains(#""verdict":"conflicting""#))
        let second = try Program.run("analyze", "-", input: Layouts.conflicting)
        func withoutTiming(_ text: String) -> Substring { text.prefix(upTo: text.range(of: #""timing""#)?.lowerBound ?? text.endIndex) }
        #expect(withoutTiming(first.output) == withoutTiming(second.output))
    }

    @Test func `a reader that goes away changes nothing about what was found`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("cell.json", Layouts.conflicting)
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        // The reader has ended before the program begins.
        shell.arguments = ["-c", #"exec 3> >(true); wait $!; "$0" check "$1" "$1" "$1" >&3; echo $? >&2"#, Program.url.path, file]
        let errors = Pipe()
        shell.standardError = errors
        try shell.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(text == "1\n")
    }

    @Test func `colours are off without a terminal`() throws {
        let outcome = try Program.run("check", "-", input: Layouts.conflicting, environment: ["TERM": "xterm", "NO_COLOR": ""])
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func `an ambiguous view that is declared nowhere is told at the first constraint that names it`() throws {
        let outcome = try Program.run(["check", "--format", "xcode", "-"], input: Data("a.width == 1\nb.width == 2\nb.left == root.left\n".utf8))
        let lines = outcome.output.split(separator: "\n").map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
        #expect(lines == ["standard input:1", "standard input:2"], "\(outcome.output)")
    }

    @Test func `a folder without layouts fails, unless that is allowed, and every report is written all the same`() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.run(["check", ".", "--format", "sarif"])
        #expect(outcome.status == 2 && outcome.errors.contains("there is no layout to check in .;") && outcome.output.contains("\"results\": []"))
        let allowed = try folder.run(["check", ".", "--format", "sarif", "--allow-empty"])
        #expect(allowed.status == 0 && allowed.errors.isEmpty && allowed.output == outcome.output)
        // Patterns that fit nothing.
        try folder.file("Layouts/cell.json", Layouts.clean)
        try folder.file(".plumbline.json", #"{"include": ["Layout/*.json"]}"#)
        #expect(try folder.run(["check"]).status == 2)
        #expect(try folder.run(["check", "--allow-empty"]).status == 0)
        try folder.file(".plumbline.json", #"{"include": ["Layout/*.json", "Layouts/*.json"]}"#)
        #expect(try folder.run(["check"]).status == 0)
    }

    /// Runs a command of the shell, in which `$0` is the program.
    private func shell(_ command: String, in folder: TemporaryFolder) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command, Program.url.path]
        process.currentDirectoryURL = folder.url
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func `outputs that are closed or full are told, and never written into other files`() throws {
        let folder = try TemporaryFolder()
        try folder.file("cell.json", Layouts.conflicting)
        for output in [">&-", ">/dev/full"] {
            let outcome = try shell(#""$0" check cell.json \#(output)"#, in: folder)
            #expect(outcome.status == 2 && outcome.errors.hasPrefix("plumbline: could not write to standard output: "), "\(outcome)")
        }
        #expect(try shell(#""$0" check cell.json 2>&-"#, in: folder).status == 1)
        #expect(try shell(#""$0" check - <&-"#, in: folder).status == 2)
        // What is said goes nowhere, not into the report that is open at that time.
        let both = try shell(#""$0" check cell.json --format sarif=a.sarif --format junit=b.xml --cache kept >&- 2>&-"#, in: folder)
        #expect(both.status == 1)
        #expect(try folder.text("a.sarif").hasSuffix("}\n") && folder.text("b.xml").hasSuffix("</testsuites>\n"))
    }

    @Test func `a name that is no text is told, wherever it comes from`() throws {
        let folder = try TemporaryFolder()
        try #require(try shell(#"printf '{"constraints": []}' >$'caf\xe9.json'"#, in: folder).status == 0)
        let named = try shell(#""$0" check $'caf\xe9.json'"#, in: folder)
        #expect(named.status == 2 && named.errors.contains("names that are not UTF-8 are not supported"), "\(named)")
        let listed = try shell(#"printf 'caf\xe9.json\n' | "$0" check --files-from -"#, in: folder)
        #expect(listed.status == 2 && listed.errors.contains("its name is not UTF-8; rename it"), "\(listed)")
        let found = try shell(#""$0" check ."#, in: folder)
        #expect(found.status == 2 && found.errors.contains("its name is not UTF-8; rename it"), "\(found)")
    }

    @Test func `a terminal is shown how far a long check is, and nothing else is`() throws {
        let folder = try TemporaryFolder()
        for number in 1...25 { try folder.file("\(number).txt", "H:|-[a(20)]-|\nV:|-[a(20)]-|\n") }
        #expect(try folder.run(["check", ".", "--jobs", "2"]).errors.isEmpty)
        let terminal = Process()
        terminal.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        terminal.arguments = ["-qec", "'\(Program.url.path)' check --no-config --jobs 2 '\(folder.path)'", "/dev/null"]
        let output = Pipe()
        terminal.standardOutput = output
        terminal.standardInput = FileHandle.nullDevice
        try terminal.run()
        let shown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        terminal.waitUntilExit()
        #expect(terminal.terminationStatus == 0 && shown.contains("\r[==============================] 25 of 25 files\r\u{1B}[K"), "\(shown)")
        #expect(shown.contains("25 layouts: ") && shown.contains("25 clean"))
    }
}
