internal import LayoutAnalysis
public import LayoutImport
public import LayoutLint
public import LayoutModel
public import Reporting

/// A checker of the layouts of one source in all requested variants by the requested rules.
public struct LayoutChecker: Sendable {
    public var analyzer: SourceAnalyzer
    /// The severity of each rule; nil switches a rule off.
    public var severities: [Rule: Severity?]
    public var settings: LintSettings
    public var variations: [LayoutVariation]
    /// Assertions that are checked in every layout that has their views.
    public var assertions: [LayoutAssertion]
    /// The findings that fail; nil for the default: errors, and conflicts and ambiguities unless `severities` lowers them.
    public var failOn: FindingKinds?
    public var allowsIncomplete: Bool

    public init(
        analyzer: SourceAnalyzer, severities: [Rule: Severity?] = [:], settings: LintSettings = LintSettings(),
        variations: [LayoutVariation] = [LayoutVariation()], assertions: [LayoutAssertion] = [], failOn: FindingKinds? = nil,
        allowsIncomplete: Bool = false
    ) {
        self.analyzer = analyzer
        self.severities = severities
        self.settings = settings
        self.variations = variations
        self.assertions = assertions
        self.failOn = failOn
        self.allowsIncomplete = allowsIncomplete
        self.analyzer.options.assertions = assertions
    }

    /// A layout of the source with its findings.
    public struct Layout: Sendable {
        /// The analyzed layout of each variant, in order.
        public var runs: [(variant: String, layout: AnalyzedLayout)]
        public var subject: CheckedSubject
        /// Whether a verdict fails although no finding explains it, because the time was spent.
        public var failsWithoutFinding: Bool
        /// The indices of the checker's assertions that name only views of this layout.
        public var asked: [Int]

        /// The subject with its drawing, if something was found in it and its frames are known.
        public var drawnSubject: CheckedSubject {
            guard let layout = runs.first?.layout, !subject.shown.isEmpty, !layout.document.isFragment, !layout.analysis.frames.isEmpty else {
                return subject
            }
            var subject = subject
            subject.drawing = String(decoding: layout.diagram, as: UTF8.self)
            return subject
        }
    }

    /// The time that all variants of a source may take together, as a multiple of the time limit of one.
    private static let variantShare = 10.0
    /// The number of views and constraints in all variants of a source, from which no further variant is checked, as all remain in memory for the
    /// report.
    var mostItems = 1_000_000

    /// Checks the layouts of the source, and returns them in its order.
    ///
    /// - Parameter file: the name of the source in places, also in those of its views and constraints.
    public func check(_ bytes: [UInt8], kind: SourceKind, file: String) throws(ImportError) -> [Layout] {
        var runs: [[(variant: String, layout: AnalyzedLayout)]] = []
        var analyzer = sizedAnalyzer(isRounded: kind == .interfaceBuilder)
        let begun = ContinuousClock.now
        let most = analyzer.options.deadline * LayoutChecker.variantShare
        var items = 0
        for (number, variation) in variations.enumerated() {
            let left = max(0, most - begun.duration(to: .now) / .seconds(1))
            if number > 0 {
                // A log has no variants: it shows what happened.
                if runs.allSatisfy({ $0.allSatisfy(\.layout.document.isFragment) }) { break }
                if left == 0 || items >= mostItems || !analyzer.options.interest.isWanted() {
                    LayoutChecker.note(unchecked: variations.count - number, of: variations.count, in: &runs)
                    break
                }
            }
            analyzer.options.deadline = min(analyzer.options.deadline, left)
            let layouts = try analyzer.analyze(bytes, kind: kind, file: file, as: variation)
            for (index, layout) in layouts.enumerated() {
                if number > 0, layout.document.isFragment { continue }
                if index >= runs.count { runs.append([]) }
                items += layout.document.views.count + layout.document.constraints.count
                runs[index].append((layout.document.isFragment ? "" : variation.name, layout))
            }
        }
        let places = LazyPlaces(bytes: bytes, kind: kind, file: file)
        let names = LayoutChecker.names(runs.map { $0.first?.layout.document.name })
        return zip(runs, names).map { layout($0, file: file, name: $1, places) }
    }

