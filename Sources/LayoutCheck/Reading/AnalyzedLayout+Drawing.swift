internal import LayoutDrawing
internal import Reporting

extension AnalyzedLayout {
    /// A chart of the verdicts at the requested sizes as SVG; nil if none were requested.
    public var sizeChart: [UInt8]? { SizeChart(document, analysis)?.svg }

    /// The layout as SVG.
    public var diagram: [UInt8] {
        guard let report = try? ParsedReport(parsing: report()), let findings = DrawnFindings(report) else { return [] }
        return LayoutDrawing(document, findings).svg
    }
}
