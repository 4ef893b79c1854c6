import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import Testing

/// The verdict at every size between two, against the verdict at single sizes.
struct SizeRegionTests {
    private func analysis(_ text: String, _ axis: Axis, _ min: Rational, _ max: Rational) throws -> Analysis {
        let range = try #require(SizeRange(axis, from: min, to: max))
        let analysis = Analyzer(options: AnalysisOptions(sizes: [range])).analyze(try document(text))
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        return analysis
    }

    private func region(_ min: Rational, _ max: Rational, _ verdict: Analysis.Verdict, opens: Bool = false, closes: Bool = true) -> SizeRegion {
        SizeRegion(dimension: .width, span: SizeSpan(min: min, max: max, includesMin: !opens, includesMax: closes), verdict: verdict)
    }

    @Test func regionsAgreeWithSinglesSizesEverywhere() throws {
        var verdicts: [Analysis.Verdict: Int] = [:]
        var breaks = 0
        for seed in 500..<620 {
            var random = RandomLayouts(seed: UInt64(seed))
            let text = random.json()
            let layout = try document(text)
            for axis in Axis.allCases {
                let regions = try analysis(text, axis, 0, 400).regions
                #expect(regions.first?.span.min == 0 && regions.last?.span.max == 400)
                #expect(regions.first?.span.includesMin == true && regions.last?.span.includesMax == true)
                for (one, next) in zip(regions, regions.dropFirst()) {
                    // Without gaps, each end in one of the two, and as long as they can be.
                    #expect(one.span.max == next.span.min && one.span.includesMax != next.span.includesMin && one.verdict != next.verdict)
                }
                breaks += regions.count - 1
                var sizes = regions.map(\.span.min) + (0..<12).map { _ in Rational(random.below(4000)) * Rational(10).reciprocal }
                sizes += regions.flatMap { [$0.span.min - Rational(100).reciprocal, $0.span.min + Rational(100).reciprocal] }
                for size in sizes where !size.isNegative && size <= 400 {
                    let single = try PlainSolve(LoweredSystem(lowering: layout.resized(axis, to: size))).verdict
                    verdicts[single, default: 0] += 1
                    let found = regions.filter { $0.span.contains(size) }
                    #expect(found.map(\.verdict) == [single], "seed \(seed), \(axis.sizeName) \(size): \(regions.map { ($0.span, $0.verdict) })")
                }
            }
        }
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] { #expect(verdicts[verdict, default: 0] > 300) }
        #expect(breaks > 30)
    }

    /// Rows may reach into the range at its very end alone.
    @Test func rangesThatEndWhereAVerdictChangesAreCutFromTheWhole() throws {
        let touching = try analysis(
            "{'constraints': ['H:|-20-[t(>=200)]-20-|', 'V:|-0-[t(10)]-0-|']}", .horizontal, 100, 240)
        #expect(touching.regions == [region(100, 240, .conflicting, closes: false), region(240, 240, .clean)])
        var cuts = 0
        for seed in 500..<560 {
            var random = RandomLayouts(seed: UInt64(seed))
            let text = random.json()
            let whole = try analysis(text, .horizontal, 0, 400).regions
            for mark in Set(whole.map(\.span.min)) where mark.isPositive {
                let verdict = whole.first { $0.span.contains(mark) }?.verdict
                for (min, max) in [(mark - 30 < 0 ? 0 : mark - 30, mark), (mark, mark + 30 > 400 ? 400 : mark + 30)] {
                    let part = try analysis(text, .horizontal, min, max).regions
                    #expect(part.first { $0.span.contains(mark) }?.verdict == verdict, "seed \(seed), \(min) to \(max)")
                    let middle = (min + max) * .half
                    #expect(part.first { $0.span.contains(middle) }?.verdict == whole.first { $0.span.contains(middle) }?.verdict)
                    cuts += 1
                }
            }
        }
        #expect(cuts > 20)
    }

    @Test func breakPointsAreMetExactly() throws {
        let third = try analysis(
            "{'size': {'width': 500}, 'constraints': ['a.left == root.left', 'a.width == root.width * 0.3', 'a.width >= 100', 'a.top == root.top', 'a.height == 1', 'root.height == 1']}",
            .horizontal, 200, 1400)
        let end = try #require(Rational(1000, over: 3))
        #expect(third.regions == [region(200, end, .conflicting, closes: false), region(end, 1400, .clean)])
    }

