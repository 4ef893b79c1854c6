internal import LayoutLint
internal import LayoutModel
internal import Reporting

/// What a check found in one file, in the forms that reports need.
struct FileReport: Codable, Sendable {
    /// A layout of the file.
    struct Layout: Codable, Sendable {
        var subject: CheckedSubject
        /// The worst verdict of its variants.
        var verdict: String
        /// In how many it was checked.
        var variants: Int
        /// Its own report for people; nil where findings are listed instead.
        var text: String?
        /// Its JSON reports, one for each variant; empty where nobody asked for them.
        var reports: [[UInt8]]
        var failsUntold: Bool
        /// The configuration's assertions that were asked of it, by their place.
        var asked: [Int]
    }

    var path: String
    var layouts: [Layout] = []
    /// Why it could not be read, for standard error.
    var failure: String?
    /// For the subject that stands for a file that could not be read.
    var unreadable: CheckedSubject?
}

extension FileReport.Layout {
    private static let kinds: [(verdict: Analysis.Verdict, rule: Rule)] = [
        (.conflicting, .conflict), (.ambiguous, .ambiguity), (.incomplete, .incomplete),
    ]

    /// The verdict where no finding tells of it, suppressed ones included, as its rule is off or it was not proven what makes it so.
    func untold(_ verdict: Analysis.Verdict) -> Analysis.Verdict? {
        guard let rule = FileReport.Layout.kinds.first(where: { $0.verdict == verdict })?.rule else { return nil }
        return subject.unsettled.contains(rule) && !subject.findings.contains { $0.kind == rule } ? verdict : nil
    }

    /// The verdict as the list of findings tells it: what is suppressed is none of it.
    func told(_ verdict: Analysis.Verdict) -> Analysis.Verdict {
        if let untold = untold(verdict) { return untold }
        let kinds = FileReport.Layout.kinds
        let told = Set(subject.shown.map(\.kind))
        return kinds.drop { $0.verdict != verdict }.first { told.contains($0.rule) }?.verdict ?? .clean
    }
}
