public import LayoutModel

/// Looks at an analysed layout by the rules that are asked for.
public struct Linter {
    private let document: LayoutDocument
    private let analysis: Analysis
    private let settings: LintSettings

    public init(_ document: LayoutDocument, _ analysis: Analysis, settings: LintSettings) {
        self.document = document
        self.analysis = analysis
        self.settings = settings
    }

    /// In the order of the rules, each rule's in the order of the document; nothing for a console log, which shows part of a layout only.
    public func findings() -> [LintFinding] {
        guard !settings.rules.isEmpty, !document.isFragment else { return [] }
        var findings: [LintFinding] = []
        if let scene = Scene(document, analysis, settings.limits(isRounded: analysis.source != nil)) {
            findings += limited(.truncatedText) { TruncatedText(scene).findings() }
            findings += limited(.outOfParent) { OutOfParent(scene).findings() }
            findings += limited(.overlappingViews) { OverlappingViews(scene).findings() }
            findings += limited(.minimumSize) { MinimumSize(scene).findings() }
            findings += limited(.rtlAsymmetry) { RTLAsymmetry(scene).findings() }
        }
        let idle = settings.rules.intersection([.redundantConstraint, .impliedConstraint, .deadPriority])
        // From rows that cannot hold together anything follows.
        if !idle.isEmpty, !analysis.isConflicting { findings += IdleConstraints(document, rules: idle).findings().limited }
        findings += limited(.fixedDirection) { FixedDirection(document).findings() }
        return findings
    }

    private func limited(_ rule: Rule, _ find: () -> [LintFinding]) -> [LintFinding] {
        settings.rules.contains(rule) ? find().limited : []
    }
}

extension [LintFinding] {
    /// Of each rule the first few hundred, and how many more there are.
    fileprivate var limited: [LintFinding] {
        guard count > LintSettings.mostFindings else { return self }
        var counts: [Rule: Int] = [:]
        var kept = filter { finding in
            counts[finding.rule, default: 0] += 1
            return counts[finding.rule, default: 0] <= LintSettings.mostFindings
        }
        for rule in Rule.allCases {
            let rest = (counts[rule] ?? 0) - LintSettings.mostFindings
            if rest > 0 { kept.append(LintFinding(rule, "\(rest) more findings of the rule \(rule.rawValue) are not listed", subject: ["rest"])) }
        }
        return kept
    }
}
