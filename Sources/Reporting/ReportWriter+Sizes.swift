internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// Writes the verdict at every size of the root, if requested.

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
        writer.key("sizeAssertions")
        writer.array(analysis.sizeAssertions) { writer, failure in
            writer.object { writer in
                writer.member("dimension", failure.dimension.rawValue)
                writer.member("assertion", failure.text)
                writer.key("spans")
                writer.array(failure.fails) { writer, span in writer.object { self.span(span, &$0) } }
                if let smallest = failure.fails.first?.example { writer.member("smallest", length: smallest) }
                frames(failure.frames, &writer)
            }
        }
    }

    /// Writes the verdict at all widths and heights, if requested.
    func sizeMap(_ analysis: Analysis, _ writer: inout JSONWriter) {
        guard let map = analysis.sizeMap else { return }
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
                    rings(area.rings, &writer)
                }
            }
            writer.key("lines")
            writer.array(map.lines) { writer, line in
                writer.object { writer in
                    writer.member("verdict", line.verdict.rawValue)
                    sizes([("from", line.from), ("to", line.to)], &writer)
                }
            }
            writer.key("points")
            writer.array(map.points) { writer, entry in
                writer.object { writer in
                    writer.member("verdict", entry.verdict.rawValue)
                    sizes([("at", entry.size)], &writer)
                }
            }
            writer.key("findings")
            writer.array(map.findings) { writer, finding in
                writer.object { writer in
                    writer.member("kind", finding.kind.rawValue)
                    writer.member("views", finding.views.map(viewID))
                    extent(finding.extent, &writer)
                }
            }
            writer.key("assertions")
            writer.array(map.assertions) { writer, assertion in
                writer.object { writer in
                    writer.member("assertion", assertion.text)
                    extent(assertion.fails, &writer)
                    frames(assertion.frames, &writer)
                }
            }
        }
    }

    /// Writes the layout at the smallest size at which an assertion fails.
    private func frames(_ frames: [LayoutFrame], _ writer: inout JSONWriter) {
        writer.key("frames")
        writer.object { writer in
            for (view, frame) in frames.enumerated() {
                writer.key(text: viewID(view))
                writer.frame(frame)
            }
        }
    }

    private func extent(_ extent: SizeExtent, _ writer: inout JSONWriter) {
        rings(extent.rings, &writer)
        writer.key("lines")
        writer.array(extent.lines) { writer, line in writer.object { sizes([("from", line.from), ("to", line.to)], &$0) } }
        writer.key("points")
        writer.array(extent.points) { writer, point in writer.object { sizes([("at", point)], &$0) } }
        writer.key("smallest")
        writer.object { sizes([("at", extent.smallest)], &$0) }
    }

    /// Writes sizes as pairs of width and height. If any is no decimal of six places, all are also written as fractions.
    private func rings(_ rings: [[SizePoint]], _ writer: inout JSONWriter) {
        writer.key("rings")
        writer.array(rings) { writer, ring in writer.array(ring) { pair($1, &$0) } }
        if rings.allSatisfy({ $0.allSatisfy(isDecimal) }) { return }
        writer.key("exact")
        writer.object { writer in
            writer.key("rings")
            writer.array(rings) { writer, ring in writer.array(ring) { exactPair($1, &$0) } }
        }
    }

    private func sizes(_ sizes: [(key: StaticString, size: SizePoint)], _ writer: inout JSONWriter) {
        for (key, size) in sizes {
            writer.key(key)
            pair(size, &writer)
        }
        let inexact = sizes.filter { !isDecimal($0.size) }
        if inexact.isEmpty { return }
        writer.key("exact")
        writer.object { writer in
            for (key, size) in inexact {
                writer.key(key)
                exactPair(size, &writer)
            }
        }
    }

    private func isDecimal(_ size: SizePoint) -> Bool {
        size.width.rounded(toPlaces: 6) == size.width && size.height.rounded(toPlaces: 6) == size.height
    }

    private func pair(_ size: SizePoint, _ writer: inout JSONWriter) {
        writer.array([size.width, size.height]) { $0.decimal($1, places: 6) }
    }

    private func exactPair(_ size: SizePoint, _ writer: inout JSONWriter) {
        writer.array([size.width, size.height]) { $0.string($1.description) }
    }

    /// Writes a span. Ends that are no decimals of six places are also written as fractions.
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
