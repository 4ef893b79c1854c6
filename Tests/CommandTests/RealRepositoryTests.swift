import Foundation
import Testing

/// A check of a repository that holds far more than layouts.
@Suite struct RealRepositoryTests {
    private let repository: SampleRepository

    init() throws {
        repository = try SampleRepository()
    }

    @Test func `a check of everything reads layouts alone, and says nothing of the rest`() throws {
        let outcome = try repository.run("check", ".")
        #expect(outcome.errors == "" && outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        let sum = "\(repository.layoutCount) layouts: 1 conflicting, \(repository.layoutCount - 1) clean; 1 error"
        #expect(lines.last?.hasPrefix(sum) == true, "\(outcome.output)")
        #expect(
            lines.first?.hasPrefix("Tests/output.log:") == true && lines.first?.contains(": error: ") == true
                && !outcome.output.contains("clean.json"))

        let verbose = try repository.run("check", "-v", ".")
        #expect(verbose.errors.contains("files that are not layouts") && verbose.errors.contains("2 files that git ignores"), "\(verbose.errors)")
        #expect(verbose.errors.contains("Pods") && verbose.errors.contains("App/outside") && verbose.output.contains("Layouts/clean.json: clean"))
        #expect(!verbose.output.contains("root:"))
    }

    @Test func `a folder that is named is checked although it is left out or ignored otherwise`() throws {
        #expect(try repository.run("check", "-q", "Pods").output.hasPrefix("60 layouts: 60 clean"))
        #expect(try repository.run("check", "-q", "logs").output.hasPrefix("1 layout: 1 conflicting"))
        #expect(try repository.run("check", "-q", "App/Model.generated.json").output.hasPrefix("1 layout: 1 conflicting"))
        // A configuration names them as well.
        try repository.folder.file(".plumbline.json", #"{"include": ["Carthage/**/*.json", "*.vfl"]}"#)
        #expect(try repository.run("check", "-q").output.hasPrefix("61 layouts: 60 conflicting, 1 clean"))
    }

    @Test(arguments: [
        "App/Assets.xcassets/Icon1.colorset/Contents.json", "README.txt", "secret.json", "Tests/fixtures/empty.json", "missing.storyboard",
    ])
    func `a file that is named is read or refused`(name: String) throws {
        let outcome = try repository.run("check", name)
        #expect(outcome.status == 2 && outcome.errors.contains(name), "\(outcome.errors)")
    }

    @Test func `changes since a commit are layouts alone, too`() throws {
        try repository.folder.file("App/Assets.xcassets/New.imageset/Contents.json", #"{"info":{}}"#)
        try repository.folder.file("README.txt", "Changed.\n")
        try repository.folder.file("Pods/Library/New.xib", SampleRepository.storyboard(of: "New", width: 10))
        let none = try repository.run("check", "--since", "HEAD")
        #expect(none.status == 0 && none.errors == "" && none.output == "0 layouts: nothing to check\n", "\(none)")
        try repository.folder.file("App/Base.lproj/Main.storyboard", SampleRepository.storyboard(of: "Main", width: 100))
        let one = try repository.run("check", "--since", "HEAD")
        #expect(one.status == 1 && one.output.hasPrefix("App/Base.lproj/Main.storyboard:") && one.errors == "", "\(one)")
    }

    @Test func `the hook of the manual lets a commit of an icon pass, and stops one that breaks a layout`() throws {
        let hook = try Documents.block(holding: "--files-from -")
        let file = try repository.folder.file(".git/hooks/pre-commit", Data(hook.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        try repository.folder.file("App/Assets.xcassets/New.imageset/Contents.json", #"{"info":{}}"#)
        try repository.folder.file("App/odd\nname.txt", "words\n")
        let icon = try repository.shell("git add -A && git commit -q -m Icon && echo committed")
        #expect(icon.status == 0 && icon.output.contains("committed") && !icon.errors.contains("plumbline:"), "\(icon)")
        try repository.folder.file("App/Base.lproj/Main.storyboard", SampleRepository.storyboard(of: "Main", width: 100))
        let broken = try repository.shell("git add -A && git commit -q -m Break")
        #expect(broken.status != 0 && (broken.output + broken.errors).contains("Main.storyboard:"), "\(broken)")
        // A file that is taken away is no error either.
        let gone = try repository.shell("git checkout -q HEAD -- . && git rm -q Layouts/clean.json && git commit -q -m Remove")
        #expect(gone.status == 0, "\(gone)")
    }

    @Test func `the workflow of the manual works with what init writes`() throws {
        let first = try repository.run("init")
        #expect(first.status == 0 && first.output.contains("Wrote ") && first.output.contains("1 storyboard"), "\(first)")
        let written = try String(contentsOfFile: repository.path(".plumbline.json"), encoding: .utf8)
        #expect(written.contains("// \"rules\"") && written.contains("\"*.storyboard\""))
        #expect(try repository.run("init").status == 2)
        let command = try Documents.command(holding: "--format sarif=")
        let outcome = try repository.shell(command)
        #expect(outcome.status == 1 && outcome.output.contains("::error file=Tests/output.log"), "\(outcome)")
        let sarif = try String(contentsOfFile: repository.path("plumbline.sarif"), encoding: .utf8)
        #expect(sarif.contains("\"uri\": \"Tests/output.log\""))
        // Each line that is commented out can be used.
        let used = written.replacing("  // \"", with: "  \"").replacing("\"reporters\": [\"text\", ", with: "\"reporters\": [\"json\", ")
            .replacing("  \"baseline\"", with: "  // \"baseline\"").replacing("  \"assert\"", with: "  // \"assert\"")
        try repository.folder.file(".plumbline.json", used)
        let all = try repository.run("check")
        #expect(all.status == 1 && all.output.hasPrefix("{\"format\""), "\(all.errors)")
    }

    @Test func `a file that does not exist is an error if it is named, and noted if a list has it`() throws {
        let named = try repository.run("check", "--since", "HEAD", "nowhere")
        #expect(named.status == 2 && named.errors.contains("nowhere: No such file or directory"))
        let listed = try repository.run("check", "--files-from", "-", input: "nowhere.xib\n")
        #expect(listed.status == 0 && listed.errors.contains("1 file that does not exist here"))
        let commit = try repository.run("check", "--since", "origin/main")
        #expect(commit.status == 2 && commit.errors.contains("there is no commit 'origin/main' here"))
    }

    @Test func `a storyboard without scenes holds nothing to check`() throws {
        try repository.folder.file("Empty/Empty.storyboard", SampleRepository.emptyStoryboard)
        let named = try repository.run("check", "Empty/Empty.storyboard")
        #expect(named.status == 2 && named.errors.contains("Empty/Empty.storyboard contains no layout"))
        #expect(try repository.run("check", "Empty").status == 2)
        #expect(try repository.run("check", "--allow-empty", "Empty").status == 0)
        #expect(try repository.run("check", "--files-from", "-", input: "Empty/Empty.storyboard\n").status == 0)
        #expect(try repository.run("check", "Empty", "Layouts").status == 0)
    }

    @Test func `a layout that is broken is an error, also in a folder`() throws {
        try repository.folder.file("Broken/Main.storyboard", String(SampleRepository.storyboard(of: "Main").prefix(900)))
        let outcome = try repository.run("check", "Broken")
        #expect(outcome.status == 2 && outcome.errors.contains("Broken/Main.storyboard"))
    }

    @Test func `without a repository nothing is ignored`() throws {
        try FileManager.default.removeItem(atPath: repository.path(".git"))
        #expect(try repository.run("check", "-q", ".").output.hasPrefix("9 layouts: 3 conflicting"))
    }

    @Test func `names that are not UTF-8 are errors of layouts alone`() throws {
        let script = #"mkdir Odd && printf '{}' > "Odd/$(printf 'a\377.json')" && printf '%s' "$LAYOUT" > "Odd/b.json""#
        #expect(try repository.shell("LAYOUT='\(Layouts.clean)'; " + script).status == 0)
        #expect(try repository.run("check", "Odd").status == 0)
        #expect(try repository.shell(#"cp Odd/b.json "Odd/$(printf 'c\377.json')""#).status == 0)
        let outcome = try repository.run("check", "Odd")
        #expect(outcome.status == 2 && outcome.errors.contains("its name is not UTF-8; rename it"))
        #expect(try repository.shell(#"d="Strange/$(printf 'd\377.json')"; mkdir -p "$d"; cp Odd/b.json "$d"; cp Odd/b.json Strange"#).status == 0)
        let inside = try repository.run("check", "-v", "Strange")
        #expect(inside.status == 2 && inside.errors.contains("/b.json: its name is not UTF-8"), "\(inside)")
    }
}
