internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// The verdict at every size of the root, where it was asked for.

extension ReportWriter {
    func regions(_ analysis: Analysis, _ writer: inout JSONWriter) {
        if analysis.regions.isEmpty { return }
        writer.key("regions")
        writer.array(analysis.regions) { writer, region in
            writer.object { writer in
                writer.member("dimension", region.dimension.rawValue)
                span(region.span, &writer)
                writer.member("verdict", region.verdict.rawValue)
            }
        }
        writer.key("sizeFindings")
        writer.array(analysis.sizeFindings) { writer, finding in
            writer.object { writer in
                writer.member("dimension", finding.dimension.rawValue)
                writer.member("kind", finding.kind.rawValue)
                writer.member("views", finding.views.map(viewID))
                writer.key("spans")
                writer.array(finding.spans) { writer, span in writer.object { self.span(span, &$0) } }
            }
        }
    }

    /// The verdict at all widths and heights, where it was asked for.
    func sizeMap(_ analysis: Analysis, _ writer: inout JSONWriter) {
        guard let map = analysis.sizeMap else { return }
        var exact: [Rational: Rational] = [:]
        func number(_ value: Rational, _ writer: inout JSONWriter) {
            let rounded = value.rounded(toPlaces: 6)
            if rounded != value { exact[rounded] = value }
            writer.decimal(value, places: 6)
        }
        func point(_ point: SizePoint, _ writer: inout JSONWriter) {
            writer.array([point.width, point.height]) { number($1, &$0) }
        }
        writer.key("sizeMap")
        writer.object { writer in
            for range in [map.width, map.height] {
                writer.key(text: range.dimension.rawValue)
                writer.object { writer in
                    writer.member("min", length: range.min)
                    writer.member("max", length: range.max)
                }
            }
            writer.member("method", map.method.rawValue)
            if let reason = map.reason { writer.member("reason", reason) }
            writer.key("areas")
            writer.array(map.areas) { writer, area in
                writer.object { writer in
                    writer.member("verdict", area.verdict.rawValue)
                    writer.key("rings")
                    writer.array(area.rings) { writer, ring in writer.array(ring) { point($1, &$0) } }
                }
            }
            writer.key("lines")
            writer.array(map.lines) { writer, line in
                writer.object { writer in
                    writer.member("verdict", line.verdict.rawValue)
                    writer.key("from")
                    point(line.from, &writer)
                    writer.key("to")
                    point(line.to, &writer)
                }
            }
            writer.key("points")
            writer.array(map.points) { writer, entry in
                writer.object { writer in
                    writer.member("verdict", entry.verdict.rawValue)
                    writer.key("at")
                    point(entry.size, &writer)
                }
            }
            if exact.isEmpty { return }
            writer.key("exact")
            writer.object { writer in
                for (rounded, value) in exact.sorted(by: { $0.key < $1.key }) {
                    writer.key(text: rounded.decimalText())
                    writer.string(value.description)
                }
            }
        }
    }

    /// Ends that are no decimal of six places are told exactly as well.
    private func span(_ span: SizeSpan, _ writer: inout JSONWriter) {
        writer.member("min", length: span.min)
        writer.member("max", length: span.max)
        writer.member("includesMin", span.includesMin)
        writer.member("includesMax", span.includesMax)
        let isExact = (span.min.rounded(toPlaces: 6) == span.min, span.max.rounded(toPlaces: 6) == span.max)
        if isExact.0, isExact.1 { return }
        writer.key("exact")
        writer.object { writer in
            if !isExact.0 { writer.member("min", span.min.description) }
            if !isExact.1 { writer.member("max", span.max.description) }
        }
    }
}
