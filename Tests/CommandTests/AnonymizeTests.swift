import Compression
import Foundation
import JSON
import Testing

/// `plumbline capture anonymize`, with files of every kind.
@Suite struct AnonymizeTests {
    private let folder: TemporaryFolder

    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/ViewHierarchy/Profile.viewhierarchy")

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(at: Self.fixture, to: folder.url.appendingPathComponent("Profile.viewhierarchy"))
    }

    private func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try Program.run(arguments, input: Data(input.utf8), folder: folder.url)
    }

    private let log = """
        App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x600001 UILabel:0x7f8'Dear Quokka'.width == 60   (active)>",
            "<NSLayoutConstraint:0x600002 UILabel:0x7f8'Dear Quokka'.width == 70   (active)>"
        )
        """

    @Test func `a log from standard input`() throws {
        let output = try run("capture", "anonymize", "-", input: log)
        #expect(output.status == 0 && !output.output.contains("Quokka") && output.output.contains("'text1'.width == 60"), "\(output)")
        #expect(output.errors.contains("replaced 1 text, 0 class names, 1 other name and 3 addresses"), "\(output)")
        #expect(output.errors.contains("retained the class names of the system: UILabel"), "\(output)")
        #expect(output.errors.contains("has the same verdict as the original: conflicting"), "\(output)")
        let checked = try run("check", "-", input: output.output)
        #expect(checked.status == 1 && checked.output.contains("The width of UILabel “text1” is set twice"), "\(checked)")
    }

    @Test(arguments: ["l.log", "l.txt"], [[], ["-o", "/dev/stdout"]])
    func `a log has no commands to a build's runner, and is read as before`(name: String, output: [String]) throws {
        let rows = "<NSLayoutConstraint:0x3 UIView:0x2.width == 50>\n<NSLayoutConstraint:0x1 UIView:0x2.width == 60>\n"
        try folder.file(name, "Unable to simultaneously satisfy constraints.\n::error::a \(rows)  ##[error]b \(rows)")
        let outcome = try Program.run(["capture", "anonymize", name] + output, input: Data(), folder: folder.url)
        #expect(outcome.status == 0 && !outcome.output.contains("::error") && !outcome.output.contains("##[error"), "\(outcome)")
        #expect(try run("check", "-", input: outcome.output).output.contains("1 conflicting"), "\(outcome)")
    }

    @Test(arguments: ["##vso[x]y", "\u{9B}2J", "\u{202E}x", "acme-secret"])
    func `a suppressed rule is one of plumbline or has another name`(rule: String) throws {
        let text = "# plumbline:suppress \(rule) a: it is so\n# plumbline:suppress overlapping-views a: it is so\na.width == 60\n"
        let rules = [rule, "overlapping-views"].map { #"{"rule": "\#($0)", "reason": "x"}"# }.joined(separator: ",")
        let document = #"{"constraints": ["a.width == 60"], "suppress": [\#(rules)]}"#
        for input in [text, document] {
            let output = try run("capture", "anonymize", "-", input: input)
            #expect(output.status == 0 && output.output.contains("overlapping-views"), "\(output)")
            #expect(!output.output.unicodeScalars.contains { "#\u{9B}\u{202E}".unicodeScalars.contains($0) }, "\(output)")
            #expect(!output.output.contains("acme") && output.output.contains(#""suppress""#), "\(output)")
        }
    }

    @Test func `equations and documents become a document`() throws {
        _ = try folder.file("rows.txt", Data("quokka.width >= 60\nquokka.width <= 50 @ 1000\n".utf8))
        let written = try run("capture", "anonymize", "rows.txt", "-o", "rows.json")
        #expect(written.status == 0 && written.output.isEmpty && written.errors.contains("conflicting"), "\(written)")
        let text = try String(contentsOf: folder.url.appendingPathComponent("rows.json"), encoding: .utf8)
        #expect(!text.contains("quokka") && text.contains(#""format":"plumbline/1""#), "\(text)")
        let again = try run("capture", "anonymize", "rows.json")
        #expect(again.status == 0 && again.output.contains("name4") && !again.output.contains("name1\""), "\(again)")
    }

    @Test func `a view hierarchy, as a folder and as a zip archive`() throws {
        let written = try run("capture", "anonymize", "Profile.viewhierarchy", "-o", "Sent.zip")
        #expect(written.status == 0 && written.errors.contains("has the same verdict as the original: conflicting"), "\(written)")
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent("Sent.zip"))
        let archive = try ZipArchive(Array(bytes))
        var all = archive.entries.map(\.path).joined(separator: " ")
        for entry in archive.entries {
            let content = try archive.contents(of: entry, limit: 1 << 22)
            all += String(decoding: content.starts(with: [0x1F, 0x8B]) ? try Gzip.unpack(content, limit: 1 << 22) : content, as: UTF8.self)
        }
        for word in ["Profile", "Shop", "Hello", "BadgeView", "0x10000c000"] { #expect(!all.contains(word), "\(word)") }
        let report = try run("analyze", "Sent.zip")
        let observed = try JSONTree(parsing: Array(report.output.utf8))["observed"]
        #expect(observed?["frames"]?.integer == 3 && observed?["differences"]?.elements?.count == 1, "\(report)")
        let again = try run("capture", "anonymize", "Sent.zip", "-o", "Again.zip")
        #expect(again.status == 0, "\(again)")
    }

    @Test func `an Interface Builder file`() throws {
        let card = Self.fixture.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("InterfaceBuilder/scenes.storyboard")
        let content = try String(contentsOf: card, encoding: .utf8).replacing("id=\"", with: "tooltip=\"Quokka\" id=\"")
        _ = try folder.file("Main.storyboard", Data(content.utf8))
        let written = try run("capture", "anonymize", "Main.storyboard", "-o", "Sent.storyboard")
        #expect(written.status == 0 && written.output.isEmpty && written.errors.contains("has the same verdict as the original"), "\(written)")
        #expect(written.errors.contains("elements or attributes that have no effect on layout") && written.errors.contains(" ids\n"), "\(written)")
        let text = try String(contentsOf: folder.url.appendingPathComponent("Sent.storyboard"), encoding: .utf8)
        #expect(text.contains("id=\"i00-00-001\"") && !text.contains("Quokka"), "\(text)")
        let (before, after) = (try run("check", "Main.storyboard"), try run("check", "Sent.storyboard"))
        #expect(before.status == after.status && before.output.split(separator: "\n").last == after.output.split(separator: "\n").last)
        let piped = try run("capture", "anonymize", "-", input: content)
        #expect(piped.output == text)
    }

    @Test func `what cannot be anonymized is refused in words`() throws {
        _ = try folder.file("Main.xib", Data("<?xml version=\"1.0\"?><document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>".utf8))
        let empty = try run("capture", "anonymize", "Main.xib")
        #expect(empty.status == 0 && empty.output.contains("<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>"), "\(empty)")
        _ = try folder.file("Broken.xib", Data("<?xml version=\"1.0\"?><document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\">".utf8))
        let file = try run("capture", "anonymize", "Broken.xib")
        #expect(file.status == 2 && file.errors.contains("Broken.xib:1:82: error: the document ends before"), "\(file)")
        let missing = try run("capture", "anonymize", "none.json")
        #expect(missing.status == 2 && missing.errors.contains("none.json"), "\(missing)")
        let usage = try run("capture", "anonymize")
        #expect(usage.status == 2 && usage.errors.contains("takes one file"), "\(usage)")
        let other = try run("capture", "swift", "-o", "x.swift")
        #expect(other.status == 2 && other.errors.contains("is for 'capture anonymize'"), "\(other)")
        let place = try run("capture", "anonymize", "Profile.viewhierarchy", "-o", "no/where.zip")
        #expect(place.status == 2 && place.errors.contains("no/where.zip: No such file or directory; create the folder no first"), "\(place)")
    }
}
