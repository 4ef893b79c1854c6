import Foundation
import Testing

/// What is told of rules is so: what fails by default, what wins, what help says can be set.
@Suite struct RuleSettingTests {
    @Test(arguments: [
        ("conflict=note", 0), ("conflict=warning", 0), ("conflict=error", 1), ("conflict", 1), ("conflict=off", 0), ("ambiguity", 1), ("all", 1),
    ])
    func `a conflict fails that no rule makes less than it is`(rules: String, status: Int32) throws {
        let layout = rules.hasPrefix("ambiguity") ? Layouts.ambiguous : Layouts.conflicting
        #expect(try Program.run("check", "--no-config", "--rules", rules, "-", input: layout).status == status)
        let help = try Program.run("help", "check").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("errors, and conflicts and ambiguities unless their severity is lowered"))
    }

    @Test func `a verdict whose rule is off is not called clean`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting)
        try folder.file("b.json", Layouts.clean)
        let outcome = try folder.run(["check", "--no-config", "--rules", "conflict=off", "."])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("a.json: conflicting, which is not a finding here\n"), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("2 layouts: 1 conflicting, 1 clean\n"))
    }

    @Test func `a rule of its own name wins over a group, wherever it is said`() throws {
        let folder = try TemporaryFolder()
        let views = #"[{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "root"}]"#
        try folder.file(
            "a.json", #"{"size": {"width": 70, "height": 44}, "views": \#(views), "constraints": ["H:|[a(40)]", "V:|[a]|", "H:[b(40)]|", "V:|[b]|"]}"#
        )
        func told(_ rules: String) throws -> String { try folder.run(["check", "a.json", "--format", "xcode", "--rules", rules]).output }
        #expect(try told("all").contains("warning: b covers"))
        for rules in ["all,overlapping-views=error", "overlapping-views=error,all"] { #expect(try told(rules).contains("error: b covers")) }
        try folder.file(".plumbline.json", #"{"rules": {"overlapping-views": "error"}}"#)
        #expect(try told("all").contains("error: b covers"))
        #expect(try told("overlapping-views=note").contains("note: b covers"))
    }

    @Test func `help says of no rule what does not work`() throws {
        for rule in ["unreadable", "stale-baseline"] {
            let page = try Program.run("help", rule).output
            #expect(!page.contains("also warning, note, off") && !page.contains("Suppressed in a document"), "\(page)")
        }
        #expect(try !Program.run("help", "unused-suppression").output.contains("Suppressed in a document"))
        #expect(try Program.run("help", "conflict").output.contains("Suppressed in a document"))
    }

    @Test func `reports that a run does not write are told`() throws {
        let folder = try TemporaryFolder()
        for name in ["s1", "s2"] {
            try folder.file("\(name)/a.json", Layouts.clean)
            try folder.file("\(name)/.plumbline.json", #"{"reporters": [{"format": "json", "output": "out.txt"}]}"#)
        }
        let outcome = try folder.run(["check", "s1", "s2"])
        #expect(
            outcome.errors
                == "plumbline: reporters of s2/.plumbline.json are not used: there is one setting for the whole run, and this run uses those of s1/.plumbline.json\n"
        )
        #expect(try folder.run(["check", "s1", "s2", "--format", "text"]).errors.isEmpty)
        #expect(try Program.run("help", "configuration").output.contains("those of the first FILE are used"))
    }

    @Test(arguments: [
        (#""file": "", "line": 3"#, nil), (#""file": "A.swift", "line": 0"#, "A.swift"), (#""file": "A.swift", "line": 99999999999"#, "A.swift"),
    ])
    func `a source that is no place is not told as one`(source: String, file: String?) throws {
        let width = #"{"equation": "title.width == 60", "source": {\#(source)}}"#
        let folder = try TemporaryFolder()
        try folder.file("a.json", Layouts.conflicting.replacing(#""title.width == 60""#, with: width))
        func told(_ format: String) throws -> String { try folder.run(["check", "--no-config", "--format", format, "a.json"]).output }
        #expect(try told("gitlab").contains("\"path\": \"\(file ?? "a.json")\""))
        #expect(try told("github").hasPrefix(file.map { "::error file=\($0),title=" } ?? "::error file=a.json,line=1,"))
        for format in ["sarif", "checkstyle", "junit", "xcode"] {
            let output = try told(format)
            #expect(!output.contains("9999999") && !output.contains("\"line\":0"), "\(format): \(output)")
        }
    }
}
