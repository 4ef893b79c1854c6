internal import ExactArithmetic
internal import LayoutModel

// Draws the map of width by height.

extension SizeChart {
    private struct Plane {
        var across: ChartScale
        var down: ChartScale

        func path(_ rings: [[SizePoint]]) -> SVGMarkup {
            var path: SVGMarkup = ""
            for ring in rings {
                for (place, size) in ring.enumerated() {
                    path += #"\#(place == 0 ? "M" : "L")\#(across.at(size.width)) \#(down.at(size.height))"#
                }
                path += "Z"
            }
            return path
        }

        func line(_ from: SizePoint, _ to: SizePoint) -> SVGMarkup {
            "M\(across.at(from.width)) \(down.at(from.height))L\(across.at(to.width)) \(down.at(to.height))"
        }
    }

    /// - Returns: the top of the next part.
    func drawMap(_ map: SizeMap, from top: Double, _ svg: inout SVGMarkup) -> Double {
        let plane = Plane(
            across: ChartScale(map.width.min, map.width.max, start: SizeChart.left, length: SizeChart.plotWidth),
            down: ChartScale(map.height.min, map.height.max, start: top, length: SizeChart.plotHeight))
        // A page needs these to convert a place in the drawing to a size.
        svg += #"<g class="map" data-method="\#(map.method.rawValue)" data-width="\#(map.width.text)" data-height="\#(map.height.text)" "#
        svg += #"data-plot="\#(SizeChart.left) \#(top) \#(SizeChart.plotWidth) \#(SizeChart.plotHeight)">"#
        svg.line("")
        for area in map.areas {
            svg += #"<path class="region \#(area.verdict.rawValue)" fill-rule="evenodd" \#(markup: area.verdict.fill) "#
            svg.line(#"d="\#(markup: plane.path(area.rings))"><title>\#(area.verdict.rawValue)</title></path>"#)
        }
        drawAreas(plane, &svg)
        // A line along the border of an area with the same verdict adds nothing.
        for line in map.lines where !map.isBeside(line) {
            svg += #"<path class="line \#(line.verdict.rawValue)" fill="none" stroke-width="2" stroke="\#(markup: line.verdict.color)" "#
            svg += #"d="\#(markup: plane.line(line.from, line.to))"><title>\#(line.verdict.rawValue) from \#(line.from.text) "#
            svg.line("to \(line.to.text)</title></path>")
        }
        let isGrid = map.method == .grid
        for point in map.points where isGrid || !map.isBeside(point) {
            svg += #"<circle class="point \#(point.verdict.rawValue)" r="\#(isGrid ? 4.0 : 3.0)" fill="\#(markup: point.verdict.color)" "#
            svg += #"cx="\#(plane.across.at(point.size.width))" cy="\#(plane.down.at(point.size.height))">"#
            svg.line("<title>\(point.verdict.rawValue) at \(point.size.text)</title></circle>")
        }
        svg += ##"<rect fill="none" stroke="#808080" x="\##(SizeChart.left)" y="\##(top)" width="\##(SizeChart.plotWidth)" "##
        svg.line(#"height="\#(SizeChart.plotHeight)"/>"#)
        drawAxes(map, plane, from: top, &svg)
        if map.width.min <= own.width, own.width <= map.width.max, map.height.min <= own.height, own.height <= map.height.max {
            let (x, y) = (plane.across.at(own.width), plane.down.at(own.height))
            svg += ##"<path class="own" fill="none" stroke="#404040" stroke-width="1.5" d="M\##(x - 6) \##(y)h12M\##(x) \##(y - 6)v12">"##
            svg.line("<title>the layout's own size, \(own.text)</title></path>")
        }
        svg.line("</g>")
        return top + SizeChart.plotHeight + 48
    }

    private func drawAreas(_ plane: Plane, _ svg: inout SVGMarkup) {
        let x = SizeChart.left + SizeChart.plotWidth + 16
        var y = plane.down.start + 12
        for (number, area) in areas.prefix(SizeChart.mostMarks).enumerated() {
            let dashes = "\(2 + number % 4) \(1 + number / 4)"
            svg += ##"<g class="mark" fill="none" stroke="#2f6fde" stroke-width="1.5" stroke-dasharray="\##(dashes)">"##
            svg += "<title>\(area.words)</title>"
            if !area.rings.isEmpty { svg += #"<path d="\#(markup: plane.path(area.rings))"/>"# }
            for line in area.lines { svg += #"<path d="\#(markup: plane.line(line.from, line.to))"/>"# }
            for point in area.points {
                svg += #"<circle r="3" cx="\#(plane.across.at(point.width))" cy="\#(plane.down.at(point.height))"/>"#
            }
            svg += #"<path d="M\#(x) \#(y - 4)h24"/>"#
            svg.line("</g>")
            svg.line(#"<text x="\#(x + 30)" y="\#(y)">\#(area.words.fitted(SizeChart.width - x - 30))</text>"#)
            y += SizeChart.markHeight
        }
        if areas.count > SizeChart.mostMarks {
            svg.line(#"<text x="\#(x)" y="\#(y)">\#("and \(areas.count - SizeChart.mostMarks) more")</text>"#)
        }
    }

    private func drawAxes(_ map: SizeMap, _ plane: Plane, from top: Double, _ svg: inout SVGMarkup) {
        let bottom = top + SizeChart.plotHeight
        // A grid has no breakpoints.
        let corners = map.areas.flatMap { $0.rings.joined() } + map.lines.flatMap { [$0.from, $0.to] }
        for place in plane.across.ticks(corners.map(\.width), room: 40) {
            svg.line(##"<path stroke="#808080" d="M\##(plane.across.at(place)) \##(bottom)v4"/>"##)
            svg += #"<text x="\#(plane.across.at(place))" y="\#(bottom + 15)" text-anchor="middle">\#(place.tickText)"#
            svg.line("<title>\(SizeSpan(min: place, max: place).text)</title></text>")
        }
        for place in plane.down.ticks(corners.map(\.height), room: 14) {
            svg.line(##"<path stroke="#808080" d="M\##(SizeChart.left) \##(plane.down.at(place))h-4"/>"##)
            svg += #"<text x="\#(SizeChart.left - 7)" y="\#(plane.down.at(place) + 4)" text-anchor="end">\#(place.tickText)"#
            svg.line("<title>\(SizeSpan(min: place, max: place).text)</title></text>")
        }
        let middle = SizeChart.left + SizeChart.plotWidth / 2
        svg.line(#"<text x="\#(middle)" y="\#(bottom + 32)" text-anchor="middle">width</text>"#)
        let side = top + SizeChart.plotHeight / 2
        svg.line(#"<text transform="translate(14 \#(side)) rotate(-90)" text-anchor="middle">height</text>"#)
        if let reason = map.reason {
            svg.line(#"<text x="\#(SizeChart.left)" y="\#(top - 6)">\#("single sizes, because \(reason)".fitted(SizeChart.width))</text>"#)
        }
    }
}

extension SizeMap {
    /// Returns whether a line lies along an area with its own verdict.
    fileprivate func isBeside(_ line: Line) -> Bool {
        areas.contains { $0.verdict == line.verdict && $0.reaches(SizePoint.at(.half, from: line.from, to: line.to)) }
    }

    /// Returns whether a point lies on an area or at the end of a line with its own verdict.
    fileprivate func isBeside(_ point: Point) -> Bool {
        areas.contains { $0.verdict == point.verdict && $0.reaches(point.size) }
            || lines.contains { $0.verdict == point.verdict && ($0.from == point.size || $0.to == point.size) }
    }
}
