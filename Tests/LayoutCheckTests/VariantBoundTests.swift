import LayoutImport
import LayoutModel
import Reporting
import Testing

@testable import LayoutCheck

/// The bounds of all variants of a source together.
@Suite struct VariantBoundTests {
    private func layout(_ text: String, kind: SourceKind, mostItems: Int) throws -> LayoutChecker.Layout {
        let variations = Array(repeating: LayoutVariation(direction: .rtl), count: 20)
        var checker = LayoutChecker(analyzer: SourceAnalyzer(), variations: variations)
        checker.mostItems = mostItems
        return try #require(try checker.check(Array(text.utf8), kind: kind, file: "a").first)
    }

    @Test func `variants after the most views and constraints are counted`() throws {
        let views = #"[{"id": "r"}, {"id": "v", "parent": "r"}]"#
        let text = #"{"root": "r", "size": {"width": 9, "height": 9}, "views": \#(views), "constraints": ["v.width == 1"]}"#
        let most = try layout(text, kind: .document, mostItems: 10)
        #expect(most.runs.count == 4)
        #expect(most.subject.findings.contains { $0.kind == .unproven && $0.isFailure && $0.message.contains("16 of 20 were not checked") })
        let all = try layout(text, kind: .document, mostItems: 58)
        #expect(all.runs.count == 20 && !all.subject.findings.contains { $0.kind == .unproven })
    }

    @Test func `a finding lists a hundred variants, and counts the others`() throws {
        let views = #"[{"id": "r"}, {"id": "v", "parent": "r"}]"#
        let text = #"{"root": "r", "size": {"width": 9, "height": 9}, "views": \#(views), "constraints": ["v.width == r.width"]}"#
        for (count, name) in [(140, "a"), (30, String(repeating: "a", count: 200))] {
            let variations = (0..<count).map {
                LayoutVariation(language: LayoutVariation.IntrinsicSizes(name: "\(name)\($0)", views: [:]))
            }
            let checker = LayoutChecker(analyzer: SourceAnalyzer(), variations: variations)
            let found = try #require(try checker.check(Array(text.utf8), kind: .document, file: "a").first).subject.findings
            let listed = found.map(\.variants.count)
            #expect(!found.isEmpty && found.allSatisfy { $0.variants.count + $0.furtherVariants == count }, "\(listed)")
            #expect(listed.allSatisfy { $0 == (count == 140 ? 100 : 11) }, "\(listed)")
            let report = String(decoding: ReportWriter.combined([], findings: found), as: UTF8.self)
            #expect(report.contains("\"furtherVariants\":\(count - listed[0])"))
            let html = HTMLReporter().report([CheckedSubject(file: "a", checks: [], findings: found)])
            #expect(html.contains("\(name)\(listed[0] - 1) and \(count - listed[0]) more</p>"))
        }
    }

    @Test func `a log is read once`() throws {
        let text = """
            Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0x1 UIView:0xa.width == 4>",
                "<NSLayoutConstraint:0x2 UIView:0xa.width == 5>"
            )
            """
        let log = try layout(text, kind: .consoleLog, mostItems: 0)
        #expect(log.runs.count == 1 && !log.subject.findings.contains { $0.kind == .unproven })
    }
}
