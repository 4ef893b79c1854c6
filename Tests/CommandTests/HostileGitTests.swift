import Foundation
import Glibc
import Testing

/// A checkout whose git settings name commands: git is asked about it, and none of them runs.
@Suite struct HostileGitTests {
    private let folder: TemporaryFolder
    private var trace: String { folder.path + "/trace" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/a.json", Layouts.conflicting)
        try folder.file("checkout/App/b.json", Layouts.conflicting)
        try folder.commitCheckout()
    }

    @discardableResult
    private func shell(_ script: String) throws -> String { try folder.shellOfCheckout(script) }

    private func check(_ words: [String], in place: String = "checkout", _ environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(["check"] + words, input: Data(), environment: environment, folder: folder.url.appendingPathComponent(place))
    }

    /// A command that says that it ran.
    private var command: String { "touch \(trace); cat" }

    private var hasRun: Bool { FileManager.default.fileExists(atPath: trace) }

    @Test(arguments: ["clean", "process"])
    func `the settings of a committed folder that is a bare repository do not count`(filter: String) throws {
        try shell("git init -q --bare App/.x && mv App/.x/* App && rmdir App/.x && echo '*.json filter=x' > App/.gitattributes")
        try shell("git --git-dir=App config core.bare false && git --git-dir=App config core.worktree . && mkdir -p App/cache")
        try shell("cd App && git --git-dir=. --work-tree=. add b.json && git -c user.name=a -c user.email=a@b --git-dir=. commit -q -m inner")
        try shell("git --git-dir=App config filter.x.\(filter) '\(command)' && git --git-dir=App config filter.x.required true")
        try shell("touch App/cache/x; git add -Af . && git commit -q -m bare")
        try folder.file("checkout/App/b.json", Layouts.conflicting + " ")
        // Left to itself, git takes the folder for a repository.
        let own = try folder.shell("cd checkout/App && git diff --name-only HEAD --")
        #expect(hasRun, "\(own)")
        try? FileManager.default.removeItem(atPath: trace)
        let since = try check(["--since", "HEAD", ".", "-v"], in: "checkout/App")
        #expect(since.status == 1 && since.output.contains("b.json"), "\(since)")
        let plain = try check([".", "-v"], in: "checkout/App")
        #expect(plain.status == 1 && !plain.errors.contains(".gitignore is not used"), "\(plain)")
        let cached = try check([".", "--cache", "cache"], in: "checkout/App")
        #expect(cached.errors.contains("has files that belong to the repository"), "\(cached)")
        #expect(!hasRun)
    }

