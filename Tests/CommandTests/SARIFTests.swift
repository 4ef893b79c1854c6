import Foundation
import Testing

/// What is written as SARIF against the schema of the standard, and its regions against the sources.
@Suite struct SARIFTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    private let schema: JSONSchema

    init() throws {
        schema = try JSONSchema(Data(contentsOf: Self.fixtures.appendingPathComponent("SARIF/sarif-schema-2.1.0.json")))
    }

    private static let log = """
        2026-11-21 09:30:00.123 App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x600003 UILabel:0x7f8'Hello'.width == 60   (active)>",
            "<NSLayoutConstraint:0x600004 UILabel:0x7f8'Hello'.width == 70   (active)>"
        )
        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x600003 UILabel:0x7f8'Hello'.width == 60   (active)>
        """

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("sub/a b ü.json", Layouts.conflicting.replacing("title", with: #"\"t<&[1]\""#))
        try folder.file("b.json", Layouts.ambiguous)
        let more = """
            "assert": ["title.width >= 100"],
              "suppress": [{"rule": "ambiguity", "reason": "meant"}, {"rule": "conflict", "reason": "gone"}],
              "constraints"
            """
        try folder.file("wide.json", Layouts.ambiguous.replacing("\"constraints\"", with: more))
        try folder.file("clean.json", Layouts.clean)
        try folder.file("d.json", "{")
        try folder.file("e.txt", "  title.width == 60\n\ttitle.width == 50  # too narrow\ntitle.left == root.left\n")
        try folder.file("f.log", Self.log)
        for name in ["scenes.storyboard", "misplaced.xib", "ambiguous.xib"] {
            try folder.file(name, Data(contentsOf: Self.fixtures.appendingPathComponent("InterfaceBuilder/\(name)")))
        }
        return folder
    }

    @Test func `the schema refuses what is not SARIF`() throws {
        let run = #"{"tool": {"driver": {"name": "x"}}, "results": [RESULT]}"#
        func errors(_ result: String) throws -> [String] {
            try schema.errors(of: #"{"version": "2.1.0", "runs": [\#(run.replacing("RESULT", with: result))]}"#)
        }
        #expect(try errors(#"{"message": {"text": "m"}}"#).isEmpty)
        for wrong in [
            "{}", #"{"message": {}}"#, #"{"message": {"text": 1}}"#, #"{"message": {"text": "m"}, "level": "bad"}"#,
            #"{"message": {"text": "m"}, "what": 1}"#,
            #"{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a b"}}}]}"#,
            #"{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a"}, "region": {"startLine": 0}}}]}"#,
            #"{"message": {"text": "m"}, "suppressions": [{"kind": "inSource"}, {"kind": "inSource"}]}"#,
        ] {
            #expect(try !errors(wrong).isEmpty, "\(wrong)")
        }
        #expect(try schema.errors(of: #"{"version": "2.0.0", "runs": []}"#).count == 1)
    }

    @Test func `all that is written is valid`() throws {
        let folder = try folder()
        try folder.file("known.jsonl", "")
        _ = try folder.run(["check", "b.json", "--write-baseline", "known.jsonl"])
        let forms = [
            [], ["--rules", "all"], ["--rules", "all", "--sizes", "320x568,1024x768", "--directions", "ltr,rtl", "--text-scales", "1,2"],
            ["--rules", "all", "--width", "0...400"], ["--width", "0...400", "--height", "0...90", "--rules", "all"],
            ["--baseline", "known.jsonl", "--strict-baseline"],
            ["--text-scale", "1...3"],
        ]
        var results = 0
        for options in forms {
            let text = try folder.run(["check", ".", "--no-config", "--format", "sarif"] + options).output
            let errors = try schema.errors(of: text)
            #expect(errors.isEmpty, "\(options): \(errors)")
            results += text.components(separatedBy: "\"ruleId\"").count - 1
        }
        #expect(results > 40, "\(results)")
        for options in [["f.log"], ["b.json"]] {
            let scanned = try folder.run(["scan-log", "--quiet", "--format", "sarif"] + options).output
            #expect(try schema.errors(of: scanned).isEmpty)
        }
    }

    /// The text of a result's region.
    private func text(_ region: [String: Any], in source: String) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = region["startLine"] as? Int, let end = region["endLine"] as? Int, let from = region["startColumn"] as? Int,
            let to = region["endColumn"] as? Int, lines.indices.contains(end - 1)
        else { return "" }
        var taken = Array(lines[(start - 1)...(end - 1)])
        taken[taken.count - 1] = String(String.UnicodeScalarView(taken[taken.count - 1].unicodeScalars.prefix(to - 1)))
        taken[0] = String(String.UnicodeScalarView(taken[0].unicodeScalars.dropFirst(from - 1)))
        return taken.joined(separator: "\n")
    }

    @Test func `regions hold the constraint, the view, the tag or the line that is meant`() throws {
        let folder = try folder()
        var seen: Set<String> = []
        let object =
            try JSONSerialization.jsonObject(
                with: Data(try folder.run(["check", ".", "--no-config", "--rules", "all", "--format", "sarif"]).output.utf8)) as? [String: Any]
        let results = ((object?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]) ?? []
        for result in results {
            guard let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any],
                let name = ((location["artifactLocation"] as? [String: Any])?["uri"] as? String)?.removingPercentEncoding,
                let region = location["region"] as? [String: Any], result["ruleId"] as? String != "unreadable"
            else { continue }
            // What is about a whole file stands at its first sign.
            if ["startLine", "startColumn", "endLine"].allSatisfy({ region[$0] as? Int == 1 }), region["endColumn"] as? Int == 2 { continue }
            let text = text(region, in: try folder.text(name))
            switch URL(fileURLWithPath: name).pathExtension {
            case "json":
                #expect(throws: Never.self, "\(name): \(text)") {
                    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                }
                #expect(text.count > 2)
            case "txt", "log": #expect(!text.isEmpty && text.last?.isWhitespace == false, "\(name): \(text)")
            default: #expect(text.hasPrefix("<") && text.hasSuffix(">"), "\(name): \(text)")
            }
            seen.insert(URL(fileURLWithPath: name).pathExtension)
        }
        #expect(seen == ["json", "txt", "log", "storyboard", "xib"], "\(seen)")
    }
}
