import Foundation
import Glibc
import Testing

/// `--since`: a review shows a finding only where it lies in what changed.
@Suite struct ChangedLineTests {
    private func git(_ words: [String], in folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"] + words
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func text(_ width: Int, _ trailing: Int) -> String {
        "title.leading == root.leading + 8\ntitle.trailing == root.trailing - \(trailing)\ntitle.width == \(width)\nroot.width == 70\n"
            + "title.top == root.top\ntitle.height == 20\n"
    }

    @Test(arguments: ["cell.txt", "a b.txt", "tab\there.txt", "quote\"d \\ ü.txt"])
    func `a finding stands at a changed row where it has one`(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.file(name, text(40, 22))
        try git(["init", "-q"], in: folder)
        try git(["add", "."], in: folder)
        try git(["commit", "-q", "-m", "first"], in: folder)
        func lines(_ text: String) throws -> [Int] {
            try folder.file(name, text)
            let output = try folder.run(["check", ".", "--since", "HEAD", "--format", "json", "--rules", "truncated-text"]).output
            let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            let findings = object?["findings"] as? [[String: Any]] ?? []
            return findings.filter { $0["rule"] as? String == "conflict" }.compactMap { ($0["place"] as? [String: Any])?["line"] as? Int }
        }
        #expect(try lines(text(40, 22)).isEmpty)
        // The row that breaks is another than the one that changed.
        let all = try folder.run(["check", name, "--format", "json", "--rules", "truncated-text"], input: "").status
        #expect(all == 0)
        for (changed, line) in [(text(40, 9), 2), (text(41, 22), 3), (text(40, 22).replacing("70", with: "71"), 4)] {
            #expect(try lines(changed) == [line])
        }
    }

    @Test func `attributes that change what git writes in the working tree change all files below them`() throws {
        let folder = try TemporaryFolder()
        for name in ["App/a.json", "b.json"] { try folder.file(name, Layouts.conflicting) }
        for words in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]] { try git(words, in: folder) }
        #expect(try folder.run(["check", ".", "--since", "HEAD"]).status == 0)
        try folder.file("App/.gitattributes", "*.json ident\n")
        for isCommitted in [false, true] {
            if isCommitted { for words in [["add", "."], ["commit", "-q", "-m", "second"]] { try git(words, in: folder) } }
            let outcome = try folder.run(["check", ".", "--since", isCommitted ? "HEAD~1" : "HEAD"])
            #expect(outcome.status == 1 && outcome.output.contains("App/a.json:") && !outcome.output.contains("b.json:"), "\(outcome)")
        }
    }

    @Test func `of a constraint over several lines the changed one is shown, or all where all changed`() throws {
        func text(_ identifier: String, _ width: Int) -> String {
            "{\"size\": {\"width\": 70, \"height\": 44}, \"constraints\": [\n\"title.leading == root.leading + 8\", \"title.trailing == root.trailing - 8\",\n"
                + "  {\"id\": \"\(identifier)\",\n   \"identifier\": \"wide\",\n   \"equation\": \"title.width == \(width)\"},\n"
                + "\"title.top == root.top\", \"title.height == 20\"]}\n"
        }
        let folder = try TemporaryFolder()
        try folder.file("cell.json", text("w", 54))
        for words in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]] { try git(words, in: folder) }
        func regions(_ changed: String, _ options: [String] = ["--since", "HEAD"]) throws -> [[Int]] {
            try folder.file("cell.json", changed)
            let output = try folder.run(["check", "cell.json", "--format", "sarif"] + options).output
            let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            let results = (object?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]] ?? []
            return results.map { result in
                let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
                let region = place?["region"] as? [String: Any] ?? [:]
                return ["startLine", "endLine"].compactMap { region[$0] as? Int }
            }
        }
        #expect(try regions(text("w", 60), []) == [[3, 5]])
        #expect(try regions(text("w", 60)) == [[5, 5]])
        #expect(try regions(text("v", 60)) == [[3, 3]])
        #expect(try regions(text("v", 60).replacing("wide", with: "narrow")) == [[3, 5]])
        try folder.file("cell.json", text("v", 60).replacing("wide", with: "narrow"))
        #expect(try folder.run(["check", "cell.json", "--format", "github", "--since", "HEAD"]).output.contains(",line=3,endLine=5,"))
    }
}

/// Names and files as they may lie in anybody's repository.
@Suite struct OddFileTests {
    @Test func `every layout of a folder is checked or told, whatever it is called`() throws {
        let folder = try TemporaryFolder()
        for name in ["a b.json", "-dash.json", "new\nline.json", "ü\u{202E}.json", "quote\"d.json", "percent%20.json", "(deep)/[x].json"] {
            try folder.file(name, Layouts.conflicting)
        }
        try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent("(deep)/loop"), withDestinationURL: folder.url)
        let bad = Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xFF] + Array(".json".utf8) + [0]
        let descriptor = bad.withUnsafeBytes { open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o666) }
        #expect(descriptor >= 0 && write(descriptor, Layouts.clean, Layouts.clean.utf8.count) == Layouts.clean.utf8.count)
        close(descriptor)
        let outcome = try folder.run(["check", ".", "--format", "json"])
        #expect(outcome.status == 2 && outcome.errors.contains("its name is not UTF-8; rename it"))
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect((object?["reports"] as? [Any])?.count == 7)
        // A byte for a byte the same, however many at once.
        let one = try folder.run(["check", ".", "--format", "sarif", "--jobs", "1"]).output
        #expect(try folder.run(["check", ".", "--format", "sarif", "--jobs", "8"]).output == one)
    }

    @Test func `an output that cannot be written is told in words`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        let full = try folder.run(["check", "a.json", "--format", "sarif=/dev/full"])
        #expect(full.status == 2 && full.errors.contains("/dev/full: the report could not be written"), "\(full)")
        let none = try folder.run(["check", "a.json", "--output", "missing/report.json", "--format", "json"])
        #expect(none.status == 2 && none.errors.contains("missing/report.json: No such file"), "\(none)")
    }

    @Test func `a cache of garbage and one that cannot be written are none`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        let kept = try TemporaryFolder()
        let first = try folder.run(["check", "a.json", "--cache", kept.path])
        #expect(first.status == 1)
        let cache = kept.url
        let entries = try FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)
        #expect(entries.count == 1)
        for garbage in ["", "garbage", "{}", "{\"path\":\"a.json\",\"layouts\":[]}x"] {
            for entry in entries { try Data(garbage.utf8).write(to: entry) }
            let again = try folder.run(["check", "a.json", "--cache", kept.path])
            #expect(again.status == 1 && again.output == first.output, "\(garbage)")
        }
        try folder.file("file", "")
        let none = try folder.run(["check", "a.json", "--cache", "file/cache"])
        #expect(none.status == 1 && none.output == first.output)
    }
}