    /// Notes that variants were not checked.
    private static func note(unchecked: Int, of count: Int, in runs: inout [[(variant: String, layout: AnalyzedLayout)]]) {
        let reason = "\(unchecked) of \(count) were not checked, since the time or memory for all variants of a file was spent: check fewer of them"
        for index in runs.indices where !runs[index].isEmpty && runs[index][0].layout.document.isFragment == false {
            runs[index][runs[index].count - 1].layout.analysis.inconclusive.append(Inconclusive(subject: "variants", reason: reason))
        }
    }

    /// Returns distinct names of ordinary length for the layouts of a source; nil for a single one.
    private static func names(_ own: [String?]) -> [String?] {
        if own.count == 1 { return [nil] }
        let names = own.enumerated().map { $1?.shortened() ?? "layout \($0 + 1)" }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var met: [String: Int] = [:]
        return names.map { name in
            guard let count = counts[name], count > 1 else { return name }
            met[name, default: 0] += 1
            return "\(name), \(met[name] ?? 1) of \(count)"
        }
    }

    /// Returns the analyzer with options that apply the rules' checks to all sizes.
    private func sizedAnalyzer(isRounded: Bool) -> SourceAnalyzer {
        var analyzer = analyzer
        analyzer.options.frameLimits = settings.limits(isRounded: isRounded)
        for kind in SizeFinding.Kind.allCases where settings.rules.contains(kind.rule) { analyzer.options.sizeFindings.insert(kind) }
        return analyzer
    }

    /// Checks a layout that was read elsewhere.
    ///
    /// - Parameter file: its name in places.
    public func check(_ document: LayoutDocument, file: String) -> Layout {
        let places = LazyPlaces(bytes: [], kind: .text, file: file)
        return layout([("", sizedAnalyzer(isRounded: false).analyze(document))], file: file, name: nil, places)
    }

    private func layout(_ runs: [(variant: String, layout: AnalyzedLayout)], file: String, name: String?, _ places: LazyPlaces) -> Layout {
        let ranged = runs.compactMap { $0.layout.analysis.regions.isEmpty ? nil : $0.variant + " in a range" }
        var merge = VariantMerge(variants: runs.map(\.variant) + ranged, analyzer: Analyzer(options: analyzer.options))
        var failsWithoutFinding = false
        var checks: [Rule] = []
        var isOpen = false
        var areListed = runs.allSatisfy(\.layout.analysis.conflictsComplete)
        // The rules of a layout have as much time as its analysis.
        let time = RuleTime(analyzer.options)
        for run in runs {
            let analysis = run.layout.analysis
            let document = run.layout.document
            let found = findings(run.layout, file: file, places, time)
            isOpen = isOpen || found.contains { $0.kind == .unproven }
            let sizes = CheckedSizes(run.variant.isEmpty ? Finding.ownSize : run.variant, run.layout)
            merge.add(found.compactMap(judged), variant: run.variant, at: sizes)
            let isUnexplained = addSizes(
                run.layout, prefix: run.variant.isEmpty ? "" : run.variant + " with ", file: file, places, time, to: &merge, areListed: &areListed)
            failsWithoutFinding =
                failsWithoutFinding || isUnexplained || fails(.conflict, where: analysis.isConflicting && analysis.conflicts.isEmpty)
                || fails(.ambiguity, where: analysis.isAmbiguous && !analysis.ambiguities.contains(where: \.isVerified))
            // An undecided layout has no passed checks.
            if checks.isEmpty, !analysis.isUndecided {
                checks = checked(FindingMaker(analysis, of: document, file: file).checks, document)
            }
        }
        var findings = merge.merged
        isOpen = isOpen || findings.contains { $0.kind == .unproven }
        if let first = runs.first {
            findings = Suppressions(first.layout.document, checks: checks, file: file, places).apply(to: findings).compactMap(judged)
        }
        // A constraint that Interface Builder ignores may be the one that an ambiguity lacks.
        func isIgnored(_ finding: Finding) -> Bool { finding.kind == .unreferencedConstraint || finding.kind == .invalidConstraint }
        if !findings.contains(where: { $0.severity == .error }) {
            findings = findings.filter(isIgnored) + findings.filter { !isIgnored($0) }
        }
        let sizes = runs.compactMap { LayoutChecker.sizes($0.layout, variant: $0.variant) }
        let unsettled = Rule.allCases.filter { isOpen || !isLookedFor($0) || $0 == .conflict && !areListed }
        var subject = CheckedSubject(
            file: file, name: name, checks: checks, unsettled: unsettled, findings: findings.map(places.completed), sizes: sizes)
        // A log's message is one finding, and a spent budget has its own.
        subject.hasUnlistedConflicts = !areListed && !isOpen && runs.first?.layout.document.isFragment == false && fails(.conflict, where: true)
        if runs.first?.layout.document.suppressions.contains(where: \.isOfAllConflicts) != true {
            subject.noteUnlistedConflicts(by: .document, allowsIncomplete: allowsIncomplete)
        }
        return Layout(
            runs: runs, subject: subject, failsWithoutFinding: failsWithoutFinding, asked: runs.first.map { asked(of: $0.layout.document) } ?? [])
    }

