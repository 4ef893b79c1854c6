internal import JSON
internal import LayoutDrawing

extension AnalyzedLayout {
    /// A chart of the verdicts at the requested sizes as SVG; nil if none were requested.
    public var sizeChart: [UInt8]? { SizeChart(document, analysis)?.svg }

    /// The layout as SVG.
    public var diagram: [UInt8] {
        guard let tree = try? JSONTree(parsing: report()), let findings = DrawnFindings(report: tree, alternate: nil) else { return [] }
        return LayoutDrawing(document, findings).svg
    }
}
