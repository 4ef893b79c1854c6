import ExactArithmetic
import LayoutDrawing
import LayoutModel
import Testing

/// Charts of the verdict at every size.
@Suite struct SizeChartTests {
    private let document = LayoutDocument(
        name: "Card <1>", root: 0, views: [LayoutView(id: "root"), LayoutView(id: "title", parent: 0)], constraints: [])

    private func analysis(_ regions: [SizeRegion] = []) -> Analysis {
        var analysis = Analysis(
            verdict: .clean, isConflicting: false, isAmbiguous: false, width: 320, height: 100, frames: [],
            counts: Analysis.Counts(views: 2, constraints: 0, implicit: 0))
        analysis.regions = regions
        return analysis
    }

    private func region(_ verdict: Analysis.Verdict, _ min: Rational, _ max: Rational, _ dimension: SizeDimension = .width) -> SizeRegion {
        SizeRegion(dimension: dimension, span: SizeSpan(min: min, max: max), verdict: verdict)
    }

    private func chart(_ analysis: Analysis) throws -> Drawing { try Drawing(try #require(SizeChart(document, analysis)).svg) }

    @Test func `without a range there is no chart`() {
        #expect(SizeChart(document, analysis()) == nil)
    }

    @Test func `a strip is to scale, and a single size wide enough to be seen`() throws {
        let chart = try chart(analysis([region(.conflicting, 280, 340), region(.ambiguous, 340, 340), region(.clean, 340, 400)]))
        let regions = chart.elements.filter { $0.name == "rect" && $0["class"].hasPrefix("region") && $0["height"] == "24" }
        // Single sizes come last, above the others.
        #expect(regions.map { $0["class"] } == ["region conflicting", "region clean", "region ambiguous"])
        #expect(regions.map { $0["x"] } == ["64", "304", "302.5"] && regions.map { $0["width"] } == ["240", "240", "3"])
        #expect(chart.titles.contains("Card <1>: conflicting, ambiguous, clean at width 280...400"))
        #expect(chart.titles.contains("conflicting 280...340") && chart.titles.contains("ambiguous 340"))
        // The layout's own width, 320, is a third of the way.
        let own = try #require(chart.elements.first { $0["class"] == "own" })
        #expect(own["d"].hasPrefix("M224 ") && chart.titles.contains("the layout's own width, 320"))
        #expect(chart.texts.filter { ["280", "340", "400"].contains($0) }.count == 3)
        // The legend has each verdict once, the worst first.
        #expect(Array(chart.texts.suffix(3)) == ["conflicting", "ambiguous", "clean"])
    }

    /// The ends come first, then as many others as have room.
    @Test(arguments: 0..<12) func `labels along an axis do not overlap`(seed: Int) throws {
        var random = SeededPlaces(UInt64(seed))
        var places = Set<Int>()
        for _ in 0..<(3 + random.below(30)) { places.insert(random.below(1000)) }
        let sorted = places.sorted().map { Rational($0) }
        let regions = zip(sorted, sorted.dropFirst()).enumerated().map {
            region($0.offset % 2 == 0 ? .clean : .conflicting, $0.element.0, $0.element.1)
        }
        let chart = try chart(analysis(regions))
        let labels = chart.elements.filter { $0.name == "text" && $0["text-anchor"] == "middle" }.compactMap { Double($0["x"]) }
        #expect(labels.count >= 2 && labels == labels.sorted())
        for (one, next) in zip(labels, labels.dropFirst()) { #expect(next - one >= 40 - 0.01, "\(labels)") }
        #expect(labels.first == 64 && labels.last == 544)
    }

    @Test func `each dimension has a strip of its own, below each other`() throws {
        let chart = try chart(analysis([region(.clean, 1, 3, .textScale), region(.clean, 100, 200), region(.conflicting, 5, 5, .height)]))
        #expect(chart.elements.compactMap { $0.attributes["data-dimension"] } == ["width", "height", "textScale"])
        let tops = chart.elements.filter { $0.name == "rect" && $0["class"].hasPrefix("region") && $0["height"] == "24" }.compactMap {
            Double($0["y"])
        }
        #expect(tops.count == 3 && zip(tops, tops.dropFirst()).allSatisfy { $0 + 24 + 22 <= $1 })
        // A range of one size is in the middle.
        #expect(chart.elements.contains { $0["class"] == "region conflicting" && $0["x"] == "302.5" })
        // All of it is visible.
        let box = try #require(chart.elements.first?["viewBox"]).split(separator: " ").compactMap { Double($0) }
        let bottoms = chart.elements.compactMap { element in Double(element["y"]).map { $0 + (Double(element["height"]) ?? 0) } }
        #expect(box[0] == 0 && box[1] == 0 && box[2] == 800 && bottoms.allSatisfy { $0 <= box[3] })
    }

    @Test func `findings are marked below their strip, and the rest is counted`() throws {
        var analysis = analysis([region(.clean, 0, 480)])
        let span = SizeSpan(min: 48, max: 96)
        analysis.sizeFindings = (0..<13).map { _ in
            SizeFinding(dimension: .width, kind: .truncated, views: [1], spans: [span, SizeSpan(min: 480, max: 480)])
        }
        analysis.sizeFindings.append(SizeFinding(dimension: .height, kind: .tooSmall, views: [1], spans: [span]))
        analysis.sizeAssertions = [SizeAssertion(dimension: .width, index: 0, text: "title.width >= 20", fails: [span], frames: [])]
        let chart = try chart(analysis)
        let marks = chart.elements.filter { $0["class"] == "mark" }
        #expect(marks.count == 24 && marks[0]["x"] == "112" && marks[0]["width"] == "48" && marks[1]["width"] == "3")
        #expect(chart.texts.contains("and 2 more") && chart.texts.contains("truncated title") && !chart.texts.contains { $0.hasPrefix("too small") })
        // With fewer findings the assertion has a place.
        analysis.sizeFindings = []
        #expect(try self.chart(analysis).texts.contains("not title.width >= 20"))
    }

    @Test func `findings name both views, and a view that is not there is a question mark`() throws {
        var analysis = analysis([region(.clean, 0, 480)])
        analysis.sizeFindings = [SizeFinding(dimension: .width, kind: .overlapping, views: [0, 9], spans: [SizeSpan(min: 1, max: 2)])]
        #expect(try chart(analysis).texts.contains("overlapping root and ?"))
    }

    // MARK: Maps

    private func map(_ method: SizeMap.Method = .polygons, reason: String? = nil) throws -> SizeMap {
        let (width, height) = (try #require(SizeRange(.width, from: 0, to: 480)), try #require(SizeRange(.height, from: 0, to: 360)))
        let left = [SizePoint(0, 0), SizePoint(240, 0), SizePoint(240, 360), SizePoint(0, 360)]
        let right = [SizePoint(240, 0), SizePoint(480, 0), SizePoint(480, 360), SizePoint(240, 360)]
        return SizeMap(
            width: width, height: height, method: method, reason: reason,
            areas: method == .grid ? [] : [SizeMap.Area(verdict: .conflicting, rings: [left]), SizeMap.Area(verdict: .clean, rings: [right])],
            lines: [
                SizeMap.Line(verdict: .clean, from: SizePoint(240, 0), to: SizePoint(240, 360)),
                SizeMap.Line(verdict: .ambiguous, from: SizePoint(0, 100), to: SizePoint(240, 100)),
            ],
            points: [SizeMap.Point(verdict: .clean, size: SizePoint(300, 300)), SizeMap.Point(verdict: .ambiguous, size: SizePoint(10, 20))])
    }

    @Test func `a map has an area for each verdict, and only lines and points that differ from what is beside them`() throws {
        var analysis = analysis([region(.clean, 0, 480), region(.clean, 1, 2, .textScale)])
        analysis.sizeMap = try map()
        let chart = try chart(analysis)
        let paths = chart.elements.filter { $0.name == "path" }
        #expect(
            paths.filter { $0["class"].hasPrefix("region") }.map { $0["d"] } == ["M64 40L304 40L304 400L64 400Z", "M304 40L544 40L544 400L304 400Z"])
        #expect(paths.filter { $0["class"].hasPrefix("line") }.map { $0["class"] + " " + $0["d"] } == ["line ambiguous M64 140L304 140"])
        let points = chart.elements.filter { $0.name == "circle" }
        #expect(points.map { $0["class"] + " " + $0["cx"] + " " + $0["cy"] } == ["point ambiguous 74 60"])
        // A page finds the size of a place by these.
        let group = try #require(chart.elements.first { $0["class"] == "map" })
        #expect(group["data-width"] == "0...480" && group["data-height"] == "0...360" && group["data-plot"] == "64 40 480 360")
        // The map has the widths already; text scales have a strip.
        #expect(chart.elements.compactMap { $0.attributes["data-dimension"] } == ["textScale"])
        #expect(chart.titles.contains("the layout's own size, 320 x 100"))
        #expect(chart.titles.contains { $0.hasSuffix("at width 0...480 by height 0...360") })
    }

    @Test func `a grid has all its points, and the reason`() throws {
        var analysis = analysis()
        analysis.sizeMap = try map(.grid, reason: "the time was up")
        let chart = try chart(analysis)
        #expect(chart.elements.filter { $0.name == "circle" }.map { $0["r"] } == ["4", "4"])
        #expect(chart.texts.contains("single sizes, because the time was up"))
        analysis.width = 1000
        #expect(!(try self.chart(analysis)).titles.contains { $0.contains("own size") })
    }

    @Test func `findings over a map are outlined and listed`() throws {
        var analysis = analysis()
        var map = try map()
        let extent = SizeExtent(
            rings: [[SizePoint(0, 0), SizePoint(48, 0), SizePoint(0, 36)]], lines: [SizeMap.Stretch(from: SizePoint(0, 0), to: SizePoint(10, 10))],
            points: [SizePoint(480, 360)], smallest: SizePoint(0, 0))
        map.findings = (0..<14).map { _ in SizeMapFinding(kind: .outOfParent, views: [1, 0], extent: extent) }
        analysis.sizeMap = map
        let chart = try chart(analysis)
        let marks = chart.elements.filter { $0["class"] == "mark" }
        #expect(marks.count == 12 && Set(marks.map { $0["stroke-dasharray"] }).count == 12)
        #expect(chart.elements.contains { $0["d"] == "M64 40L112 40L64 76Z" } && chart.elements.contains { $0["d"] == "M64 40L74 50" })
        #expect(chart.elements.contains { $0.name == "circle" && $0["cx"] == "544" && $0["cy"] == "400" })
        #expect(chart.texts.filter { $0 == "out of parent title and root" }.count == 12 && chart.texts.contains("and 2 more"))
    }

    @Test func `the same analysis is the same chart`() throws {
        var analysis = analysis([region(.conflicting, 0, 100), region(.ambiguous, 100, 200), region(.clean, 200, 300), region(.incomplete, 300, 400)])
        analysis.sizeMap = try map()
        let one = try #require(SizeChart(document, analysis)).svg
        for _ in 0..<5 { #expect(SizeChart(document, analysis)?.svg == one) }
    }
}

private struct SeededPlaces {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
