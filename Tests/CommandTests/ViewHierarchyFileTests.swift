import Compression
import Foundation
import JSON
import Testing

/// An exported view hierarchy as a folder, as a zip archive and over a socket.
@Suite struct ViewHierarchyFileTests {
    private let folder: TemporaryFolder

    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/ViewHierarchy/Profile.viewhierarchy")

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(at: Self.fixture, to: folder.url.appendingPathComponent("Profile.viewhierarchy"))
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(arguments, input: Data(), folder: folder.url)
    }

    /// Packs the folder with another program, which deflates.
    private func zip(_ name: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-m", "zipfile", "-c", name, "Profile.viewhierarchy"]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: folder.url.appendingPathComponent(name))
    }

    private let conflict = "but its contents need 96"

    @Test func `a folder is one layout`() throws {
        for operand in ["Profile.viewhierarchy", "./Profile.viewhierarchy/"] {
            let checked = try run("check", operand)
            #expect(checked.status == 1 && checked.output.contains("1 layout: 1 conflicting") && checked.output.contains(conflict), "\(checked)")
            #expect(
                checked.output.contains("Nothing determines the horizontal position") && checked.output.contains(" of BadgeView")
                    && checked.errors.isEmpty, "\(checked)")
            // Only the full text has the differences.
            #expect(!checked.output.contains("observed-difference") && checked.output.contains("further note"), "\(checked)")
        }
        let whole = try run("check", "-v", "Profile.viewhierarchy")
        let sentence = "the running app shows UILabel “Hello” at x 8, y 8, 80 x 20, but its constraints determine x 8, y 8, 304 x 20"
        #expect(whole.output.contains(sentence), "\(whole)")
        let asked = try run("check", "--rules", "observed-difference=warning", "--format", "markdown", "Profile.viewhierarchy")
        #expect(asked.output.contains("the running app shows UILabel “Hello”"), "\(asked)")
        let off = try run("check", "-v", "--rules", "observed-difference=off", "Profile.viewhierarchy")
        #expect(!off.output.contains("observed-difference"), "\(off)")
        let drawn = try run("render", "Profile.viewhierarchy", "-o", "profile.svg")
        #expect(drawn.status == 0, "\(drawn)")
    }

    @Test func `other layouts in the folder are checked as well`() throws {
        for name in ["bad.json", "App/bad.json"] { try folder.file("Profile.viewhierarchy/\(name)", Layouts.conflicting) }
        try folder.file("Profile.viewhierarchy/bad.vfl", "[a(60)]\n[a(50)]\n")
        let list = try folder.shell("find . -type f | sed 's|^./||'").output
        for outcome in [
            try run("check", "--no-config", "."), try folder.run(["check", "--no-config", "--files-from", "-"], input: list),
            try run("check", "--no-config", "Profile.viewhierarchy"),
        ] {
            #expect(outcome.status == 1 && outcome.output.contains("4 layouts: 4 conflicting"), "\(outcome)")
        }
    }

    @Test(arguments: ["a.zip", "a.viewhierarchy"])
    func `an archive that is too large is an error in a folder`(name: String) throws {
        let pad = String(repeating: "0123456789", count: 20_000)
        try folder.file("Profile.viewhierarchy/AAA", pad)
        let script =
            "import zipfile\nwith zipfile.ZipFile('App/\(name)', 'w') as z:\n z.write('Profile.viewhierarchy/AAA')\n "
            + "z.write('Profile.viewhierarchy/RequestResponses/Response_0')"
        #expect(try folder.shell("mkdir App && python3 -c \"\(script)\"").status == 0)
        let outcome = try run("check", "--no-config", "--max-bytes", "100000", "App")
        #expect(outcome.status == 2 && outcome.errors.contains("App/\(name): it is larger than"), "\(outcome)")
    }

    @Test func `a report names each difference from the running app`() throws {
        let report = try JSONTree(parsing: Array(try run("analyze", "Profile.viewhierarchy").output.utf8))
        #expect(report["name"]?.string == "Shop: ProfileViewController" && report["verdict"]?.string == "conflicting")
        #expect(report["capture"]?["tool"]?.string == "Xcode view hierarchy")
        let observed = try #require(report["observed"])
        #expect(observed["frames"]?.integer == 3 && observed["ambiguities"]?.integer == 3)
        let differences = observed["differences"]?.elements ?? []
        #expect(differences.map { $0["view"]?.string } == ["UILabel:0x10000c000"] && differences[0]["kind"]?.string == "frame")
        #expect(differences[0]["observed"]?["width"]?.integer == 80, "\(differences)")
    }

    @Test func `a zip archive is read as its folder, and recognized in a folder`() throws {
        let plain = try run("analyze", "Profile.viewhierarchy")
        _ = try zip("Profile.zip")
        let packed = try run("analyze", "Profile.zip")
        func digest(_ text: String) throws -> String? { try JSONTree(parsing: Array(text.utf8))["document"]?.string }
        #expect(try digest(packed.output) == digest(plain.output), "\(packed)")
        // Its kind is told by its content.
        let input = try Program.run(["check", "-"], input: try zip("again.zip"), folder: folder.url)
        #expect(input.status == 1 && input.output.contains("1 conflicting"), "\(input)")
        var other = ZipWriter()
        other.add("notes.txt", Array("title.width == 60".utf8))
        _ = try folder.file("other.zip", Data(other.bytes))
        let all = try run("check", "-v", ".")
        #expect(all.output.contains("3 layouts: 3 conflicting") && all.errors.contains("1 file that is not a layout"), "\(all)")
        let named = try run("check", "other.zip")
        #expect(named.status == 2 && named.errors.contains("does not contain an exported view hierarchy"), "\(named)")
    }

    @Test(arguments: ["z.zip", "z.viewhierarchy"])
    func `an archive with something before it is read nowhere`(name: String) throws {
        try folder.file(name, Data("X".utf8) + zip("Profile.zip"))
        let named = try run("check", name)
        #expect(named.status == 2 && named.errors.contains("the file has other bytes before the zip archive in it"), "\(named)")
        let service = try RunningService()
        let body = try Data(contentsOf: folder.url.appendingPathComponent(name))
        let sent = try HTTPClient.send("POST", "/v1/check", port: service.port, fields: [("Content-Type", "application/zip")], body: body)
        #expect(sent.status == 400 && sent.text.contains("other bytes before"), "\(sent.text)")
    }

    @Test func `a folder that is too large or has links is refused`() throws {
        let small = try run("check", "--max-bytes", "2000", "Profile.viewhierarchy")
        #expect(small.status == 2 && small.errors.contains("larger than 2000 bytes; raise the limit with --max-bytes"), "\(small)")
        let secret = try folder.file("secret", Data("{}".utf8))
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("Profile.viewhierarchy/RequestResponses/Response_2"), withDestinationURL: secret)
        let linked = try run("check", "Profile.viewhierarchy")
        #expect(linked.status == 2 && linked.errors.contains("Response_2 is a link, and links are not followed"), "\(linked)")
    }

    // MARK: Over a socket

    @Test func `a posted archive becomes a session whose events forget what was observed`() throws {
        let service = try RunningService()
        let body = try zip("Profile.zip")
        func send(_ method: String, _ target: String, _ body: Data = Data(), type: String? = "application/json") throws -> HTTPClient.Answer {
            try HTTPClient.send(method, target, port: service.port, fields: type.map { [("Content-Type", $0)] } ?? [], body: body)
        }
        for type in ["application/zip", "application/octet-stream", nil] {
            let checked = try send("POST", "/v1/check?failOn=conflict", body, type: type)
            #expect(checked.status == 422 && checked.text.contains(#""verdict":"conflicting""#), "\(checked.text)")
        }
        let made = try send("POST", "/v1/sessions", body, type: "application/zip")
        let id = try #require(try JSONTree(parsing: Array(made.body))["id"]?.string)
        #expect(made.status == 201 && made.text.contains(#""observed":{"frames":3"#))
        let title = "UILabel%3A0x10000c000"
        let affecting = try send("GET", "/v1/sessions/\(id)/affecting?view=\(title)&axis=horizontal", type: nil)
        #expect(affecting.text.contains(#""observed":["NSLayoutConstraint:0x600001002","NSLayoutConstraint:0x600001003"]"#), "\(affecting.text)")
        let events = #"{"events": [{"op": "setConstant", "id": "NSLayoutConstraint:0x600001002", "constant": 9}]}"#
        let step = try send("POST", "/v1/sessions/\(id)/events", Data(events.utf8))
        #expect(step.status == 200 && !step.text.contains("observed") && step.text.contains(#""capture""#), "\(step.text)")
        let undone = try send("POST", "/v1/sessions/\(id)/events", Data(#"{"events": [{"op": "undo"}]}"#.utf8))
        #expect(undone.status == 200 && undone.text.contains(#""observed":{"frames":3"#), "\(undone.text)")
        let again = try send("POST", "/v1/sessions/\(id)/events", Data(events.utf8))
        #expect(again.status == 200 && !again.text.contains("observed"))
        #expect(try send("POST", "/v1/sessions/\(id)/replay", Data("{}".utf8)).text.contains(#""identical":true"#))
        // The archive is a part of the exported session, and it is read again.
        let exported = try send("GET", "/v1/sessions/\(id)/export", type: nil)
        let imported = try send("POST", "/v1/import", exported.body)
        let copy = try #require(try JSONTree(parsing: Array(imported.body))["id"]?.string, "\(imported.text)")
        #expect(try send("POST", "/v1/sessions/\(copy)/replay", Data("{}".utf8)).text.contains(#""identical":true"#))
    }

    @Test func `hostile archives are problems in words`() throws {
        let service = try RunningService("--max-body", "300000")
        func refused(_ body: [UInt8]) throws -> HTTPClient.Answer {
            try HTTPClient.send("POST", "/v1/check", port: service.port, fields: [("Content-Type", "application/zip")], body: Data(body))
        }
        var bomb = ZipWriter()
        bomb.add("RequestResponses/Response_0", try Array(gzip(Data(repeating: 32, count: 2_000_000))))
        let large = try refused(bomb.bytes)
        #expect(large.status == 413 && large.text.contains("is too large when decompressed"), "\(large.text)")
        var outside = ZipWriter()
        outside.add("../RequestResponses/Response_0", [])
        let path = try refused(outside.bytes)
        #expect(path.status == 422 && path.text.contains("leads out of the archive"), "\(path.text)")
        let cut = try refused(Array(bomb.bytes.dropLast(4)))
        #expect(cut.status == 400 && cut.text.contains("cut short"), "\(cut.text)")
        #expect(try service.get("/healthz").status == 200)
    }
}
