internal import ExactArithmetic
public import LayoutModel

/// Draws the verdict at every size as SVG: a map of width by height, with height increasing downward as on the screen, and a
/// strip for each single range.
///
/// Verdicts differ in color and in hatching. Both are attributes, so that they appear on a page without inline styles. Classes
/// allow restyling.
public struct SizeChart: Sendable {
    let name: String?
    let verdict: Analysis.Verdict
    let regions: [SizeRegion]
    let map: SizeMap?
    /// The root's own size, if the layout was solved first.
    let own: SizePoint
    let textScale = Rational.one
    /// The findings along a range, with their labels, such as `truncated title`.
    let marks: [Mark]
    /// The findings over the map.
    let areas: [Area]

    struct Mark {
        var dimension: SizeDimension
        var words: String
        var spans: [SizeSpan]
    }

    struct Area {
        var words: String
        var rings: [[SizePoint]]
        var lines: [SizeMap.Stretch]
        var points: [SizePoint]
    }

    /// Returns nil if the analysis has no range of sizes.
    public init?(_ document: LayoutDocument, _ analysis: Analysis) {
        if analysis.regions.isEmpty, analysis.sizeMap == nil { return nil }
        name = document.name?.shortened()
        verdict = analysis.verdict
        map = analysis.sizeMap
        // The map contains the regions through it.
        regions = analysis.regions.filter { analysis.sizeMap == nil || $0.dimension == .textScale }
        own = SizePoint(analysis.width, analysis.height)
        func names(_ views: [Int]) -> String {
            views.map { document.views.indices.contains($0) ? document.views[$0].id : "?" }.joined(separator: " and ")
        }
        let dimensions = Set(regions.map(\.dimension))
        marks =
            analysis.sizeFindings.filter { dimensions.contains($0.dimension) }.map {
                Mark(dimension: $0.dimension, words: "\($0.kind.words) \(names($0.views))", spans: $0.spans)
            }
            + analysis.sizeAssertions.filter { dimensions.contains($0.dimension) }.map {
                Mark(dimension: $0.dimension, words: "not \($0.text)", spans: $0.fails)
            }
        areas =
            (analysis.sizeMap?.findings ?? []).map {
                Area(words: "\($0.kind.words) \(names($0.views))", rings: $0.extent.rings, lines: $0.extent.lines, points: $0.extent.points)
            }
            + (analysis.sizeMap?.assertions ?? []).map {
                Area(words: "not \($0.text)", rings: $0.fails.rings, lines: $0.fails.lines, points: $0.fails.points)
            }
    }

    static let left = 64.0
    static let top = 40.0
    static let plotWidth = 480.0
    static let plotHeight = 360.0
    static let width = 800.0
    static let stripHeight = 24.0
    static let markHeight = 14.0
    /// The maximum number of findings that are drawn. The others are only counted.
    static let mostMarks = 12

