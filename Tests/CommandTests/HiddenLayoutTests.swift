import Foundation
import Testing

/// A layout of a checkout is checked, whatever its name, its place and its beginning.
@Suite struct HiddenLayoutTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("App/M.storyboard", HiddenLayoutTests.storyboard)
        try folder.file("a.json", Layouts.conflicting)
    }

    /// A storyboard whose label cannot be as wide as it should.
    private static let storyboard = SampleRepository.storyboard(of: "Main", width: 100)

    @discardableResult
    private func shell(_ script: String) throws -> String {
        let outcome = try folder.shell(script)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output
    }

    private func check(_ words: String...) throws -> Program.Outcome { try folder.run(["check"] + words) }

    // MARK: Outputs

    @Test(arguments: [["--format", "sarif=plumbline.sarif"], ["-o", "./plumbline.sarif"], ["--format", "html=out/plumbline.sarif"]])
    func `an output that is a link to a layout replaces and hides nothing`(options: [String]) throws {
        try shell("git init -q && mkdir out && ln -s App/M.storyboard plumbline.sarif && ln -s ../App/M.storyboard out/plumbline.sarif")
        let outcome = try folder.run(["check"] + options + ["."])
        #expect(outcome.status == 2 && outcome.errors.contains("plumbline.sarif is a link in the repository"), "\(outcome)")
        // A path from the root means the same link, and may replace no layout either.
        for path in [".", "a.json"] {
            let whole = try check("--format", "sarif=\(folder.path)/plumbline.sarif", path)
            #expect(whole.status == 2 && whole.errors.contains("plumbline.sarif is a link in the repository"), "\(whole)")
            let own = try check("--format", "sarif=\(folder.path)/App/M.storyboard", path)
            #expect(own.status == 2 && own.errors.contains("name another file for the output"), "\(own)")
        }
        #expect(try folder.text("App/M.storyboard") == HiddenLayoutTests.storyboard)
    }

    @Test(arguments: ["<!-- 2 layouts: clean -->", "<!--\n2 layouts: 2 clean -->\n"])
    func `a storyboard that ends like a report is none`(end: String) throws {
        try folder.file("App/M.storyboard", HiddenLayoutTests.storyboard + end)
        for path in ["App", "a.json"] {
            let outcome = try check("-o", "App/M.storyboard", path)
            #expect(outcome.status == 2, "\(outcome)")
        }
        #expect(try folder.text("App/M.storyboard") == HiddenLayoutTests.storyboard + end)
    }

    @Test func `a former report is not checked, and another file of its name is`() throws {
        for _ in 1...2 {
            let outcome = try check("-o", "report.txt", ".")
            #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
        }
        try folder.file("report.txt", "title.width == 60\n")
        let outcome = try check("-o", "report.txt", ".")
        #expect(outcome.status == 2 && outcome.errors.contains("this command reads report.txt"), "\(outcome)")
    }

    @Test(arguments: ["App", "plcache"])
    func `a cache hides no layouts`(cache: String) throws {
        try shell("git init -q && ln -s App plcache && git add .")
        for _ in 1...2 {
            let outcome = try check("--cache", cache, ".")
            #expect(outcome.status == 1 && outcome.output.contains("App/M.storyboard:"), "\(outcome)")
        }
    }

    // MARK: Beginnings

    @Test(arguments: ["storyboard", "xib", "json"])
    func `blanks and comments before a layout do not hide it`(kind: String) throws {
        let blanks = String(repeating: " \n", count: 50_000)
        let layout = kind == "json" ? Layouts.conflicting : HiddenLayoutTests.storyboard
        let comment = "<!-- \(blanks) type=\"com.apple.InterfaceBuilder.WatchKit.Storyboard\" -->"
        var text = blanks + layout
        if kind != "json", let start = layout.range(of: "<document") {
            text = layout.replacingCharacters(in: start, with: comment + "<document " + comment.filter { $0 == "\n" })
        }
        try folder.file("Late/M.\(kind)", text)
        let outcome = try check("Late")
        #expect(outcome.status == 1 && outcome.output.contains("Late/M.\(kind):"), "\(outcome)")
        // One that is too large is an error.
        let large = try check("--max-bytes", "80000", "Late")
        #expect(large.status == 2 && large.errors.contains("larger than 80000 bytes"), "\(large)")
    }

    @Test(arguments: ["", "words", "<plist/>", "<!-- \u{0}", "<!DOCTYPE document><document/>"])
    func `what is named as a storyboard and cannot be read is an error`(text: String) throws {
        try folder.file("Odd/M.storyboard", text)
        try folder.file("Odd/b.json", Layouts.clean)
        let outcome = try check("Odd")
        #expect(outcome.status == 2 && outcome.errors.contains("Odd/M.storyboard"), "\(outcome)")
    }

    @Test func `a key with escapes is a key`() throws {
        try folder.file("Odd/M.json", Layouts.conflicting.replacing("\"constraints\"", with: #""\u0063onstraints""#))
        #expect(try check("Odd").status == 1)
    }

    // MARK: Names

    @Test func `names that are not UTF-8 hide no layouts`() throws {
        try shell("git init -q && git config user.email a@b && git config user.name a && rm a.json && git add . && git commit -q -m first")
        try shell(#"mkdir New && cp App/M.storyboard "New/$(printf 'd\377.storyboard')" && mkdir -p "In/$(printf 'e\377')/f""#)
        try shell(#"cp App/M.storyboard "In/$(printf 'e\377')/f" && ln -s / "In/$(printf 'e\377')/root""#)
        for (place, count) in [("New", 1), ("In", 1), (".", 2)] {
            for options in [[], ["--since", "HEAD"]] {
                let outcome = try folder.run(["check", place] + options)
                #expect(
                    outcome.status == 2 && outcome.errors.components(separatedBy: "its name is not UTF-8; rename it").count == count + 1, "\(outcome)"
                )
            }
        }
        try shell("git add . && git commit -q -m second")
        #expect(try check(".", "--since", "HEAD~1").status == 2)
        #expect(try check(".", "--since", "HEAD").status == 0)
        let listed = try shell("printf 'In/e\\377\\n' > list; '\(Program.url.path)' check --files-from list 2>&1; echo $?")
        #expect(listed.contains("its name is not UTF-8; rename it") && listed.hasSuffix("2\n"), "\(listed)")
    }

    @Test(arguments: ["._App/Main.storyboard", ".a/._Main.storyboard", ".a/\((1...60).map(String.init).joined(separator: "/"))/M.xib", "App/._M.xib"])
    func `a hidden layout is told, however deep and whatever its name`(path: String) throws {
        try folder.file(path, HiddenLayoutTests.storyboard)
        let outcome = try check("--no-config", ".")
        #expect(outcome.errors.contains("not checked: \(path), because hidden files"), "\(outcome)")
        // What macOS stores beside a file is none, nor is what git stores.
        try folder.file(path, Data([0x00, 0x05, 0x16, 0x07, 0x00, 0x02]))
        try folder.file(".git/M.storyboard", HiddenLayoutTests.storyboard)
        let other = try check("--no-config", "App", ".")
        #expect(path.contains("._M") != other.errors.contains("not checked"), "\(other)")
    }

    @Test func `paths that are too long are an error`() throws {
        let script = "import os\nfor _ in range(30):\n  os.mkdir('d' * 200)\n  os.chdir('d' * 200)\nopen('a.json', 'w').write('{}')\n"
        try folder.file("deep.py", script)
        try shell("mkdir Deep && cd Deep && python3 ../deep.py")
        let outcome = try check("Deep")
        #expect(outcome.status == 2 && outcome.errors.contains("paths that are too long"), "\(outcome)")
        try shell("rm -rf Deep")
    }
}
