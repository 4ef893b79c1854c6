import Foundation
import Testing

/// Messages about mistakes name the next step.
@Suite struct HelpfulMessageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.clean)
        try folder.file("plain", "not a folder")
        try folder.file("scene.storyboard", SampleRepository.storyboard(of: "S"))
    }

    private func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(words, input: Data(input.utf8), environment: environment, folder: folder.url)
    }

    @Test(arguments: [
        (["chekc", "a.json"], "did you mean 'check'?"),
        (["a.json"], "plumbline check a.json"),
        (["check", "--fromat", "json", "a.json"], "did you mean '--format'?"),
        (["serve", "--prot", "1"], "did you mean '--port'?"),
        (["render", "--rules", "all", "a.json"], "'check' has it"),
        (["check", "--format", "jsno", "a.json"], "did you mean 'json'?"),
        (["check", "--rules", "recomended", "a.json"], "did you mean 'recommended'?"),
        (["check", "--rules", "truncated-txet", "a.json"], "did you mean 'truncated-text'?"),
        (["check", "--fail-on", "conflicts", "a.json"], "did you mean 'conflict'?"),
        (["check", "--policy", "uikti", "a.json"], "did you mean 'uikit'?"),
        (["help", "edges-and-sizes"], "did you mean 'edges-and-size'?"),
        (["examples", "two-width"], "did you mean 'two-widths'?"),
        (["examples", "foo"], "there are button-beside-field, two-widths"),
        (["completion", "bsah"], "did you mean 'bash'?"),
        (["check", "--canvas", "iPhone 61", "scene.storyboard"], "did you mean \"iPhone"),
        (["check", "--sizes", "iphone 116", "a.json"], "did you mean \"iPhone"),
        (["check", "--width", "400...200", "a.json"], "the smaller first"),
        (["check", "--cache", "plain", "a.json"], "'--cache' takes a folder, but plain is a file"),
        (["render", "a.json", "-o", "x.jpg"], "drawings are SVG or PNG, not .jpg"),
        (["render", "a.json", "--format", "png", "-o", "x.svg"], "contradict"),
        (["replay", "nothing.json"], "there is no file 'nothing.json'"),
        (["diff", "nothing.json", "a.json"], "there is no file 'nothing.json'"),
        (["check", "nothing.json"], "nothing.json: No such file"),
        (["check", "nothing.json"], "the only .json file there is a.json"),
        (["check", "--since", "HEAD"], "this folder is not in a git repository"),
    ])
    func `a mistake is answered with what was meant`(_ words: [String], _ message: String) throws {
        let outcome = try run(words, environment: ["GIT_CEILING_DIRECTORIES": folder.url.deletingLastPathComponent().path])
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!outcome.output.contains("error") && !FileManager.default.fileExists(atPath: folder.path + "/x.jpg"))
    }

    @Test(arguments: [
        (#"{"constriants": ["a.width == 3"]}"#, "constriants"),
        (#"{"constraints": ["a.leadng == root.leading"]}"#, #"did you mean "leading"?"#),
        (#"{"constraints": [{"first": {"item": "a", "attribute": "widht"}, "relation": "==", "constant": 3}]}"#, #"did you mean "width"?"#),
        ("a.leadingAnchor == root.leading", #"did you mean "leading"?"#),
    ])
    func `a word in a layout that is unknown is answered with one that is near`(_ text: String, _ message: String) throws {
        let outcome = try run(["check", "-"], input: text)
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `an unknown key is a warning that names one`() throws {
        let outcome = try run(["check", "-"], input: #"{"constraints": [], "size": {"widht": 3}}"#)
        #expect(outcome.output.contains(#"warning: unknown key "widht" at /size/widht is ignored (did you mean "width"?)"#), "\(outcome.output)")
        let nested = try run(["check", "-"], input: #"{"views": [{"id": "root", "subviews": ["a"]}, {"id": "a"}], "constraints": []}"#)
        #expect(nested.status == 2 && nested.errors.contains(#"each with the id of its superview as "parent""#), "\(nested.errors)")
        try folder.file(".plumbline.json", #"{"exlude": []}"#)
        #expect(try run(["check", "a.json"]).errors.contains(#"unknown key "exlude" (did you mean "exclude"?)"#))
    }

    @Test(arguments: [
        (
            "import UIKit\n\ntitle.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16).isActive = true\n",
            "this is Swift code"
        ),
        ("NSLayoutConstraint.activate([\n  a.topAnchor.constraint(equalTo: b.bottomAnchor)\n])\n", "po view.constraints"),
        ("title.widthAnchor.constraint(equalToConstant: 60).isActive = true", "title.width == 60"),
        ("title.topAnchor.constraint(greaterThanOrEqualTo: header.bottomAnchor, constant: -8)", "title.top >= header.bottom - 8"),
        ("a.snp.makeConstraints { make in\n  make.top.equalTo(b).offset(8)\n}\n", "SnapKit"),
        ("make.edges.equalToSuperview()", "SnapKit"),
        ("[a mas_makeConstraints:^(MASConstraintMaker *make) {\n}];", "Masonry"),
        ("[NSLayoutConstraint constraintWithItem:a attribute:1 relatedBy:0 toItem:nil attribute:0 constant:3]", "Objective-C"),
        ("struct A: View {\n  var body: some View { VStack { Text(\"a\") } }\n}\n", "SwiftUI does not use constraints"),
    ])
    func `code that is pasted is answered with what to paste instead`(_ code: String, _ message: String) throws {
        let outcome = try run(["check", "-"], input: code)
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: ["iPhone 16", "iphone16", "393x852", "retina6_12"]) func `a canvas has the names of devices`(canvas: String) throws {
        let report = try run(["analyze", "--canvas", canvas, "scene.storyboard"]).output
        #expect(report.contains(#""S-v":{"x":0,"y":0,"width":393,"height":852}"#), "\(report.prefix(400))")
    }

    @Test func `devices have an orientation, and are sizes`() throws {
        #expect(try run(["analyze", "--canvas", "iPhone SE landscape", "scene.storyboard"]).output.contains(#""width":667,"height":375"#))
        #expect(try run(["check", "--sizes", "iPhone SE,iPad mini", "-v", "a.json"]).output.contains("2 variants"))
        try folder.file(".plumbline.json", "{\"sizes\": [\"iPhone 16\"], // the newest\n /* and */ \"rules\": {}}")
        #expect(try run(["check", "-q", "a.json"]).output.hasPrefix("1 layout"))
    }

    @Test func `the sessions are found where the service keeps them`() throws {
        let data = try TemporaryFolder()
        let service = try RunningService(database: try place(in: data))
        let stored = try service.post("/v1/sessions", Layouts.conflicting)
        let id = try #require(stored.object["id"] as? String)
        #expect(service.stop() == 0)
        let environment = ["XDG_DATA_HOME": data.path]
        #expect(try run(["sessions", "list"], environment: environment).output.contains(id))
        #expect(try run(["replay", id], environment: environment).status == 0)
        #expect(try run(["diff", id, id], environment: environment).status == 0)
        let none = try run(["sessions", "list"], environment: ["XDG_DATA_HOME": folder.path])
        let message = "there is no plumbline.db here, and no \(folder.path)/plumbline/plumbline.db"
        #expect(none.status == 2 && none.errors.contains(message), "\(none.errors)")
        // What is stored there without its name in the arguments is told.
        let export = try run(["sessions", "export", id], environment: environment)
        try folder.file("session.json", export.output)
        let imported = try run(["sessions", "import", "session.json"], environment: environment)
        #expect(imported.status == 0 && imported.errors.contains("stored in \(data.path)/plumbline/plumbline.db"), "\(imported)")
        // A link here that leads nowhere is the database that was meant.
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/plumbline.db", withDestinationPath: folder.path + "/away/a.db")
        let dangling = try run(["sessions", "import", "session.json"], environment: environment)
        #expect(dangling.status == 2 && dangling.output.isEmpty, "\(dangling)")
        #expect(try run(["sessions", "list"], environment: environment).status == 2)
        try FileManager.default.removeItem(atPath: folder.path + "/plumbline.db")
    }

    private func place(in data: TemporaryFolder) throws -> String {
        try FileManager.default.createDirectory(atPath: data.path + "/plumbline", withIntermediateDirectories: true)
        return data.path + "/plumbline/plumbline.db"
    }

    @Test func `a layout that newly conflicts is not the same`() throws {
        let one = #"{"size":{"width":70,"height":44},"constraints":["a.leading == root.leading","a.top == root.top","a.height == 20","a.width == 60"#
        try folder.file("one.json", one + #" @ 750","a.width == 60 @ 740"]}"#)
        try folder.file("two.json", one + #"","a.width == 80"]}"#)
        try folder.file("three.json", one + #"","a.width == 60"]}"#)
        #expect(try run(["diff", "one.json", "two.json"]).status == 1)
        #expect(try run(["diff", "two.json", "one.json"]).status == 1)
        #expect(try run(["diff", "one.json", "three.json"]).status == 0)
    }
}

/// Completions and the manual page, which are made from the tables of the help.
@Suite struct CompletionTests {
    private func complete(_ words: String...) throws -> [Substring] {
        let script = try Program.run("completion", "bash").output
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", script + "\nCOMP_WORDS=(plumbline \(quoted)); COMP_CWORD=\(words.count); _plumbline; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    @Test func `bash completes commands, options and values`() throws {
        #expect(try complete("che") == ["check"])
        #expect(try complete("check", "--wri") == ["--write-baseline"])
        #expect(try complete("check", "--format", "sa") == ["sarif"])
        #expect(try complete("render", "--format", "") == ["svg", "png"])
        #expect(try complete("help", "edges-and") == ["edges-and-size"])
        #expect(try complete("sessions", "ex") == ["export"])
        #expect(try complete("completion", "f") == ["fish"])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func `every command and option is in the script, which the shell reads`(shell: String) throws {
        let script = try Program.run("completion", shell).output
        for command in ["check", "scan-log", "init", "completion", "serve"] { #expect(script.contains(command)) }
        for option in ["write-baseline", "statistics", "max-connections", "text-scales"] { #expect(script.contains(option)) }
        guard Program.isInstalled(shell) else { return }
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [shell, "-n", try folder.file("script", script)]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `the manual page has every command and option`() throws {
        let page = try Program.run("help", "man").output
        #expect(page.contains(".TH PLUMBLINE 1") && page.contains(".SS plumbline check") && page.contains("\\fB\\-\\-write\\-baseline\\fR"))
        #expect(page.contains(".SS plumbline scan\\-log") && page.contains("minimumSizes"))
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect([".\\\"", ".TH", ".SH", ".SS", ".TP", ".PP", ".B ", ".nf", ".fi"].contains { line.hasPrefix($0) }, "\(line)")
        }
    }
}