    private func asked(of document: LayoutDocument) -> [Int] {
        if assertions.isEmpty || document.isFragment { return [] }
        let views = Set(document.views.map(\.id))
        return assertions.indices.filter { views.isSuperset(of: assertions[$0].items) }
    }

    /// Returns the verdicts at all requested sizes as a picture, or nil if none were requested.
    private static func sizes(_ layout: AnalyzedLayout, variant: String) -> CheckedSubject.SizePicture? {
        guard let svg = layout.sizeChart, let text = TextReporter().sizes(of: layout.analysis, layout.document) else { return nil }
        return CheckedSubject.SizePicture(variant: variant, text: text, svg: String(decoding: svg, as: UTF8.self))
    }

    /// - Parameter sizes: the sizes that the layout represents.
    private func findings(
        _ layout: AnalyzedLayout, at sizes: AssertionCheck.Sizes = [:], file: String, _ places: LazyPlaces, _ time: RuleTime
    ) -> [Finding] {
        let (document, analysis) = (layout.document, layout.analysis)
        let maker = FindingMaker(analysis, of: document, file: file, places: places.places(of: layout))
        let linter = Linter(document, analysis, settings: settings, isWanted: time.isWanted)
        return maker.findings(while: analyzer.options.interest.isWanted) + maker.findings(of: linter.findings())
            + asserted(AssertionCheck(document, analysis, sizes: sizes, isWanted: time.isWanted), document, maker, places)
    }

    /// Adds the findings at other sizes of a range.
    ///
    /// - Parameter areListed: becomes false if there are more conflicts than are listed.
    /// - Returns: Whether a region fails although no finding explains it.
    private func addSizes(
        _ layout: AnalyzedLayout, prefix: String, file: String, _ places: LazyPlaces, _ time: RuleTime, to merge: inout VariantMerge,
        areListed: inout Bool
    ) -> Bool {
        guard !layout.analysis.regions.isEmpty else { return false }
        let sizes = SizeChecks(layout, analyzer, settings, time)
        let maker = FindingMaker(layout.analysis, of: layout.document, file: file, places: places.places(of: layout))
        for (variant, found) in sizes.lint() { merge.add(maker.findings(of: found).compactMap(judged), variant: prefix + variant) }
        for (variant, index, found) in sizes.assertions(assertions) {
            let finding = maker.findings(of: [found]).map { placed($0, assertion: index, of: layout.document, places) }
            merge.add(finding.compactMap(judged), variant: prefix + variant, isSmallest: true)
        }
        var isUnexplained = false
        // Findings about frames were already added with the sizes at which they hold.
        let kinds = Set(SizeFinding.Kind.allCases.map(\.rule))
        for region in sizes.regions() + sizes.areas() {
            areListed = areListed && region.layout?.analysis.conflictsComplete ?? true
            var found =
                region.layout.map { findings($0, at: region.sizes, file: file, places, time).filter { !$0.kind.isOfInterfaceBuilder } }
                ?? []
            // The app was observed at one size.
            found.removeAll { $0.kind == .observedDifference }
            found.removeAll { kinds.contains($0.kind) }
            // If constraints conflict, all other findings depend on what the system breaks.
            if region.verdict == .conflicting { found.removeAll { $0.kind != .conflict && $0.kind != .unproven } }
            if region.isUnfinished { found.append(LayoutChecker.unproven(file)) }
            let rule: Rule = region.verdict == .conflicting ? .conflict : .ambiguity
            isUnexplained = isUnexplained || fails(rule, where: !found.contains { $0.kind == rule })
            guard let middle = region.layout else {
                merge.add(found.compactMap(judged), variant: prefix + region.variant)
                continue
            }
            let own = CheckedSizes(prefix + region.size, middle, in: region.region)
            merge.add(found.compactMap(judged), variant: prefix + region.variant, at: own)
            // A constant for the middle of a region may not do for the rest of it.
            guard found.contains(where: { !own.changes(of: $0).isEmpty }), let extreme = sizes.extreme(of: region), let end = extreme.layout
            else { continue }
            let others = findings(end, at: extreme.sizes, file: file, places, time).filter { $0.kind == .conflict }
            merge.add(others.compactMap(judged), alsoAt: CheckedSizes(prefix + extreme.size, end, in: extreme.region))
        }
        return isUnexplained
    }

