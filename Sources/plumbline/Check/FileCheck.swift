internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Checks one file.
struct FileCheck: Sendable {
    var files: InputFiles
    var checker: LayoutChecker
    var style: TextStyle
    var wantsText: Bool
    var wantsReports: Bool
    /// Whether the text report explains why optional constraints are not satisfied.
    var isVerbose: Bool
    /// Whether this is the only file, so that its report needs no name.
    var isOnly: Bool

    func report(_ path: String, _ bytes: [UInt8]) -> FileReport {
        let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
        let file = InputReader.name(of: path)
        do {
            let layouts = try checker.check(bytes, kind: kind, file: file)
            return FileReport(
                path: path,
                layouts: layouts.enumerated().map { index, layout in
                    self.layout(layout, path: path, isOne: layouts.count == 1, number: (index + 1, layouts.count))
                })
        } catch {
            let error = kind == .document ? error.located(inJSON: bytes) : error
            let message = "\(file.terminalSafe()): \(error.description.terminalSafe(keeping: ["\n"]))"
            // The column of an error in an equation within JSON counts from the start of the equation.
            return FileCheck.failure(
                message, path: path, line: error.line ?? error.entryLine, column: error.line == nil ? nil : error.column)
        }
    }

    static func failure(_ message: String, path: String, line: Int? = nil, column: Int? = nil) -> FileReport {
        let file = InputReader.name(of: path)
        let finding = Finding(
            kind: .unreadable, severity: .error, fingerprint: "r1:unreadable", message: message,
            place: FilePlace(file: file, line: line, column: column))
        return FileReport(
            path: path, failure: message,
            unreadable: CheckedSubject(file: file, checks: [.unreadable], unsettled: Rule.allCases, findings: [finding]))
    }

    private func layout(_ layout: LayoutChecker.Layout, path: String, isOne: Bool, number: (Int, Int)) -> FileReport.Layout {
        let order: [Analysis.Verdict] = [.conflicting, .ambiguous, .incomplete, .clean]
        let verdicts = layout.runs.map(\.layout.analysis.verdict)
        let worst = order.first(where: verdicts.contains) ?? .clean
        var reports: [[UInt8]] = []
        if wantsReports {
            reports = layout.runs.map { run in
                let variant = run.variant.isEmpty ? nil : run.variant
                return isOnly && isOne && layout.runs.count == 1
                    ? run.layout.report(variant: variant) : run.layout.report(file: path, variant: variant)
            }
        }
        return FileReport.Layout(
            subject: layout.subject, verdict: worst.rawValue, variants: layout.runs.count, text: wantsText ? text(layout, number) : nil,
            reports: reports, failsUntold: layout.failsUntold, asked: layout.asked)
    }

    /// Returns, by constraint id, why optional constraints of the layout are not satisfied.
    private func reasons(_ layout: AnalyzedLayout) -> [String: String] {
        let analysis = layout.analysis
        guard isVerbose, !analysis.unsatisfied.isEmpty,
            var reasons = UnmetReasons(layout.document, broken: analysis.broken, options: checker.analyzer.options)
        else { return [:] }
        return reasons.sentences(analysis.unsatisfied)
    }

    /// Returns the layout's whole text report if the layout was solved once and none of its findings is suppressed or switched
    /// off. Otherwise nil.
    private func text(_ layout: LayoutChecker.Layout, _ number: (index: Int, count: Int)) -> String? {
        guard layout.runs.count == 1, let run = layout.runs.first, run.variant.isEmpty, layout.subject.findings.allSatisfy({ $0.suppression == nil }),
            !checker.severities.contains(where: { $0.value == nil && !$0.key.isOptIn })
        else { return nil }
        let file = layout.subject.file
        var title = number.count > 1 ? "\(file) (\(number.index) of \(number.count))" : file
        if run.layout.analysis.source != nil, !run.layout.document.isFragment, let scene = run.layout.document.name { title += ", \(scene)" }
        let own = TextReporter(style: style).text(run.layout.analysis, of: run.layout.document, title: title, reasons: reasons(run.layout))
        // The report of the layout does not contain the findings at other sizes.
        let further = layout.subject.findings.filter {
            $0.kind.isOptIn || [.assertion, .unusedSuppression].contains($0.kind) || $0.isOfVariants
        }
        return own + FindingsText(style: style).further(further)
    }
}
