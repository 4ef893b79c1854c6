import Foundation
import Glibc
import Testing

/// What a check may not open: it is an error, since it could contain layouts.
@Suite(.enabled(if: Program.runsAsOthers, "root may open everything, and another user cannot run the program here by setpriv"))
struct UnreadableFileTests {
    private let folder: TemporaryFolder

    /// A repository of a user other than root, with a clean layout.
    init() throws {
        folder = try TemporaryFolder()
        try folder.file("ok.json", Layouts.clean)
        try folder.shell("git init -q")
    }

    /// Runs the program as the user who owns the repository.
    private func run(_ words: String, input: String = "") throws -> (status: Int32, output: String) {
        let isRoot = geteuid() == 0
        if isRoot { try folder.shell("chown -R 1234:1234 .") }
        try folder.file("list", input)
        return try folder.shell("\(isRoot ? Program.asAnother : "")env HOME=/nonexistent '\(Program.url.path)' \(words) < list")
    }

    private func remove() throws { try folder.shell("chmod -R u+rwX .") }

    @Test(arguments: ["000", "444", "111"]) func `a folder that may not be opened is an error`(mode: String) throws {
        defer { try? remove() }
        try folder.file("App/sec/bad.json", Layouts.conflicting)
        try folder.shell("chmod \(mode) App/sec")
        for words in [".", "App", "--cache cache .", "--format github ."] {
            let outcome = try run("check --allow-empty \(words)")
            #expect(outcome.status == 2 && outcome.output.contains("App/sec: Permission denied"), "\(words): \(outcome)")
        }
        let calibrated = try run("calibrate .")
        #expect(calibrated.status == 2 && calibrated.output.contains("App/sec: Permission denied"), "\(calibrated)")
        let named = try run("check App/sec")
        #expect(named.status == 2 && named.output.contains("App/sec: Permission denied"), "\(named)")
        let written = try run("init")
        #expect(written.status == 0 && written.output.contains("App/sec: Permission denied"), "\(written)")
    }

    @Test func `a link whose target may not be looked at is an error if it stays in the checkout`() throws {
        defer { try? remove() }
        let other = try TemporaryFolder()
        try other.file("closed/sub/bad.json", Layouts.conflicting)
        try folder.file("closed/sub/bad.json", Layouts.conflicting)
        try folder.file("App/ok.json", Layouts.clean)
        try folder.shell("ln -s ../closed/sub App/Layouts; ln -s /$PWD/closed/sub/../sub/bad.json App/bad.json")
        try folder.shell("ln -s '\(other.path)/closed/sub' App/out")
        try folder.shell("chmod 000 closed '\(other.path)/closed'")
        defer { _ = try? other.shell("chmod 755 closed") }
        let outcome = try run("check App")
        for name in ["Layouts", "bad.json"] {
            #expect(outcome.status == 2 && outcome.output.contains("App/\(name): Permission denied"), "\(outcome)")
        }
        #expect(!outcome.output.contains("App/out: ") && outcome.output.contains("not followed: App/out, a link that leads out"), "\(outcome)")
        try folder.file(".plumbline.json", #"{"exclude": ["App/Layouts", "bad.json"]}"#)
        #expect(try run("check App").status == 0)
    }

    @Test func `a link that leads back to itself is said, and one through too many links is an error`() throws {
        defer { try? remove() }
        try folder.file("App/ok.json", Layouts.clean)
        try folder.file("far/bad.json", Layouts.conflicting)
        try folder.shell("cd App; ln -s there back; ln -s back there")
        let loop = try run("check -v App")
        #expect(loop.status == 0 && loop.output.contains("skipped: App/back, App/there, links that lead back to themselves"), "\(loop)")
        try folder.shell("cd App; mkdir .l; ln -s ../../far .l/0; for n in $(seq 50); do ln -s $((n - 1)) .l/$n; done; ln -s .l/50 long")
        let long = try run("check App")
        #expect(long.status == 2 && long.output.contains("App/long: Too many levels of symbolic links"), "\(long)")
        try folder.shell("cd App; ln -sfn /nowhere .l/0")
        let outward = try run("check App")
        #expect(outward.status == 0 && outward.output.contains("not followed: App/long"), "\(outward)")
        try folder.shell("cd App; rm long; ln -s Main.storyboard Main.storyboard")
        #expect(try run("check App").status == 2)
    }

    @Test func `a folder that is left out may be closed`() throws {
        defer { try? remove() }
        for name in ["ignored", "Pods", "excluded", ".hidden", "App/sec", "lost+found"] { try folder.file("\(name)/bad.json", Layouts.conflicting) }
        try folder.file(".gitignore", "ignored/\n")
        try folder.file(".plumbline.json", #"{"exclude": ["excluded"]}"#)
        try folder.shell("chmod 000 ignored Pods excluded .hidden lost+found")
        try folder.shell("rm -r App")
        let outcome = try run("check .")
        #expect(outcome.status == 0 && !outcome.output.contains("denied"), "\(outcome)")
        try remove()
        try folder.file(".plumbline.json", #"{"include": ["/App/*.json", "ok.json"]}"#)
        try folder.shell("chmod 000 excluded")
        #expect(try run("check .").status == 2)
        try folder.file(".plumbline.json", #"{"include": ["App/*.json", "./ok.json"]}"#)
        try folder.file("App/ok.json", Layouts.clean)
        try folder.shell("mkdir App/sec; chmod 000 App/sec")
        let included = try run("check .")
        #expect(included.status == 2 && included.output.contains("App/sec: Permission denied"), "\(included)")
    }

    @Test(arguments: ["json", "vfl", "log", "xib"]) func `a file that may not be opened is an error`(type: String) throws {
        defer { try? remove() }
        try folder.file("App/bad.\(type)", Layouts.conflicting)
        try folder.shell("chmod 000 App/bad.\(type)")
        let listed = "ok.json\nApp/bad.\(type)\n"
        for (words, input) in [("check .", ""), ("check -v App", ""), ("check --files-from -", listed)] {
            let outcome = try run(words, input: input)
            #expect(outcome.status == 2 && outcome.output.contains("App/bad.\(type): Permission denied"), "\(words): \(outcome)")
        }
        try folder.shell("chmod 644 App/bad.\(type); mv App/bad.\(type) App/bad.png; chmod 000 App/bad.png")
        let foreign = try run("check .")
        #expect(foreign.status == 0, "\(foreign)")
    }

    @Test func `what a list names in a closed folder is an error`() throws {
        defer { try? remove() }
        for name in ["bad.json", "x.png"] { try folder.file("sec/\(name)", Layouts.conflicting) }
        try folder.shell("chmod 000 sec")
        let outcome = try run("check --files-from -", input: "ok.json\nsec/bad.json\nsec/x.png\ngone.json\n")
        #expect(outcome.status == 2 && outcome.output.contains("sec/bad.json: Permission denied"), "\(outcome)")
        #expect(!outcome.output.contains("x.png"), "\(outcome)")
        #expect(try run("check --files-from -", input: "ok.json\ngone.json\nsec/x.png\n").status == 0)
        #expect(try run("check --files-from -", input: "ok.json\nsec\n").status == 2)
    }
}
