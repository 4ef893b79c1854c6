import Foundation
import Glibc
import Testing

/// A checkout of somebody else: what its `.plumbline.json` may write and read.
@Suite struct ForeignCheckoutTests {
    /// A folder with a checkout in it, `checkout/`, that has a layout and a configuration.
    private func place(_ configuration: String) throws -> TemporaryFolder {
        let place = try TemporaryFolder()
        try place.file("checkout/cell.json", Layouts.conflicting)
        try place.file("checkout/.git/hooks/sample", "")
        try place.file("checkout/.plumbline.json", configuration)
        return place
    }

    private func reporting(to output: String, _ format: String = "html") throws -> TemporaryFolder {
        let text = try JSONSerialization.data(withJSONObject: ["reporters": [["format": format, "output": output]]], options: [.sortedKeys])
        return try place(String(decoding: text, as: UTF8.self))
    }

    private func check(_ place: TemporaryFolder, _ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(
            ["check", "cell.json"] + arguments, input: Data(), environment: environment, folder: place.url.appendingPathComponent("checkout"))
    }

    /// All that is in the folder: names, kinds, times and contents.
    private func state(_ place: TemporaryFolder) throws -> String {
        try place.shell("ls -AlRi --time-style=full-iso; find . -type f -exec cat {} +").output
    }

    // MARK: Words

