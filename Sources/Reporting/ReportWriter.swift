internal import ExactArithmetic
internal import JSON
public import LayoutModel

/// Writes analyses as JSON reports (see Manual/reports.md).
///
/// Equal analyses give equal bytes. Frames, ranges and errors are rounded to 1e-6 points, and proofs are exact.
public struct ReportWriter: Sendable {
    let document: LayoutDocument
    private let digest: String
    let isAwaited: @Sendable () -> Bool

    /// - Parameters:
    ///   - digest: `sha256:…` of the canonical document.
    ///   - isAwaited: asked before each finding; if it denies, nobody reads the report, and the others are not written.
    public init(_ document: LayoutDocument, digest: String, isAwaited: @escaping @Sendable () -> Bool = { true }) {
        self.document = document
        self.digest = digest
        self.isAwaited = isAwaited
    }

    /// Returns one report (`plumbline.report/2`) on one line.
    ///
    /// - Parameters:
    ///   - file: the layout's file if there are several.
    ///   - variant: the variant that was solved, if it differs from the layout as written.
    ///   - occurrences: the number of occurrences of a message in a test run's output, and the line of the first.
    ///   - rendered: the analysis' frames if they are already serialized.
    public func json(
        _ analysis: Analysis, file: String? = nil, variant: String? = nil,
        occurrences: (count: Int, line: Int)? = nil, frames rendered: RenderedFrames? = nil
    ) -> [UInt8] {
        let mentioned = MentionedViews.of(analysis, in: document)
        var writer = JSONWriter(capacity: 4096 + 96 * analysis.frames.count + 48 * mentioned.count)
        writer.object { writer in
            header(analysis, file, variant, &writer)
            if let occurrences {
                writer.key("occurrences")
                writer.object {
                    $0.member("count", occurrences.count)
                    $0.member("line", occurrences.line)
                }
            }
            frames(analysis, rendered, &writer)
            names(of: mentioned, &writer)
            conflicts(analysis, &writer)
            ambiguities(analysis, &writer)
            diagnoses(analysis, &writer)
            unsatisfied(analysis, &writer)
            limits(analysis, &writer)
            passes(analysis, &writer)
            regions(analysis, &writer)
            sizeMap(analysis, &writer)
            source(analysis, &writer)
            observed(analysis, &writer)
            statistics(analysis, &writer)
        }
        return writer.take()
    }

    /// Returns a report of a message in a test run's output with another number of occurrences.
    public static func report(_ report: [UInt8], occurring count: Int) -> [UInt8] {
        // No text within a report contains this, since quotes are escaped there.
        guard let key = report.firstRange(of: Array(#""occurrences":{"count":"#.utf8)),
            let end = report[key.upperBound...].firstIndex(of: UInt8(ascii: ","))
        else { return report }
        let digits = Array(String(count).utf8)
        if report[key.upperBound..<end].elementsEqual(digits) { return report }
        return report[..<key.upperBound] + digits + report[end...]
    }

    /// Returns the reports of a source with several layouts, in their order (`plumbline.reports/1`).
    ///
    /// - Parameter findings: those of a check, or nil for none.
    public static func combined(_ reports: [[UInt8]], findings: [Finding]? = nil) -> [UInt8] { Array(parts(reports, findings: findings).joined()) }

    /// Returns the combined report in parts, of which the reports themselves are not copied.
    public static func parts(_ reports: [[UInt8]], findings: [Finding]? = nil) -> [[UInt8]] {
        var writer = JSONWriter(capacity: 64 + 512 * (findings?.count ?? 0))
        writer.object { writer in
            writer.member("format", "plumbline.reports/1")
            if let findings {
                writer.key("findings")
                writer.array(findings) { writer, finding in
                    writer.object { finding.write(to: &$0) }
                }
            }
            writer.key("reports")
            writer.array([[UInt8]]()) { $0.raw($1) }
        }
        let end = Array("]}".utf8)
        var parts = [Array(writer.take().dropLast(end.count))]
        for (index, report) in reports.enumerated() { parts += index == 0 ? [report] : [[UInt8(ascii: ",")], report] }
        return parts + [end]
    }

    private func header(_ analysis: Analysis, _ file: String?, _ variant: String?, _ writer: inout JSONWriter) {
        writer.member("format", "plumbline.report/2")
        writer.member("engine", EngineVersion.text)
        writer.member("document", digest)
        writer.member("name", optional: document.name)
        writer.member("root", viewID(document.root))
        if let file { writer.member("file", file) }
        if let variant { writer.member("variant", variant) }
        writer.member("verdict", analysis.verdict.rawValue)
        writer.member("conflicting", analysis.isConflicting)
        writer.member("ambiguous", analysis.isAmbiguous)
    }

    /// Writes size and frames. A fragment has neither, and neither has a layout whose optimum is not proven.
    private func frames(_ analysis: Analysis, _ rendered: RenderedFrames?, _ writer: inout JSONWriter) {
        writer.key("size")
        if document.isFragment || analysis.frames.isEmpty {
            writer.null()
        } else {
            writer.object {
                $0.member("width", length: analysis.width)
                $0.member("height", length: analysis.height)
            }
        }
        writer.key("frames")
        if let rendered { return writer.raw(rendered.text) }
        writer.object { writer in
            for (view, frame) in analysis.frames.enumerated() {
                writer.key(text: viewID(view))
                writer.frame(frame)
            }
        }
    }

    /// Writes the names of the views that the report mentions.
    private func names(of views: [Int], _ writer: inout JSONWriter) {
        let names = ViewNames(document)
        writer.key("names")
        writer.object { writer in
            for view in views {
                writer.key(text: viewID(view))
                writer.string(names.name(of: view))
            }
        }
    }

    private func limits(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("feasibleSize")
        writer.object { writer in
            writer.key("width")
            range(analysis.feasibleSize.width, &writer)
            writer.key("height")
            range(analysis.feasibleSize.height, &writer)
        }
        writer.member("warnings", analysis.warnings)
        writer.inconclusive(analysis.inconclusive)
        if document.isFragment { log(analysis, &writer) }
    }

    private func range(_ range: FeasibleSize.Range?, _ writer: inout JSONWriter) {
        guard let range else { return writer.null() }
        writer.object {
            $0.member("min", length: range.min)
            $0.member("max", length: range.max)
        }
    }

    private func statistics(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("counts")
        writer.object {
            $0.member("views", analysis.counts.views)
            $0.member("constraints", analysis.counts.constraints)
            $0.member("implicit", analysis.counts.implicit)
        }
        writer.key("timing")
        writer.object {
            $0.member("parse", milliseconds: analysis.timing.parse)
            $0.member("lower", milliseconds: analysis.timing.lower)
            $0.member("solve", milliseconds: analysis.timing.solve)
            $0.member("conflicts", milliseconds: analysis.timing.conflicts)
            $0.member("ranges", milliseconds: analysis.timing.ranges)
            $0.member("explain", milliseconds: analysis.timing.explain)
            if !analysis.regions.isEmpty { $0.member("sizes", milliseconds: analysis.timing.sizes) }
        }
    }

    func viewID(_ view: Int) -> String {
        document.views.indices.contains(view) ? document.views[view].id : "?"
    }

    var isFragment: Bool { document.isFragment }
}
