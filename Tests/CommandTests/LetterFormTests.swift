import Foundation
import Testing

/// Files whose names differ only in the form of a letter, so that Swift takes them for equal and the system does not.
@Suite struct LetterFormTests {
    private let folder: TemporaryFolder
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/ok.json", Layouts.clean)
    }

    private func check(_ words: String...) throws -> Program.Outcome {
        try Program.run(["check"] + words, input: Data(), folder: folder.url.appendingPathComponent("checkout"))
    }

    @Test func `a baseline knows the findings of its own file alone`() throws {
        for (name, other) in [(composed, decomposed), (decomposed, composed)] {
            try folder.file("checkout/\(name)/a.json", Layouts.conflicting)
            #expect(try check("--no-config", "--write-baseline", "known", name).status == 0)
            #expect(try check("--no-config", "--baseline", "known", name).status == 0)
            try folder.shellOfCheckout("rm \(name)/a.json")
            try folder.file("checkout/\(other)/a.json", Layouts.conflicting)
            #expect(try check("--no-config", "--baseline", "known", other).status == 1)
            #expect(try check("--no-config", "--baseline", "known", "--strict-baseline", ".").output.contains("no longer occurs"))
            // Nor does one in a folder know those of another.
            try folder.shellOfCheckout("rm known && mkdir -p \(name)")
            #expect(try check("--no-config", "--write-baseline", "\(other)/known", other).status == 0)
            try folder.shellOfCheckout("cp \(other)/a.json \(name)/a.json && rm \(other)/a.json")
            #expect(try check("--no-config", "--baseline", "\(other)/known", name).status == 1)
            try folder.shellOfCheckout("rm -r \(name) \(other)")
        }
    }

    @Test func `findings are placed at the changed rows of their own file`() throws {
        let storyboard = SampleRepository.storyboard(of: "Main", width: 100)
        for name in [composed, decomposed] { try folder.file("checkout/\(name)/M.storyboard", storyboard) }
        try folder.commitCheckout()
        let lines = storyboard.components(separatedBy: "\n")
        for (first, second) in [("Main-1", "Main-2"), ("Main-2", "Main-1")] {
            var rows: [String] = []
            for (name, id) in [(composed, first), (decomposed, second)] {
                let changed = storyboard.replacing("constant=\"20\" id=\"\(id)\"", with: "constant=\"25\" id=\"\(id)\"")
                try folder.file("checkout/\(name)/M.storyboard", changed)
                rows.append("::error file=\(name)/M.storyboard,line=\(try #require(lines.firstIndex { $0.contains("id=\"\(id)\"") }) + 1),")
            }
            let outcome = try check("--no-config", "--since", "HEAD", "--format", "github")
            #expect(outcome.status == 1 && rows.allSatisfy { outcome.output.utf8.contains($0) }, "\(rows) \(outcome)")
        }
    }

    @Test(arguments: [("junit", "<testsuite name="), ("checkstyle", "<file name=")])
    func `a report lists each file by itself`(format: String, head: String) throws {
        for name in [composed, decomposed] { try folder.file("checkout/\(name).json", Layouts.conflicting) }
        let outcome = try check("--no-config", "--format", format, ".")
        #expect(outcome.status == 1)
        for name in [composed, decomposed] { #expect(outcome.output.utf8.contains("\(head)\"\(name).json\""), "\(outcome.output)") }
    }

    @Test(arguments: ["gitlab", "sarif"])
    func `a fingerprint does not depend on the other file`(format: String) throws {
        for name in [composed, decomposed] { try folder.file("checkout/\(name).json", Layouts.conflicting) }
        let outcome = try check("--no-config", "--format", format, ".")
        #expect(outcome.status == 1 && outcome.output.contains(":1\"") && !outcome.output.contains(":2\""), "\(outcome.output)")
    }

    @Test func `a log repeats no message of the other file`() throws {
        for name in [composed, decomposed] { try folder.file("checkout/\(name).log", Layouts.log) }
        let outcome = try check("--no-config", ".")
        #expect(outcome.status == 1 && !outcome.output.contains(" again "), "\(outcome.output)")
    }

    @Test func `what is in a folder of the other form is outside of the repository`() throws {
        for name in [composed, decomposed] { try folder.file("checkout/\(name)/a.json", Layouts.conflicting) }
        let commit = "git add . && git -c user.email=a@b -c user.name=a commit -q -m a"
        try folder.shellOfCheckout("cd \(composed) && git init -q && \(commit)")
        try folder.shellOfCheckout("ln -s ../\(decomposed)/a.json \(composed)/b.json")
        let place = folder.url.appendingPathComponent("checkout").path + "/" + composed
        func check(_ words: String...) throws -> (status: Int32, output: String) {
            try folder.shell("cd '\(place)' && '\(Program.url.path)' check --no-config \(words.joined(separator: " "))")
        }
        let compared = try check("--since", "HEAD", "../\(decomposed)/a.json")
        #expect(compared.status == 2 && compared.output.contains("is outside of it"), "\(compared)")
        let linked = try check("b.json")
        #expect(linked.status == 2 && linked.output.contains("leads out of the repository through a link"), "\(linked)")
    }
}

extension String.UTF8View {
    /// Returns whether the bytes contain those of a text.
    func contains(_ text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
