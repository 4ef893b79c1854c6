import ExactArithmetic
import LayoutModel
import Testing

/// Ranges, spans and maps of the root's sizes.
@Suite struct SizeTests {
    private func r(_ text: String) throws -> Rational { try #require(Rational(decimal: text)) }

    // MARK: Ranges

    @Test(arguments: [
        ("280...1400", "280", "1400"), ("1400...280", "280", "1400"), ("320", "320", "320"), ("0...0.000001", "0", "0.000001"),
        ("999999.999999", "999999.999999", "999999.999999"), ("007...7.50", "7", "7.5"),
    ])
    func `a range is read with its ends in either order`(text: String, least: String, greatest: String) throws {
        let range = try #require(SizeRange(.width, text: text))
        let ends = (try r(least), try r(greatest))
        #expect(range.min == ends.0 && range.max == ends.1 && range.dimension == .width)
        #expect(SizeRange(.width, text: range.text) == range)
        #expect(SizeRange(Axis.horizontal, text: text) == range && SizeRange(Axis.vertical, text: text)?.dimension == .height)
    }

    @Test(arguments: [
        "", "...", "1...", "...2", "1..2", "1...2...3", "-1...2", "1000000", "1.0000001", "1e3", "1 ... 2", "+1", ".5", "5.", "1,5", "٣",
    ])
    func `anything else is no range`(text: String) {
        #expect(SizeRange(.height, text: text) == nil)
    }

    @Test func `a text scale is above 0, and a size is not below it`() {
        #expect(SizeRange(.textScale, from: 0, to: 1) == nil && SizeRange(.textScale, text: "0...2") == nil)
        #expect(SizeRange(.textScale, from: .half, to: 2) != nil && SizeRange(.width, from: 0, to: 0) != nil)
        #expect(SizeRange(.width, from: -1, to: 5) == nil && SizeRange(.width, from: 2, to: 1) == nil)
        #expect(SizeDimension.allCases.sorted().map(\.optionName) == ["width", "height", "text-scale"])
        #expect(SizeDimension.allCases.map(\.axis) == [.horizontal, .vertical, nil])
    }

    // MARK: Spans

    @Test func `a span says which ends it has, and has its example`() throws {
        let third = try #require(Rational(1000, over: 3))
        for (span, text, example) in [
            (SizeSpan(min: 280, max: 311), "280...311", 280), (SizeSpan(min: 280, max: 311, includesMax: false), "280..<311", 280),
            (SizeSpan(min: 280, max: 311, includesMin: false), "280<..311", 281), (SizeSpan(min: 7, max: 7), "7", 7),
            (SizeSpan(min: 280, max: 311, includesMin: false, includesMax: false), "280<..<311", 281),
            (SizeSpan(min: 280, max: 281, includesMin: false, includesMax: false), "280<..<281", try r("280.5")),
            (SizeSpan(min: third, max: 400, includesMin: false), "1000/3<..400", 334),
            (SizeSpan(min: try r("0.125"), max: 1), "0.125...1", try r("0.125")),
        ] as [(SizeSpan, String, Rational)] {
            #expect(span.text == text)
            #expect(span.example == example && span.contains(example))
            #expect(span.contains(span.min) == span.includesMin && span.contains(span.max) == span.includesMax)
            #expect(!span.contains(span.min - 1) && !span.contains(span.max + 1))
        }
    }

    // MARK: Maps

    private let square = [SizePoint(0, 0), SizePoint(100, 0), SizePoint(100, 100), SizePoint(0, 100)]

    private func map(_ areas: [SizeMap.Area], lines: [SizeMap.Line] = [], points: [SizeMap.Point] = []) throws -> SizeMap {
        let (width, height) = (try #require(SizeRange(.width, from: 0, to: 200)), try #require(SizeRange(.height, from: 0, to: 200)))
        return SizeMap(width: width, height: height, method: .polygons, areas: areas, lines: lines, points: points)
    }

    @Test func `a point comes before a line, and a line before an area`() throws {
        let map = try map(
            [SizeMap.Area(verdict: .clean, rings: [square])],
            lines: [SizeMap.Line(verdict: .ambiguous, from: SizePoint(0, 50), to: SizePoint(100, 50))],
            points: [SizeMap.Point(verdict: .conflicting, size: SizePoint(40, 50))])
        #expect(map.verdict(at: SizePoint(40, 50)) == .conflicting && map.verdict(at: SizePoint(41, 50)) == .ambiguous)
        #expect(map.verdict(at: SizePoint(40, 49)) == .clean && map.verdict(at: SizePoint(101, 50)) == nil)
        // The ends of the line do not belong to it.
        #expect(map.verdict(at: SizePoint(0, 50)) == .clean)
        #expect(map.verdicts == [.clean, .ambiguous, .conflicting])
        #expect(map.examples(of: .clean) == [SizePoint(50, 50)] && map.examples(of: .ambiguous) == [SizePoint(50, 50)])
        #expect(map.examples(of: .conflicting) == [SizePoint(40, 50)] && map.examples(of: .incomplete).isEmpty)
    }

    @Test func `a hole is not in an area, and has its own`() throws {
        let hole = [SizePoint(20, 20), SizePoint(80, 20), SizePoint(80, 80), SizePoint(20, 80)]
        let area = SizeMap.Area(verdict: .clean, rings: [square, hole])
        let map = try map([SizeMap.Area(verdict: .conflicting, rings: [hole]), area])
        #expect(!area.reaches(SizePoint(50, 50)) && area.reaches(SizePoint(10, 50)) && area.reaches(SizePoint(20, 50)))
        #expect(map.verdict(at: SizePoint(50, 50)) == .conflicting && map.verdict(at: SizePoint(90, 90)) == .clean)
        // Below the hole, on both sides of it, and above.
        #expect(map.examples(of: .clean).count == 4)
        for verdict in [Analysis.Verdict.clean, .conflicting] {
            for size in map.examples(of: verdict) { #expect(map.verdict(at: size) == verdict) }
        }
    }

    /// A convex polygon's inside is what lies to the left of all its edges.
    @Test(arguments: 0..<20) func `a size is within a polygon if it is on the inner side of each edge`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        // A triangle, with corners in either order.
        var ring: [SizePoint] = []
        repeat {
            ring = (0..<3).map { _ in SizePoint(Rational(random.below(20)), Rational(random.below(20))) }
        } while SizePoint.turn(ring[0], ring[1], ring[2]).isZero
        let sign = SizePoint.turn(ring[0], ring[1], ring[2]).isPositive ? Rational.one : -1
        let area = SizeMap.Area(verdict: .clean, rings: [ring])
        let extent = SizeExtent(rings: [ring], smallest: ring[0])
        for width in 0..<20 {
            for height in 0..<20 {
                let size = SizePoint(Rational(width), Rational(height))
                let isInside = (0..<3).allSatisfy { !(SizePoint.turn(ring[$0], ring[($0 + 1) % 3], size) * sign).isNegative }
                #expect(area.reaches(size) == isInside && extent.reaches(size) == isInside, "\(ring) at \(size)")
            }
        }
    }

    @Test func `a point is between two others on the open segment alone`() {
        let (a, b) = (SizePoint(0, 0), SizePoint(30, 10))
        #expect(SizePoint(3, 1).isBetween(a, b) && SizePoint(3, 1).isBetween(b, a))
        for other in [a, b, SizePoint(60, 20), SizePoint(-3, -1), SizePoint(3, 2)] { #expect(!other.isBetween(a, b)) }
        #expect(SizePoint.at(.half, from: a, to: b) == SizePoint(15, 5) && SizePoint(15, 5).text == "15 x 5")
        #expect(SizePoint(1, 9) < SizePoint(2, 0) && SizePoint(1, 0) < SizePoint(1, 1))
    }

    @Test func `an extent in words is that of its sides if it is a rectangle`() {
        let smallest = SizePoint(0, 0)
        #expect(SizeExtent(rings: [square], smallest: smallest).text == "width 0...100 by height 0...100")
        let triangle = Array(square.dropLast())
        #expect(SizeExtent(rings: [triangle], smallest: smallest).text == "some sizes of width 0...100 by height 0...100")
        let skewed = [SizePoint(0, 0), SizePoint(100, 10), SizePoint(100, 100), SizePoint(0, 100)]
        #expect(SizeExtent(rings: [skewed], smallest: smallest).text.hasPrefix("some sizes of"))
        #expect(SizeExtent(rings: [square], points: [SizePoint(150, 3)], smallest: smallest).text == "some sizes of width 0...150 by height 0...100")
        #expect(SizeExtent(points: [SizePoint(7, 8)], smallest: SizePoint(7, 8)).text == "width 7 by height 8")
        #expect(SizeExtent(smallest: SizePoint(7, 8)).text == "7 x 8")
        let line = SizeMap.Stretch(from: SizePoint(0, 5), to: SizePoint(9, 5))
        #expect(SizeExtent(lines: [line], smallest: SizePoint(1, 5)).text == "some sizes of width 0...9 by height 5")
        #expect(SizeExtent(lines: [line], smallest: smallest).reaches(SizePoint(4, 5)))
    }

    // MARK: Text scales

    private func label(_ width: Rational, _ sizes: [(Rational, Rational?)]) throws -> LayoutDocument {
        var view = LayoutView(id: "a", parent: 0, className: "UILabel", text: "Hello", intrinsicContentSize: LayoutSize(width: width, height: 20))
        var list = TextSizeList()
        for (scale, width) in sizes { try list.add(TextSize(scale: scale, size: LayoutSize(width: width))) }
        view.textSizes = list.sizes
        return LayoutDocument(root: 0, views: [LayoutView(id: "root"), view], constraints: [])
    }

    @Test func `a text's size is linear between known scales and proportional beyond them`() throws {
        let document = try label(100, [(3, 400), (2, 150), (.half, 60)])
        for (scale, width) in [(1, 100), (2, 150), (3, 400), (6, 800), (.half, 60), (try r("0.25"), 30), (try r("1.5"), 125), (try r("2.5"), 275)]
            as [(Rational, Rational)]
        {
            let scaled = document.varied(.textScale, to: scale)
            #expect(scaled.views[1].intrinsicContentSize.width == width, "\(scale)")
            // Heights have no size of their own at other scales.
            #expect(scaled.views[1].intrinsicContentSize.height == 20 * scale, "\(scale)")
            // Scaled back, or on, it is the same text.
            #expect(scaled.scalingTexts(by: scale.reciprocal).views[1].intrinsicContentSize.width == 100, "\(scale)")
            #expect(scaled.scalingTexts(by: 2).views[1].intrinsicContentSize == document.scalingTexts(by: 2 * scale).views[1].intrinsicContentSize)
        }
        #expect(document.textScaleBreaks == [.half, 1, 2, 3])
        #expect(document.scalingTexts(by: 1) == document)
    }

    @Test func `what is no text does not grow`() throws {
        var document = try label(100, [])
        document.views[1].text = nil
        #expect(document.varied(.textScale, to: 2).views[1].intrinsicContentSize.width == 200)
        document.views[1].className = "UIImageView"
        #expect(document.varied(.textScale, to: 2) == document && document.textScaleBreaks.isEmpty)
        #expect(document.varied(.width, to: 7).size == LayoutSize(width: 7) && document.varied(.height, to: 7).size == LayoutSize(height: 7))
    }

    @Test func `a scale is above 0, not 1, and there once`() throws {
        let size = LayoutSize(width: 1)
        var list = TextSizeList()
        for scale: Rational in [2, .half] { try list.add(TextSize(scale: scale, size: size)) }
        #expect(list.sizes.map(\.scale) == [.half, 2])
        for (scale, mistake) in [(0, TextSize.Mistake.scale), (-1, .scale), (1, .scale), (2, .duplicate), (.half, .duplicate)]
            as [(Rational, TextSize.Mistake)]
        {
            #expect(throws: mistake) { try list.add(TextSize(scale: scale, size: size)) }
        }
    }
}

/// Numbers that are the same in every run.
struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
