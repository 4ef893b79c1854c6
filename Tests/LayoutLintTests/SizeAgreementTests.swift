import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutLint
import LayoutModel
import Testing

/// What is found in ranges of sizes, against what rules find at single sizes.
@Suite struct SizeAgreementTests {
    private struct Found: Hashable {
        var rule: String
        var views: [Int]

        var words: String { "\(rule) \(views)" }
    }

    private static let rules: [SizeFinding.Kind: Rule] = [
        .truncated: .truncatedText, .outOfParent: .outOfParent, .overlapping: .overlappingViews, .tooSmall: .minimumSize,
    ]

    private func atOneSize(_ document: LayoutDocument, _ settings: LintSettings) -> Set<Found>? {
        let analysis = Analyzer().analyze(document)
        if analysis.isConflicting { return nil }
        let linted = Linter(document, analysis, settings: settings).findings().map { Found(rule: $0.rule.rawValue, views: $0.views) }
        let asserted = AssertionCheck(document, analysis).findings(document.assertions).filter { !$0.finding.message.contains("is ambiguous") }
        return Set(linted + asserted.map { Found(rule: "assertion", views: [$0.index]) })
    }

    @Test(arguments: SizeDimension.allCases) func `ranges say the same as single sizes`(dimension: SizeDimension) throws {
        let settings = LintSettings(rules: Set(Self.rules.values))
        var counts: [String: Int] = [:]
        var (agreed, conflicting) = (0, 0)
        for seed in 0..<15 {
            var random = RandomChoices(state: UInt64(1000 * seed + 17))
            let document = try random.document()
            let (low, high): (Rational, Rational) = dimension == .textScale ? (.half, 4) : (0, 400)
            var options = AnalysisOptions(sizes: [try #require(SizeRange(dimension, from: low, to: high))])
            options.sizeFindings = Set(SizeFinding.Kind.allCases)
            options.frameLimits = settings.limits(isRounded: false)
            let ranged = Analyzer(options: options).analyze(document)
            #expect(ranged.inconclusive.isEmpty)
            var marks = Set(ranged.regions.flatMap { [$0.span.min, $0.span.max] })
            for span in ranged.sizeFindings.flatMap(\.spans) + ranged.sizeAssertions.flatMap(\.fails) { marks.formUnion([span.min, span.max]) }
            let near = Rational(1, over: 1000) ?? .zero
            var places = marks.sorted()
            if places.count > 14 { places = (0..<14).map { _ in random.pick(places) } }
            places += places.flatMap { [$0 - near, $0 + near] }
            places += (0..<10).map { _ in low + (high - low) * Rational(random.below(1000)) * Rational(1000).reciprocal }
            for place in places where low <= place && place <= high {
                guard let single = atOneSize(document.varied(dimension, to: place), settings) else {
                    conflicting += 1
                    #expect(ranged.regions.first { $0.span.contains(place) }?.verdict == .conflicting)
                    continue
                }
                var along = Set<Found>()
                for finding in ranged.sizeFindings where finding.spans.contains(where: { $0.contains(place) }) {
                    let views = finding.kind == .overlapping ? finding.views.reversed() : finding.views
                    along.insert(Found(rule: Self.rules[finding.kind]?.rawValue ?? "", views: views))
                }
                for failure in ranged.sizeAssertions where failure.fails.contains(where: { $0.contains(place) }) {
                    along.insert(Found(rule: "assertion", views: [failure.index]))
                }
                for found in single { counts[found.rule, default: 0] += 1 }
                agreed += 1
                let (more, less) = (along.subtracting(single).map(\.words), single.subtracting(along).map(\.words))
                #expect(more == [] && less == [], "seed \(seed), \(dimension.words) \(place): \(more) \(less)")
            }
        }
        #expect(agreed > 150 && conflicting > 5)
        for rule in Self.rules.values.map(\.rawValue) + ["assertion"] { #expect(counts[rule, default: 0] > 10, "\(rule): \(counts)") }
    }

    private func isOnRim(_ size: SizePoint, of extent: SizeExtent) -> Bool {
        extent.rings.contains { ring in
            ring.indices.contains { place in
                let (from, to) = (ring[place], ring[(place + 1) % ring.count])
                return size == from || size.isBetween(from, to)
            }
        }
    }

    @Test(arguments: [false, true]) func `maps say the same as single sizes`(isCoupled: Bool) throws {
        let settings = LintSettings(rules: Set(Self.rules.values))
        var counts: [String: Int] = [:]
        var (agreed, smallest, polygons) = (0, 0, 0)
        for seed in 0..<8 {
            var random = RandomChoices(state: UInt64(1000 * seed + 31))
            let document = try random.document(coupled: isCoupled)
            var options = AnalysisOptions(sizes: [.width, .height].compactMap { SizeRange($0 as SizeDimension, from: 0, to: 400) })
            options.sizeFindings = Set(SizeFinding.Kind.allCases)
            options.frameLimits = settings.limits(isRounded: false)
            let map = try #require(Analyzer(options: options).analyze(document).sizeMap)
            #expect(map.method != .grid, "seed \(seed): \(map.reason ?? "")")
            if map.method == .polygons { polygons += 1 }
            func single(_ size: SizePoint) -> Set<Found>? {
                atOneSize(document.varied(.width, to: size.width).varied(.height, to: size.height), settings)
            }
            let found = map.findings.map { finding in
                let views = finding.kind == .overlapping ? finding.views.reversed() : finding.views
                return (Found(rule: Self.rules[finding.kind]?.rawValue ?? "", views: views), finding.extent)
            }
            let extents = found + map.assertions.map { (Found(rule: "assertion", views: [$0.index]), $0.fails) }
            for (what, extent) in extents {
                #expect(single(extent.smallest)?.contains(what) == true, "seed \(seed): \(what.words) at \(extent.smallest.text)")
                smallest += 1
            }
            var sizes = extents.flatMap { $0.1.rings.joined() + $0.1.lines.flatMap { [$0.from, $0.to] } + $0.1.points }
            if sizes.count > 12 { sizes = (0..<12).map { _ in random.pick(sizes) } }
            let step = Rational(100).reciprocal
            sizes += sizes.flatMap { size in
                [(step, .zero), (.zero, -step), (-step, step * 2)].map { SizePoint(size.width + $0.0, size.height + $0.1) }
            }
            let tenth = Rational(10).reciprocal
            sizes += (0..<16).map { _ in SizePoint(Rational(random.below(4000)) * tenth, Rational(random.below(4000)) * tenth) }
            for size in sizes where size.width <= 400 && size.height <= 400 && !size.width.isNegative && !size.height.isNegative {
                guard let single = single(size) else {
                    #expect(map.verdict(at: size) == .conflicting)
                    continue
                }
                agreed += 1
                for rule in single.map(\.rule) { counts[rule, default: 0] += 1 }
                let known = Set(extents.map(\.0))
                #expect(single.subtracting(known).map(\.words) == [], "seed \(seed), \(size.text)")
                for (what, extent) in extents where !isOnRim(size, of: extent) {
                    // The last assertion is an equality: where it fails all around it may hold on a line.
                    if what == Found(rule: "assertion", views: [2]), !single.contains(what) { continue }
                    #expect(extent.reaches(size) == single.contains(what), "seed \(seed), \(size.text): \(what.words)")
                }
            }
        }
        #expect(agreed > 100 && smallest > 25 && (!isCoupled || polygons >= 4), "\(agreed) \(smallest) \(polygons)")
        for rule in Self.rules.values.map(\.rawValue) + ["assertion"] { #expect(counts[rule, default: 0] > 10, "\(rule): \(counts)") }
    }
}

extension RandomChoices {
    /// Siblings that cover each other, leave their superviews, are too small and have texts that are too long, at some sizes.
    fileprivate mutating func document(coupled: Bool = false) throws -> LayoutDocument {
        let count = 3 + below(4)
        var views = [#"{"id": "root"}"#]
        var constraints: [String] = []
        var parents = ["root"]
        for index in 1...count {
            let parent = pick(parents)
            let kind = pick(["UIView", "UILabel", "UIButton", "UITextField", "UIScrollView", "UIImageView"])
            let text = below(2) == 0 ? #", "text": "some text""# : ""
            let insets = below(4) == 0 ? #", "alignmentRectInsets": {"left": 3, "bottom": 2}"# : ""
            let scroll = kind == "UIScrollView" ? #", "kind": "scroll""# : ""
            views.append(
                #"{"id": "v\#(index)", "parent": "\#(parent)", "class": "\#(kind)"\#(text)\#(insets)\#(scroll), "intrinsicContentSize": {"width": \#(20 + below(120)), "height": \#(10 + below(50))}}"#
            )
            let id = "v\(index)"
            for (low, high, size) in [("left", "right", "width"), ("top", "bottom", "height")] {
                switch below(6) {
                case 0: constraints += ["\(id).\(low) == \(parent).\(low) + \(below(90))", "\(id).\(size) == \(20 + below(90))"]
                case 1: constraints += ["\(id).\(high) == \(parent).\(high) - \(below(90))"]
                case 2: constraints += ["\(id).\(low) == \(parent).\(low) + \(below(40))", "\(id).\(high) == \(parent).\(high) - \(below(40))"]
                case 3:
                    constraints.append("\(id).\(size) == root.\(size) * \(pick(["0.3", "0.5", "0.25"]))")
                    constraints.append("\(id).\(low) == \(parent).\(low) + \(below(30))")
                case 4:
                    constraints += ["\(id).\(low) >= \(parent).\(low) + \(below(60))", "\(id).\(low) == \(parent).\(low) @ 500"]
                    constraints.append("\(id).\(size) <= root.\(size) - 60 @ 900")
                default: constraints += ["\(id).\(low) == \(parent).\(low) - 5"]
                }
            }
            if kind != "UIScrollView" || below(2) == 0 { parents.append(id) }
        }
        if coupled {
            let priority = pick([1000, 990, 700])
            constraints += ["v1.bottom == root.bottom - 4 @ 990", "v1.right == root.right - 3 @ 980"]
            constraints.append("v1.width \(pick(["==", "<=", ">="])) v1.height * \(pick(["1.5", "2", "0.75"])) @ \(priority)")
        }
        let list = constraints.map { "\"\($0)\"" }.joined(separator: ", ")
        let asserted = #""assert": ["v1.right <= v2.right", "v2.width >= v2.intrinsic.width", "v1.width == v2.width"]"#
        return try DocumentImporter().read(
            json: Array(
                #"{"size": {"width": \#(80 + below(200)), "height": \#(80 + below(200))}, "views": [\#(views.joined(separator: ", "))], "constraints": [\#(list)], \#(asserted)}"#
                    .utf8))
    }
}