    @Test func aVerdictThatHoldsAtOneSizeAloneIsARegion() throws {
        // At 200 both labels have what they want; below and above nobody says which gives way.
        let tie = try analysis(
            """
            {'size': {'width': 320, 'height': 20}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'intrinsicContentSize': {'width': 120}},
            {'id': 'b', 'parent': 'root', 'intrinsicContentSize': {'width': 80}}], 'constraints': ['H:|-0-[a]-0-[b]-0-|', 'V:|-0-[a]-0-|', 'V:|-0-[b]-0-|']}
            """, .horizontal, 0, 400)
        #expect(
            tie.regions == [
                region(0, 0, .clean), region(0, 200, .ambiguous, opens: true, closes: false), region(200, 200, .clean),
                region(200, 400, .ambiguous, opens: true),
            ])
    }

    @Test func aConflictThatNoSizeEndsIsARegion() throws {
        let found = try analysis("{'size': {'width': 9, 'height': 9}, 'constraints': ['a.width == 1', 'a.width == 2']}", .horizontal, 10, 20)
        #expect(found.regions == [region(10, 20, .conflicting)])
        let single = try analysis("{'constraints': ['a.width == root.width']}", .horizontal, 10, 10)
        #expect(single.regions == [region(10, 10, .ambiguous)])
    }

    @Test func whatIsTruncatedOrCoveredIsToldWithItsSizes() throws {
        let text = """
            {'size': {'width': 320, 'height': 44}, 'views': [{'id': 'root'},
            {'id': 'title', 'parent': 'root', 'text': 'Hello', 'intrinsicContentSize': {'width': 200, 'height': 20}},
            {'id': 'badge', 'parent': 'root', 'text': '99', 'intrinsicContentSize': {'width': 60, 'height': 20},
             'compressionResistance': {'horizontal': 751, 'vertical': 750}},
            {'id': 'free', 'parent': 'root', 'text': 'anywhere', 'intrinsicContentSize': {'width': 500, 'height': 20}},
            {'id': 'fixed', 'parent': 'root'}],
            'constraints': ['title.left == root.left + 16', 'badge.right == root.right - 16', 'badge.left >= title.right + 8', 'title.top == root.top',
            'badge.top == root.top', 'badge.width >= 40', 'title.width >= 100', 'H:|-300-[fixed(20)]', 'V:|-10-[fixed(20)]', 'free.width <= 600 @ 100']}
            """
        let found = try analysis(text, .horizontal, 0, 1000).sizeFindings
        func spans(_ kind: SizeFinding.Kind, _ views: [Int]) -> [SizeSpan] { found.first { $0.kind == kind && $0.views == views }?.spans ?? [] }
        #expect(spans(.truncated, [1]) == [SizeSpan(min: 180, max: 300, includesMax: false)])
        #expect(spans(.truncated, [2]) == [SizeSpan(min: 180, max: 200, includesMax: false)])
        // The badge passes over the fixed view, from its right edge coming in to its left edge going out.
        #expect(spans(.overlapping, [2, 4]) == [SizeSpan(min: 316, max: 396, includesMin: false, includesMax: false)])
        #expect(spans(.overlapping, [1, 4]).isEmpty)
        #expect(found.allSatisfy { $0.dimension == .width && !$0.views.contains(3) })
    }

    @Test func layoutsThatHoldWithinTheToleranceAloneAreJudged() throws {
        let text = """
            {'size': {'width': 3, 'height': 1}, 'constraints': ['a.width == 1', 'a.width == 1.0000005', 'a.left == root.left', 'a.top == root.top',
            'a.height == 1']}
            """
        #expect(try analysis(text, .horizontal, 0, 10).regions == [region(0, 10, .clean)])
    }

    @Test func whatTimeDoesNotAllowIsLeftOpen() throws {
        var options = AnalysisOptions(deadline: 0)
        options.sizes = [try #require(SizeRange(Axis.horizontal, from: 10, to: 20))]
        let found = Analyzer(options: options).analyze(try document("{'constraints': ['a.width == root.width']}"))
        #expect(found.regions == [region(10, 20, .incomplete)])
        #expect(found.inconclusive.contains { $0.subject == "regions" })
    }

    @Test func rangesAreReadAndRefused() {
        #expect(SizeRange(Axis.vertical, text: "280...1400.5")?.max == Rational(decimal: "1400.5"))
        #expect(SizeRange(Axis.vertical, text: "7")?.min == 7)
        #expect(SizeRange(Axis.vertical, text: "9...7.25")?.text == "7.25...9")
        #expect(SizeRange.isDescending("9...7.25") && !SizeRange.isDescending("7.25...9") && !SizeRange.isDescending("9"))
        for text in ["", "...", "1...", "...1", "-1...2", "1..2", "1...2...3", "1e3...2e3", "0x1...2", "1.…2", "1...2 ", "1...9999999", ".5...1"] {
            #expect(SizeRange(Axis.horizontal, text: text) == nil, "\(text)")
        }
    }
}
