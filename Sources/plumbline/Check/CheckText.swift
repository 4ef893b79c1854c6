internal import LayoutCheck
internal import LayoutDiagnosis
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// The level of detail of the text report.
enum TextDetail {
    /// Only the summary line.
    case sum
    /// The findings that count, one a line.
    case findings
    /// Each layout with everything about it.
    case all
}

/// Writes the text report of a check.
struct CheckText {
    private let check: CheckOutput
    private let style: TextStyle
    private let list: FindingsText
    private let isBrief: Bool
    /// The rules that are set to a severity of their own.
    private let isSet: Set<Rule>

    init(_ check: CheckOutput, _ output: inout ReportOutput) {
        self.check = check
        style = TextStyle(isColored: output.isColored)
        isSet = Set(check.plan.checker.severities.keys)
        // A single layout's rows matter, and those of a few findings fit on a screen. A log prints the rows of its messages itself.
        let layouts = check.reports.flatMap(\.layouts)
        let isLog = layouts.allSatisfy { $0.subject.checks.contains(.incomplete) }
        let isMany = layouts.count > 1 && (isLog || layouts.reduce(0) { $0 + $1.subject.shown.count } > CheckText.mostInFull)
        isBrief = check.plan.detail != .all && isMany
        list = FindingsText(style: style, isBrief: isBrief)
    }

    /// The number of findings in several layouts up to which each is shown with its constraints.
    private static let mostInFull = 6

    func write(to output: inout ReportOutput) throws {
        let isListing = check.plan.detail != .sum && !(check.plan.isCounting && check.plan.detail == .findings)
        var sum = TextReporter.Sum()
        sum.isBrief = isBrief && isListing
        var messages = RepeatedMessages()
        var alike = AlikeFindings()
        for layout in check.reports.flatMap(\.layouts) {
            let isKnown = layout.subject.findings.contains { $0.suppression != nil }
            let verdict = Analysis.Verdict(rawValue: layout.verdict) ?? .clean
            let counted = layout.isPlain && !isKnown ? verdict : layout.reported(verdict)
            sum.verdicts.append(counted)
            if counted == .incomplete, layout.isBare { sum.bare += 1 }
            if counted == .clean, layout.subject.shown.contains(where: { $0.severity == .error }) { sum.faulty += 1 }
            let hidden = layout.subject.shown.filter(isHidden)
            sum.hidden += hidden.count
            sum.findings += layout.subject.shown.filter { !isHidden($0) }
            sum.suppressed += layout.subject.findings.count { $0.suppression != nil }
            // The full report shows them among the layout's own.
            if check.plan.detail != .all { sum.inputWarnings += layout.warnings.count }
            if !isListing { continue }
            if check.plan.detail == .all {
                let text = isKnown ? nil : layout.text
                try output.write(
                    lines: text ?? list.text(layout.subject, variants: layout.variants, unreported: layout.unreported(verdict)))
            } else {
                try output.write(lines: messages.again(layout.subject).map(list.again) ?? brief(layout, verdict, &alike))
            }
        }
        if isListing, !check.further.isEmpty { try output.write(lines: list.text(check.further)) }
        sum.findings += check.further
        sum.invalid = check.reports.count { $0.failure != nil && $0.isInvalid }
        sum.unreadable = check.reports.count { $0.failure != nil } - sum.invalid
        if check.plan.isCounting, check.plan.detail != .sum { try output.write(lines: statistics(sum.findings)) }
        // The time differs from run to run, and a report does not.
        if output.isTerminal { sum.seconds = check.seconds }
        try output.write(lines: TextReporter(style: style).summary(sum))
    }

    /// Returns the text of the findings that are not suppressed, and of the requested sizes if some are not clean.
    private func brief(_ layout: FileReport.Layout, _ verdict: Analysis.Verdict, _ alike: inout AlikeFindings) -> String {
        let subject = layout.subject
        // A list of constraints without a conflict.
        if let text = layout.text, subject.findings.allSatisfy({ $0.suppression == nil }) { return text }
        var text = layout.warnings.map { list.warning($0, file: subject.file) }.joined()
        if let unreported = layout.unreported(verdict) { text += list.unreported(unreported, of: subject) }
        for finding in subject.shown where !isHidden(finding) {
            text += (isBrief ? alike.first(like: finding) : nil).map { list.text(finding, like: $0) } ?? list.text([finding])
        }
        let verdicts = Analysis.Verdict.allCases.filter { $0 != .clean }.map(\.rawValue)
        // Findings at some of the sizes are below the verdicts.
        for picture in subject.sizes where picture.text.contains("\n    ") || verdicts.contains(where: picture.text.contains) {
            let variant = picture.variant.isEmpty ? "" : ", \(picture.variant)"
            text += "\(subject.title)\(variant):".terminalSafe() + "\n" + picture.text
        }
        return text
    }

    /// Returns whether only the full report shows a finding: a note about an Interface Builder file or a capture whose rule was
    /// not requested.
    private func isHidden(_ finding: Finding) -> Bool {
        let isOfSource = finding.kind.isOfInterfaceBuilder || finding.kind == .observedDifference
        if finding.isNotable || finding.isFailure || isSet.contains(finding.kind) { return false }
        return check.plan.detail != .all && finding.severity == .note && isOfSource
    }

    /// Returns the number of findings of each cause, the most frequent cause first.
    private func statistics(_ findings: [Finding]) -> String {
        var counts: [String: (count: Int, summary: String)] = [:]
        for finding in findings {
            let name = finding.cause ?? finding.kind.rawValue
            let summary = finding.cause.flatMap(Diagnosis.Cause.init(rawValue:)).map { CauseGuide($0).summary } ?? finding.kind.guide.summary
            counts[name, default: (0, summary)].count += finding.count
        }
        let rows = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let digits = rows.map { String($0.value.count).count }.max() ?? 0
        let width = rows.map(\.key.count).max() ?? 0
        return rows.map { name, entry in
            let count = String(entry.count)
            return String(repeating: " ", count: digits - count.count) + "\(count)  \(name)"
                + String(repeating: " ", count: width - name.count) + "  \(entry.summary)\n"
        }.joined()
    }
}

extension CheckOutput {
    /// The time that the check took, in seconds.
    var seconds: Double { elapsed / .seconds(1) }
}

/// The findings that were shown already, of which the same is often found in copies of a file.
private struct AlikeFindings {
    private var shown: [[String]: Finding] = [:]

    /// Returns an earlier finding in another file with the same text and remedies, or nil if there is none.
    mutating func first(like finding: Finding) -> Finding? {
        // A finding without a remedy is one line in any case.
        guard !finding.remedies.isEmpty else { return nil }
        let key = [finding.severity.name, finding.headline] + finding.remedies + finding.additions
        guard let first = shown[key] else {
            shown[key] = finding
            return nil
        }
        return first.place.file == finding.place.file ? nil : first
    }
}

/// The messages of a log that were shown already: a run often prints the same conflict many times.
private struct RepeatedMessages {
    private var shown: [ExactText: Finding] = [:]

    /// Returns the finding of a log's message, and the equal one of an earlier message; nil if there is none, or if it has other findings.
    mutating func again(_ subject: CheckedSubject) -> (Finding, Finding)? {
        guard let finding = subject.shown.first, subject.findings.count == 1, finding.kind == .conflict, finding.place.line != nil else { return nil }
        let rows = finding.parts.map(\.row).joined(separator: "\n")
        let key = ExactText([subject.file, finding.fingerprint, finding.headline, rows].joined(separator: "\n"))
        guard let first = shown[key] else {
            shown[key] = finding
            return nil
        }
        return (finding, first)
    }
}
