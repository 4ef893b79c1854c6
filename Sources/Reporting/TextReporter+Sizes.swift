internal import ExactArithmetic
internal import LayoutModel

extension TextReporter {
    /// A line for each range of sizes, and one for each thing that is so at some of them.
    func sizes(_ analysis: Analysis, _ document: LayoutDocument) -> [String] {
        var lines: [String] = []
        for axis in Axis.allCases {
            let regions = analysis.regions.filter { $0.axis == axis }
            if regions.isEmpty { continue }
            let parts = regions.map { style.paint($0.verdict.rawValue, color($0.verdict)) + " " + $0.span.text }
            lines.append(indented("\(axis.sizeName): " + parts.joined(separator: ", "), 1))
        }
        for finding in analysis.sizeFindings {
            let names = finding.views.map { document.views[$0].id.terminalSafe() }.joined(separator: " and ")
            let spans = finding.spans.map(\.text).joined(separator: ", ")
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
}
