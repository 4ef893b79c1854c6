import Foundation
import Testing

/// Names of a checkout that look like other paths in a list, in which a program writes one name a line.
@Suite struct DisguisedListTests {
    private let folder: TemporaryFolder

    /// A folder `checkout/` with links out of it, beside files of somebody else.
    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/ok.json", Layouts.clean)
        try folder.file("checkout/.hidden.json", Layouts.conflicting)
        for name in ["checkout/x/a", "other/a"] { try folder.file(name, "") }
        for name in ["elsewhere/bad.json", "elsewhere/b\u{E4}d.json", "b\u{E4}d.json"] { try folder.file(name, Layouts.conflicting) }
        try folder.file("elsewhere/key.xib", "secret-token")
        #expect(try folder.shell("cd checkout && ln -s ../elsewhere/key.xib link.xib && ln -s ../elsewhere out").status == 0)
    }

    private func check(_ list: String, in place: String = "checkout") throws -> Program.Outcome {
        try Program.run(["check", "--no-config", "--files-from", "-"], input: Data(list.utf8), folder: folder.url.appendingPathComponent(place))
    }

    /// Expects that a check of the list that `find` writes reads nothing but `ok.json`.
    private func expectNothingElse(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for isRepository in [false, true] {
            if isRepository { #expect(try folder.shell("git init -q checkout").status == 0) }
            let list = try folder.shell("cd checkout && find . -name .git -prune -o ! -name '.h*' -type f -printf '%P\\n'").output
            let outcome = try check(list)
            #expect(outcome.status == 0 && outcome.output.contains("1 layout: 1 clean"), "\(list) \(outcome)", sourceLocation: sourceLocation)
            #expect(!(outcome.output + outcome.errors).contains("secret-token"), "\(outcome)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [
        #""x\057\056\056\057link.xib""#, #""x/../../b\303\244d.json""#, #""\057ABS\057elsewhere\057bad.json""#, #""/ABS/elsewhere/b\303\244d.json""#,
        #""..\057elsewhere\057bad.json""#, #""../b\303\244d.json""#, #""\056hidden.json""#, #"".hidden.json""#, #""out\057b\303\244d.json""#,
        #""out/b\303\244d.json""#,
    ])
    func `a name in quotes leads to no other file`(name: String) throws {
        let own = String(folder.path.dropFirst())
        let path = name.replacing("\\057ABS", with: "\\057" + own.replacing("/", with: "\\057")).replacing("ABS", with: own)
        // No file has `..` within its path.
        if !path.contains("/../") { try folder.file("checkout/\(path)", "") }
        let outcome = try check("ok.json\n\(path)\n")
        #expect(outcome.status == 0 && !(outcome.output + outcome.errors).contains("secret-token"), "\(outcome)")
        try expectNothingElse()
    }

    @Test(arguments: ["link.xib", "out/bad.json"])
    func `a name with a line break leads through no link`(link: String) throws {
        for start in ["a\n..", "b\n\(folder.path)"] { try folder.file("checkout/\(start)/checkout/\(link)", "") }
        try expectNothingElse()
    }

    @Test func `no link in a list leads out of its repository, however it is written`() throws {
        #expect(try folder.shell("git init -q checkout").status == 0)
        let own = folder.path + "/checkout"
        for (path, place) in [
            ("link.xib", "checkout"), ("x/../link.xib", "checkout"), ("../checkout/link.xib", "checkout"), ("\(own)/link.xib", "checkout"),
            ("\(own)/out/bad.json", "checkout"), ("\(own)/link.xib", "other"), ("../checkout/out/bad.json", "other"),
        ] {
            let outcome = try check(path + "\n", in: place)
            #expect(outcome.status == 0 && !(outcome.output + outcome.errors).contains("secret-token"), "\(path): \(outcome)")
        }
        // What lies elsewhere is read by its own path, and through the caller's own links.
        #expect(try folder.shell("ln -s checkout/x here && ln -s elsewhere own && cp elsewhere/bad.json checkout/x").status == 0)
        for path in ["../elsewhere/bad.json", "\(folder.path)/elsewhere/bad.json", "../own/bad.json", "../here/bad.json", "x/bad.json"] {
            #expect(try check(path + "\n").status == 1, "\(path)")
        }
    }

    @Test func `names that git quotes are read from any folder of the repository`() throws {
        try folder.file("checkout/b\u{E4}d.json", Layouts.conflicting)
        let script = "git init -q . && git add . && cd x && git -c core.quotePath=true ls-files :/"
        let list = try folder.shell("cd checkout && { \(script); }").output
        #expect(list.contains(#""../b\303\244d.json""#), "\(list)")
        let outcome = try check(list, in: "checkout/x")
        #expect(outcome.status == 1 && outcome.output.contains("d.json:"), "\(outcome)")
    }
}