    /// Returns the finding that the time was spent before a layout was checked at a size.
    private static func unproven(_ file: String) -> Finding {
        Finding(
            kind: .unproven, severity: .warning, fingerprint: "u1:sizes",
            message: "The findings at these sizes could not be proven: \(Inconclusive.spent)",
            remedies: ["allow more time with --deadline or more memory with --max-memory, or check fewer sizes"], place: FilePlace(file: file))
    }

    /// Returns the finding at the place of the assertion, if the document contains it and not the configuration.
    private func placed(_ finding: Finding, assertion index: Int, of document: LayoutDocument, _ places: LazyPlaces) -> Finding {
        guard index < document.assertions.count, let place = places.element("/assert/\(index)") else { return finding }
        var finding = finding
        finding.place = place
        return finding
    }

    /// Returns everything that the layout was checked for, so that the rules without findings can be reported as passed.
    private func checked(_ basic: [Rule], _ document: LayoutDocument) -> [Rule] {
        var checks = basic
        if !document.isFragment {
            checks += Rule.allCases.filter(settings.rules.contains)
            if !document.assertions.isEmpty || !assertions.isEmpty { checks.append(.assertion) }
        }
        return checks.filter { !isOff($0) }
    }

    private func asserted(
        _ check: AssertionCheck, _ document: LayoutDocument, _ maker: FindingMaker, _ places: LazyPlaces
    ) -> [Finding] {
        let own = check.findings(document.assertions)
        var findings = zip(own, maker.findings(of: own.map(\.finding))).map { entry, finding in
            placed(finding, assertion: entry.index, of: document, places)
        }
        findings += maker.findings(of: check.findings(assertions, isShared: true).map(\.finding))
        return findings
    }

    private func isLookedFor(_ rule: Rule) -> Bool {
        !isOff(rule) && (!rule.isOptIn || settings.rules.contains(rule))
    }

    // MARK: Counted findings

    private func isOff(_ rule: Rule) -> Bool {
        if let own = severities[rule] { return own == nil }
        return false
    }

    /// Returns the finding with the configured severity, or nil if its rule is off.
    public func judged(_ finding: Finding) -> Finding? {
        var finding = finding
        if let own = severities[finding.kind] {
            guard let severity = own else { return nil }
            finding.severity = severity
        }
        finding.isFailure = finding.suppression == nil && fails(finding)
        return finding
    }

    /// Returns whether a finding fails.
    public func fails(_ finding: Finding) -> Bool {
        if let failOn { return failOn.contains(finding, allowsIncomplete: allowsIncomplete) }
        if [.conflict, .ambiguity, .reportedAmbiguity].contains(finding.kind) {
            return !isLowered(finding.kind)
        }
        return finding.severity == .error || FindingKinds.standard.contains(finding, allowsIncomplete: allowsIncomplete)
    }

    /// Returns whether a verdict without a finding fails.
    private func fails(_ rule: Rule, where isSo: Bool) -> Bool {
        guard isSo, !isOff(rule) else { return false }
        if let failOn { return failOn.kinds.contains(rule) }
        return !isLowered(rule)
    }

    /// Returns whether the configured severity is below the rule's own.
    private func isLowered(_ rule: Rule) -> Bool {
        guard let own = severities[rule] else { return false }
        return own.map { $0 > rule.severity } ?? true
    }
}
