internal import LayoutModel
internal import Reporting

/// The suppressions of a document.
struct Suppressions {
    private let suppressions: [LayoutSuppression]
    private let checks: [Rule]
    private let file: String
    private let places: LazyPlaces

    /// - Parameter checks: the rules that were checked; others cannot have findings.
    init(_ document: LayoutDocument, checks: [Rule], file: String, _ places: LazyPlaces) {
        suppressions = document.suppressions
        self.checks = checks
        self.file = file
        self.places = places
    }

    /// Marks suppressed findings and reports unused suppressions, unless something was left unproven, which they may refer to.
    func apply(to findings: [Finding]) -> [Finding] {
        guard !suppressions.isEmpty else { return findings }
        var findings = findings
        var unused: [Finding] = []
        let isWhole = !findings.contains { $0.kind == .unproven }
        for (index, suppression) in suppressions.enumerated() {
            var isUsed = false
            for place in findings.indices where fits(suppression, findings[place]) {
                isUsed = true
                findings[place].suppression = findings[place].suppression ?? Finding.Suppression(.document, reason: suppression.reason)
            }
            if !isUsed, isWhole, isChecked(suppression.rule) { unused.append(self.unused(suppression, index)) }
        }
        return findings + unused
    }

    private func isChecked(_ name: String) -> Bool {
        guard let rule = Rule(rawValue: name) else { return true }
        return checks.contains(rule) || !rule.isOptIn && !rule.isOfInterfaceBuilder && rule != .assertion
    }

    private func fits(_ suppression: LayoutSuppression, _ finding: Finding) -> Bool {
        guard suppression.rule == finding.kind.rawValue else { return false }
        if let view = suppression.view, !finding.views.contains(view) { return false }
        if let constraint = suppression.constraint, !finding.constraints.contains(constraint) { return false }
        if let fingerprint = suppression.fingerprint, !finding.fingerprints.contains(fingerprint) { return false }
        return true
    }

    private func unused(_ suppression: LayoutSuppression, _ index: Int) -> Finding {
        let isKnown = Rule(rawValue: suppression.rule) != nil
        let place = places.element("/suppress/\(index)") ?? FilePlace(file: file)
        return Finding(
            kind: .unusedSuppression, severity: Rule.unusedSuppression.severity,
            fingerprint: "s1:\(suppression.rule):\(suppression.view ?? ""):\(suppression.constraint ?? "")",
            message: isKnown
                ? "the suppression of \(suppression.rule) has no effect, because there is no such finding; remove it"
                : "the suppression names the rule \(suppression.rule), but there is no such rule",
            place: place, isFailure: false)
    }
}
