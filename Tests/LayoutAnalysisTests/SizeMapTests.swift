import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import Testing

/// The verdict at every width and height between two, against the verdict at single sizes.
struct SizeMapTests {
    private func analysis(
        _ layout: LayoutDocument, _ width: (Rational, Rational), _ height: (Rational, Rational), deadline: Double = 30
    ) throws -> Analysis {
        let ranges = [
            try #require(SizeRange(SizeDimension.width, from: width.0, to: width.1)),
            try #require(SizeRange(SizeDimension.height, from: height.0, to: height.1)),
        ]
        return Analyzer(options: AnalysisOptions(deadline: deadline, sizes: ranges)).analyze(layout)
    }

    private func single(_ layout: LayoutDocument, _ size: SizePoint) throws -> Analysis.Verdict {
        try PlainSolve(LoweredSystem(lowering: layout.resized(.horizontal, to: size.width).resized(.vertical, to: size.height))).verdict
    }

    /// Corners, middles of edges and of areas, places close beside, and others.
    private func sizes(_ map: SizeMap, _ random: inout RandomLayouts) -> [SizePoint] {
        var sizes = map.points.map(\.size)
        for line in map.lines {
            sizes += [line.from, line.to, SizePoint((line.from.width + line.to.width) * .half, (line.from.height + line.to.height) * .half)]
        }
        sizes = sizes.count > 40 ? (0..<40).map { _ in random.pick(sizes) } : sizes
        let step = Rational(100).reciprocal
        sizes += sizes.flatMap { size in
            [(step, .zero), (.zero, -step), (-step, step)].map { SizePoint(size.width + $0.0, size.height + $0.1) }
        }
        for verdict in Analysis.Verdict.allCases { sizes += map.examples(of: verdict).prefix(8) }
        let tenth = Rational(10).reciprocal
        sizes += (0..<24).map { _ in SizePoint(Rational(random.below(4000)) * tenth, Rational(random.below(4000)) * tenth) }
        return sizes.filter { size in
            map.width.min <= size.width && size.width <= map.width.max && map.height.min <= size.height && size.height <= map.height.max
        }
    }

    /// - Parameter coupling: constraints that name widths and heights.
    private func agree(_ seeds: Range<Int>, coupling: Bool) throws -> (verdicts: [Analysis.Verdict: Int], methods: [SizeMap.Method: Int]) {
        var verdicts: [Analysis.Verdict: Int] = [:]
        var methods: [SizeMap.Method: Int] = [:]
        for seed in seeds {
            var random = RandomLayouts(seed: UInt64(seed))
            var text = random.json()
            if coupling {
                let priority = random.pick([1000, 990, 700, 251])
                let ratio = "'v1.width \(random.pick(["==", "<=", ">="])) v1.height * \(random.pick(["1.5", "2", "0.75"])) @ \(priority)'"
                let more = "'v1.bottom == v0.bottom - 4 @ 990', 'v1.right == v0.right - 3 @ 980', \(ratio), "
                text = text.replacing("'constraints': [", with: "'constraints': [" + more)
            }
            let layout = try document(text)
            let found = try analysis(layout, (0, 400), (0, 400))
            let map = try #require(found.sizeMap)
            #expect(found.inconclusive.isEmpty && map.reason == nil, "seed \(seed): \(found.inconclusive) \(map.reason ?? "")")
            methods[map.method, default: 0] += 1
            for size in sizes(map, &random) {
                let expected = try single(layout, size)
                verdicts[expected, default: 0] += 1
                #expect(map.verdict(at: size) == expected, "seed \(seed), \(size): \(text)")
            }
            // The map and the regions through it say the same.
            let height = layout.size.height ?? 0
            for region in found.regions where region.dimension == .width {
                #expect(map.verdict(at: SizePoint((region.span.min + region.span.max) * .half, height)) == region.verdict, "seed \(seed)")
            }
        }
        return (verdicts, methods)
    }

    @Test func mapsOfIndependentSizesAgreeWithSingleSizes() throws {
        let (verdicts, methods) = try agree(700..<760, coupling: false)
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] { #expect(verdicts[verdict, default: 0] > 200, "\(verdicts)") }
        #expect(methods[.product, default: 0] > 20, "\(methods)")
    }

    @Test func mapsOfCoupledSizesAgreeWithSingleSizes() throws {
        let (verdicts, methods) = try agree(800..<840, coupling: true)
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] { #expect(verdicts[verdict, default: 0] > 100, "\(verdicts)") }
        #expect(methods[.polygons, default: 0] > 20 && methods[.grid] == nil, "\(methods)")
    }

