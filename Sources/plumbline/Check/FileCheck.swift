internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Checks one file.
struct FileCheck: Sendable {
    var files: InputFiles
    var checker: LayoutChecker
    var style: TextStyle
    var wantsReports: Bool
    /// Whether a report shows drawings.
    var wantsDrawings: Bool
    /// Whether the whole text report is requested, with the reasons why optional constraints are not satisfied.
    var isVerbose: Bool
    /// Whether this is the only file, so that its report needs no name.
    var isOnly: Bool

    func report(_ path: String, _ bytes: [UInt8]) -> FileReport {
        let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
        let file = InputReader.name(of: path)
        do {
            let layouts = try checker.check(bytes, kind: kind, file: file)
            var left = CheckedSubject.mostFindings(bytes: bytes.count)
            return FileReport(
                path: path,
                layouts: layouts.enumerated().map { index, layout in
                    var report = self.layout(layout, path: path, isOne: layouts.count == 1, number: (index + 1, layouts.count))
                    report.subject.bound(to: left)
                    left = max(1, left - report.subject.size)
                    return report
                })
        } catch {
            if let mistake = FileNature.mistake(inLayout: bytes, path: path) {
                return FileCheck.failure(FileError(mistake: mistake, path: path), path: path)
            }
            var report = FileCheck.failure(FileError(path, error, bytes, kind: kind), path: path)
            report.isInvalid = true
            return report
        }
    }

    static func failure(_ error: FileError, path: String) -> FileReport {
        let file = InputReader.name(of: path)
        let finding = Finding(
            kind: .unreadable, severity: .error, fingerprint: "r1:unreadable", message: error.sentence,
            place: FilePlace(file: file, line: error.line, column: error.column))
        return FileReport(
            path: path, failure: error.command.text,
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
        let run = plainRun(of: layout)
        // A list of constraints has no finding that contains the frames that they determine.
        let isOpen = worst == .incomplete && run.map { $0.document.isList && !$0.document.isWithoutConstraints } ?? false
        return FileReport.Layout(
            subject: wantsDrawings ? layout.drawnSubject : layout.subject, verdict: worst.rawValue, variants: layout.runs.count, isPlain: run != nil,
            text: isVerbose || isOpen ? run.map { text(layout, $0, number) } : nil, warnings: warnings(of: layout), reports: reports,
            failsWithoutFinding: layout.failsWithoutFinding, isBare: worst == .incomplete && run?.document.isWithoutConstraints == true,
            asked: layout.asked,
            composed: layout.runs.first?.layout.analysis.source?.composed ?? [],
            ownCanvas: layout.runs.first?.layout.analysis.source?.ownCanvas)
    }

    /// Returns warnings for the author of a document. Warnings about other formats are only in the full report, but for a scene that
    /// was not checked at the size of its container.
    private func warnings(of layout: LayoutChecker.Layout) -> [String] {
        if !isVerbose {
            let reasons = layout.runs.compactMap { $0.layout.analysis.source?.embedding?.reason }
            if let first = reasons.first { return [first] }
        }
        guard let first = layout.runs.first?.layout, first.analysis.source == nil, !first.document.isFragment else { return [] }
        return first.analysis.warnings.map { $0.hasPrefix("the canvas is ignored") ? $0 + "; use '--sizes' for other layouts" : $0 }
    }

    /// Returns, by constraint id, why optional constraints of the layout are not satisfied.
    private func reasons(_ layout: AnalyzedLayout) -> [String: String] {
        let analysis = layout.analysis
        guard isVerbose, !analysis.unsatisfied.isEmpty,
            var reasons = UnmetReasons(layout.document, broken: analysis.broken, options: checker.analyzer.options)
        else { return [:] }
        return reasons.sentences(analysis.unsatisfied)
    }

    /// Returns the only run of a layout that was solved once, if none of its findings is suppressed or switched off.
    private func plainRun(of layout: LayoutChecker.Layout) -> AnalyzedLayout? {
        guard layout.runs.count == 1, let run = layout.runs.first, run.variant.isEmpty, layout.subject.findings.allSatisfy({ $0.suppression == nil }),
            !checker.severities.contains(where: { $0.value == nil && !$0.key.isOptIn })
        else { return nil }
        return run.layout
    }

    /// Returns the whole text report.
    private func text(_ layout: LayoutChecker.Layout, _ run: AnalyzedLayout, _ number: (index: Int, count: Int)) -> String {
        let file = layout.subject.file
        var title = number.count > 1 ? "\(file) (\(number.index) of \(number.count))" : file
        if run.analysis.source != nil, !run.document.isFragment, let scene = run.document.name { title += ", \(scene)" }
        return TextReporter(style: style)
            .text(run.analysis, of: run.document, title: title, reasons: reasons(run), findings: layout.subject.findings)
    }
}
