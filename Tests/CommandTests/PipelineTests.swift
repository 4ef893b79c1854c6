import Foundation
import JSON
import Testing

/// What a build does with the program: changed files, lists, the cache, and the shell steps of the manual.
@Suite struct PipelineTests {
    private static let path = Program.url.deletingLastPathComponent().path

    /// A repository with one commit: two layouts with conflicts, and nothing changed since.
    private func repository() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("App/Layouts/a.json", Layouts.conflicting)
        try folder.file("App/Layouts/b.json", Layouts.conflicting)
        try folder.file("notes.txt", "no layout at all, and never looked at")
        let made = try folder.shell(
            "git init -q -b main . && git config user.email t@example.com && git config user.name T && git add -A && git commit -qm first")
        try #require(made.status == 0, "\(made.output)")
        return folder
    }

    private func files(_ outcome: Program.Outcome) -> [String] {
        outcome.output.split(separator: "\n").filter { $0.contains(": error: ") }.map { String($0.prefix { $0 != ":" }) }
    }

    @Test func `since a commit only what changed is checked, uncommitted and new files as well`() throws {
        let folder = try repository()
        #expect(try folder.run(["check", "--since", "HEAD"]).status == 0)
        try folder.shell("git checkout -q -b work")
        try folder.file("App/Layouts/b.json", Layouts.conflicting.replacing("60", with: "61"))
        try folder.shell("git commit -qam second")
        try folder.file("App/Layouts/new.json", Layouts.conflicting)
        let outcome = try folder.run(["check", "--since", "main"])
        #expect(outcome.status == 1 && files(outcome) == ["App/Layouts/b.json", "App/Layouts/new.json"], "\(outcome.output)")
        // What the other branch did in the meantime is not this one's change.
        try folder.shell("git add -A && git commit -qm third && git checkout -q main")
        try folder.file("App/Layouts/a.json", Layouts.conflicting.replacing("60", with: "62"))
        try folder.shell("git commit -qam elsewhere && git checkout -q work")
        #expect(files(try folder.run(["check", "--since", "main", "App"])) == ["App/Layouts/b.json", "App/Layouts/new.json"])
        // Where the rules changed all may be different.
        try folder.file(".plumbline.json", "{}")
        #expect(files(try folder.run(["check", "--since", "main", "App"])).count == 3)
        let absent = try folder.run(["check", "--since", "nowhere"])
        #expect(absent.status == 2 && absent.errors.contains("'--since'"))
        #expect(try folder.run(["check", "--since", "--output=x"]).status == 2)
    }

    /// Merges two branches into `main`, of which `fix` repairs a layout, and makes a branch that merges both again without the repair.
    private func crosswise() throws -> TemporaryFolder {
        let folder = try repository()
        let conflicting = try folder.text("App/Layouts/a.json")
        try folder.file("good.txt", Layouts.clean)
        try folder.file("bad.txt", conflicting)
        let script = """
            set -e
            export GIT_AUTHOR_DATE='2026-01-01 00:00:00' GIT_COMMITTER_DATE='2026-01-01 00:00:00'
            git checkout -q -b fix && cp good.txt App/Layouts/a.json && git commit -qam fix
            export GIT_COMMITTER_DATE='2026-01-02 00:00:00'
            git checkout -q -b other main && echo more >> notes.txt && git commit -qam other
            export GIT_COMMITTER_DATE='2026-01-03 00:00:00'
            git checkout -q main && git merge -q --no-ff -m a other && git merge -q --no-ff -m b fix
            git checkout -q -b attack other && git merge -q --no-commit --no-ff fix && cp bad.txt App/Layouts/a.json && git commit -qam attack
            rm good.txt bad.txt
            """
        let made = try folder.shell("exec 2>&1; \(script)")
        try #require(made.status == 0, "\(made.output)")
        return folder
    }

    @Test func `of branches that were merged crosswise all commits are compared with that both sides have`() throws {
        let folder = try crosswise()
        #expect(try folder.shell("git merge-base --all main HEAD | wc -l; git diff --quiet $(git merge-base main HEAD) -- App").output == "2\n")
        let outcome = try folder.run(["check", "--since", "main"])
        #expect(outcome.status == 1 && files(outcome) == ["App/Layouts/a.json"], "\(outcome)")
        // The repair is undone by the merge.
        try folder.shell("git checkout -q main && git merge -q -m merged attack")
        #expect(try folder.run(["check", "App/Layouts/a.json"]).status == 1)
    }

    @Test func `in a shallow repository nothing is taken for unchanged since a commit that is too early`() throws {
        let folder = try crosswise()
        // The way of the branch to the repair is longer than what is fetched, and that to the other branch is not.
        let script = """
            exec 2>&1; set -e
            git checkout -q -b long fix && for i in 1 2 3 4 5 6; do git commit -q --allow-empty -m $i; done
            git checkout -q -b deep other && git merge -q --no-commit --no-ff long && git checkout -q other -- App && git commit -qam attack
            git clone -q --depth 5 --no-single-branch "file://$PWD" shallow && cd shallow && git checkout -q deep
            git branch -q main origin/main && git merge-base --all main HEAD | wc -l; git diff --quiet $(git merge-base --all main HEAD) -- App
            """
        let made = try folder.shell(script)
        try #require(made.status == 0 && made.output.hasSuffix("\n1\n"), "\(made)")
        let outcome = try Program.run(["check", "--since", "main"], input: Data(), folder: folder.url.appendingPathComponent("shallow"))
        #expect(outcome.status == 1 && files(outcome) == ["App/Layouts/a.json"], "\(outcome)")
    }

    @Test func `a list of files is taken, with NUL or line ends, less what is no layout`() throws {
        let folder = try repository()
        let lines = try folder.run(["check", "--files-from", "-"], input: "App/Layouts/a.json\r\nREADME.md\n")
        #expect(lines.status == 1 && files(lines) == ["App/Layouts/a.json"])
        let zeros = try folder.run(["check", "--files-from", "-"], input: "App/Layouts/b.json\0App/Layouts/a.json\0")
        #expect(files(zeros) == ["App/Layouts/b.json", "App/Layouts/a.json"])
        // A commit need not touch a layout, and may take one away.
        for list in ["", "README.md\n", "gone.txt.orig\n"] {
            #expect(try folder.run(["check", "--files-from", "-"], input: list).status == 0)
        }
        let gone = try folder.run(["check", "--files-from", "-"], input: "App/Layouts/a.json\ngone.json\n")
        #expect(gone.status == 1 && gone.errors.contains("gone.json") && files(gone) == ["App/Layouts/a.json"])
    }

    @Test func `what a run reads and writes itself is not checked`() throws {
        let folder = try repository()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("notes.txt"))
        try folder.file("rules.json", "{}")
        try folder.file("known.txt", "")
        let options = ["check", ".", "--cache", "kept", "--config", "rules.json", "--baseline", "known.txt", "--format"]
        for _ in 0..<2 {
            let outcome = try folder.run(options + ["json=report.json", "--format", "junit=sub.txt", "--format", "text"])
            #expect(outcome.status == 1 && outcome.output.contains("2 layouts: 2 conflicting"), "\(outcome)")
        }
        // Nor is the cache where another run does not know of it.
        try folder.shell("rm report.json sub.txt rules.json known.txt")
        #expect(try folder.run(["check", "."]).output.contains("2 layouts: 2 conflicting"))
        try folder.file("report.json", "{}")
        #expect(try folder.run(["check", "report.json", "--format", "json=report.json"]).status == 2)
    }

    @Test func `what was analysed before is told again from the cache, until something differs`() throws {
        let folder = try repository()
        let first = try folder.run(["check", "App", "--cache", "kept", "--format", "sarif"])
        #expect(first.errors == "plumbline: cache: 0 of 2 files reused\n")
        let second = try folder.run(["check", "App", "--cache", "kept", "--format", "sarif", "--jobs", "1"])
        #expect(second.errors == "plumbline: cache: 2 of 2 files reused\n")
        #expect(second.output == first.output && second.status == first.status)
        let other = try folder.run(["check", "App", "--cache", "kept", "--format", "sarif", "--rules", "recommended"])
        #expect(other.errors == "plumbline: cache: 0 of 2 files reused\n")
        try folder.file("App/Layouts/a.json", Layouts.clean)
        let changed = try folder.run(["check", "App", "--cache", "kept", "--format", "sarif"])
        #expect(changed.errors == "plumbline: cache: 1 of 2 files reused\n" && changed.output != first.output)
        try folder.file(".plumbline.json", #"{"rules": {"conflict": "warning"}}"#)
        #expect(try folder.run(["check", "App", "--cache", "kept", "--format", "sarif"]).errors.contains("0 of 2"))
        // An entry that is damaged is none.
        try folder.shell("for f in kept/*; do echo '{' > $f; done")
        #expect(try folder.run(["check", "App", "--cache", "kept", "--format", "sarif"]).errors.contains("0 of 2"))
    }

    @Test func `the order of what is found does not depend on how many files are checked at once`() throws {
        let folder = try TemporaryFolder()
        for number in 10..<40 { try folder.file("l\(number).json", number % 3 == 0 ? Layouts.clean : Layouts.conflicting) }
        let one = try folder.run(["check", ".", "--jobs", "1", "--format", "junit"])
        let many = try folder.run(["check", ".", "--jobs", "7", "--format", "junit"])
        #expect(one.output == many.output && one.status == 1 && one.errors.isEmpty && many.errors.isEmpty)
        #expect(one.output.contains(#"tests="60" failures="20""#))
    }

    @Test func `the shell steps of README and the manual fail for a conflict and pass without`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let pages = try ["README.md", "Sources/Manual/ci.md", "Sources/Manual/configuration.md"].map { name in
            try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
        }
        let blocks = pages.flatMap { $0.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
        let configuration = try #require(blocks.first { $0.hasPrefix("json\n") && $0.contains("\"include\"") })
        let price =
            #""views": [{"id": "root"}, {"id": "price", "parent": "root", "intrinsicContentSize": {"width": 50, "height": 20}}], "constraints""#
        let yaml = blocks.filter { $0.hasPrefix("yaml\n") }
        var steps = yaml.flatMap { $0.split(separator: "\n") }.compactMap { line -> String? in
            for mark in ["run: ", "- plumbline "] {
                if let range = line.range(of: mark) { return (mark == "run: " ? "" : "plumbline ") + line[range.upperBound...] }
            }
            return nil
        }
        steps += blocks.filter { $0.hasPrefix("sh\n#!/bin/sh") }.map { String($0.dropFirst(3)) }
        #expect(yaml.count == 4 && steps.count == 4)
        for step in steps {
            let folder = try repository()
            try folder.file(".plumbline.json", String(configuration.dropFirst(5)))
            try folder.file("Layouts/c.json", Layouts.conflicting)
            // What the configuration asserts is asked of some layout.
            try folder.file("Layouts/price.json", Layouts.clean.replacing("title", with: "price").replacing("\"constraints\"", with: price))
            try folder.shell("git rm -rq App && git add -A")
            let failed = try folder.shell("PATH=\"\(PipelineTests.path):$PATH\"\n" + step)
            #expect(failed.status == 1 && failed.output.contains("Layouts/c.json"), "\(step): \(failed.output)")
            try folder.file("Layouts/c.json", Layouts.clean)
            try folder.shell("git add -A")
            let passed = try folder.shell("PATH=\"\(PipelineTests.path):$PATH\"\n" + step)
            #expect(passed.status == 0, "\(step): \(passed.output)")
        }
    }
}
