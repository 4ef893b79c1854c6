import LayoutCheck
import LayoutModel
import Reporting
import Testing

/// The findings and drawings that a run keeps in memory.
@Suite struct RunBoundTests {
    private func subject(_ count: Int, of kind: Rule = .truncatedText, severity: Severity = .warning) -> CheckedSubject {
        let findings = (0..<count).map { index in
            Finding(kind: kind, severity: severity, fingerprint: "f\(index)", message: "m\(index)", place: FilePlace(file: "a.vfl", line: index + 1))
        }
        return CheckedSubject(file: "a.vfl", checks: [kind], findings: findings)
    }

    @Test func `the findings of many files are bounded, and each file says how many are not listed`() throws {
        var bound = RunBound()
        var kept = 0
        for _ in 0..<100 {
            var subject = subject(1000)
            subject.findings[0].kind = .unproven
            subject.findings[999].isFailure = true
            bound.add(bytes: 65)
            bound.apply(to: &subject)
            kept += subject.findings.count
            #expect(subject.findings.contains { $0.kind == .unproven } && subject.findings.contains(where: \.isFailure))
        }
        #expect((20_000...20_400).contains(kept))
        var last = subject(1000)
        bound.apply(to: &last)
        #expect(last.findings.map(\.message) == ["m0", "999 more findings of this file are not listed"])
    }

    @Test func `long files may have as many findings as their length accounts for`() {
        var bound = RunBound()
        for _ in 0..<30 {
            var subject = subject(1000)
            bound.add(bytes: 64_000)
            bound.apply(to: &subject)
            #expect(subject.findings.count == 1000)
        }
    }

    @Test func `findings that were counted before are counted again`() {
        var twice = subject(1000)
        twice.bound(to: 100)
        #expect(twice.findings.last?.message == "900 more findings of this file are not listed")
        twice.bound(to: 10)
        #expect(twice.findings.last?.message == "990 more findings of this file are not listed" && twice.findings.count == 11)
    }

    @Test func `a finding with the most variants counts as one`() {
        var subject = subject(1000)
        let names = (0..<Finding.mostVariants).map { "\(300 + $0)x\($0), right to left, text scale 1.5" }
        for index in 0..<1000 { (subject.findings[index].variants, subject.findings[index].furtherVariants) = (names, 900) }
        #expect(subject.size == 1000)
        #expect(subject.findings[0].headline.hasSuffix(", 307x7, right to left, text scale 1.5 and 992 more)"), "\(subject.findings[0].headline)")
    }

    @Test func `a long finding counts several times`() throws {
        var subject = subject(1000)
        for index in 0..<1000 { subject.findings[index].constraints = (0..<1000).map { "constraint \(300 + $0)x\($0)" } }
        #expect(subject.size > 2000)
        subject.bound(to: 1000)
        let listed = subject.findings.count - 1
        #expect((5..<50).contains(listed) && subject.findings.last?.message == "\(1000 - listed) more findings of this file are not listed")
        subject.bound(to: 1)
        #expect(subject.findings.map(\.message) == ["1000 more findings of this file are not listed"])
    }

    @Test func `conflicts and ambiguities are only counted if there is no memory for their findings`() throws {
        let views = (0..<1200).map { LayoutView(id: "v\($0)", parent: 0) }
        let document = LayoutDocument(root: 0, views: [LayoutView(id: "root")] + views, constraints: [])
        let maker = FindingMaker(SourceAnalyzer().analyze(document).analysis, of: document, file: "a.vfl")
        let (all, some) = (maker.findings(), maker.findings(while: { false }))
        #expect(all.count >= 1200 && all.prefix(1024) == some.prefix(1024) && some.count == 1025, "\(all.count), \(some.count)")
        #expect(some.last?.kind == .unproven && some.last?.message.hasPrefix("\(all.count - 1024) more conflicts or ambiguities") == true)
    }

    @Test func `drawings are bounded by their length`() {
        var bound = RunBound()
        let drawing = String(repeating: "x", count: 1 << 20)
        let drawn = (0..<100).count { _ in
            var subject = subject(1)
            subject.drawing = drawing
            bound.apply(to: &subject)
            return subject.drawing != nil
        }
        #expect(drawn == 64)
    }
}
