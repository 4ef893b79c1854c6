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
    ]

    @Test(arguments: DisguisedContentTests.reports)
    func `a layout with the name of an output is neither hidden nor replaced`(format: String, name: String, content: String) throws {
        try folder.file(name, content)
        let outcome = try check("--format", "\(format)=\(name)", "--format", "text", ".")
        #expect(outcome.status == 2 && outcome.errors.contains(name), "\(outcome)")
        #expect(try folder.text(name) == content)
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
}
