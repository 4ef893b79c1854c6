public import LayoutModel

/// Checks an analyzed layout by the requested rules.
public struct Linter {
    private let document: LayoutDocument
    private let analysis: Analysis
    private let settings: LintSettings
    private let isWanted: () -> Bool

    /// - Parameter isWanted: returns whether the findings are still needed and time is left for them; if not, the rules end early.
    public init(_ document: LayoutDocument, _ analysis: Analysis, settings: LintSettings, isWanted: @escaping () -> Bool = { true }) {
        self.document = document
        self.analysis = analysis
        self.settings = settings
        self.isWanted = isWanted
    }

    /// Returns the findings in the order of the rules, and per rule in the order of the document. Returns none for a console log,
    /// which is only part of a layout. If the time ended first, the last finding names the rules that were not completely checked.
    public func findings() -> [LintFinding] {
        guard !settings.rules.isEmpty, !document.isFragment else { return [] }
        let work = LintWork(isWanted: isWanted)
        var findings: [LintFinding] = []
        var open: [Rule] = []
        func check(_ rules: Rule..., find: () -> [LintFinding]) {
            let requested = rules.filter(settings.rules.contains)
            if requested.isEmpty { return }
            if !work.isSpent { findings += find().limited }
            if work.isSpent { open += requested }
        }
        if let scene = VisibleLayout(document, analysis, settings.limits(isRounded: analysis.source != nil), work) {
            check(.truncatedText) { TruncatedText(scene).findings() }
            check(.outOfParent) { OutOfParent(scene).findings() }
            check(.overlappingViews) { OverlappingViews(scene).findings() }
            check(.minimumSize) { MinimumSize(scene).findings() }
            check(.rtlAsymmetry) { RTLAsymmetry(scene).findings() }
        }
        // An infeasible system implies every constraint.
        if !analysis.isConflicting {
            check(.redundantConstraint, .impliedConstraint, .deadPriority) { IdleConstraints(document, rules: settings.rules, work).findings() }
        }
        check(.fixedDirection) { FixedDirection(document).findings() }
        if !open.isEmpty { findings.append(LintFinding(unfinished: open, LintFinding.spent)) }
        return findings
    }
}

extension LintFinding {
    /// Creates the finding that rules were not completely checked.
    public init(unfinished rules: [Rule], _ reason: String) {
        let names = rules.map(\.rawValue)
        self.init(.unproven, "not completely checked: \(names.joined(separator: ", ")) (\(reason))", subject: names)
    }

    /// Creates the finding that counts findings of a rule that are not listed. No other subject has an empty text and two more, by which
    /// `FindingMaker` recognizes the number.
    public init(unlisted count: Int, of rule: Rule) {
        self.init(rule, "\(count) more findings of the rule \(rule.rawValue) are not listed", subject: ["", "rest", "\(count)"])
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
            if rest > 0 { kept.append(LintFinding(unlisted: rest, of: rule)) }
        }
        return kept
    }
}
