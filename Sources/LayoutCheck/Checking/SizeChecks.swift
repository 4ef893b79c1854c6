internal import ExactArithmetic
internal import LayoutLint
internal import LayoutModel
internal import Reporting

/// Checks at a range of sizes: each region that is not clean is a further variant, checked at its middle.
struct SizeChecks {
    /// The maximum number of regions that are checked. For further regions only the verdicts are reported.
    private static let mostRegions = 32

    private let layout: AnalyzedLayout
    private let analyzer: SourceAnalyzer
    private let settings: LintSettings
    private let names: ViewNames
    private let time: RuleTime

    /// - Parameter time: the time for all of them.
    init(_ layout: AnalyzedLayout, _ analyzer: SourceAnalyzer, _ settings: LintSettings, _ time: RuleTime) {
        self.layout = layout
        names = ViewNames(layout.document)
        self.time = time
        var analyzer = analyzer
        analyzer.options.sizes = []
        self.analyzer = analyzer
        self.settings = settings
    }

    /// A size that represents all sizes with the same verdict around it.
    struct Example {
        var variant: String
        var verdict: Analysis.Verdict
        /// The layout there; nil if it is not checked.
        var layout: AnalyzedLayout?
        /// Whether it is not checked because the time was spent.
        var isUnfinished = false
        var sizes: AssertionCheck.Sizes
        /// The size of the layout in words.
        var size: String
        /// The region around it; nil for one in an area of the map.
        var region: SizeRegion?
    }

    /// Returns the layout in areas of the map that are not clean: at the middles of their parts, or of lines if no area has their
    /// verdict.
    func areas() -> [Example] {
        guard let map = layout.analysis.sizeMap else { return [] }
        let sizes = [SizeDimension.width: map.width.min...map.width.max, .height: map.height.min...map.height.max]
        return [Analysis.Verdict.conflicting, .ambiguous].flatMap { verdict in
            map.examples(of: verdict).enumerated().map { place, size in
                let name = "\(size.width.decimalText()) x \(size.height.decimalText())"
                guard place < SizeChecks.mostRegions else { return Example(variant: name, verdict: verdict, sizes: sizes, size: name) }
                let example = analyzed(layout.document.varied(.width, to: size.width).varied(.height, to: size.height))
                return Example(variant: name, verdict: verdict, layout: example, isUnfinished: example == nil, sizes: sizes, size: name)
            }
        }
    }

    /// The analyzer for what is left of the time; nil if it is spent.
    private var timedAnalyzer: SourceAnalyzer? {
        guard time.isWanted() else { return nil }
        var analyzer = analyzer
        analyzer.options.deadline = min(analyzer.options.deadline, time.left)
        return analyzer
    }

    /// Returns the analysis of another state of the layout; ambiguities that are intended remain marked so. Returns nil if the time is
    /// spent.
    private func analyzed(_ document: LayoutDocument) -> AnalyzedLayout? {
        guard let analyzer = timedAnalyzer else { return nil }
        let unverified = Set(layout.analysis.ambiguities.filter { !$0.isVerified }.map(\.view))
        var analysis = analyzer.analyze(document).analysis
        for index in analysis.ambiguities.indices where unverified.contains(analysis.ambiguities[index].view) {
            analysis.ambiguities[index].isVerified = false
        }
        return AnalyzedLayout(document, analysis)
    }

    /// Returns the layout at a size in each region that is not clean, without the layout for regions beyond the most that are
    /// checked.
    func regions() -> [Example] {
        let regions = layout.analysis.askedRegions.filter { $0.verdict == .conflicting || $0.verdict == .ambiguous }
        return regions.enumerated().map { place, region in
            let name = "\(region.dimension.words) \(region.span.text)"
            let sizes = [region.dimension: region.span.min...region.span.max]
            let size = (region.span.min + region.span.max) * .half
            var example = Example(variant: name, verdict: region.verdict, sizes: sizes, size: SizeChecks.words(size, region), region: region)
            guard place < SizeChecks.mostRegions else { return example }
            example.layout = analyzed(layout.document.varied(region.dimension, to: size))
            example.isUnfinished = example.layout == nil
            return example
        }
    }

    private static func words(_ size: Rational, _ region: SizeRegion) -> String { "\(region.dimension.words) \(size.readingText)" }

    /// Returns the layout at the end of a conflicting region at which most is missing: the smallest size if the contents need more, and the
    /// largest text. Nil if it was checked already, or cannot be.
    func extreme(of example: Example) -> Example? {
        guard let region = example.region, let middle = example.layout, region.span.min != region.span.max else { return nil }
        let size = region.dimension.axis.map { layout.document.id(of: .rootSize($0 == .horizontal ? .width : .height)) }
        let growth = middle.analysis.neededSizes.first { $0.row == size }?.growth ?? .zero
        let end = size == nil || growth.isNegative ? region.span.max : region.span.min
        guard let layout = analyzed(layout.document.varied(region.dimension, to: end)) else { return nil }
        var extreme = example
        (extreme.layout, extreme.size) = (layout, SizeChecks.words(end, region))
        return extreme
    }

