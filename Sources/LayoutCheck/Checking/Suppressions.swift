internal import LayoutLint
internal import LayoutModel
internal import Reporting

/// The suppressions of a document.
struct Suppressions {
    /// The findings that a suppression refers to.
    private struct Scope: Hashable {
        var rule: String
        var view: String?
        var constraint: String?
        var fingerprint: String?
    }

    /// A finding, and what scopes may name of it.
    private struct Subject {
        let rule: String
        let views: Set<String>
        let constraints: Set<String>
        let fingerprints: Set<String>

        init(_ finding: Finding) {
            rule = finding.kind.rawValue
            (views, constraints, fingerprints) = (Set(finding.views), Set(finding.constraints), Set(finding.fingerprints))
        }

        /// The number of scopes that include the finding.
        var scopeCount: Int { (views.count + 1) * (constraints.count + 1) * (fingerprints.count + 1) }

        func isIn(_ scope: Scope) -> Bool {
            scope.rule == rule && scope.view.map(views.contains) ?? true && scope.constraint.map(constraints.contains) ?? true
                && scope.fingerprint.map(fingerprints.contains) ?? true
        }

        func forEachScope(_ body: (Scope) -> Void) {
            for view in [nil] + views.map(Optional.some) {
                for constraint in [nil] + constraints.map(Optional.some) {
                    for fingerprint in [nil] + fingerprints.map(Optional.some) {
                        body(Scope(rule: rule, view: view, constraint: constraint, fingerprint: fingerprint))
                    }
                }
            }
        }
    }

    private let suppressions: [LayoutSuppression]
    private let checks: [Rule]
    private let file: String
    private let places: LazyPlaces
    /// The first suppression of each scope. Others with the same scope apply to the same findings.
    private let first: [Scope: Int]
    private let scopesOfRules: [String: [Scope]]

    /// - Parameter checks: the rules that were checked; others cannot have findings.
    init(_ document: LayoutDocument, checks: [Rule], file: String, _ places: LazyPlaces) {
        suppressions = document.suppressions
        self.checks = checks
        self.file = file
        self.places = places
        var first: [Scope: Int] = [:]
        var scopes: [String: [Scope]] = [:]
        for (index, suppression) in suppressions.enumerated() {
            let scope = Suppressions.scope(suppression)
            guard first[scope] == nil else { continue }
            first[scope] = index
            scopes[scope.rule, default: []].append(scope)
        }
        (self.first, scopesOfRules) = (first, scopes)
    }

    private static func scope(_ suppression: LayoutSuppression) -> Scope {
        Scope(rule: suppression.rule, view: suppression.view, constraint: suppression.constraint, fingerprint: suppression.fingerprint)
    }

    /// Marks suppressed findings and reports unused suppressions, unless something was left unproven, which they may refer to.
    func apply(to findings: [Finding]) -> [Finding] {
        guard !suppressions.isEmpty else { return findings }
        var findings = findings
        var used: Set<Scope> = []
        for place in findings.indices {
            guard let scopes = scopesOfRules[findings[place].kind.rawValue] else { continue }
            let subject = Subject(findings[place])
            var earliest: Int?
            func note(_ scope: Scope, _ index: Int) {
                used.insert(scope)
                earliest = min(earliest ?? index, index)
            }
            if subject.scopeCount < scopes.count {
                subject.forEachScope { scope in
                    if let index = first[scope] { note(scope, index) }
                }
            } else {
                for scope in scopes where subject.isIn(scope) { note(scope, first[scope] ?? 0) }
            }
            guard let earliest, findings[place].suppression == nil else { continue }
            findings[place].suppression = Finding.Suppression(.document, reason: suppressions[earliest].reason)
        }
        return findings.contains { $0.kind == .unproven } ? findings : findings + unused(besides: used)
    }

    /// Returns the findings about suppressions without effect: the first ones, and one that counts the others.
    private func unused(besides used: Set<Scope>) -> [Finding] {
        let unused = suppressions.indices.filter { !used.contains(Suppressions.scope(suppressions[$0])) && isChecked(suppressions[$0].rule) }
        let rest = unused.count - LintSettings.mostFindings
        let listed = unused.prefix(LintSettings.mostFindings).map { self.unused(suppressions[$0], $0) }
        if rest <= 0 { return listed }
        return listed + [
            Finding(
                kind: .unusedSuppression, severity: Rule.unusedSuppression.severity, fingerprint: Finding.fingerprint(ofUnlisted: rest),
                message: "\(rest) more suppressions have no effect and are not listed", place: FilePlace(file: file), isFailure: false)
        ]
    }

    private func isChecked(_ name: String) -> Bool {
        guard let rule = Rule(rawValue: name) else { return true }
        return checks.contains(rule) || !rule.isOptIn && !rule.isOfInterfaceBuilder && rule != .assertion
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