    /// The whole SVG file.
    public var svg: [UInt8] {
        var body: SVGMarkup = ""
        var bottom = SizeChart.top
        if let map { bottom = drawMap(map, from: bottom, &body) }
        for dimension in SizeDimension.allCases {
            let own = regions.filter { $0.dimension == dimension }
            if !own.isEmpty { bottom = drawStrip(own, dimension, from: bottom, &body) }
        }
        bottom = drawLegend(from: bottom, &body)
        var svg: SVGMarkup = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(SizeChart.width)" height="\(bottom)" \
            viewBox="0 0 \(SizeChart.width) \(bottom)" role="img" class="sizes" font-family="system-ui, sans-serif" font-size="11" fill="#808080">
            <title>\(name ?? "Layout"): \(summary)</title>
            <defs>
            <pattern id="size-conflicting" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
            <rect width="6" height="6" fill="#d42a2a" fill-opacity="0.25"/><rect width="2" height="6" fill="#d42a2a" fill-opacity="0.7"/></pattern>
            <pattern id="size-ambiguous" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <rect width="8" height="8" fill="#c77700" fill-opacity="0.15"/><rect width="2" height="8" fill="#c77700" fill-opacity="0.5"/></pattern>
            </defs>
            <text x="\(SizeChart.left)" y="20" font-size="13" font-weight="bold">\((name ?? "Layout").fitted(500))</text>

            """
        svg += body
        svg.line("</svg>")
        return svg.bytes
    }

    /// The description, such as `conflicting and clean at width 280...1400`.
    private var summary: String {
        let verdicts = Analysis.Verdict.worstFirst.filter(shown.contains).map(\.rawValue).joined(separator: ", ")
        let ranges: [String]
        if let map {
            ranges = ["width \(map.width.text) by height \(map.height.text)"]
        } else {
            ranges = SizeDimension.allCases.compactMap { dimension in
                let spans = regions.filter { $0.dimension == dimension }.map(\.span)
                guard let first = spans.first, let last = spans.last else { return nil }
                return "\(dimension.words) \(SizeSpan(min: first.min, max: last.max).text)"
            }
        }
        return "\(verdicts) at \(ranges.joined(separator: ", "))"
    }

    /// The verdicts that occur in the chart.
    var shown: Set<Analysis.Verdict> { Set(regions.map(\.verdict)).union(map?.verdicts ?? []) }

    // MARK: - Parts

    private func drawLegend(from top: Double, _ svg: inout SVGMarkup) -> Double {
        svg.line(#"<g class="legend">"#)
        var x = SizeChart.left
        for verdict in Analysis.Verdict.worstFirst where shown.contains(verdict) {
            svg.line(#"<rect class="region \#(verdict.rawValue)" x="\#(x)" y="\#(top)" width="14" height="14" \#(markup: verdict.fill)/>"#)
            svg.line(#"<text x="\#(x + 20)" y="\#(top + 11)">\#(verdict.rawValue)</text>"#)
            x += 110
        }
        svg.line("</g>")
        return top + 30
    }
}

extension Analysis.Verdict {
    static let worstFirst: [Analysis.Verdict] = [.conflicting, .ambiguous, .incomplete, .clean]

    /// The fill of areas with this verdict.
    var fill: SVGMarkup {
        switch self {
        case .conflicting: ##"fill="url(#size-conflicting)""##
        case .ambiguous: ##"fill="url(#size-ambiguous)""##
        case .clean: ##"fill="#2f8f4e" fill-opacity="0.3""##
        case .incomplete: ##"fill="#808080" fill-opacity="0.15""##
        }
    }

    /// The color of lines and points with this verdict.
    var color: SVGMarkup {
        switch self {
        case .conflicting: "#d42a2a"
        case .ambiguous: "#c77700"
        case .clean: "#2f8f4e"
        case .incomplete: "#808080"
        }
    }
}

/// A linear scale from sizes to coordinates in the drawing.
struct ChartScale {
    let min: Rational
    let max: Rational
    let start: Double
    let length: Double

    init(_ min: Rational, _ max: Rational, start: Double, length: Double) {
        self.min = min
        self.max = max
        self.start = start
        self.length = length
    }

    /// Returns the coordinate of a size. If the range is a single size, it is the middle.
    func at(_ place: Rational) -> Double {
        guard let share = (place - min).divided(by: max - min) else { return start + length / 2 }
        return start + length * share.double
    }

    /// Returns the sizes that have room for a label: the ends first, then the others in order.
    ///
    /// - Parameter room: the distance between two labels in the drawing.
    func ticks(_ places: [Rational], room: Double) -> [Rational] {
        var chosen: [Rational] = []
        for place in [min, max] + Set(places).sorted() where min <= place && place <= max {
            if chosen.allSatisfy({ abs(at($0) - at(place)) >= room }) { chosen.append(place) }
        }
        return chosen.sorted()
    }
}

extension Rational {
    /// The number as text, rounded to fit beside an axis.
    var tickText: String {
        rounded(toPlaces: 2).decimalText(places: 2)
    }
}