    /// Returns findings of rules that are evaluated at every size, with the sizes at which they hold as the variant's name.
    func lint() -> [(variant: String, findings: [LintFinding])] {
        let analysis = layout.analysis
        let along = analysis.sizeFindings.filter { isReported($0.dimension) }.map { found in
            (found.kind, found.views, "\(found.dimension.words) \(found.spans.map(\.text).joined(separator: ", "))")
        }
        let mapped = (analysis.sizeMap?.findings ?? []).map { ($0.kind, $0.views, $0.extent.text) }
        return (along + mapped).compactMap { kind, views, variant in
            guard settings.rules.contains(kind.rule) else { return nil }
            let ids = views.map { layout.document.views[$0].id }
            let names = views.map { self.names.name(of: $0) }
            let what =
                switch kind {
                case .truncated: "\(names[0]) has too little room for its text"
                case .outOfParent: "\(names[0]) extends beyond \(names.last ?? "")"
                case .overlapping: "\(names.last ?? "") covers part of \(names[0])"
                case .tooSmall: "\(names[0]) is too small"
                }
            // The same views in the same order as in the rule's own findings.
            let ordered = kind == .overlapping ? views.reversed() : views
            return (variant, [LintFinding(kind.rule, views: ordered, "\(what) at \(variant)", subject: ids)])
        }
    }

    /// Returns whether findings along a dimension are reported: if there is a map, it covers all widths and heights.
    private func isReported(_ dimension: SizeDimension) -> Bool {
        layout.analysis.sizeMap == nil || dimension == .textScale
    }

    /// Returns assertions that fail at some sizes, each with the smallest failing size and the layout there. The last entries may say how many
    /// more there are, or that the time was over; they have the index after all assertions.
    func assertions(_ shared: [LayoutAssertion]) -> [(variant: String, index: Int, finding: LintFinding)] {
        let all = layout.document.assertions + shared
        let along = layout.analysis.sizeAssertions.filter { isReported($0.dimension) }.compactMap { found -> Failure? in
            guard let first = found.fails.first else { return nil }
            let spans = found.fails.map(\.text).joined(separator: ", ")
            return Failure(
                variant: "\(found.dimension.words) \(spans)", index: found.index, place: "\(found.dimension.words) \(first.example.decimalText())",
                document: layout.document.varied(found.dimension, to: first.example))
        }
        let mapped = (layout.analysis.sizeMap?.assertions ?? []).map { found in
            let size = found.fails.smallest
            return Failure(
                variant: found.fails.text, index: found.index, place: "\(size.width.decimalText()) x \(size.height.decimalText())",
                document: layout.document.varied(.width, to: size.width).varied(.height, to: size.height))
        }
        let failures = (along + mapped).filter { all.indices.contains($0.index) }
        var findings: [(variant: String, index: Int, finding: LintFinding)] = []
        func add(_ note: LintFinding) { findings.append(("further sizes", all.count, note)) }
        for failure in failures.prefix(LintSettings.mostFindings) {
            guard let analyzer = timedAnalyzer else {
                add(LintFinding(unfinished: [.assertion], LintFinding.spent))
                break
            }
            let shown = AssertionCheck(failure.document, analyzer.analyze(failure.document).analysis, isWanted: time.isWanted).findings([
                all[failure.index]
            ])
            guard var finding = shown.first?.finding else { continue }
            finding.message += ", at \(failure.place)"
            findings.append((failure.variant, failure.index, finding))
        }
        let rest = failures.count - LintSettings.mostFindings
        if rest > 0 { add(LintFinding(unlisted: rest, of: .assertion)) }
        return findings
    }

    private struct Failure {
        var variant: String
        var index: Int
        /// The smallest failing size.
        var place: String
        /// The layout there.
        var document: LayoutDocument
    }
}

/// The time for the rules of a layout, at all its sizes together.
struct RuleTime {
    private let begun = ContinuousClock.now
    private let options: AnalysisOptions

    init(_ options: AnalysisOptions) {
        self.options = options
    }

    /// The time that is left, in seconds.
    var left: Double { max(0, options.deadline - begun.duration(to: .now) / .seconds(1)) }

    /// Returns whether the findings are still needed, and time is left for them.
    func isWanted() -> Bool { options.interest.isWanted() && left > 0 }
}

extension SizeFinding.Kind {
    /// The rule that reports the same finding for a single layout.
    var rule: Rule {
        switch self {
        case .truncated: .truncatedText
        case .outOfParent: .outOfParent
        case .overlapping: .overlappingViews
        case .tooSmall: .minimumSize
        }
    }
}
