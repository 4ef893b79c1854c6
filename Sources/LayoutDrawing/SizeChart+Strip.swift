internal import ExactArithmetic
internal import LayoutModel

// Draws a range of sizes as a strip, with the findings at some of the sizes below it.

extension SizeChart {
    /// - Returns: the top of the next part.
    func drawStrip(_ regions: [SizeRegion], _ dimension: SizeDimension, from top: Double, _ svg: inout SVGMarkup) -> Double {
        guard let first = regions.first, let last = regions.last else { return top }
        let scale = ChartScale(first.span.min, last.span.max, start: SizeChart.left, length: SizeChart.plotWidth)
        let marks = marks.filter { $0.dimension == dimension }
        svg.line(#"<g class="strip" data-dimension="\#(dimension.rawValue)">"#)
        svg.line(#"<text x="\#(SizeChart.left - 8)" y="\#(top + 16)" text-anchor="end">\#(dimension.words)</text>"#)
        // Single sizes are drawn last, since they are wider than to scale.
        for region in regions.filter({ $0.span.min < $0.span.max }) + regions.filter({ $0.span.min == $0.span.max }) {
            let (start, end) = ends(region.span, scale)
            svg += #"<rect class="region \#(region.verdict.rawValue)" x="\#(start)" y="\#(top)" width="\#(end - start)" "#
            svg += #"height="\#(SizeChart.stripHeight)" "#
            svg.line(#"\#(markup: region.verdict.fill)><title>\#(region.verdict.rawValue) \#(region.span.text)</title></rect>"#)
        }
        svg += ##"<rect fill="none" stroke="#808080" x="\##(SizeChart.left)" y="\##(top)" "##
        svg.line(#"width="\#(SizeChart.plotWidth)" height="\#(SizeChart.stripHeight)"/>"#)
        var bottom = top + SizeChart.stripHeight
        if let place = ownPlace(dimension), first.span.min <= place, place <= last.span.max {
            let x = scale.at(place)
            svg += ##"<path class="own" fill="#808080" d="M\##(x) \##(top - 1)l-4 -7h8z"><title>the layout's own "##
            svg.line(#"\#(dimension.words), \#(place.tickText)</title></path>"#)
        }
        for place in scale.ticks(regions.flatMap { [$0.span.min, $0.span.max] }, room: 40) {
            svg.line(##"<path stroke="#808080" d="M\##(scale.at(place)) \##(bottom)v4"/>"##)
            svg += #"<text x="\#(scale.at(place))" y="\#(bottom + 15)" text-anchor="middle">\#(place.tickText)"#
            svg.line("<title>\(SizeSpan(min: place, max: place).text)</title></text>")
        }
        bottom += 22
        for mark in marks.prefix(SizeChart.mostMarks) {
            for span in mark.spans {
                let (start, end) = ends(span, scale)
                svg += ##"<rect class="mark" fill="#2f6fde" fill-opacity="0.5" x="\##(start)" y="\##(bottom + 3)" width="\##(end - start)" "##
                svg.line(#"height="8"><title>\#(mark.words): \#(span.text)</title></rect>"#)
            }
            let words = mark.words.fitted(SizeChart.width - SizeChart.left - SizeChart.plotWidth - 16)
            svg.line(#"<text x="\#(SizeChart.left + SizeChart.plotWidth + 8)" y="\#(bottom + 11)">\#(words)</text>"#)
            bottom += SizeChart.markHeight
        }
        bottom = drawRest(of: marks.count, from: bottom, &svg)
        svg.line("</g>")
        return bottom + 18
    }

    /// The layout's own size along a dimension.
    private func ownPlace(_ dimension: SizeDimension) -> Rational? {
        switch dimension {
        case .width: own.width
        case .height: own.height
        case .textScale: .one
        }
    }

    /// Returns the ends of a span in the drawing, at least 3 points apart.
    private func ends(_ span: SizeSpan, _ scale: ChartScale) -> (Double, Double) {
        let (start, end) = (scale.at(span.min), scale.at(span.max))
        return end - start < 3 ? ((start + end) / 2 - 1.5, (start + end) / 2 + 1.5) : (start, end)
    }

    /// Draws "and N more" if there are more findings than marks. Returns the y coordinate below it.
    func drawRest(of count: Int, from top: Double, _ svg: inout SVGMarkup) -> Double {
        guard count > SizeChart.mostMarks else { return top }
        svg.line(#"<text x="\#(SizeChart.left)" y="\#(top + 11)">\#("and \(count - SizeChart.mostMarks) more")</text>"#)
        return top + SizeChart.markHeight
    }
}
