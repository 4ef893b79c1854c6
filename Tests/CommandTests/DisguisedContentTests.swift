import Foundation
import Testing

/// A layout of a checkout is checked, or is an error, whatever its content looks like.
@Suite struct DisguisedContentTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("ok.json", Layouts.clean)
    }

    private func check(_ words: String...) throws -> Program.Outcome { try folder.run(["check", "--no-config"] + words) }

    /// Expects that a check of a file by its name, and one of the folder, end with a status and say a text.
    private func expect(_ name: String, _ content: String, _ status: Int32, _ text: String) throws {
        try folder.file("App/\(name)", content)
        for path in ["App/\(name)", "."] {
            let outcome = try check(path)
            #expect(outcome.status == status && (outcome.output + outcome.errors).contains(text), "\(outcome)")
        }
    }

    // MARK: Recognition

    @Test func `what is a layout by its name is one in a folder`() throws {
        let guide = #"{"id": "g", "parent": "root", "kind": "guide", "insets": {"left": 50, "right": 50}}"#
        let views = #"{"note": 1, "root": "root", "size": {"width": 70, "height": 44}, "views": [{"id": "root"}, \#(guide)], "constraints": []}"#
        try expect("a.json", views, 1, "App/a.json:")
        let quoted = #"{"note": 1, "metrics": {"w": 60, "v": 50}, "constraints": ["\"a=b\".width == w", "\"a=b\".width == v"]}"#
        try expect("a.json", quoted, 1, "App/a.json:")
        try folder.file("App/a.json", "{}")
        try expect("b.txt", "[t(60)]\n[t(50)]\n", 1, "App/b.txt:")
    }

    @Test(arguments: ["txt", "vfl", "json", "list.txt"])
    func `a layout that is too large is an error in a folder`(kind: String) throws {
        let filler = String(repeating: "# a line of a comment\n", count: 60_000)
        let content =
            switch kind {
            case "json": "{\"plumbline.x\": 1, \"pad\": \"\(filler.replacing("\n", with: " "))\", " + Layouts.conflicting.dropFirst()
            case "list.txt": filler.replacing("# ", with: "") + DisguisedContentTests.description
            default: filler + DisguisedContentTests.equations
            }
        try folder.file("App/a.\(kind)", content)
        let outcome = try check("--max-bytes", "1000000", ".")
        #expect(outcome.status == 2 && outcome.errors.contains("App/a.\(kind): it is larger than"), "\(outcome)")
    }

    // MARK: Reports

    private static let document = Layouts.conflicting.replacing("\n", with: "").replacing("{", with: #"{"note": "x: error: y", "#, maxReplacements: 1)

    private static let reports: [(String, String, String)] = [
        ("gitlab", "codequality.json", document), ("json", "plumbline.json", document), ("text", "plumbline.json", document),
        ("text", "l3.txt", "a.width == 60 # : error: \na.width == 50 # : error: \n"),
        ("xcode", "l3.txt", "# x: error: y\na.width == 60 # : error: \na.width == 50 # : error: \n"),
        ("text", "l3.txt", "a.width == 60\na.width == 50\n# x\n1 layout: 1 clean\n"),
        ("text", "l3.txt", String(repeating: "x: error: y\n", count: 9000) + Layouts.log + "\n1 layout: 1 clean\n"),
        ("sarif", "plumbline.json", headed), ("json", "plumbline.json", headed),
        ("xcode", "r.txt", "a.width == 60 # : error: \(long)\na.width == 50 # : error: \(long)\n"),
        ("text", "r.log", "Report of plumbline 1.0\n\(Layouts.log)\n"), ("junit", "r.log", "<testsuites name=\"plumbline\"\n\(Layouts.log)\n"),
        ("json", "r.txt", "{\"format\":\"plumbline.report/1\"}\n\(Layouts.log)\n"),
    ]

    private static let long = String(repeating: "x", count: 2100)
    /// A document that begins like a report in SARIF.
    private static let headed =
        #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"plumbline","x":1}}}],"#
        + Layouts.conflicting.dropFirst()

    @Test(arguments: DisguisedContentTests.reports)
    func `a layout with the name of an output is neither hidden nor replaced`(format: String, name: String, content: String) throws {
        try folder.file(name, content)
        let outcome = try check("--format", "\(format)=\(name)", "--format", "text", ".")
        #expect(outcome.status == 2 && outcome.errors.contains(name), "\(outcome)")
        #expect(try folder.text(name) == content)
    }

    @Test(arguments: ["sarif", "json", "html"])
    func `a layout with the name of a configuration's output is neither hidden nor replaced`(format: String) throws {
        try folder.file("plumbline.json", DisguisedContentTests.headed)
        try folder.file(".plumbline.json", #"{"reporters": ["text", {"format": "\#(format)", "output": "plumbline.json"}]}"#)
        let outcome = try folder.run(["check", "."])
        #expect(outcome.status == 2 && outcome.errors.contains("plumbline.json"), "\(outcome)")
        #expect(try folder.text("plumbline.json") == DisguisedContentTests.headed)
    }

    @Test(
        arguments: ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"],
        ["txt", "log", "json", "out"])
    func `a former report is replaced, whatever its name`(format: String, kind: String) throws {
        try folder.file("App/a.json", Layouts.conflicting)
        try folder.file("App/b.log", Layouts.log)
        try folder.file("App/c.log", DisguisedContentTests.description)
        try folder.file(".plumbline.json", #"{"reporters": ["text", {"format": "\#(format)", "output": "own.\#(kind)"}]}"#)
        for options in [[], ["--format", "\(format)=given.\(kind)", "-v", "--format", "text"]] {
            for _ in 1...2 {
                let outcome = try folder.run(["check", "."] + options)
                #expect(outcome.status == 1 && outcome.output.contains("4 layouts:"), "\(outcome)")
            }
        }
    }

    // MARK: Logs

    private static let equations = "a.width == 60\na.width == 50\na.height == 5\n"
    private static let description = "<NSLayoutConstraint:0x1 UIView:0x2.width == 5>"

    @Test(arguments: ["vfl", "txt"])
    func `a description in a comment makes no log of equations`(kind: String) throws {
        for comment in ["# was \(DisguisedContentTests.description)", "// po view.constraints \(DisguisedContentTests.description)"] {
            try expect("z.\(kind)", DisguisedContentTests.equations + comment + "\n", 1, "App/z.\(kind):")
            try expect("z.\(kind)", "a.height == 5 \(comment)\n" + DisguisedContentTests.equations, 1, "App/z.\(kind):")
            try expect("z.\(kind)", "\(comment)\nH:|-[a(60)]\nH:[a(50)]\nV:|[a(5)]\n", 1, "App/z.\(kind):")
        }
    }

    @Test(arguments: ["vfl", "txt"])
    func `a text with equations and descriptions is an error`(kind: String) throws {
        let description = DisguisedContentTests.description
        try expect("z.\(kind)", "\(description)\n" + DisguisedContentTests.equations, 2, "z.\(kind):2: error: this line is a constraint")
        try expect("z.\(kind)", "\(description)\n[\"H:[a(60)]\",\n\"H:[a(50)]\"]\n", 2, "z.\(kind):2: error: this line is a constraint")
        try expect("z.\(kind)", description + "\n# a.width == 50\n", 0, " 1 incomplete")
    }

    @Test(arguments: ["vfl", "txt"])
    func `equations beside a log are not dropped, however they are written`(kind: String) throws {
        let long = DisguisedContentTests.long
        for rows in [
            "a.width == 60 # \(long)\na.width == 50 # \(long)\n", "\"\(long)\".width == 60\n\"\(long)\".width == 50\n",
            "a.width == \(String(repeating: " ", count: 2100))60\na.width == 50\n", "H:[a][b]\nH:[b][a]\n", "[a][b]\n[b][a]\n",
            "2024 App[1:1] a.width == 60\n2024 App[1:1] a.width == 50\n", "a.width .equal 60\na.width .equal 50\n",
        ] {
            try expect("z.\(kind)", rows + DisguisedContentTests.description + "\n", 2, "z.\(kind):1: error: this line is a constraint")
        }
    }

    @Test(arguments: ["vfl", "txt"])
    func `equations beside the system's messages are told`(kind: String) throws {
        let rows = "Unable to simultaneously satisfy constraints.\n\(DisguisedContentTests.description)\n"
        for equations in [DisguisedContentTests.equations, "2024 App[1:1] a.width == 60\n"] {
            try expect("z.\(kind)", equations + rows, 1, "line 1 is one, and only the log is read")
        }
        try folder.file("z.log", DisguisedContentTests.equations + rows)
        #expect(try check("z.log").status == 0)
    }

    // MARK: Lists

    private static let lists = [
        "\"H:[a(60)]\",\n\"H:[a(50)]\",\n", "\"a.width == 60\",\n\"a.width == 50\",\n", "[\"H:[a(60)]\", \"H:[a(50)]\"]\n",
        "(\n\"a.width == 60\",\n\"a.width == 50\"\n)\n", "[ a(60) ]\n[ a(50) ]\n", "[a (60)]\n[a (50)]\n",
        "[\"a b\"(60)]\n[\"a b\"(50)]\n", "[a( 60 )]\n[a( 50 )]\n", "[a(60)] # c\n[a(50)] # c\n", "[a(60)]#c\n[a(50)]#c\n",
        "[a(60)] // c d\n[a(50)] // c d\n", "[a]\n[b]\n[c]\na.width == 60\na.width == 50\n",
    ]

    @Test(arguments: DisguisedContentTests.lists, ["txt", "vfl"])
    func `a list that the reader of a named file takes is one in a folder`(content: String, kind: String) throws {
        try expect("x.\(kind)", content, 1, "App/x.\(kind):")
    }

    @Test func `other texts in a folder are none`() throws {
        for (number, text) in [
            "[section]\nname=value\n[other]\n", "[tool]\n", "[x] ship it\n[ ] a.width == 3\n", "| a | b |\n| - | - |\n| 1 | 2 |\n",
            "A view is as wide as\n    a.width == b.width\nsays.\n", "[\"[error]\", \"[warning]\"]\n",
            "numpy==1.20\nzope.interface==5.4.0\n", "[Session][Network] it began\n", "[2024-01-01] (main) a.width == 3 failed\n",
        ].enumerated() {
            try folder.file("Texts/t\(number).txt", text)
        }
        let outcome = try check(".")
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.contains("1 layout: 1 clean"), "\(outcome)")
    }

    @Test func `a storyboard for a watch has both of its marks`() throws {
        let storyboard = SampleRepository.storyboard(of: "Main", width: 100)
        for runtime in ["watchKit", "watchFoo"] {
            let changed = storyboard.replacing(/targetRuntime="[^"]*"/, with: "targetRuntime=\"\(runtime)\"")
            #expect(changed != storyboard)
            try expect("W.storyboard", changed, 2, "W.storyboard")
        }
    }
}
