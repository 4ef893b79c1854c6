internal import LayoutModel
internal import Reporting

/// The result of checking one file, in the forms that the reports need.
struct FileReport: Codable, Sendable {
    /// The result for one layout of the file.
    struct Layout: Codable, Sendable {
        var subject: CheckedSubject
        /// The worst verdict of the variants.
        var verdict: String
        /// The number of variants that were checked.
        var variants: Int
        /// Whether the report of the layout contains exactly its findings: the layout was solved once, and no finding is
        /// suppressed or switched off.
        var isPlain: Bool
        /// The whole text report, or nil if findings are listed instead.
        var text: String?
        /// Warnings of the document that are not findings.
        var warnings: [String]
        /// The JSON reports, one per variant, or empty if not requested.
        var reports: [[UInt8]]
        var failsWithoutFinding: Bool
        /// Whether it is a message of a log without a constraint.
        var isBare = false
        /// The indices of the configuration's assertions that were evaluated on this layout.
        var asked: [Int]
        /// The composed classes of which the layout's file contains views.
        var composed: [String] = []
        /// The name by which the command line gave the layout a canvas of its own.
        var ownCanvas: String?
    }

    var path: String
    var layouts: [Layout] = []
    /// The text for standard error if the file could not be read.
    var failure: String?
    /// The subject of a file that could not be read.
    var unreadable: CheckedSubject?
    /// Whether such a file could be read, but has a mistake.
    var isInvalid = false
}

extension FileReport.Layout {
    private static let kinds: [(verdict: Analysis.Verdict, rule: Rule)] = [
        (.conflicting, .conflict), (.ambiguous, .ambiguity), (.incomplete, .incomplete),
    ]

    /// Returns the verdict if no finding reports it, not even a suppressed one, because its rule is off or its cause is not
    /// proven. Otherwise nil.
    func unreported(_ verdict: Analysis.Verdict) -> Analysis.Verdict? {
        guard let rule = FileReport.Layout.kinds.first(where: { $0.verdict == verdict })?.rule else { return nil }
        return subject.unsettled.contains(rule) && !subject.findings.contains { $0.kind == rule } ? verdict : nil
    }

    /// Returns the verdict that the list of findings implies, in which suppressed findings do not count.
    func reported(_ verdict: Analysis.Verdict) -> Analysis.Verdict {
        if let unreported = unreported(verdict) { return unreported }
        let kinds = FileReport.Layout.kinds
        let shownKinds = Set(subject.shown.map(\.kind))
        return kinds.drop { $0.verdict != verdict }.first { shownKinds.contains($0.rule) }?.verdict ?? .clean
    }
}
