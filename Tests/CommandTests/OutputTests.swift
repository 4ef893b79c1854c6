import Foundation
import Testing

/// An output replaces no file that the same run reads, and no layout.
@Suite struct OutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        try folder.file("b.txt", "title.width == 60\n")
        try folder.file("c.log", Layouts.log)
        try folder.file(".plumbline.json", #"{"rules": {"recommended": "on"}}"#)
        try folder.file("own.json", #"{"failOn": []}"#)
        try folder.file("list", "b.txt\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/pictures", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: "a.json")
        try FileManager.default.linkItem(atPath: folder.path + "/a.json", toPath: folder.path + "/hard.svg")
    }

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            contents[name] = FileManager.default.contents(atPath: folder.path + "/" + name)
        }
        return contents
    }

    @Test(arguments: ["check a.json", "check a.json --format sarif", "render a.json", "scan-log -q c.log", "capture anonymize a.json"])
    func `a dash as the output is standard output`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let (plain, dashed) = (
            try Program.run(words, input: Data(), folder: folder.url), try Program.run(words + ["-o", "-"], input: Data(), folder: folder.url)
        )
        #expect(!plain.output.isEmpty && dashed.output == plain.output && dashed.status == plain.status, "\(dashed)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/-"))
    }

    @Test func `a report of a log may go to standard output with the log, and one of several reports too`() throws {
        let scan = try Program.run(["scan-log", "c.log", "-o", "-"], input: Data(), folder: folder.url)
        #expect(scan.output.contains("\nc.log:5:1: error: ") && !scan.errors.contains("c.log:5:1"), "\(scan)")
        let both = try Program.run(["check", "a.json", "--format", "json=-", "--format", "html=a.html"], input: Data(), folder: folder.url)
        #expect(both.output.hasPrefix("{\"format\":\"plumbline.report"), "\(both)")
    }

    /// Runs the program with a file as standard input.
    private func runReading(_ file: String, _ line: String) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = line.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder.url
        process.environment = Program.environment(adding: [:])
        process.standardInput = FileHandle(forReadingAtPath: folder.path + "/" + file)
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(arguments: [
        ("check a.json -o a.json", "this command reads a.json"),
        ("check b.txt a.json -o b.txt", "this command reads b.txt"),
        ("check a.json --format text --format html=link.json", "this command reads link.json"),
        ("check a.json --format html=hard.svg", "this command reads hard.svg"),
        ("check a.json -o ./pictures/../a.json", "this command reads "),
        ("check a.json -o .plumbline.json", "this command reads .plumbline.json"),
        ("check a.json --config own.json -o own.json", "this command reads own.json"),
        ("check --files-from list -o list", "this command reads list"),
        ("check a.json --no-config --write-baseline a.jsonl -o a.jsonl", ""),
        ("check a.json --format html=new.html --format markdown=./new.html", "two reports would go to the file './new.html'"),
        ("check . -o a.json", "this command reads a.json"),
        ("check a.json -o b.txt", "b.txt is a layout, which the output would replace"),
        ("check a.json -o c.log", "c.log is a layout, which the output would replace"),
        ("check - -o a.json", "this command reads a.json"),
        ("check - -o c.log", "c.log is a layout"),
        ("scan-log c.log -q -o c.log", "this command reads c.log"),
        ("scan-log c.log -q -o b.txt", "b.txt is a layout"),
        ("capture anonymize a.json -o a.json", "this command reads a.json"),
        ("capture anonymize a.json -o link.json", "this command reads link.json"),
        ("render a.json -o hard.svg", "this command reads hard.svg"),
        ("check a.json -o missing/far/report", "missing/far/report: No such file or directory; create the folder missing first"),
        ("check a.json -o pictures", "pictures: Is a directory; name a file in it, such as pictures/report.txt"),
        ("render a.json -o missing/a.svg", "missing/a.svg: No such file or directory; create the folder missing first"),
    ])
    func `an output that would replace a layout or an input is refused before anything is written`(_ line: String, _ message: String) throws {
        if message.isEmpty {
            let first = try folder.run(["check", "a.json", "--no-config", "--write-baseline", "a.jsonl"])
            #expect(first.status == 0, "\(first)")
        }
        let before = try contents()
        let outcome = try runReading("a.json", line)
        let expected = message.isEmpty ? "this command reads a.jsonl" : message
        #expect(outcome.status == 2 && outcome.errors.contains(expected), "\(outcome)")
        #expect(try contents() == before)
    }

    @Test func `a document of an unknown format is no former report`() throws {
        try folder.file("plumbline.json", Layouts.conflicting.replacing("{\"name\"", with: "{\"format\":\"plumbline.x\",\"name\""))
        let before = try contents()
        let outcome = try runReading("a.json", "check . --format json=plumbline.json")
        #expect(outcome.status == 2 && outcome.errors.contains("this command reads plumbline.json"), "\(outcome)")
        #expect(try contents() == before)
    }

    @Test(arguments: ["", "-v", "--quiet", "--statistics", "--format json", "--format xcode", "--format html", "--format github", "--format sarif"])
    func `a former report is replaced, and so are new files and devices`(_ options: String) throws {
        let words = ["check", "a.json", "c.log"] + options.split(separator: " ").map(String.init)
        for name in ["report.txt", "report.log", "report.json", "/dev/null", "/dev/stdout"] {
            let runs = try [1, 2].map { _ in try folder.run(words + ["-o", name]) }
            #expect(runs.allSatisfy { $0.status == 1 && !$0.errors.contains("is a layout") }, "\(name): \(runs)")
            try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        for _ in 1...2 { #expect(try folder.run(["scan-log", "c.log", "-q", "-v", "-o", "scanned.log"]).status == 1) }
        for _ in 1...2 { #expect(try folder.run(["capture", "anonymize", "a.json", "-o", "other.json"]).status == 0) }
    }
}
