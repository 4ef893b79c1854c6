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
                writer.member("dimension", region.axis.sizeName)
                span(region.span, &writer)
                writer.member("verdict", region.verdict.rawValue)
            }
        }
        writer.key("sizeFindings")
        writer.array(analysis.sizeFindings) { writer, finding in
            writer.object { writer in
                writer.member("dimension", finding.axis.sizeName)
                writer.member("kind", finding.kind.rawValue)
                writer.member("views", finding.views.map(viewID))
                writer.key("spans")
                writer.array(finding.spans) { writer, span in writer.object { self.span(span, &$0) } }
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
