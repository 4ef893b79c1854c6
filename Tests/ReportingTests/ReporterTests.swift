import JSON
import LayoutModel
import Testing

@testable import Reporting

@Suite struct ReporterTests {
    private let conflict = Finding(
        kind: .conflict, severity: .error, fingerprint: "k1:9f2c", message: "8 + 60 > 62: [no], 100 % <wrong>",
        remedies: ["lower c1 to priority 999"], place: FilePlace(file: "Views/a, b:c.json", line: 12, column: 5),
        parts: [
            .init(id: "c1", row: "c1: a.width == 60", place: FilePlace(file: "Views/a, b:c.json", line: 12, column: 5)),
            .init(id: "root.width==size", row: "root.width == 62"),
        ])

    private func finding(_ kind: Finding.Kind, _ severity: Finding.Severity, line: Int? = nil, isFailure: Bool = true) -> Finding {
        Finding(
            kind: kind, severity: severity, fingerprint: "x", message: "\(kind.rawValue) \(line ?? 0)", place: FilePlace(file: "a.json", line: line),
            isFailure: isFailure)
    }

    // MARK: GitHub

    @Test func `annotations name place and title, their signs escaped`() {
        let text = GitHubReporter().report([CheckedSubject(file: "a", checks: [.conflict], findings: [conflict])])
        #expect(
            text == "::error file=Views/a%2C b%3Ac.json,line=12,endLine=12,col=5,title=Layout conflict::8 + 60 > 62: [no], 100 %25 <wrong>"
                + "%0A  c1: a.width == 60%0A  root.width == 62%0A- lower c1 to priority 999\n")
    }

    @Test func `signs with an accent behind them are escaped as well`() {
        var odd = conflict
        odd.message = "%\u{301} <\u{338} |\u{338} [\u{338}"
        odd.place = FilePlace(file: "a,\u{301}b:\u{301}c", line: 1)
        let subjects = [CheckedSubject(file: "a", checks: [.conflict], findings: [odd])]
        let annotation = GitHubReporter().report(subjects)
        #expect(annotation.unicodeScalars.starts(with: "::error file=a%2C\u{301}b%3A\u{301}c,".unicodeScalars))
        #expect(annotation.contains("%25\u{301}"))
        #expect(XMLText.escaped(odd.message).unicodeScalars.starts(with: "%\u{301} &lt;\u{338} ".unicodeScalars))
        #expect(MarkdownReporter.cell(odd.message).unicodeScalars.elementsEqual("%\u{301} &lt;\u{338} \\|\u{338} \\[\u{338}".unicodeScalars))
        #expect(MarkdownReporter.code("`\u{301}|\u{338}").unicodeScalars.elementsEqual("<code>\\`\u{301}\\|\u{338}</code>".unicodeScalars))
        // A backslash before a bar would end the cell of a table, and is one of two in a list.
        #expect(MarkdownReporter.code(#"a\|b"#) == #"<code>a\\\|b</code>"#)
        #expect(MarkdownReporter.code("a.width == 10") == "`a.width == 10`")
        #expect(SARIFReporter().report(subjects).contains("\\\\[\u{338}"))
    }

    @Test func `Markdown names the cause and lists all remedies as sentences`() {
        var other = conflict
        (other.cause, other.remedies, other.additions) = ("duplicate", ["remove c1", "lower c2"], ["a.top == b.top"])
        let text = MarkdownReporter().report([CheckedSubject(file: "a", checks: [.conflict], findings: [other])])
        #expect(text.contains("| error | duplicate |"))
        #expect(text.contains("\nTo fix it: remove c1\n\n- add `a.top == b.top`\n\nOr: lower c2\n"))
    }

    @Test func `Markdown is no longer than GitHub takes, and says how much it leaves out`() {
        var long = conflict
        long.parts = (1...300).map { .init(id: "c\($0)", row: "c\($0): a.width == \($0)") }
        let subjects = [CheckedSubject(file: "a", checks: [.conflict], findings: Array(repeating: long, count: 40))]
        let whole = MarkdownReporter().report(subjects)
        #expect(whole.split(separator: "\n").count { $0.hasPrefix("| error ") } == 40 && !whole.contains("more"))
        #expect(whole.split(separator: "\n").count { $0.hasPrefix("To fix it") } == 40)
        let cut = MarkdownReporter(mostBytes: 100_000).report(subjects)
        let details = cut.split(separator: "\n").count { $0.hasPrefix("To fix it") }
        #expect(cut.utf8.count <= 100_000 && cut.utf8.count > 80_000 && cut.split(separator: "\n").count { $0.hasPrefix("| error ") } == 40)
        #expect(details < 40 && cut.hasSuffix("\n\(40 - details) more would make this text too long.\n\n</details>\n"))
        let rows = MarkdownReporter(mostBytes: 5000).report(subjects)
        let listed = rows.split(separator: "\n").count { $0.hasPrefix("| error ") }
        #expect(rows.utf8.count <= 5000 && listed < 40 && rows.contains("\n\(40 - listed) more are not listed.\n"))
    }

    @Test func `a long list of rows ends with the number of the others`() {
        func lines(_ count: Int, isBrief: Bool = false) -> [Substring] {
            var long = conflict
            long.remedies = ["remove the width of a (c9)"]
            long.parts =
                (1...count).map { .init(id: "c\($0)", row: "c\($0): a.width == \($0)") }
                + (1...8).map { .init(id: "v\($0).width>=0", row: "", nonNegativeSize: "v\($0).width") }
            return FindingsText(isBrief: isBrief).text([long]).split(separator: "\n")
        }
        #expect(lines(14).count == 2 + 14 + 1 && lines(15).count == 2 + 12 + 2)
        #expect(lines(20).suffix(2).first == "  and 8 more constraints")
        #expect(lines(20).last == "  cannot be negative: v1.width, v2.width, v3.width, v4.width, v5.width, v6.width and 2 more")
        #expect(lines(20, isBrief: true).suffix(1) == ["  c9: a.width == 9"])
    }

    @Test func `the worst ten of each severity come first, a notice counts the rest`() {
        let findings = (1...12).map { finding(.ambiguity, .warning, line: $0) } + (1...11).map { finding(.conflict, .error, line: $0) }
        let lines = GitHubReporter().report([CheckedSubject(file: "a", checks: [], findings: findings)]).split(separator: "\n")
        #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") } && lines.dropFirst(10).prefix(10).allSatisfy { $0.hasPrefix("::warning ") })
        #expect(lines.last == "::notice title=plumbline::3 more findings are not shown here")
        #expect(lines.count == 21)
    }

    @Test func `notices leave room for the one that counts the rest`() {
        func lines(_ count: Int, _ severity: Finding.Severity = .note) -> [Substring] {
            let findings = (1...count).map { finding(.incomplete, severity, line: $0) } + [finding(.deadPriority, .note, line: 1)]
            return GitHubReporter().report([CheckedSubject(file: "a", checks: [], findings: findings)]).split(separator: "\n")
        }
        #expect(lines(9).count == 10 && !lines(9).contains { $0.contains("not shown here") })
        #expect(lines(10).count == 10 && lines(10).last == "::notice title=plumbline::2 more findings are not shown here")
        #expect(lines(11, .error).count == 12 && lines(11, .error).last?.contains("::1 more finding is") == true)
    }

    @Test func `what is more than code scanning takes is left out, the worst kept`() throws {
        let findings = (1...SARIFReporter.mostResults).map { finding(.ambiguity, .warning, line: $0) } + [finding(.conflict, .error, line: 7)]
        let text = SARIFReporter().report([CheckedSubject(file: "a", checks: [], findings: findings)])
        try JSONDocument(parsing: Array(text.utf8)).withRoot { root in
            let results = root["runs"]?[0]?["results"]
            #expect(results?.count == SARIFReporter.mostResults && results?[0]?["ruleId"]?.string == "conflict")
        }
    }

    @Test func `what came on standard input is in no file`() {
        var finding = conflict
        finding.place = FilePlace(file: FilePlace.standardInput, line: 3)
        finding.count = 7
        let text = GitHubReporter().report([CheckedSubject(file: "a", checks: [], findings: [finding])])
        #expect(text.hasPrefix("::error title=Layout conflict (7 times)::"))
    }

    @Test func `a name cannot begin an annotation of its own`() {
        var finding = conflict
        finding.message = "a\r\n::error::forged\u{1B}[31m"
        finding.place.file = "x\n::error::y"
        let text = GitHubReporter().report([CheckedSubject(file: "a", checks: [], findings: [finding])])
        #expect(text.split(separator: "\n").count == 1)
        #expect(!text.contains("\u{1B}") && !text.contains("\r"))
    }

    // MARK: JUnit

    @Test func `a case for each layout and kind, passed ones included`() {
        let text = JUnitReporter().report([
            CheckedSubject(file: "a.json", checks: [.conflict, .ambiguity], findings: [conflict, finding(.ambiguity, .warning, isFailure: false)]),
            CheckedSubject(file: "a.json", name: "second", checks: [.conflict, .ambiguity], findings: []),
            CheckedSubject(file: "b.json", checks: [.unreadable], findings: [finding(.unreadable, .error)]),
        ])
        let expected = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="plumbline" tests="5" failures="1" errors="1" time="0">"#,
            #"  <testsuite name="a.json" tests="4" failures="1" errors="0" skipped="0" time="0">"#,
            #"    <testcase classname="a.json" name="conflict" time="0">"#,
            #"      <failure type="conflict" message="8 + 60 &gt; 62: [no], 100 % &lt;wrong&gt;">Views/a, b:c.json:12:5: 8 + 60 &gt; 62: [no], 100 % &lt;wrong&gt;"#
                + "&#10;  c1: a.width == 60&#10;  root.width == 62&#10;- lower c1 to priority 999</failure>", "    </testcase>",
            #"    <testcase classname="a.json" name="ambiguity" time="0">"#, "      <system-out>a.json: ambiguity 0</system-out>", "    </testcase>",
            #"    <testcase classname="a.json (second)" name="conflict" time="0"/>"#,
            #"    <testcase classname="a.json (second)" name="ambiguity" time="0"/>"#, "  </testsuite>",
            #"  <testsuite name="b.json" tests="1" failures="0" errors="1" skipped="0" time="0">"#,
            #"    <testcase classname="b.json" name="unreadable" time="0">"#,
            #"      <error type="unreadable" message="unreadable 0">a.json: unreadable 0</error>"#, "    </testcase>", "  </testsuite>",
            "</testsuites>",
        ]
        #expect(text == expected.joined(separator: "\n") + "\n")
    }

    @Test func `what was not decided has not passed`() {
        let text = JUnitReporter().report([
            CheckedSubject(
                file: "a.json", checks: [.conflict, .ambiguity], unsettled: Rule.allCases,
                findings: [finding(.ambiguity, .warning), finding(.unproven, .error)])
        ])
        #expect(text.contains(#"<testsuite name="a.json" tests="3" failures="1" errors="1" skipped="1" time="0">"#))
        #expect(
            text.contains(
                #"<testcase classname="a.json" name="conflict" time="0">"# + "\n"
                    + #"      <skipped message="The time or memory limit was reached before everything was decided."/>"#))
        #expect(text.contains(#"<error type="unproven""#) && text.contains(#"<failure type="ambiguity""#))
    }

    @Test func `text that XML cannot hold is shown`() {
        #expect(XMLText.escaped("a&\"b\u{0}\u{FFFF}\n<") == #"a&amp;&quot;b\u{0}\u{ffff}&#10;&lt;"#)
    }

    // MARK: SARIF

    @Test func `SARIF has rules, places, links to the rows and fingerprints`() throws {
        let subject = CheckedSubject(file: "a", checks: [], findings: [conflict, conflict, finding(.ambiguity, .warning)])
        let document = try JSONDocument(parsing: Array(SARIFReporter().report([subject]).utf8))
        document.withRoot { root in
            let run = root["runs"]?[0]
            #expect(root["version"]?.string == "2.1.0")
            let rules = run?["tool"]?["driver"]?["rules"]?.elements.map(Array.init) ?? []
            #expect(rules.map { $0["id"]?.string } == Finding.Kind.allCases.map(\.rawValue))
            for rule in rules {
                for key in ["shortDescription", "fullDescription", "help"] { #expect(rule[key]?["text"]?.string?.isEmpty == false) }
            }
            let results = run?["results"]?.elements.map(Array.init) ?? []
            #expect(results.map { $0["partialFingerprints"]?["primaryLocationLineHash"]?.string } == ["k1:9f2c:1", "k1:9f2c:2", "x:1"])
            let first = results[0]
            #expect(first["message"]?["text"]?.string?.hasPrefix(#"8 + 60 > 62: \[no\], 100 % <wrong>. Rows: [c1](1)."#) == true)
            let place = first["locations"]?[0]?["physicalLocation"]
            #expect(place?["artifactLocation"]?["uri"]?.string == "Views/a%2C%20b%3Ac.json")
            #expect(place?["region"]?["startLine"]?.number?.integer == 12 && place?["region"]?["endColumn"]?.number?.integer == 6)
            #expect(first["relatedLocations"]?.count == 1 && first["relatedLocations"]?[0]?["id"]?.number?.integer == 1)
            #expect(first["codeFlows"]?[0]?["threadFlows"]?[0]?["locations"]?.count == 2)
            #expect(results[2]["codeFlows"] == nil && results[2]["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"]?.number?.integer == 1)
        }
    }

    @Test func `no findings are an empty list, not none`() throws {
        let document = try JSONDocument(parsing: Array(SARIFReporter().report([]).utf8))
        #expect(document.withRoot { $0["runs"]?[0]?["results"]?.count } == 0)
    }

    @Test func `paths are references`() {
        #expect(SARIFReporter.uri("./a/b.json") == "a/b.json")
        #expect(SARIFReporter.uri("/a b/ü.json") == "file:///a%20b/%C3%BC.json")
        #expect(SARIFReporter.uri(#"C:\Users\me\Cell View.swift"#) == "file:///C:/Users/me/Cell%20View.swift")
        #expect(SARIFReporter.uri("") == "unknown")
    }

    // MARK: Findings

    @Test func `a conflict stands where the row that breaks does`() {
        let places = LayoutPlaces(constraint: { $0 == "c3" ? FilePlace(file: "a.json", line: 7, column: 2) : nil })
        let maker = FindingMaker(Example.analysis, of: Example.document, file: "a.json", places: places)
        let findings = maker.findings()
        #expect(findings.map(\.kind) == [.conflict, .ambiguity])
        #expect(findings[0].place == FilePlace(file: "a.json", line: 7, column: 2))
        #expect(
            findings[0].parts.map(\.place) == [
                FilePlace(file: "ProfileCell.swift", line: 42), nil, FilePlace(file: "a.json", line: 7, column: 2), nil,
            ])
        #expect(findings[0].severity == .error && findings[0].fingerprint == "k1:9f2c")
        #expect(findings[1].message == "UILabel (title) is ambiguous in minY: a constraint is missing; it needs vertical position")
        #expect(maker.checks == [.conflict, .ambiguity] && maker.message(count: 1) == nil)
    }
}
