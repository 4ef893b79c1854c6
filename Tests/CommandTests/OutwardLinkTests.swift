import Foundation
import Testing

/// Links of a checkout under the names of outputs: no command writes through them.
@Suite struct OutwardLinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/a.json", Layouts.conflicting)
        try folder.file("checkout/b/c.txt", "words")
        try folder.file("elsewhere/theirs", "theirs")
        let links =
            "ln -s ../elsewhere/new a.svg && ln -s ../elsewhere d && ln -s .git/hooks e && ln -s b/c.txt f && ln -s ../elsewhere/theirs g.json"
        let outcome = try folder.shell("cd checkout && git init -q && \(links)")
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func run(_ line: String) throws -> Program.Outcome {
        try Program.run(
            line.split(separator: " ").map(String.init), input: Data(), folder: folder.url.appendingPathComponent("checkout"))
    }

    private func state() throws -> String { try folder.shell("ls -AlRi --time-style=full-iso; cat elsewhere/*").output }

    @Test(arguments: [
        "render a.json -o a.svg", "render a.json -o d/a.svg", "render a.json -o d/", "render a.json -o d/x/y/", "render a.json -o e/a.svg",
        "render a.json -o e/", "render a.json -o f --format svg", "capture anonymize a.json --output d/a.json", "capture anonymize a.json -o f",
        "init d", "init e", "sessions import s.json --database d/new.db", "sessions import s.json --database e/new.db",
        "sessions restore s.json --database a.svg", "sessions backup d/new.db --database plumbline.db", "check a.json --write-baseline d/known",
        "scan-log a.json -o d/report",
    ])
    func `an output through a link of the checkout is refused`(line: String) throws {
        let before = try state()
        let outcome = try run(line)
        #expect(outcome.status == 2 && outcome.errors.contains(" is a link ") && outcome.errors.contains("name the file itself"), "\(outcome)")
        #expect(try state() == before)
    }

    @Test(arguments: ["PWD/", "../checkout/", "b/../"])
    func `a link of the checkout is refused however an output is written`(start: String) throws {
        let before = try state()
        let start = start.replacing("PWD", with: folder.path + "/checkout")
        for line in [
            "render a.json -o STARTa.svg", "render a.json -o STARTd/", "capture anonymize a.json -o STARTd/a.json", "init STARTd",
            "capture anonymize a.json -o STARTf", "check a.json --format sarif=STARTe/a", "check a.json --write-baseline STARTd/known",
            "scan-log a.json -o STARTd/report", "sessions restore s.json --database STARTa.svg",
        ] {
            let outcome = try run(line.replacing("START", with: start))
            #expect(outcome.status == 2 && outcome.errors.contains(" is a link "), "\(line) \(outcome)")
        }
        let kept = try run("check a.json --cache \(start)d")
        #expect(kept.status == 1 && kept.errors.contains("leads out of the repository through a link, so it is not used"), "\(kept)")
        #expect(try state() == before)
        // The caller's own links elsewhere are followed.
        _ = try folder.shell("ln -s elsewhere own")
        #expect(try run("render a.json -o ../own/a.svg").status == 0)
        #expect(try run("check a.json --format sarif=\(folder.path)/own/a.sarif").status == 1)
    }

    @Test func `a link out of the repository is not anonymized`() throws {
        let outcome = try run("capture anonymize g.json")
        #expect(outcome.status == 2 && outcome.errors.contains("g.json: it leads out of the repository through a link"), "\(outcome)")
        #expect(!outcome.errors.contains("theirs") && outcome.output.isEmpty)
    }

    @Test(arguments: ["--config", "--baseline", "--write-baseline", "--files-from"])
    func `what an option names is not read through a link`(option: String) throws {
        let before = try state()
        for link in ["g.json", "h"] {
            _ = try folder.shell("cd checkout && ln -sf /proc/self/environ h")
            let outcome = try run("check a.json \(option) \(link)")
            #expect(outcome.status == 2 && outcome.errors.contains("\(link): it leads out of the repository through a link"), "\(outcome)")
            #expect(!outcome.errors.contains("theirs") && !outcome.errors.contains("PATH="), "\(outcome)")
        }
        _ = try folder.shell("cd checkout && rm h")
        #expect(try folder.shell("cat elsewhere/*").output == "theirs" && !before.isEmpty)
        // The caller's own word.
        #expect(try !run("check a.json \(option) \(folder.path)/checkout/g.json").errors.contains("leads out"))
    }

    @Test(arguments: ["", "../checkout/", "PWD/"])
    func `a link under the name that a command chooses is not written through`(start: String) throws {
        _ = try folder.shell("mkdir checkout/out && ln -s ../../elsewhere/theirs checkout/out/01-ProfileCell.svg")
        let place = start.replacing("PWD", with: folder.path + "/checkout") + "out/"
        let outcome = try run("render a.json -o \(place)")
        #expect(outcome.status == 2 && outcome.errors.contains("01-ProfileCell.svg is a link"), "\(outcome)")
        #expect(try folder.shell("cat elsewhere/*").output == "theirs")
    }

    @Test func `folders of the checkout take outputs`() throws {
        #expect(try run("render a.json -o b/x/y/").status == 0)
        #expect(try run("render a.json -o b/a.svg").status == 0)
        #expect(try run("init b").status == 0)
        #expect(try run("capture anonymize a.json -o b/b.json").status == 0)
    }
}
