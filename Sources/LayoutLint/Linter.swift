public import LayoutModel

/// Checks an analyzed layout by the requested rules.
public struct Linter {
    private let document: LayoutDocument
    private let analysis: Analysis
    private let settings: LintSettings

    public init(_ document: LayoutDocument, _ analysis: Analysis, settings: LintSettings) {
        self.document = document
        self.analysis = analysis
        self.settings = settings
    }

    /// Returns the findings in the order of the rules, and per rule in the order of the document. Returns none for a console log,
    /// which is only part of a layout.
    public func findings() -> [LintFinding] {
        guard !settings.rules.isEmpty, !document.isFragment else { return [] }
        var findings: [LintFinding] = []
        if let scene = VisibleLayout(document, analysis, settings.limits(isRounded: analysis.source != nil)) {
            findings += limited(.truncatedText) { TruncatedText(scene).findings() }
            findings += limited(.outOfParent) { OutOfParent(scene).findings() }
            findings += limited(.overlappingViews) { OverlappingViews(scene).findings() }
            findings += limited(.minimumSize) { MinimumSize(scene).findings() }
            findings += limited(.rtlAsymmetry) { RTLAsymmetry(scene).findings() }
        }
        let idle = settings.rules.intersection([.redundantConstraint, .impliedConstraint, .deadPriority])
        // An infeasible system implies every constraint.
        if !idle.isEmpty, !analysis.isConflicting { findings += IdleConstraints(document, rules: idle).findings().limited }
        findings += limited(.fixedDirection) { FixedDirection(document).findings() }
        return findings
    }

    private func limited(_ rule: Rule, _ find: () -> [LintFinding]) -> [LintFinding] {
        settings.rules.contains(rule) ? find().limited : []
    }
}

extension [LintFinding] {
    /// The first `mostFindings` findings of each rule, and a finding that counts the others.
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
