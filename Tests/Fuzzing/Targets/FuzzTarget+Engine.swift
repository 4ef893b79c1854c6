internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting

extension FuzzTarget {
    /// Analyses a layout that the bytes decide: whatever is claimed must stand the checker, which knows nothing of the solver, and be the same each time.
    static func analyze(_ bytes: [UInt8]) {
        let json = RandomLayout.json(bytes)
        let document: LayoutDocument
        do throws(ImportError) {
            document = try DocumentImporter().read(json: json)
        } catch {
            Promises.check(error, in: json)
            return
        }
        let analyzer = Analyzer(options: AnalysisOptions(deadline: 8))
        let analysis = analyzer.analyze(document)
        for entry in analysis.inconclusive where entry.reason.hasPrefix("the result failed verification") {
            fatalError("\(entry.subject): \(entry.reason)\n\(String(decoding: json, as: UTF8.self))")
        }
        // What the deadline cut short may be cut elsewhere the next time.
        guard analysis.inconclusive.isEmpty else { return }
        guard report(analysis, document) == report(analyzer.analyze(document), document) else {
            fatalError("the same layout gives another report\n\(String(decoding: json, as: UTF8.self))")
        }
    }

    private static func report(_ analysis: Analysis, _ document: LayoutDocument) -> [UInt8] {
        var analysis = analysis
        analysis.timing = Analysis.Timing()
        return ReportWriter(document, digest: "").json(analysis)
    }
}
