import LayoutCheck
import LayoutLint
import LayoutModel
import Reporting
import Testing

/// Lists of known findings.
@Suite struct BaselineTests {
    private func finding(_ message: String, _ fingerprint: String = "f1", kind: Rule = .truncatedText, others: [String] = []) -> Finding {
        var finding = Finding(kind: kind, severity: .warning, fingerprint: fingerprint, message: message, place: FilePlace(file: "a.json"))
        finding.others = others
        return finding
    }

    private func subject(_ findings: [Finding], file: String = "a.json", checks: [Rule] = [.truncatedText], unsettled: [Rule] = []) -> CheckedSubject
    {
        CheckedSubject(file: file, checks: checks, unsettled: unsettled, findings: findings)
    }

    private func entry(
        _ message: String, _ fingerprint: String = "f1", file: String = "a.json", rule: String = "truncated-text", reason: String = "",
        expires: String? = nil
    ) -> String {
        let end = expires.map { #","expires":"\#($0)""# } ?? ""
        return #"{"file":"\#(file)","rule":"\#(rule)","fingerprint":"\#(fingerprint)","message":"\#(message)","reason":"\#(reason)"\#(end)}"#
    }

    private func baseline(_ lines: String...) throws -> Baseline {
        try Baseline(reading: Array(lines.joined(separator: "\n").utf8), name: "known.jsonl")
    }

    private func apply(
        _ baseline: Baseline, _ subjects: [CheckedSubject], today: String = "2026-06-15", exists: @escaping (String) -> Bool = { _ in true }
    ) -> Baseline.Outcome {
        baseline.apply(to: subjects, today: today, path: { $0 }, exists: exists)
    }

    // MARK: Findings that are not listed

    @Test func `findings that are not listed may become fewer, but not more`() throws {
        let known = try baseline(entry("10 more", "m1:rest:10"), entry("4 more", "m1:rest:4"), entry("first", "f0"))
        for (counts, isKnown) in [([10, 4], [true, true]), ([9, 3], [true, true]), ([11, 2], [false, true]), ([9, 5], [true, false])] {
            let findings = counts.map { finding("\($0) more", "m1:rest:\($0)") }
            let outcome = apply(known, [subject([finding("first", "f0")] + findings)])
            #expect(outcome.subjects[0].findings.map { $0.suppression != nil } == [true] + isKnown, "\(counts)")
        }
        let others = [subject([finding("3 more", "m1:rest:3", kind: .ambiguity)]), subject([finding("3 more", "m1:rest:3")], file: "b.json")]
        #expect(apply(known, others).subjects.flatMap(\.findings).allSatisfy { $0.suppression == nil })
    }

    // MARK: Reading and writing

    @Test func `entries are read with their lines and written sorted`() throws {
        let found = try baseline("", entry("b", "f2"), "  \t\r", entry("a", reason: "wide", expires: "2026-12-31"), "")
        #expect(found.entries.map(\.line) == [2, 4] && found.entries[1].reason == "wide" && found.entries[1].expires == "2026-12-31")
        #expect(found.text == entry("a", reason: "wide", expires: "2026-12-31") + "\n" + entry("b", "f2") + "\n")
        // What is written is read as the same.
        let again = try Baseline(reading: Array(found.text.utf8), name: "known.jsonl")
        #expect(again.text == found.text && Baseline().text.isEmpty)
        #expect(try Baseline(reading: [], name: "known.jsonl") == Baseline())
    }

    @Test func `a message may have any character`() throws {
        let message = #"“Größe” \"x\" \\ \u0007 \n/"#
        let found = try baseline(entry(message))
        #expect(found.entries[0].message == "“Größe” \"x\" \\ \u{7} \n/")
        #expect(try Baseline(reading: Array(found.text.utf8), name: "k").entries[0].message == found.entries[0].message)
        #expect(found.text.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: [
        ("[]", "expected one JSON object per line"), (#"{"file": 3}"#, #""file" must be a string"#),
        (#"{"files": "a"}"#, #"unknown key "files": expected one of file"#),
        (#"{"file": "a"}"#, #"an entry must have "file" and "fingerprint""#),
        (#"{"fingerprint": "a"}"#, #"an entry must have "file" and "fingerprint""#),
        (#"{"file": "a""#, ""),
    ])
    func `a mistake has its line`(line: String, message: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try baseline(entry("a"), line) }
        #expect(error.line == 2 && error.message.hasPrefix(message) && error.file == "known.jsonl", "\(error)")
    }

    @Test(arguments: [
        ("2026-12-31", true), ("2024-02-29", true), ("2000-02-29", true), ("2100-02-29", false), ("2026-02-29", false), ("2026-04-31", false),
        ("2026-13-01", false), ("2026-00-10", false), ("2026-01-00", false), ("2026-1-1", false), ("26-01-01", false), ("2026-01-01T00", false),
        ("", false),
        ("٢٠٢٦-01-01", false), ("2026--1-01", false), ("+026-01-01", false),
    ])
    func `an expiry is a day of the calendar`(day: String, isDay: Bool) throws {
        if isDay {
            #expect(try baseline(entry("a", expires: day)).entries[0].expires == day)
        } else {
            #expect(throws: ConfigurationError.self) { try baseline(entry("a", expires: day)) }
        }
    }

    // MARK: Use

    @Test func `a known finding is suppressed with its reason, and a new one is not`() throws {
        let known = try baseline(entry("a"), entry("b", "f2", reason: "too wide"))
        let outcome = apply(known, [subject([finding("a"), finding("b", "f2"), finding("c", "f3")])])
        let found = outcome.subjects[0].findings
        #expect(found.map { $0.suppression?.reason } == ["in the baseline", "too wide", nil] && found.map(\.isFailure) == [false, false, true])
        #expect(found[0].suppression?.origin == .baseline && outcome.stale.isEmpty)
        // The file or the rule is another.
        for other in [subject([finding("a")], file: "b.json"), subject([finding("a", kind: .outOfParent)])] {
            #expect(apply(known, [other]).subjects[0].findings[0].suppression == nil)
        }
    }

    @Test func `an entry is of one finding, first of one that says the same`() throws {
        let known = try baseline(entry("b"))
        let outcome = apply(known, [subject([finding("a"), finding("b"), finding("b")])])
        #expect(outcome.subjects[0].findings.map { $0.suppression != nil } == [false, true, false])
        // If none says the same, the first has it.
        #expect(apply(known, [subject([finding("x"), finding("y")])]).subjects[0].findings.map { $0.suppression != nil } == [true, false])
        // As many entries as findings, in any order of messages.
        let two = try baseline(entry("b", reason: "1"), entry("a", reason: "2"))
        #expect(apply(two, [subject([finding("a"), finding("b")])]).subjects[0].findings.map { $0.suppression?.reason } == ["2", "1"])
        // A further fingerprint will do.
        #expect(apply(known, [subject([finding("x", "new", others: ["f1"])])]).subjects[0].findings[0].suppression != nil)
    }

    @Test func `an entry counts on its last day and not after`() throws {
        let known = try baseline(entry("a", expires: "2026-06-15"))
        #expect(apply(known, [subject([finding("a")])]).subjects[0].findings[0].suppression != nil)
        let after = apply(known, [subject([finding("a")])], today: "2026-06-16")
        #expect(after.subjects[0].findings[0].suppression == nil && after.subjects[0].findings[0].isFailure)
        #expect(after.subjects[0].findings[0].message == "a (known until 2026-06-15)" && after.stale.isEmpty)
    }

    @Test func `a finding that its document suppresses keeps that reason`() throws {
        var own = finding("a")
        own.suppression = Finding.Suppression(.document, reason: "meant")
        let outcome = apply(try baseline(entry("a")), [subject([own])])
        #expect(outcome.subjects[0].findings[0].suppression == own.suppression && outcome.stale.isEmpty)
    }

    @Test func `an entry is stale if its file was checked for it, or is gone`() throws {
        let known = try baseline(entry("a"), entry("b", file: "gone.json"), entry("c", file: "other.json"), entry("d", file: "folder/x.json"))
        func stale(_ subjects: [CheckedSubject]) -> [String] {
            apply(known, subjects, exists: { $0 != "gone.json" && $0 != "folder/x.json" }).stale.map(\.message)
        }
        #expect(stale([subject([])]) == ["a", "b", "d"])
        // The rule was not proven in that file.
        #expect(
            stale([subject([], unsettled: [.truncatedText])]) == ["b", "d"] && stale([subject([], unsettled: [.outOfParent])]) == ["a", "b", "d"])
        // Nobody could look into the folder.
        #expect(stale([subject([], file: "folder", checks: [.unreadable])]) == ["b"])
        #expect(stale([subject([], file: "folder/x.json", checks: [.unreadable])]) == ["b", "d"])
        #expect(stale([subject([], file: "fold", checks: [.unreadable])]) == ["b", "d"])
        #expect(stale([]) == ["b", "d"])
        #expect(known.apply(to: [], today: "2026-06-15", findsStale: false, path: { $0 }, exists: { _ in false }).stale.isEmpty)
    }

    @Test func `entries are not compared with each file that cannot be read`() throws {
        // Two characters for a letter make comparisons of characters slow.
        let lines = (0..<10_000).map { entry("a", file: "a\u{308}/b\($0)") }
        let known = try Baseline(reading: Array(lines.joined(separator: "\n").utf8), name: "known.jsonl")
        let unreadable = (0..<4000).map { subject([], file: "a\u{308}/c\($0)", checks: [.unreadable]) }
        let start = ContinuousClock.now
        let outcome = apply(known, unreadable, exists: { _ in false })
        #expect(outcome.stale.count == 10_000 && start.duration(to: .now) < .seconds(4), "\(start.duration(to: .now))")
    }

    @Test func `what is written has today's findings, and what is known of files that were not checked`() throws {
        let known = try baseline(
            entry("old", reason: "why", expires: "2027-01-01"), entry("b", "f2"), entry("c", file: "other.json"), entry("d", file: "gone.json"))
        var suppressed = finding("s", "f9")
        suppressed.suppression = Finding.Suppression(.document, reason: "meant")
        let subjects = [
            subject([finding("new"), finding("n", "f3"), suppressed, finding("u", "f4", kind: .unreadable), finding("v", "f5", kind: .unproven)])
        ]
        let written = known.written(for: subjects, path: { $0 }, exists: { $0 != "gone.json" })
        #expect(
            written.text
                == [
                    entry("new", reason: "why", expires: "2027-01-01"), entry("n", "f3"), entry("c", file: "other.json"),
                ].map { $0 + "\n" }.joined())
        // Written again, nothing changes, and everything is known.
        let again = written.written(for: subjects, path: { $0 }, exists: { _ in true })
        #expect(again.text == written.text)
        let shown = apply(written, subjects).subjects[0].findings.filter { $0.suppression == nil }
        #expect(shown.map(\.kind) == [.unreadable, .unproven])
    }

    @Test func `names in the baseline are those that the caller gives to files`() throws {
        let known = try baseline(entry("a", file: "Layouts/a.json"))
        let outcome = known.apply(to: [subject([finding("a")])], today: "2026-01-01", path: { "Layouts/" + $0 }, exists: { _ in true })
        #expect(outcome.subjects[0].findings[0].suppression != nil && outcome.subjects[0].file == "a.json")
    }
}