    @Test(arguments: [
        ("/tmp/report.html", "an absolute path"), ("../report.html", "leads out of its folder"), ("a/../../report.html", "leads out of its folder"),
        ("..", "leads out of its folder"), (".git/hooks/pre-commit", "inside .git"), (".GIT/hooks/pre-commit", "inside .git"),
        ("./.Git/config", "inside .git"), ("vendor/x/.git/config", "inside .git"), (".git", "inside .git"),
        (".git./config", "inside .git"), (".git /config", "inside .git"), ("GIT~1/config", "inside .git"),
        (".git::$INDEX_ALLOCATION/config", "inside .git"), (".g\u{200c}it/config", "inside .git"), ("", "not the name of a file"),
        (".", "not the name of a file"), ("out/", "not the name of a file"), ("out/.", "not the name of a file"), ("a\u{0}b", "a control character"),
        ("link/\u{301}a.sh", "combines with a slash"), ("../\u{301}c.txt", "combines with a slash"), ("/\u{301}x.txt", "an absolute path"),
        (".git/\u{fe0f}c.sh", "combines with a slash"), ("\u{600}/a.txt", "combines with a slash"),
        ("a\nb", "a control character"), ("a\u{1b}[2Jb", "a control character"), ("a\u{202e}b", "a control character"),
    ])
    func `a path that leads elsewhere is refused at its place`(output: String, reason: String) throws {
        let place = try reporting(to: output)
        let before = try state(place)
        for arguments in [[], ["--format", "text"]] {
            let outcome = try Program.run(
                ["check", "cell.json"] + arguments, input: Data(), folder: place.url.appendingPathComponent("checkout"))
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix(".plumbline.json:1:"), "\(outcome.errors)")
            #expect(outcome.errors.contains("\"output\" is ") && outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(outcome.errors.contains("--format FORMAT=FILE") && outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome.errors)")
        }
        #expect(try state(place) == before)
        // A baseline is read, and no more may be reached by that.
        let text = try JSONSerialization.data(withJSONObject: ["baseline": output])
        try place.file("checkout/.plumbline.json", String(decoding: text, as: UTF8.self))
        let baseline = try check(place)
        #expect(baseline.status == 2 && baseline.errors.contains("\"baseline\" is ") && baseline.errors.contains("--baseline FILE"))
    }

    @Test func `a name that only looks like git's is a file like others`() throws {
        for name in [".gitlab-report.html", "git.html", ".github/report.html", "a..html", "...", "./out//report.html"] {
            let place = try reporting(to: name)
            try place.shell("mkdir -p checkout/.github checkout/out")
            #expect(try check(place).status == 1, "\(name)")
            #expect(try place.text("checkout/\(name)").hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test func `two names of one file are one file`() throws {
        let place = try place(#"{"reporters": [{"format": "html", "output": "a"}, {"format": "sarif", "output": "./a"}]}"#)
        let outcome = try check(place)
        #expect(outcome.status == 2 && outcome.errors.contains("only one report can go to the file 'a'"))
    }

    // MARK: What is on the disk

    @Test(arguments: [
        // What the shell makes of `out` and the report's name, in the checkout, and why it is refused.
        ("ln -s ../elsewhere out", "goes through \"out\", which is a symbolic link"),
        ("ln -s .git/hooks out", "goes through \"out\", which is a symbolic link"),
        ("mkdir inner; ln -s inner out", "goes through \"out\", which is a symbolic link"),
        ("ln -s nowhere out", "goes through \"out\", which is a symbolic link"),
        ("mkdir out; ln -s ../../elsewhere/theirs out/report", "is a symbolic link"),
        ("mkdir out; ln -s ../../elsewhere/new out/report", "is a symbolic link"),
        ("mkdir out; ln -s ../.git/hooks/pre-commit out/report", "is a symbolic link"), ("mkdir out; ln -s report out/report", "is a symbolic link"),
        ("mkdir out; ln ../elsewhere/report out/report", "has a second name"), ("mkdir out; mkfifo out/report", "is not a regular file"),
        ("mkdir -p out/report", "is not a regular file"), ("mkdir out; echo mine > out/report", "already exists"),
        ("mkdir out; : > out/report", "already exists"), ("mkdir -p out/refs out/objects; echo > out/HEAD", "inside .git"),
        ("mkdir out; echo > out/HEAD; echo .. > out/commondir", "inside .git"), ("true", "create the folder first"),
        ("echo > out", "Not a directory"),
    ])
    func `a place that is not the checkout's own, or holds something else, stays as it is`(made: String, reason: String) throws {
        let place = try reporting(to: "out/report")
        try place.file("elsewhere/theirs", "theirs")
        try place.file("elsewhere/report", "<!DOCTYPE html>\n")
        // A former report that has a second name outside is refused as well.
        #expect(try check(place, "--format", "html=../elsewhere/report").status == 1)
        try #require(try place.shell("cd checkout && \(made)").status == 0)
        let before = try state(place)
        let outcome = try check(place)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.hasPrefix("plumbline: .plumbline.json: the \"output\" \"out/report\" "), "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try state(place) == before)
        // The command line takes any path.
        #expect(try check(place, "--format", "html=../elsewhere/asked").status == 1)
    }

    @Test(.enabled(if: geteuid() == 0)) func `a device is refused`() throws {
        let place = try reporting(to: "report")
        // The null device's number: written to, it would take everything.
        guard try place.shell("mknod checkout/report c 1 3").status == 0 else { return }
        let outcome = try check(place)
        #expect(outcome.status == 2 && outcome.errors.contains("is not a regular file"), "\(outcome)")
    }

    @Test(arguments: ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"])
    func `a former report is replaced, whatever was found, and nothing else is`(format: String) throws {
        let place = try reporting(to: "out.report", format)
        for layout in [Layouts.conflicting, Layouts.clean, Layouts.ambiguous, Layouts.conflicting] {
            try place.file("checkout/cell.json", layout)
            let status: Int32 = layout == Layouts.clean ? 0 : 1
            let outcome = try check(place)
            #expect(outcome.status == status && outcome.errors.isEmpty, "\(outcome.errors)")
            // The same as a new file has: nothing of a longer one is left.
            let written = try place.text("checkout/out.report")
            try place.shell("rm checkout/out.report")
            #expect(try check(place).status == status)
            let new = try place.text("checkout/out.report")
            // Of the whole reports times differ.
            if format == "json" { _ = try JSONSerialization.jsonObject(with: Data(written.utf8)) } else { #expect(new == written) }
        }
        // Its form may change.
        let other = format == "html" ? "sarif" : "html"
        try place.file("checkout/.plumbline.json", #"{"reporters": [{"format": "\#(other)", "output": "out.report"}]}"#)
        #expect(try check(place).status == 1)
        let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites/>"
        for text in ["", "plumbline\n", "[]", "[{}]", "{}", Layouts.conflicting, "#!/bin/sh\n", xml] {
            try place.file("checkout/out.report", text)
            let outcome = try check(place)
            #expect(outcome.status == 2 && outcome.errors.contains("not a report of plumbline, so it is not replaced"), "\(text): \(outcome)")
            #expect(try place.text("checkout/out.report") == text)
        }
    }

    @Test(arguments: [
        ("ln -s ../elsewhere/known known.jsonl", "is a symbolic link"), ("mkfifo known.jsonl", "is not a regular file"),
        ("mkdir known.jsonl", "is not a regular file"), ("ln -s /dev/zero known.jsonl", "is a symbolic link"),
    ])
    func `a baseline of a configuration is a file of its own folder`(made: String, reason: String) throws {
        let place = try place(#"{"baseline": "known.jsonl"}"#)
        try place.file("elsewhere/known", "secret")
        #expect(try check(place).errors.contains("this baseline does not exist"))
        try #require(try place.shell("cd checkout && \(made)").status == 0)
        let outcome = try check(place)
        #expect(outcome.status == 2 && outcome.errors.contains("the \"baseline\" \"known.jsonl\" ") && outcome.errors.contains(reason), "\(outcome)")
        #expect(!outcome.errors.contains("secret") && outcome.errors.contains("--baseline FILE"))
    }

    // MARK: Links among the layouts

    @Test func `links lead nowhere but to what is checked anyway`() throws {
        let place = try place(#"{"include": ["*.txt", "*.json"]}"#)
        try place.file("elsewhere/key.txt", "PRIVATE KEY OF SOMEBODY")
        try place.file("checkout/.git/config", "PRIVATE KEY OF SOMEBODY")
        try place.file("checkout/.env", "PRIVATE KEY OF SOMEBODY")
        try place.file("checkout/shared/shared.json", Layouts.clean)
        try place.shell("cd checkout && ln -s ../elsewhere/key.txt a.txt && ln -s .git/config b.txt && ln -s .env c.txt && ln -s ../elsewhere d")
        try place.shell("cd checkout && ln -s / e && ln -s /proc/self/environ f.txt && mkdir App && ln -s ../shared App/shared")
        let list = "a.txt\nb.txt\nc.txt\nd/key.txt\nf.txt\nApp/shared/shared.json\n"
        for (arguments, count) in [([], 6), (["."], 6), (["--files-from", "-"], 5)] {
            let outcome = try Program.run(
                ["check", "--format", "xcode", "-v"] + arguments, input: Data(list.utf8), environment: ["SECRET": "PRIVATE"],
                folder: place.url.appendingPathComponent("checkout"))
            #expect(outcome.status == (count == 6 ? 1 : 0), "\(arguments): \(outcome)")
            #expect(!outcome.errors.contains("PRIVATE") && !outcome.output.contains("PRIVATE"), "\(arguments): \(outcome)")
            let links = outcome.errors.split(separator: "\n").first { $0.contains("links that lead out of the repository") } ?? ""
            #expect(links.hasPrefix("plumbline: skipped: a.txt, ") && links.contains(count == 6 ? "and 1 more" : "f.txt"), "\(outcome.errors)")
        }
        // Within the repository they are followed, and what is named is read.
        let app = try check(place, "App")
        #expect(app.output.contains("2 layouts: 1 conflicting, 1 clean"), "\(app)")
        // That this is no whole repository is all there is to say.
        #expect(app.errors.hasPrefix("plumbline: .gitignore is not used: ") && app.errors.split(separator: "\n").count == 1, "\(app)")
        #expect(try check(place, "a.txt").errors.contains("a.txt: "))
    }

    @Test func `a link of the checkout takes no file that the command line means to be in it`() throws {
        let place = try place("{}")
        try place.file("elsewhere/theirs", "theirs")
        try place.file("checkout/inner/keep", "")
        try place.shell("cd checkout && ln -s ../elsewhere/theirs a && ln -s ../elsewhere/new b && ln -s .git/hooks/new c && ln -s ../elsewhere d")
        try place.shell("cd checkout && ln -s inner e")
        let before = try state(place)
        let own = place.path + "/checkout"
        for path in ["a", "./b", "c", "d/new", "d/theirs", "\(own)/a", "\(own)/b", "\(own)/d/new", "../checkout/b", "inner/../c"] {
            for arguments in [["--format", "html=\(path)"], ["--output", path], ["--write-baseline", path]] {
                if arguments[0] == "--write-baseline", path.hasSuffix("a") || path.hasSuffix("theirs") { continue }
                let outcome = try Program.run(
                    ["check", "cell.json"] + arguments, input: Data(), folder: place.url.appendingPathComponent("checkout"))
                #expect(outcome.status == 2 && outcome.errors.contains("\(path) is a link that leads out of the repository"), "\(path): \(outcome)")
            }
        }
        #expect(try state(place) == before)
        // Within the repository links are followed, and a path that leads elsewhere in words is the caller's own.
        for path in ["e/new", "../elsewhere/theirs", place.path + "/elsewhere/new", "/dev/null", "/dev/stdout"] {
            #expect(try check(place, "--format", "html=\(path)").status == 1, "\(path)")
        }
        #expect(try place.text("elsewhere/new").hasPrefix("<!DOCTYPE html>") && place.text("checkout/inner/new").hasPrefix("<!DOCTYPE html>"))
    }
}