    @Test(arguments: ["\u{301}x", "e\u{301}", "\u{fe0f}"])
    func `no name hides a filter of the repository`(name: String) throws {
        try folder.file("checkout/.gitattributes", "*.json filter=\(name)\n")
        try folder.file("settings", "[filter \"\(name)\"]\n\tclean = \"\(command)\"\n[filter \"é\"]\n\tclean = cat\n")
        try shell("git add . && git commit -q -m attributes && cat ../settings >> .git/config")
        try expectFilterRefused()
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make files of another user"))
    func `a repository of another user does not count until it is allowed`() throws {
        try folder.file("checkout/.git/info/exclude", "App\n")
        try shell("git rm -q --cached App/b.json && chown -R 1234 .")
        let home = ["HOME": folder.path]
        let foreign = try check([".", "-v"], home)
        #expect(foreign.output.contains("App/b.json") && foreign.errors.contains("belongs to another user"), "\(foreign)")
        let since = try check(["--since", "HEAD", "."], home)
        #expect(since.status == 2 && since.errors.contains("safe.directory"), "\(since)")
        try folder.file(".gitconfig", "[safe]\n\tdirectory = *\n")
        let allowed = try check([".", "-v"], home)
        #expect(!allowed.output.contains("App/b.json"), "\(allowed)")
    }

    @Test(arguments: [
        ("*.json filter=x", "filter.x.clean"), ("*.json filter=x", "filter.x.process"), ("*.json filter=X.y.z", "filter.X.y.z.clean"),
        ("*.json diff=x", "diff.x.textconv"), ("*.json diff=x", "diff.x.command"), ("*.json -diff", "diff.external"),
        ("*.json -diff", "core.fsmonitor"),
    ])
    func `the commands that the settings of the repository name do not run`(attributes: String, key: String) throws {
        try folder.file("checkout/.gitattributes", attributes + "\n")
        try shell("git add .gitattributes && git commit -q -m attributes && git config \(key) '\(command)' && git config filter.x.required true")
        try folder.file("checkout/a.json", Layouts.conflicting + " ")
        let since = try check(["--since", "HEAD", "."])
        #expect(since.status == 1 && since.output.contains("a.json") && !since.output.contains("b.json"), "\(since)")
        #expect(try check([".", "--cache", "cache"]).status == 1)
        #expect(!hasRun)
        _ = try folder.shell("cd checkout && git status && git diff --ext-diff HEAD")
        #expect(hasRun)
    }

    @Test(arguments: ["diff.external", "diff.x.textconv", "core.fsmonitor"], ["diff", "log"])
    func `the commands that the settings of a submodule name do not run`(key: String, form: String) throws {
        try shell("git init -q sub && cd sub && echo '*.json diff=x' > .gitattributes && cp ../a.json . && git add . && git commit -q -m one")
        try shell("git add sub && git commit -q -m submodule")
        try shell("cd sub && echo ' ' >> a.json && git commit -q -a -m two && git config \(key) '\(command)' && echo ' ' >> a.json")
        try shell("git config diff.submodule \(form) && echo ' ' >> a.json && git add sub")
        let since = try check(["--since", "HEAD", "."])
        #expect(since.status == 1 && since.output.contains("a.json") && !since.output.contains("b.json"), "\(since)")
        #expect(try check([".", "--cache", "cache"]).status == 1)
        #expect(!hasRun)
        _ = try shell("git -c diff.submodule=diff diff --ignore-submodules=none HEAD")
        #expect(hasRun)
    }

    private func expectFilterRefused() throws {
        try folder.file("checkout/a.json", Layouts.conflicting + " ")
        let since = try check(["--since", "HEAD", "."])
        #expect(since.status == 2 && since.errors.contains("name a filter that plumbline cannot switch off"), "\(since)")
        #expect(!hasRun)
    }

    @Test(arguments: ["filter.a=b.clean", "lfs.extension.a.clean"])
    func `a filter that cannot be switched off is an error`(key: String) throws {
        try folder.file("checkout/.gitattributes", "*.json filter=a=b\n")
        try shell("git config '\(key)' '\(command)'")
        try expectFilterRefused()
    }

    @Test func `objects that are missing are not fetched`() throws {
        try shell("git config core.sshCommand '\(command)' && git config remote.origin.url ssh://a/b && git config remote.origin.promisor true")
        try shell("git config core.repositoryFormatVersion 1 && git config extensions.partialClone origin")
        try shell("rm -f .git/objects/$(git rev-parse HEAD:a.json | sed 's,^..,&/,')")
        try folder.file("checkout/a.json", Layouts.conflicting + " ")
        let since = try check(["--since", "HEAD", "."])
        #expect(since.status == 2, "\(since)")
        #expect(!hasRun)
        _ = try folder.shell("cd checkout && git diff HEAD")
        #expect(hasRun)
    }

    @Test func `hooks do not run`() throws {
        try shell("printf '#!/bin/sh\\n\(command)\\n' > .git/hooks/post-index-change && chmod +x .git/hooks/post-index-change && touch a.json")
        #expect(try check(["--since", "HEAD", "."]).status == 0)
        #expect(!hasRun)
    }

    @Test func `git is stopped if it does not answer`() throws {
        let name = String(repeating: "a", count: 100) + ".json"
        try folder.file("checkout/\(name)", Layouts.clean)
        try folder.file("checkout/.gitignore", String(repeating: "*a", count: 16) + "b*\n")
        for words in [["."], ["--since", "HEAD", "."]] {
            let outcome = try check(words, ["PLUMBLINE_GIT_SECONDS": "1"])
            #expect(outcome.status == 2 && outcome.errors.contains("git did not answer within 1 s"), "\(outcome)")
        }
    }

    @Test func `all calls of git have one limit, however many repositories there are`() throws {
        for number in 0..<6 {
            try folder.file("checkout/sub\(number)/a.json", Layouts.conflicting)
            try shell("cd sub\(number) && git init -q")
        }
        try folder.file("bin/git", "#!/bin/sh\nsleep 0.3\nPATH=${PATH#*:}\nexec git \"$@\"\n")
        try folder.shell("chmod +x bin/git")
        let path = "\(folder.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        // Each call takes less than the limit.
        let outcome = try check(["."], ["PLUMBLINE_GIT_SECONDS": "2", "PATH": path])
        #expect(outcome.status == 2 && outcome.errors.contains("git did not answer within 2 s in all its calls"), "\(outcome)")
        #expect(try check(["."], ["PLUMBLINE_GIT_SECONDS": "200", "PATH": path]).status == 1)
    }

    @Test func `a linked work tree and a hook of a commit are repositories like others`() throws {
        try shell("git worktree add -q ../linked -b linked")
        try folder.file("linked/a.json", Layouts.conflicting + " ")
        try folder.file("linked/.gitignore", "App\n")
        let since = try check(["--since", "main", "."], in: "linked")
        #expect(since.status == 1 && since.output.contains("a.json") && !since.output.contains("b.json"), "\(since)")
        let hook = try check(["--since", "HEAD", "."], in: "linked", ["GIT_DIR": folder.path + "/checkout/.git/worktrees/linked"])
        #expect(hook.status == 1 && hook.output.contains("a.json"), "\(hook)")
    }
}
