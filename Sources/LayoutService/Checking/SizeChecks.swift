internal import ExactArithmetic
internal import LayoutLint
internal import LayoutModel
internal import Reporting

/// What is found at the sizes between two: each region that is not clean is one more variant, looked at in its middle.
struct SizeChecks {
    /// The checks of one layout at its own size, for a layout at another.
    typealias Checks = (_ layout: AnalyzedLayout) -> [Finding]

    /// So many regions are looked at; of the rest only the verdicts are told.
    private static let mostRegions = 32

    private let layout: AnalyzedLayout
    private let analyzer: SourceAnalyzer
    private let settings: LintSettings

    init(_ layout: AnalyzedLayout, _ analyzer: SourceAnalyzer, _ settings: LintSettings) {
        self.layout = layout
        var analyzer = analyzer
        analyzer.options.sizes = []
        self.analyzer = analyzer
        self.settings = settings
    }

    /// The layout at a size, in each region that is not clean; nil for regions beyond those that are looked at.
    func regions() -> [(variant: String, verdict: Analysis.Verdict, layout: AnalyzedLayout?)] {
        let unverified = Set(layout.analysis.ambiguities.filter { !$0.isVerified }.map(\.view))
        let regions = layout.analysis.regions.filter { $0.verdict == .conflicting || $0.verdict == .ambiguous }
        return regions.enumerated().map { place, region in
            let name = "\(region.axis.sizeName) \(region.span.text)"
            guard place < SizeChecks.mostRegions else { return (name, region.verdict, nil) }
            let size = (region.span.min + region.span.max) * .half
            let document = layout.document.resized(region.axis, to: size)
            var analysis = analyzer.analyze(document).analysis
            for index in analysis.ambiguities.indices where unverified.contains(analysis.ambiguities[index].view) {
                analysis.ambiguities[index].isVerified = false
            }
            return (name, region.verdict, layout.replaced(document, analysis))
        }
    }

    /// Rules whose findings are known at every size: by span, with the variant's name.
    func lint() -> [(variant: String, findings: [LintFinding])] {
        layout.analysis.sizeFindings.compactMap { found in
            let rule: Rule = found.kind == .truncated ? .truncatedText : .overlappingViews
            guard settings.rules.contains(rule) else { return nil }
            let names = found.views.map { layout.document.views[$0].id }
            let spans = found.spans.map(\.text).joined(separator: ", ")
            let message =
                rule == .truncatedText
                ? "\(names[0]) has too little room for its text at \(found.axis.sizeName) \(spans)"
                : "\(names.last ?? "") covers part of \(names[0]) at \(found.axis.sizeName) \(spans)"
            // The same views, in the same order, as the rule itself has.
            let views = Array(found.views.reversed())
            return ("\(found.axis.sizeName) \(spans)", [LintFinding(rule, views: views, message, subject: names)])
        }
    }

    /// Assertions that fail at some sizes, each with the smallest size that shows it, and the layout there.
    func assertions(_ shared: [LayoutAssertion]) -> [(variant: String, index: Int, finding: LintFinding)] {
        let all = layout.document.assertions + shared
        return layout.analysis.sizeAssertions.compactMap { found in
            guard let first = found.fails.first, all.indices.contains(found.index) else { return nil }
            let document = layout.document.resized(found.axis, to: first.example)
            let shown = AssertionCheck(document, analyzer.analyze(document).analysis).findings([all[found.index]])
            guard var finding = shown.first?.finding else { return nil }
            let spans = found.fails.map(\.text).joined(separator: ", ")
            finding.message += ", at \(found.axis.sizeName) \(first.example.decimalText())"
            return ("\(found.axis.sizeName) \(spans)", found.index, finding)
        }
    }
}
