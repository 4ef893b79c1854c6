import Foundation
import Testing

/// Long texts of a layout's author, which the findings of the layout repeat.
@Suite struct LongTextTests {
    private let folder: TemporaryFolder
    private static let long = String(repeating: "n", count: 1_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Checks with a JSON report `report.json`, and returns its findings with the text report and the memory in MB.
    private func check(_ words: String) throws -> (text: String, findings: [[String: Any]], megabytes: Int) {
        let script = """
            import resource, subprocess, sys
            outcome = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            sys.stdout.write(outcome.stdout.decode()[:2000000])
            """
        try folder.file("measure.py", script)
        let command = "check --no-config --format text --format json=report.json \(words)"
        let outcome = try folder.shell("python3 measure.py '\(Program.url.path)' \(command)")
        let lines = outcome.output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let report = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url.appendingPathComponent("report.json"))) as? [String: Any]
        return (
            lines.count > 1 ? String(lines[1]) : "", report?["findings"] as? [[String: Any]] ?? [],
            try #require(lines.first.flatMap { Int($0) }, "\(outcome)")
        )
    }

    /// A document in which the position of 150 subviews is missing.
    private func document(root: String = #"{"id": "root"}"#, rest: String = "") -> String {
        let views = (0..<150).map { "{\"id\": \"v\($0)\", \"parent\": \"root\"}" }.joined(separator: ", ")
        return "{\"size\": {\"width\": 300, \"height\": 300}, \"views\": [\(root), \(views)], \"constraints\": []\(rest)}"
    }

    @Test func `the reason of a suppression is shortened in the findings`() throws {
        for length in [500, 1_000_000] {
            let reason = LongTextTests.long.prefix(length)
            try folder.file("a.json", document(rest: ", \"suppress\": [{\"rule\": \"ambiguity\", \"reason\": \"\(reason)\"}]"))
            let outcome = try check("--format html=report.html a.json")
            let reasons = outcome.findings.compactMap { ($0["suppressed"] as? [String: Any])?["reason"] as? String }
            #expect(reasons.count == 150 && Set(reasons) == [reason.prefix(500) + (length > 500 ? "…" : "")], "\(reasons.count)")
            #expect(outcome.megabytes < 120, "\(outcome.megabytes)")
        }
    }

    @Test func `the name of a document is shortened in drawings`() throws {
        try folder.file("a.json", document(rest: ", \"name\": \"\(LongTextTests.long)\""))
        _ = try check("--format html=report.html a.json")
        let report = try folder.text("report.html")
        #expect(report.contains("nnn…: ambiguous</title>") && report.utf8.count < 500_000, "\(report.utf8.count)")
    }

    @Test func `a reason in a baseline is shortened in the findings, but not in the baseline`() throws {
        try folder.file("a.json", document())
        _ = try folder.shell("'\(Program.url.path)' check --no-config --write-baseline known.jsonl a.json")
        let known = try String(contentsOf: folder.url.appendingPathComponent("known.jsonl"), encoding: .utf8)
        let reason = "\"reason\":\"\(LongTextTests.long.prefix(20_000))\""
        try folder.file("known.jsonl", known.replacingOccurrences(of: "\"reason\":\"\"", with: reason))
        let outcome = try check("--baseline known.jsonl a.json")
        let reasons = outcome.findings.compactMap { ($0["suppressed"] as? [String: Any])?["reason"] as? String }
        #expect(reasons.count == 150 && Set(reasons) == ["\(LongTextTests.long.prefix(500))…"])
        _ = try folder.shell("'\(Program.url.path)' check --no-config --baseline known.jsonl --write-baseline known.jsonl a.json")
        let written = try String(contentsOf: folder.url.appendingPathComponent("known.jsonl"), encoding: .utf8)
        #expect(written.contains(reason))
    }

    /// A text of many bytes is one of few characters if its letters have marks.
    @Test(arguments: ["label", "class"], ["n", "\u{301}"])
    func `a name is shortened in the findings of its subviews`(member: String, letter: String) throws {
        let name = "a" + String(repeating: letter, count: 20_000)
        try folder.file("a.json", document(root: "{\"id\": \"root\", \"\(member)\": \"\(name)\"}"))
        let outcome = try check("--rules recommended a.json")
        #expect(outcome.text.contains("…") && outcome.megabytes < 100, "\(outcome.megabytes)")
        #expect(outcome.text.utf8.count < 200_000, "\(outcome.text.utf8.count)")
    }

    @Test func `the name of a scene is shortened in its findings`() throws {
        let labels = (0..<150).map { number in
            """
            <label id="l\(number)" text="t" translatesAutoresizingMaskIntoConstraints="NO">
            <rect key="frame" x="20" y="\(number)" width="353" height="44"/></label>
            """
        }
        func scene(_ name: some StringProtocol) -> String {
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES">
            <device id="retina6_12" orientation="portrait"/><scenes><scene sceneID="s"><objects>
            <viewController id="vc" userLabel="\(name)" sceneMemberID="viewController"><view key="view" id="v">
            <rect key="frame" x="0" y="0" width="393" height="852"/><subviews>\(labels.joined())</subviews></view></viewController></objects></scene>
            </scenes></document>
            """
        }
        for length in [200, 1_000_000] {
            try folder.file("a.storyboard", scene(LongTextTests.long.prefix(length)))
            let outcome = try check("a.storyboard")
            let scene = "  in \(LongTextTests.long.prefix(200))\(length > 200 ? "…" : "")"
            #expect(outcome.text.split(separator: "\n").contains { $0 == scene || $0.hasPrefix(scene + ":") }, "\(outcome.text.prefix(2000))")
            #expect(outcome.megabytes < 120 && outcome.text.utf8.count < 500_000, "\(outcome.megabytes)")
        }
    }

    @Test func `findings that name a long id are counted`() throws {
        let id = LongTextTests.long.prefix(700_000)
        let ids = [String(id)] + (0..<60).map { "v\($0)" }
        let views = ids.map { "{\"id\": \"\($0)\", \"parent\": \"root\", \"class\": \"UILabel\", \"text\": \"t\"}" }.joined(separator: ", ")
        let equations = ids.flatMap { id in
            ["leading == root.leading", "top == root.top", "width == 50", "height == 50"].map { "\"\(id).\($0)\"" }
        }
        let size = #""size": {"width": 300, "height": 300}"#
        let list = equations.joined(separator: ", ")
        try folder.file("a.json", "{\(size), \"views\": [{\"id\": \"root\"}, \(views)], \"constraints\": [\(list)]}")
        let outcome = try check("--rules overlapping-views=warning a.json")
        let named = outcome.findings.count { ($0["views"] as? [String])?.contains(String(id)) == true }
        #expect((1...58).contains(named), "\(named)")
        let last = outcome.findings.last?["message"] as? String ?? ""
        #expect(last.hasSuffix("more findings of this file are not listed") && outcome.megabytes < 240, "\(last.prefix(300)) \(outcome.megabytes)")
    }

    @Test func `the ranges of views without constraints end near the limit of memory`() throws {
        let views = (0..<9000).map { "{\"id\": \"v\($0)\", \"parent\": \"root\", \"class\": \"\(LongTextTests.long.prefix(190))\"}" }
        let size = #""size": {"width": 300, "height": 300}"#
        let list = views.joined(separator: ", ")
        try folder.file("a.json", "{\(size), \"views\": [{\"id\": \"root\"}, \(list)], \"constraints\": []}")
        let outcome = try check("--max-memory 128 a.json")
        #expect(outcome.text.contains("ended near the limit of memory"), "\(outcome.text.prefix(2000))")
        #expect(outcome.megabytes < 141, "\(outcome.megabytes)")
    }
}
