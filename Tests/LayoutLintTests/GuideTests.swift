import LayoutAnalysis
import LayoutImport
import LayoutLint
import LayoutModel
import Testing

@Suite struct GuideTests {
    @Test(arguments: Rule.allCases)
    func `every rule has a help page`(rule: Rule) {
        let page = rule.page
        #expect(page.hasPrefix("\(rule.rawValue): \(rule.guide.title)\n"))
        #expect(page.contains(rule.guide.summary) && page.contains("Severity: \(rule.severity.name)"))
        #expect(rule.guide.summary.count <= 1024 && rule.guide.help.count <= 1024 && !rule.guide.help.isEmpty)
        #expect(page.split(separator: "\n").allSatisfy { $0.count < 160 })
    }

    @Test(arguments: Rule.allCases.filter(\.isOptIn))
    func `a rule's examples show it`(rule: Rule) throws {
        let examples = try #require(rule.guide.examples)
        let wrong = try found(in: examples.wrong, by: rule)
        #expect(!wrong.isEmpty && wrong.allSatisfy { $0.rule == rule })
        #expect(try found(in: examples.right, by: rule).isEmpty)
    }

    private func found(in text: String, by rule: Rule) throws -> [LintFinding] {
        let document = try DocumentImporter().read(json: Array(text.utf8))
        return Linter(document, Analyzer().analyze(document), settings: LintSettings(rules: [rule])).findings()
    }
}
