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