    @Test func aRatioMakesSlantedEdges() throws {
        // A picture that is at least three times as wide as high, between edges and of at least 30 points height.
        let layout = try document(
            """
            {'size': {'width': 300, 'height': 60}, 'constraints': ['H:|[p]|', 'V:|[p]|', 'p.width >= 3 * p.height', 'p.height >= 30']}
            """)
        let map = try #require(try analysis(layout, (0, 300), (0, 200)).sizeMap)
        #expect(map.method == .polygons)
        #expect(map.areas.map(\.verdict) == [.conflicting, .clean])
        #expect(map.areas.last?.rings.map { Set($0) } == [[SizePoint(90, 30), SizePoint(300, 30), SizePoint(300, 100)]])
        let third = try #require(Rational(1000, over: 9))
        #expect(map.verdict(at: SizePoint(third * 3, third)) == nil)
        #expect(map.verdict(at: SizePoint(100, Rational(100) * Rational(3).reciprocal)) == .clean)
        #expect(map.verdict(at: SizePoint(100, Rational(100) * Rational(3).reciprocal + Rational(1_000_000).reciprocal)) == .conflicting)
    }

    @Test func aLayoutThatHoldsOnALineAloneIsALine() throws {
        let square = try document("{'size': {'width': 10, 'height': 10}, 'constraints': ['H:|[p]|', 'V:|[p]|', 'p.width == p.height']}")
        let map = try #require(try analysis(square, (0, 100), (20, 60)).sizeMap)
        #expect(map.verdict(at: SizePoint(30, 30)) == .clean && map.verdict(at: SizePoint(30, 31)) == .conflicting)
        #expect(map.lines == [SizeMap.Line(verdict: .clean, from: SizePoint(20, 20), to: SizePoint(60, 60))])
        let point = try document(
            "{'size': {'width': 10, 'height': 10}, 'constraints': ['H:|[p]|', 'V:|[p]|', 'p.width == p.height', 'p.width == 25']}")
        let one = try #require(try analysis(point, (0, 100), (20, 60)).sizeMap)
        #expect(one.verdict(at: SizePoint(25, 25)) == .clean && one.verdict(at: SizePoint(25, 26)) == .conflicting)
        #expect(one.verdict(at: SizePoint(26, 25)) == .conflicting && one.areas.map(\.verdict) == [.conflicting])
    }

    @Test func oneWidthOrHeightIsAMapToo() throws {
        let layout = try document("{'size': {'width': 10, 'height': 10}, 'constraints': ['H:|[p]|', 'V:|[p]|', 'p.width >= 2 * p.height']}")
        for (width, height) in [((50, 50), (0, 100)), ((0, 100), (30, 30)), ((50, 50), (20, 20))] as [((Rational, Rational), (Rational, Rational))] {
            let map = try #require(try analysis(layout, width, height).sizeMap)
            for share in [0, 1, 2, 4] as [Rational] {
                let part = share * Rational(4).reciprocal
                let size = SizePoint(width.0 + (width.1 - width.0) * part, height.0 + (height.1 - height.0) * part)
                #expect(map.verdict(at: size) == (try single(layout, size)), "\(size)")
            }
        }
    }

    @Test func aConflictThatNoSizeEndsFillsTheMap() throws {
        let layout = try document("{'size': {'width': 9, 'height': 9}, 'constraints': ['a.width == 1', 'a.width == 2', 'b.width == root.height']}")
        let map = try #require(try analysis(layout, (0, 10), (0, 10)).sizeMap)
        #expect(map.areas.map(\.verdict) == [.conflicting] && map.lines.isEmpty && map.points.isEmpty)
        #expect(map.verdict(at: SizePoint(0, 10)) == .conflicting && map.verdict(at: SizePoint(0, 11)) == nil)
    }

    @Test func withoutTimeTheMapIsAGridWithAWord() throws {
        let layout = try document("{'size': {'width': 9, 'height': 9}, 'constraints': ['H:|[a]|', 'V:|[a]|', 'a.width >= a.height']}")
        let found = try analysis(layout, (0, 10), (0, 10), deadline: 0)
        let map = try #require(found.sizeMap)
        #expect(map.method == .grid && map.reason?.contains("reached") == true, "\(map.reason ?? "")")
        #expect(map.points.allSatisfy { $0.verdict == .incomplete } && found.inconclusive.contains { $0.subject == "sizeMap" })
    }
}
