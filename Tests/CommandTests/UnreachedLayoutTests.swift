import Foundation
import Testing

/// Layouts of a checkout that links, names, encodings or lists could hide from a check, and files elsewhere that it must not read.
@Suite struct UnreachedLayoutTests {
    private let folder: TemporaryFolder

    /// A repository in `checkout/` with a conflict in `App/M.storyboard`, beside a folder with a text of somebody else.
    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/App/M.storyboard", UnreachedLayoutTests.storyboard)
        try folder.file("checkout/ok.json", Layouts.clean)
        try folder.file("priv/s.vfl", "H:|-[secretView(]\n")
        try folder.file("priv/.plumbline.json", "{\"secretKey\": 1}")
        try shell("git init -q && git config user.email a@b && git config user.name a && git add . && git commit -q -m first")
    }

    /// A storyboard whose label cannot be as wide as it should.
    private static let storyboard = SampleRepository.storyboard(of: "Main", width: 100)

    @discardableResult
    private func shell(_ script: String) throws -> String { try folder.shellOfCheckout(script) }

    private func check(_ words: String..., input: String = "", in place: String = "checkout") throws -> Program.Outcome {
        try Program.run(["check"] + words, input: Data(input.utf8), folder: folder.url.appendingPathComponent(place))
    }

    // MARK: Names

    @Test(arguments: ["\u{301}", "\u{fe0f}", "\u{300}folder/"])
    func `a name that combines with its slash hides no layout`(start: String) throws {
        try folder.file("checkout/\(start)View.storyboard", UnreachedLayoutTests.storyboard)
        try folder.file("checkout/\(start)notes.txt", "Nothing to see")
        try shell("echo '/View.storyboard' > .gitignore; echo 'folder' >> .gitignore; git add -Af; git commit -q -m name")
        for outcome in [
            try check("."), try check("--since", "HEAD~1", "."), try check("--files-from", "-", input: try shell("git ls-files -z")),
            try check("."),
        ] {
            #expect(outcome.status == 2 && outcome.errors.contains("combines with a slash; rename it"), "\(outcome)")
            #expect(!outcome.errors.contains("notes"), "\(outcome)")
        }
    }

    @Test func `two names that differ only in how a letter is written are two files`() throws {
        try folder.file("checkout/\u{e9}.json", Layouts.clean)
        try folder.file("checkout/e\u{301}.json", Layouts.conflicting)
        try folder.file("checkout/\u{e9}/x.json", Layouts.clean)
        try folder.file("checkout/e\u{301}/x.json", Layouts.conflicting)
        let outcome = try check(".")
        #expect(outcome.status == 1 && outcome.output.contains("6 layouts: 3 conflicting"), "\(outcome)")
        let named = try check("\u{e9}.json", "e\u{301}.json")
        #expect(named.status == 1 && named.output.contains("2 layouts: 1 conflicting"), "\(named)")
    }

    @Test func `a submodule that moved to another commit is checked`() throws {
        try folder.file("sub/a.json", Layouts.clean)
        let own = "git config user.email a@b && git config user.name a && git add . && git commit -q -m"
        let adding = "git -c protocol.file.allow=always submodule --quiet add ../sub sub"
        try shell("git init -q ../sub && (cd ../sub && \(own) first) && \(adding) && git commit -q -m sub")
        try folder.file("checkout/sub/a.json", Layouts.conflicting)
        try shell("(cd sub && \(own) second) && git add sub && git commit -q -m moved")
        let outcome = try check("--since", "HEAD~1", ".")
        #expect(outcome.status == 1 && outcome.output.contains("sub/a.json"), "\(outcome)")
        let none = try check("--since", "HEAD", ".")
        #expect(none.status == 0, "\(none)")
    }

    // MARK: Links

    @Test(arguments: ["evil", "evil/", "./evil", "evil/.", "evil/sub", "back/../evil"])
    func `a folder behind a link out of the repository is not read`(path: String) throws {
        try shell("mkdir ../priv/sub back && cp ../priv/s.vfl ../priv/sub && ln -s ../priv evil")
        // What the command line names with `..` is the caller's own word. A program writes a list.
        let isOwn = path.contains("..")
        let named = try check("ok.json", path)
        #expect(
            named.status == 2 && named.errors.contains("it leads out of the repository through a link; name the folder itself") != isOwn, "\(named)")
        let first = try check(path, "--since", "HEAD")
        #expect(first.status == 2, "\(first)")
        let listed = try check("--files-from", "-", "-v", input: "ok.json\n\(path)\n")
        #expect(listed.status == 0, "\(listed)")
        for outcome in isOwn ? [listed] : [named, first, listed] {
            #expect(!(outcome.output + outcome.errors).contains("secret"), "\(outcome)")
        }
        #expect(listed.errors.contains("skipped: \(path), a link that leads out of the repository"), "\(listed)")
    }

    @Test func `a folder whose name is not UTF-8 is not left through a link`() throws {
        try shell(#"mkdir -p ../priv/d && cp App/M.storyboard ../priv/d && ln -s ../priv/d "$(printf 'e\377')" && printf 'e\377\n' > list"#)
        let outcome = try check("--files-from", "list")
        #expect(outcome.status == 0 && outcome.errors.contains("not followed: "), "\(outcome)")
    }

    @Test(arguments: ["Layouts/*", "Layouts", "Zed"])
    func `a link to a folder hides nothing in it from a pattern`(pattern: String) throws {
        try shell("mkdir Layouts && mv App/M.storyboard Layouts && ln -s Layouts Aaa && ln -s Layouts Zed && ln -s .. Layouts/Aaa && git add .")
        try folder.file("checkout/.plumbline.json", #"{"include": ["\#(pattern)"]}"#)
        let included = try check(".")
        #expect(included.status == (pattern == "Zed" ? 2 : 1), "\(included)")
        #expect(included.output.contains("Layouts/M.storyboard:") != (pattern == "Zed"), "\(included)")
        try folder.file("checkout/.plumbline.json", #"{"exclude": ["Aaa", "Zed"]}"#)
        let rest = try check(".")
        #expect(rest.status == 1 && rest.output.contains("Layouts/M.storyboard:"), "\(rest)")
        // Through a link to another place of the repository folders are still found, in the order of names.
        let linked = try check("Layouts", "--no-config", "--format", "json")
        #expect(linked.status == 1 && linked.output.contains("Layouts/Aaa/ok.json"), "\(linked)")
    }

    @Test func `layouts that are not reached are said in a line`() throws {
        try shell("mkdir -p ../priv/deep .x/y .z && cp App/M.storyboard ../priv/deep && ln -s ../priv/deep/M.storyboard L.xib && ln -s ../priv evil")
        try shell("ln -s /dev/null empty.json && cp App/M.storyboard .x/y && cp App/M.storyboard .H.xib")
        // What macOS stores beside a file.
        try shell("printf '\\0\\005\\026\\007' > .z/._M.xib")
        let outcome = try check(".")
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome)")
        #expect(lines.first?.contains("not followed: 2 links, such as L.xib, that lead out of the repository") == true, "\(outcome)")
        #expect(lines.last?.contains("not checked: 2 layouts, such as .H.xib, because hidden files and folders") == true, "\(outcome)")
        // What git ignores is not said.
        try shell("printf '.*\\nL.xib\\nevil\\n' > .gitignore")
        #expect(try check(".").errors.isEmpty)
    }

    // MARK: Beginnings

    @Test(arguments: ["xib", "storyboard"])
    func `what bytes of another encoding seem to say hides no storyboard`(kind: String) throws {
        // In UTF-16 these characters have the bytes of the end of a comment and of another root.
        let hidden = UnreachedLayoutTests.storyboard.replacing(
            "<document ", with: "<!-- \u{2D2D}\u{3C3E}\u{7261}\u{6863}\u{7669}\u{3E65} --><document ")
        let text = hidden.replacing("encoding=\"UTF-8\"", with: "encoding=\"UTF-16\"")
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
            for start in [mark, []] {
                try folder.file("checkout/Wide/M.\(kind)", Data(start) + (try #require(text.data(using: encoding))))
                let outcome = try check("Wide")
                #expect(outcome.status == 1 && outcome.output.contains("Wide/M.\(kind):"), "\(outcome)")
            }
        }
        for start in ["<?xml version='1.0' encoding='UTF-7'?><archive/>", "<document targetRuntime=\"a\" targetRuntime=\"watchKit\"/>"] {
            try folder.file("checkout/Wide/M.\(kind)", start)
            #expect(try check("Wide").status == 2, "\(start)")
        }
        try folder.file("checkout/Wide/M.\(kind)", Data([0xFF, 0xFE]) + (try #require("<archive/>".data(using: .utf16LittleEndian))))
        #expect(try check("Wide", "--allow-empty").status == 0)
    }

    @Test(arguments: [
        #"{"constraints": ["title.width >= 60" "title.height <= 3"]}"#, #"{"constraints": ["title.width>=60",]}"#,
        #"{"\u0063onstraints": ["title.width \u003e= 60",]}"#, "\u{FEFF}" + Layouts.conflicting,
        #"{"format": "x","# + Layouts.conflicting.dropFirst(),
        #"{"a": "# + String(repeating: "[", count: 3000) + #""b", "constraints": ["title.centerX == root.centerX"]"#,
    ])
    func `a document with a mistake is an error in a folder as well`(text: String) throws {
        try folder.file("checkout/Odd/M.json", text)
        let outcome = try check("Odd")
        // A byte order mark alone is no mistake.
        #expect(outcome.status == (text.hasPrefix("\u{FEFF}") ? 1 : 2), "\(outcome)")
        #expect((outcome.errors + outcome.output).hasPrefix("Odd/M.json:"), "\(outcome)")
        try folder.file("checkout/Odd/M.json", Data([0xFF, 0xFE]) + (try #require(text.data(using: .utf16LittleEndian))))
        #expect(try check("Odd").status == 2)
    }

    @Test func `a list that names layouts which do not exist is said`() throws {
        let outcome = try check("--files-from", "-", input: "ok.json\ngone.swift\ngone.xib\n")
        #expect(outcome.status == 0 && outcome.errors.contains("skipped: 2 files that do not exist here, such as gone.xib; "), "\(outcome)")
        #expect(try check("--files-from", "-", input: "ok.json\ngone.swift\n").errors.isEmpty)
        let named = try check("ok.json", "gone.xib")
        #expect(named.status == 2 && named.errors.contains("gone.xib: No such file"), "\(named)")
    }

    @Test func `a file that is too large is an error if it is a layout`() throws {
        let filler = String(repeating: "Compiling View.swift\n", count: 80_000)
        try folder.file("checkout/Large/a.log", filler + Layouts.log)
        try folder.file("checkout/Large/b.log", filler)
        try folder.file("checkout/Large/c.json", #"{"views": [{"text": "\#(filler.replacing("\n", with: " "))"}], "constraints": ["a.width >= 3"]}"#)
        try folder.file("checkout/Large/d.json", #"{"constraints": ["\#(filler.replacing("\n", with: " "))"], "first": 1}"#)
        let outcome = try check("Large", "--max-bytes", "1000000")
        #expect(outcome.status == 2 && outcome.errors.components(separatedBy: "larger than 1000000 bytes").count == 3, "\(outcome)")
        #expect(outcome.errors.contains("Large/a.log") && outcome.errors.contains("Large/c.json"), "\(outcome)")
    }

    // MARK: View hierarchies

    private func addPackage() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/ViewHierarchy/Profile.viewhierarchy")
        try FileManager.default.copyItem(at: fixture, to: folder.url.appendingPathComponent("checkout/P.viewhierarchy"))
    }

    @Test func `a view hierarchy hides no other layouts in its folder`() throws {
        try addPackage()
        try shell("mkdir P.viewhierarchy/App && mv App/M.storyboard P.viewhierarchy/App && cp ok.json P.viewhierarchy/App")
        for words in [["."], ["P.viewhierarchy"], ["P.viewhierarchy/"]] {
            let outcome = try Program.run(["check"] + words, input: Data(), folder: folder.url.appendingPathComponent("checkout"))
            #expect(outcome.status == 1 && outcome.output.contains("P.viewhierarchy/App/M.storyboard:"), "\(outcome)")
            #expect(outcome.output.contains("\(words[0] == "." ? 4 : 3) layouts: 2 conflicting"), "\(outcome)")
        }
    }

    @Test func `a changed view hierarchy is checked`() throws {
        try addPackage()
        let own = "P.viewhierarchy:1:1: error: "
        #expect(try check("--since", "HEAD", ".").output.contains(own))
        try shell("git add . && git commit -q -m second")
        #expect(try check("--since", "HEAD", ".").status == 0)
        let names = try shell("git diff --name-only -z HEAD~1 > list; tr '\\0' '\\n' < list")
        #expect(names.contains("P.viewhierarchy/RequestResponses/"))
        for input in [names, try folder.text("checkout/list")] {
            let listed = try check("--files-from", "-", input: input)
            #expect(listed.status == 1 && listed.output.contains(own) && listed.output.contains("1 layout: 1 conflicting"), "\(listed)")
        }
        try shell("mkdir -p Sub && rm -f P.viewhierarchy/metadata && echo > P.viewhierarchy/RequestResponses/Response_9")
        #expect(try check("--since", "HEAD", "..", in: "checkout/Sub").status != 0)
        // A response that was removed changes the rest.
        try shell("git add -A && git commit -q -m third && git rm -q P.viewhierarchy/RequestResponses/Response_9")
        #expect(try check("--since", "HEAD", ".").status == 1)
    }

    @Test(arguments: ["RequestResponses", "App/Q.viewhierarchy"])
    func `a view hierarchy within another one is a layout`(place: String) throws {
        try addPackage()
        let inner = "P.viewhierarchy/\(place)/I.viewhierarchy"
        try shell("cp -r P.viewhierarchy ../inner && mkdir -p P.viewhierarchy/\(place) && mv ../inner \(inner)")
        try shell("git add . && git commit -q -m second && git rm -q -r --cached App ok.json && git ls-files -z > list && git reset -q")
        for outcome in [
            try check("--since", "HEAD~1", "."), try check("--since", "HEAD~1", "P.viewhierarchy"), try check("P.viewhierarchy"),
            try check("--files-from", "list"), try check("--files-from", "-", input: try shell("git diff --name-only HEAD~1 | sort -r")),
        ] {
            #expect(outcome.status == 1 && outcome.output.contains("2 layouts: 2 conflicting") && outcome.output.contains(inner), "\(outcome)")
        }
        try shell("git rm -q \(inner)/RequestResponses/Response_0")
        let removed = try check("--since", "HEAD", "--format", "json")
        #expect(removed.status != 0 && (removed.output + removed.errors).contains(inner), "\(removed)")
    }

    @Test func `a response whose name is not UTF-8 changes its view hierarchy`() throws {
        try addPackage()
        try shell("git add . && git commit -q -m second && touch \"$(printf 'P.viewhierarchy/RequestResponses/Response_\\377')\"")
        for outcome in [try check("."), try check("--since", "HEAD"), try check("--files-from", "-", input: try shell("git ls-files -z --others"))] {
            #expect(outcome.status == 2 && outcome.errors.contains("P.viewhierarchy: RequestResponses/Response_"), "\(outcome)")
        }
    }

    // MARK: Changes

    @Test func `what changed is compared in the whole repository, and nothing else passes`() throws {
        try shell("rm ../priv/.plumbline.json && mkdir ci Other && cp App/M.storyboard Other && git init -q Vendor && cp App/M.storyboard Vendor")
        for path in ["../Other", "..", "../Other/M.storyboard", folder.path + "/checkout/Other"] {
            let outcome = try check("--since", "HEAD", path, in: "checkout/ci")
            #expect(outcome.status == 1 && outcome.output.contains("Other/M.storyboard:"), "\(path): \(outcome)")
        }
        #expect(try check("--since", "HEAD", "../App", in: "checkout/ci").status == 0)
        for path in ["../../priv", folder.path + "/priv/s.vfl"] {
            let outcome = try check("--since", "HEAD", path, in: "checkout/ci")
            #expect(outcome.status == 2 && outcome.errors.contains("is outside of it: check it without '--since'"), "\(path): \(outcome)")
        }
        for path in ["Vendor", "Vendor/M.storyboard"] {
            let outcome = try check("--since", "HEAD", path)
            #expect(outcome.status == 2 && outcome.errors.contains("\(path) is in another repository"), "\(path): \(outcome)")
        }
        let listed = try check("--since", "HEAD", "--files-from", "-", input: "../priv/s.vfl\n")
        #expect(listed.status == 2, "\(listed)")
        // A setting of git's does not narrow it.
        try shell("git config diff.relative true && git add Other && git commit -q -m second")
        #expect(try check("--since", "HEAD~1", "../Other", in: "checkout/ci").status == 1)
    }

    @Test func `a configuration counts for the files below it`() throws {
        try shell("mkdir Other && cp App/M.storyboard Other && git add . && git commit -q -m second")
        try folder.file("checkout/Other/.plumbline.json", #"{"rules": {"recommended": "on"}}"#)
        #expect(try check("--since", "HEAD", "App").status == 0)
        #expect(try check("--since", "HEAD", ".", in: "checkout/Other").status == 1)
        try shell("git add . && git commit -q -m third && git rm -q Other/.plumbline.json")
        #expect(try check("--since", "HEAD", "../Other", in: "checkout/App").status == 1)
        #expect(try check("--since", "HEAD", "App").status == 0)
    }

    @Test(arguments: ["\n", "\r\n"], ["words", "++ zz"])
    func `a changed line that looks like a header of git is a line`(end: String, comment: String) throws {
        func text(_ comment: String, _ distance: Int) -> String {
            UnreachedLayoutTests.storyboard.replacing("    <scenes>", with: "<!--\n\(comment)\n-->\n    <scenes>")
                .replacing("constant=\"20\" id=\"Main-2\"", with: "constant=\"\(distance)\" id=\"Main-2\"").replacing("\n", with: end)
        }
        try folder.file("checkout/App/M.storyboard", text("# one", 20))
        try shell("git config core.autocrlf false && git add . && git commit -q -m second")
        let changed = text(comment, 25)
        try folder.file("checkout/App/M.storyboard", changed)
        let lines = changed.components(separatedBy: end)
        let row = try #require(lines.firstIndex { $0.contains("Main-2") }) + 1
        // Reports for reviews move a finding to a row that changed.
        let place = "::error file=App/M.storyboard,line=\(row),"
        let outcome = try check("App", "--since", "HEAD", "--format", "github")
        #expect(outcome.status == 1 && outcome.output.hasPrefix(place), "\(row): \(outcome)")
        #expect(try !check("App", "--format", "github").output.hasPrefix(place))
    }

    @Test func `a list may have names as git quotes them`() throws {
        try shell("cp App/M.storyboard \u{E4}.xib && cp App/M.storyboard 'a\"b\\c.xib' && git add .")
        let list = try shell("git -c core.quotePath=true diff --cached --name-only")
        #expect(list.contains(#""\303\244.xib""#))
        let outcome = try check("--files-from", "-", input: list)
        #expect(outcome.status == 1 && outcome.output.contains("\u{E4}.xib:") && outcome.output.contains("a\"b\\c.xib:"), "\(outcome)")
        // A file with the name as it is written comes first.
        try shell(#"cp ok.json '"x.json"' && mkdir -p '"q' && cp App/M.storyboard '"q/z.xib"'"#)
        let written = try check("--files-from", "-", "-v", input: "\"x.json\"\n")
        #expect(written.status == 0 && written.errors.contains("1 file that is not a layout"), "\(written)")
    }

    // MARK: Configurations

    private static func list(_ text: String, _ count: Int) -> String {
        Array(repeating: "\"\(text)\"", count: count).joined(separator: ",")
    }

    private static let excessive: [(String, String)] = [
        ("\"exclude\": [\(list("a", 501))]", "has 501 entries; at most 500"),
        ("\"include\": [\"\(String(repeating: "a", count: 1001))\"]", "has 1001 bytes; at most 1000"),
        ("\"assert\": [\(list("a.width >= 0", 1001))]", "has 1001 entries; at most 1000"),
        ("\"budget\": {\"seconds\": 100000}", "at most 86400"),
        ("\"budget\": {\"views\": 200001}", "at most 200000, found 200001; '--max-views' on the command line takes more"),
        ("\"budget\": {\"constraints\": 1000001}", "at most 1000000, found 1000001; '--max-constraints' on the command line takes more"),
        ("\"budget\": {\"conflicts\": 10001}", "at most 10000, found 10001"),
        ("\"sizes\": [\(list("1x1", 1001))]", "has 1001 entries; at most 1000"),
        ("\"failOn\": [\(list("error", 1001))]", "has 1001 entries; at most 1000"),
        ("\"reporters\": [\(list("text", 101))]", "has 101 entries; at most 100"),
        ("\"compose\": {\((0...1000).map { "\"C\($0)\": \"a.xib\"" }.joined(separator: ","))}", "has 1001 classes; at most 1000"),
        ("/*\(String(repeating: " ", count: 1 << 20))*/", "bytes, more than the 1048576"),
    ]

    @Test(arguments: ["ci.json", "./ci.json", "PWD/ci.json", "../cfg/ci.json"])
    func `patterns match files by any path`(configuration: String) throws {
        try shell("mkdir Tests ../cfg && cp App/M.storyboard Tests && git add . && git commit -q -m second")
        for place in ["checkout", "cfg"] { try folder.file("\(place)/ci.json", #"{"include": ["App/**", "Tests/*"], "exclude": ["Tests"]}"#) }
        let own = folder.path + "/checkout"
        let options = ["check", "--config", configuration.replacing("PWD", with: own)]
        for start in ["", "\(own)/", "../checkout/", "App/../"] {
            let list = "\(start)App/M.storyboard\n\(start)Tests/M.storyboard\n"
            let outcome = try Program.run(
                options + ["--files-from", "-"], input: Data(list.utf8), folder: folder.url.appendingPathComponent("checkout"))
            #expect(outcome.status == 1 && outcome.output.contains("1 layout: 1 conflicting"), "\(start) \(outcome)")
        }
        for words in [["."], [own], ["\(own)/App"]] {
            let outcome = try Program.run(options + words, input: Data(), folder: folder.url.appendingPathComponent("checkout"))
            #expect(outcome.status == 1 && outcome.output.contains("1 layout: 1 conflicting"), "\(words) \(outcome)")
        }
    }

    @Test func `patterns match extensions in any case`() throws {
        try shell("rm ok.json && cp App/M.storyboard Bad.XIB && '\(Program.url.path)' init")
        try shell("git rm -rqf App && git add . && git commit -q -m second")
        #expect(try folder.text("checkout/.plumbline.json").contains("*.xib"))
        for words in [[], ["."], ["--since", "HEAD~1"], ["--files-from", "list"]] {
            try shell("git ls-files > list")
            let outcome = try Program.run(["check"] + words, input: Data(), folder: folder.url.appendingPathComponent("checkout"))
            #expect(outcome.status == 1 && outcome.output.contains("Bad.XIB:"), "\(words) \(outcome)")
        }
    }

    @Test func `a folder that is named like an option is one`() throws {
        try shell("mkdir -- '--files-from=ok.json' && cp App/M.storyboard ./--files-from=ok.json")
        let output = try shell("'\(Program.url.path)' init -- '--files-from=ok.json'")
        #expect(output.contains("found 1 storyboard (.storyboard)"), "\(output)")
    }

    @Test(arguments: UnreachedLayoutTests.excessive)
    func `a configuration has bounds`(text: String, reason: String) throws {
        try folder.file("checkout/.plumbline.json", "{\(text)}")
        let outcome = try check("ok.json")
        #expect(outcome.status == 2 && outcome.errors.contains(".plumbline.json:") && outcome.errors.contains(reason), "\(outcome)")
    }

    @Test func `the largest configuration takes no long time`() throws {
        let pattern = Array(repeating: "**/a", count: 100).joined(separator: "/")
        let patterns = UnreachedLayoutTests.list(pattern, 65)
        let assertions = UnreachedLayoutTests.list("title.width >= 0", 998)
        try folder.file(
            "checkout/.plumbline.json", "{\"exclude\": [\(patterns)],\n \"assert\": [\(assertions), \"title.width == 1\",\n \"nobody.width == 1\"]}")
        for number in 0..<5 { try folder.file("checkout/a/a/a/a/\(number).json", Layouts.clean) }
        let start = ContinuousClock.now
        let outcome = try check(".")
        #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains(".plumbline.json:3:2: "), "\(outcome.output.suffix(300))")
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
