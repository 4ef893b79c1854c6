import Foundation
import Glibc
import Testing

/// Which `.plumbline.json` counts without being named: none from above the repository, none that may be anybody's.
@Suite struct FoundConfigurationTests {
    @Test func `nothing above a repository counts, and that is said`() throws {
        for kind in ["mkdir .git", "echo 'gitdir: /nowhere' > .git", "ln -s /nowhere .git"] {
            let place = try TemporaryFolder()
            try place.file(".plumbline.json", #"{"rules": {"conflict": "note"}}"#)
            try place.file("repository/sub/deep/cell.json", Layouts.conflicting)
            #expect(try place.run(["check", "repository/sub/deep/cell.json"]).status == 0)
            try #require(try place.shell("cd repository && \(kind)").status == 0)
            let outcome = try place.run(["check", "repository/sub/deep/cell.json"])
            #expect(outcome.status == 1, "\(kind)")
            #expect(outcome.errors.contains("plumbline: .plumbline.json is not used: it is above the repository repository;"), "\(outcome.errors)")
            #expect(outcome.errors.contains("with '--config .plumbline.json'") && outcome.errors.filter { $0 == "\n" }.count == 1)
            #expect(try place.run(["check", "--config", ".plumbline.json", "repository/sub/deep/cell.json"]).status == 0)
            // From inside it is the same.
            let inside = try Program.run(["check", "cell.json"], input: Data(), folder: place.url.appendingPathComponent("repository/sub/deep"))
            #expect(inside.status == 1 && inside.errors.contains("/.plumbline.json is not used"), "\(inside.errors)")
            try place.file("repository/.plumbline.json", #"{"rules": {"conflict": "note"}}"#)
            let own = try place.run(["check", "repository/sub/deep/cell.json"])
            #expect(own.status == 0 && own.errors.isEmpty)
        }
    }

    @Test func `a folder that is checked has one configuration for the repositories in it`() throws {
        let place = try TemporaryFolder()
        try place.file("all/.plumbline.json", #"{"rules": {"conflict": "note"}, "include": ["*.json"], "exclude": ["Vendor"]}"#)
        for name in ["sub", "Vendor"] {
            try place.file("all/\(name)/.git/HEAD", "")
            try place.file("all/\(name)/deep/cell.json", Layouts.conflicting)
        }
        for (folder, operands) in [("", ["all"]), ("", ["./all/"]), ("all", ["."]), ("all", []), ("all/sub", [".."]), ("", [place.path + "/all"])] {
            let arguments = ["check", "--format", "xcode"] + operands
            let outcome = try Program.run(arguments, input: Data(), folder: place.url.appendingPathComponent(folder))
            // The folder `.git` is not whole, which git says.
            let others = outcome.errors.split(separator: "\n").filter { !$0.contains(": .gitignore is not used: ") }
            #expect(outcome.status == 0 && others.isEmpty, "\(operands): \(outcome)")
            #expect(outcome.output.split(separator: "\n").count == 1 && outcome.output.contains("note: "), "\(operands): \(outcome)")
        }
    }

    @Test func `without a repository folders into which everybody may write are not looked into`() throws {
        let place = try TemporaryFolder()
        try place.file(".plumbline.json", #"{"rules": {"conflict": "note"}}"#)
        try place.file("a/cell.json", Layouts.conflicting)
        #expect(try place.run(["check", "a/cell.json"]).status == 0)
        try place.shell("chmod 1777 .")
        #expect(try place.run(["check", "a/cell.json"]).status == 1)
    }

    @Test(arguments: [
        ("ln -s other .plumbline.json", "is a symbolic link"), ("mkfifo .plumbline.json", "is not a regular file"),
        ("mkdir .plumbline.json", "is not a regular file"),
    ])
    func `a configuration is a file of its own`(made: String, reason: String) throws {
        let place = try TemporaryFolder()
        try place.file("cell.json", Layouts.conflicting)
        try place.file("other", "{}")
        try #require(try place.shell(made).status == 0)
        let outcome = try place.run(["check", "cell.json"])
        #expect(outcome.status == 2 && outcome.errors.contains(".plumbline.json: this configuration \(reason)"), "\(outcome.errors)")
        #expect(try place.run(["check", "--no-config", "cell.json"]).status == 1)
        #expect(try place.run(["check", "--config", "other", "cell.json"]).status == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away")) func `another user's configuration is refused unless it is named`() throws {
        let place = try TemporaryFolder()
        try place.file("cell.json", Layouts.conflicting)
        let file = try place.file(".plumbline.json", #"{"rules": {"conflict": "note"}}"#)
        #expect(try place.run(["check", "cell.json"]).status == 0)
        try #require(chown(file, 54321, 54321) == 0)
        let outcome = try place.run(["check", "cell.json"])
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(".plumbline.json: this configuration belongs to another user (number 54321)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("use it anyway with '--config .plumbline.json'"))
        #expect(try place.run(["check", "--config", ".plumbline.json", "cell.json"]).status == 0)
        #expect(try place.run(["check", "--no-config", "cell.json"]).status == 1)
        // Under sudo it is the caller's own.
        #expect(try place.run(["check", "cell.json"], environment: ["SUDO_UID": "54321"]).status == 0)
        #expect(try place.run(["check", "cell.json"], environment: ["SUDO_UID": "54322"]).status == 2)
        // The folders of others are not looked into without a repository.
        try place.shell("mkdir -p theirs/sub; mv cell.json theirs/sub/; chown 0:0 .plumbline.json; mv .plumbline.json theirs/; chown 54321 theirs")
        #expect(try place.run(["check", "theirs/sub/cell.json"]).status == 1)
        try place.shell("mkdir theirs/.git")
        #expect(try place.run(["check", "theirs/sub/cell.json"]).status == 0)
    }
}
