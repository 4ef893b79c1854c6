import Foundation
import Testing

/// A layout is checked, or is an error, whatever the names of a checkout look like: in a folder, in a list and in a comparison.
@Suite struct DisguisedNameTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("bad.storyboard", SampleRepository.storyboard(of: "Main", width: 100))
        try folder.file("bad.json", Layouts.conflicting)
        try folder.file("good.storyboard", SampleRepository.storyboard(of: "Main"))
        try folder.file("checkout/ok.json", Layouts.clean)
        try folder.commitCheckout()
    }

    @discardableResult
    private func shell(_ script: String) throws -> String { try folder.shellOfCheckout(script) }

    private func check(_ words: [String], input: Data = Data(), in place: String = "checkout") throws -> Program.Outcome {
        try Program.run(["check", "--no-config"] + words, input: input, folder: folder.url.appendingPathComponent(place))
    }

    /// Returns what a check of the folder says, of what the last commit changed, and of the files that git lists.
    private func checks() throws -> [Program.Outcome] {
        try shell("git add -A && git commit -q -m second && git diff --name-only -z HEAD~1 > ../list && git ls-files -z > ../all")
        return try [check(["."]), check(["--since", "HEAD~1"])]
            + ["list", "all"].map { try check(["--files-from", "-"], input: Data(contentsOf: folder.url.appendingPathComponent($0))) }
    }

    private func expectChecks(_ status: Int32, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        for outcome in try checks() {
            let said = outcome.output + outcome.errors
            #expect(outcome.status == status && texts.allSatisfy(said.contains), "\(outcome)", sourceLocation: sourceLocation)
        }
    }

    // MARK: Names that are not UTF-8

    private static let foreign = "its name is not UTF-8; rename it"

    @Test(arguments: ["storyboard", "json"])
    func `a repaired name hides no file`(kind: String) throws {
        try shell("cp ../bad.\(kind) \"$(printf 'Main\\377.\(kind)')\"")
        try folder.file("checkout/Main\u{FFFD}.\(kind)", kind == "json" ? Layouts.clean : SampleRepository.storyboard(of: "Main"))
        try expectChecks(2, DisguisedNameTests.foreign)
    }

    @Test(arguments: ["mkdir 'App\u{FFFD}' && cp ok.json 'App\u{FFFD}'", "cp ok.json 'App\u{FFFD}'", "cp ok.json 'App\u{FFFD}.json'", "true"])
    func `a repaired name hides no folder`(decoy: String) throws {
        try shell("mkdir \"$(printf 'App\\377')\" && cp ../bad.storyboard \"$(printf 'App\\377')/M.storyboard\" && \(decoy)")
        try expectChecks(2, DisguisedNameTests.foreign)
    }

    @Test func `a repaired name hides no view hierarchy`() throws {
        try shell("mkdir -p 'X\u{FFFD}.viewhierarchy' \"$(printf 'X\\377.viewhierarchy')/RequestResponses\"")
        try shell("cp ok.json 'X\u{FFFD}.viewhierarchy' && touch \"$(printf 'X\\377.viewhierarchy')/RequestResponses/Response_1\"")
        try expectChecks(2, DisguisedNameTests.foreign)
    }

    @Test func `a hidden folder whose name is not UTF-8 is said, and a link from such a name leads nowhere`() throws {
        try shell("mkdir \"$(printf '.App\\377')\" && cp ../bad.storyboard \"$(printf '.App\\377')/M.storyboard\" && mkdir '.App\u{FFFD}'")
        try shell("ln -s ../.. \"$(printf 'out\\377')\" && printf '.*\\n' > .gitignore && git add -f .[A]*")
        let outcome = try check(["."])
        #expect(outcome.status == 0 && outcome.errors.contains("M.storyboard, because hidden files and folders are not searched"), "\(outcome)")
        #expect(outcome.errors.contains("not followed: out\u{FFFD}, a link") && !outcome.errors.contains("out\u{FFFD}/"), "\(outcome)")
    }

    // MARK: Quoted names

    @Test(arguments: [("\u{E4}.json", #""\303\244.json""#), ("a\tb.json", #""a\tb.json""#)])
    func `a file that is named like a quoted name hides no file`(name: String, decoy: String) throws {
        try folder.file("checkout/\(name)", Layouts.conflicting)
        for content in [Layouts.clean, "{}"] {
            try folder.file("checkout/\(decoy)", content)
            let list = try shell("git add . && git -c core.quotePath=true diff --cached --name-only")
            #expect(list.contains(decoy), "\(list)")
            let outcome = try check(["--files-from", "-"], input: Data(list.utf8))
            #expect(outcome.status == 1, "\(outcome)")
        }
    }

    // MARK: Long names

    @Test func `a path that is too long as an absolute one hides no layout, and no link`() throws {
        try folder.file("secret.json", #"{"constraints": ["secret-token"]}"#)
        let script = """
            import os, shutil
            names, length = [], 0
            while length < 4060 - 60:
              names.append('d' * 200); length += 201
            names.append('e' * (4060 - length)); length = 4061
            for name in names:
              os.mkdir(name); os.chdir(name)
            shutil.copyfile(os.environ['BAD'], 'a.json' if os.environ['KIND'] == 'file' else 'b.txt')
            if os.environ['KIND'] == 'link': os.symlink(os.environ['SECRET'], 'secret.json')
            """
        try folder.file("deep.py", script)
        for kind in ["file", "link"] {
            try shell("BAD='\(folder.path)/bad.json' SECRET='\(folder.path)/secret.json' KIND=\(kind) python3 ../deep.py")
            let outcomes = try checks()
            for outcome in outcomes {
                let isExpected = kind == "file" ? outcome.status != 0 : !(outcome.output + outcome.errors).contains("secret-token")
                #expect(isExpected, "\(kind): \(outcome.status) \((outcome.output + outcome.errors).replacing("d", with: ""))")
            }
            if kind == "file" { #expect(outcomes.map(\.status) == [1, 1, 2, 2]) }
            try shell("git rm -rqf --cached d* && rm -rf d* && git commit -qm removed")
        }
    }

    // MARK: Patterns

    @Test func `a name that git could read as a pattern is a name`() throws {
        try folder.file("checkout/.gitignore", "/Main.storyboard\n/In\n")
        try shell("mkdir ':In' && cp ../bad.storyboard ':Main.storyboard' && cp ../bad.storyboard ':In/M.storyboard'")
        try expectChecks(1, ":Main.storyboard:", ":In/M.storyboard:")
    }

    @Test(arguments: [":!x/x.json", ":(attr:a=b)x.json", ":(icase)x.json", ":/x.json"])
    func `a name that git could read as a pattern switches no patterns off`(name: String) throws {
        try folder.file("checkout/.gitignore", "/Out.json\n")
        try folder.file("checkout/\(name)", Layouts.clean)
        try shell("cp ../bad.json Out.json")
        try expectChecks(0, " clean")
    }

    @Test func `it is said if git cannot list what it ignores`() throws {
        try folder.file("checkout/.git/index", "damaged")
        for words in [["."], [".", "-v"]] {
            let outcome = try check(words)
            #expect(outcome.status == 0 && outcome.errors.components(separatedBy: ".gitignore is not used: ").count == 2, "\(outcome)")
        }
    }

    // MARK: Characters

    @Test(arguments: ["\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{110BD}"], ["storyboard", "json"])
    func `a character that combines with a dot hides no layout`(character: String, kind: String) throws {
        try shell("cp ../bad.\(kind) 'Main\(character).\(kind)'")
        try expectChecks(1, ".\(kind):")
        // Nor does it from a pattern.
        try folder.file("checkout/.plumbline.json", #"{"include": ["*.\#(kind)"]}"#)
        let included = try Program.run(["check"], input: Data(), folder: folder.url.appendingPathComponent("checkout"))
        #expect(included.status == 1, "\(included)")
    }

    @Test func `a character that combines with a dot hides no view hierarchy`() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/ViewHierarchy/Profile.viewhierarchy")
        try FileManager.default.copyItem(at: fixture, to: folder.url.appendingPathComponent("checkout/X\u{600}.viewhierarchy"))
        try expectChecks(1, ".viewhierarchy:")
    }
}
