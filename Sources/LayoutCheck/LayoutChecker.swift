public import LayoutImport
public import LayoutLint
public import LayoutModel
public import LayoutService
public import Reporting

/// Checks the layouts of one source in every variant that is asked for, by the rules that are asked for.
public struct LayoutChecker: Sendable {
    public var analyzer: SourceAnalyzer
    /// How bad each rule is, and what is off.
    public var severities: [Rule: Severity?]
    public var settings: LintSettings
    public var variations: [LayoutVariation]
    /// Asked of every layout whose views they name.
    public var assertions: [LayoutAssertion]
    /// What fails; nil for what does by default: conflicts, ambiguities, and what is an error.
    public var failOn: FindingKinds?
    public var allowsIncomplete: Bool

    /// - Parameter analyzer: with the caller's options; where these say nothing the configuration does.
    public init(
        analyzer: SourceAnalyzer, configuration: Configuration = Configuration(), assertions: [LayoutAssertion] = [], failOn: FindingKinds? = nil,
        allowsIncomplete: Bool = false
    ) {
        self.analyzer = analyzer
        severities = configuration.severities
        settings = configuration.lintSettings
        variations = configuration.variations
        self.assertions = assertions
        self.failOn = failOn ?? configuration.failOn
        self.allowsIncomplete = allowsIncomplete
    }

    /// One layout of the source with all that was found.
    public struct Layout: Sendable {
        /// It in each variant, in their order.
        public var runs: [(variant: String, layout: AnalyzedLayout)]
        public var subject: CheckedSubject
        /// A verdict that fails though no finding tells of it: there was no time to find what.
        public var failsUntold: Bool
    }

    /// The layouts of the source, in its order.
    ///
    /// - Parameters:
    ///   - file: What places call the source.
    ///   - path: What sources within it name as their file; nil where it has no name.
    public func check(_ bytes: [UInt8], kind: SourceKind, file: String, path: String?) throws(ImportError) -> [Layout] {
        var runs: [[(variant: String, layout: AnalyzedLayout)]] = []
        for (number, variation) in variations.enumerated() {
            let layouts = try analyzer.analyze(bytes, kind: kind, file: path, as: variation)
            for (index, layout) in layouts.enumerated() {
                // Of a log there are no variants: it shows what happened.
                if number > 0, layout.document.isFragment { continue }
                if index >= runs.count { runs.append([]) }
                runs[index].append((variation.name, layout))
            }
        }
        let places = LazyPlaces(bytes: bytes, kind: kind, file: file)
        let isSeveral = runs.count > 1
        return runs.enumerated().map { index, own in
            let name = isSeveral ? own.first?.layout.document.name ?? "layout \(index + 1)" : nil
            return layout(own, file: file, name: name, places)
        }
    }

    private func layout(_ runs: [(variant: String, layout: AnalyzedLayout)], file: String, name: String?, _ places: LazyPlaces) -> Layout {
        var merge = VariantMerge()
        var failsUntold = false
        var checks: [Rule] = []
        for run in runs {
            let analysis = run.layout.analysis
            let document = run.layout.document
            let maker = FindingMaker(analysis, of: document, file: file, places: places.places(of: run.layout))
            var found = maker.findings()
            found += maker.findings(of: Linter(document, analysis, settings: settings).findings())
            found += asserted(document, analysis, maker, places)
            merge.add(found.compactMap(judged), variant: run.variant)
            let verdicts = Set(analysis.regions.map(\.verdict))
            failsUntold =
                failsUntold || isUntold(.conflict, analysis.isConflicting, analysis.conflicts.isEmpty)
                || isUntold(.ambiguity, analysis.isAmbiguous, !analysis.ambiguities.contains(where: \.isVerified))
                || isUntold(.conflict, verdicts.contains(.conflicting), true) || isUntold(.ambiguity, verdicts.contains(.ambiguous), true)
            if checks.isEmpty { checks = checked(maker.checks, document) }
        }
        var findings = merge.merged
        if let first = runs.first {
            findings = Suppressions(first.layout.document, checks: checks, file: file, places).apply(to: findings).compactMap(judged)
        }
        return Layout(runs: runs, subject: CheckedSubject(file: file, name: name, checks: checks, findings: findings), failsUntold: failsUntold)
    }

    /// Everything that the layout was checked for, so that what is not found is told as passed.
    private func checked(_ basic: [Rule], _ document: LayoutDocument) -> [Rule] {
        var checks = basic
        if !document.isFragment {
            checks += Rule.allCases.filter(settings.rules.contains)
            if !document.assertions.isEmpty || !assertions.isEmpty { checks.append(.assertion) }
        }
        return checks.filter { !isOff($0) }
    }

    private func asserted(_ document: LayoutDocument, _ analysis: Analysis, _ maker: FindingMaker, _ places: LazyPlaces) -> [Finding] {
        let check = AssertionCheck(document, analysis)
        let own = check.findings(document.assertions)
        var findings = zip(own, maker.findings(of: own.map(\.finding))).map { entry, finding in
            var finding = finding
            if let place = places.element("/assert/\(entry.index)") { finding.place = place }
            return finding
        }
        findings += maker.findings(of: check.findings(assertions, isShared: true).map(\.finding))
        return findings
    }

    // MARK: What counts

    private func isOff(_ rule: Rule) -> Bool {
        if let own = severities[rule] { return own == nil }
        return false
    }

    /// The finding as bad as the configuration has it; nil where it is off.
    private func judged(_ finding: Finding) -> Finding? {
        var finding = finding
        if let own = severities[finding.kind] {
            guard let severity = own else { return nil }
            finding.severity = severity
        }
        finding.isFailure = finding.suppression == nil && fails(finding)
        return finding
    }

    /// Whether a finding is what the caller asked to fail on.
    public func fails(_ finding: Finding) -> Bool {
        if let failOn { return failOn.contains(finding, allowsIncomplete: allowsIncomplete) }
        if finding.kind == .conflict || finding.kind == .ambiguity {
            return severities[finding.kind].map { $0 == .error } ?? true
        }
        return finding.severity == .error || FindingKinds.standard.contains(finding, allowsIncomplete: allowsIncomplete)
    }

    private func isUntold(_ rule: Rule, _ isFound: Bool, _ isEmpty: Bool) -> Bool {
        guard isFound, isEmpty, !isOff(rule) else { return false }
        return failOn.map { $0.kinds.contains(rule) } ?? true
    }
}
