internal import ExactArithmetic
internal import LayoutModel

extension TextReporter {
    /// A line for each range of sizes, and one for each thing that is so at some of them.
    func sizes(_ analysis: Analysis, _ document: LayoutDocument) -> [String] {
        var lines: [String] = []
        for axis in Axis.allCases {
            let regions = analysis.regions.filter { $0.axis == axis }
            if regions.isEmpty { continue }
            let parts = regions.map { style.paint($0.verdict.rawValue, color($0.verdict)) + " " + text($0.span) }
            lines.append(indented("\(axis.sizeName): " + parts.joined(separator: ", "), 1))
        }
        for finding in analysis.sizeFindings {
            let names = finding.views.map { document.views[$0].id.terminalSafe() }.joined(separator: " and ")
            let spans = finding.spans.map(text).joined(separator: ", ")
            lines.append(indented("\(finding.kind.rawValue) \(names): \(finding.axis.sizeName) \(spans)", 2))
        }
        return lines
    }

    private func color(_ verdict: Analysis.Verdict) -> TextStyle.Color {
        switch verdict {
        case .conflicting: .red
        case .ambiguous: .yellow
        case .clean: .green
        case .incomplete: .cyan
        }
    }

    /// `280...311`, or `280..<311` where the end does not belong to it.
    private func text(_ span: SizeSpan) -> String {
        if span.min == span.max { return number(span.min) }
        return number(span.min) + (span.includesMin ? "" : "<") + ".." + (span.includesMax ? (span.includesMin ? "." : "") : "<") + number(span.max)
    }

    /// Decimals of six places, else a fraction.
    private func number(_ value: Rational) -> String {
        value.rounded(toPlaces: 6) == value ? value.decimalText() : value.description
    }
}
