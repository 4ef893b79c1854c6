internal import LayoutModel

/// Matches the findings of two reports one to one: by fingerprint, and if several have the same fingerprint, by subject.
///
/// Findings of similar cells share a fingerprint. Findings with the same members or the same view are the same. Other findings
/// with the same fingerprint are the same if they differ only in rows or views that one of the documents lacks. So a finding
/// remains the same if its views are renamed, and is never matched to that of another view.
struct FindingMatch {
    private struct Key: Hashable {
        var fingerprint: String
        var subject: [String]
    }

    private let before: ReportSummary
    private let now: ReportSummary
    /// For each present finding its index before; nil if it was not listed.
    private(set) var origins: [Int?]
    /// Indices before that no present finding matches.
    private var left: [Int] = []
    /// Present findings whose members or view were the same before, when the list lacked some.
    private(set) var unlistedBefore = Set<Int>()
    /// Former findings whose members or view are the same now, by their former indices, if the present list lacks some.
    private(set) var unlistedNow = Set<Int>()

    /// Matches only findings with the same subject.
    init(from before: ReportSummary, to now: ReportSummary) {
        self.before = before
        self.now = now
        origins = Array(repeating: nil, count: now.findings.count)
        left = Array(before.findings.indices)
        pair(Array(now.findings.indices), subject: { $0.subject }, { $0.subject })
    }

    /// Matches all findings between two steps of a session.
    ///
    /// - Parameter documents: called if the findings alone are not sufficient.
    init<Failure>(
        from before: ReportSummary, to now: ReportSummary, _ documents: () throws(Failure) -> (LayoutDocument, LayoutDocument)
    ) throws(Failure) {
        self.init(from: before, to: now)
        let new = new
        let prints = Set(left.map { before.findings[$0].fingerprint })
        let doubtful = new.contains { isUnlisted(now.findings[$0], in: before) || prints.contains(now.findings[$0].fingerprint) }
        guard doubtful || left.contains(where: { isUnlisted(before.findings[$0], in: now) }) else { return }
        let (old, present) = try documents()
        let names = Set((new.map { now.findings[$0] } + left.map { before.findings[$0] }).flatMap(\.subject))
        let (rowsBefore, rowsNow) = (DocumentRows(old, names), DocumentRows(present, names))
        func holdsInBoth(_ finding: ReportSummary.Finding) -> Bool {
            if finding.kind != "conflict" { return finding.subject.allSatisfy { rowsBefore.contains($0) && rowsNow.contains($0) } }
            return finding.subject.allSatisfy { rowsBefore[$0] != nil && rowsBefore[$0] == rowsNow[$0] }
        }
        unlistedBefore = Set(new.filter { isUnlisted(now.findings[$0], in: before) && holdsInBoth(now.findings[$0]) })
        unlistedNow = Set(left.filter { isUnlisted(before.findings[$0], in: now) && holdsInBoth(before.findings[$0]) })
        let unlisted = unlistedNow
        left.removeAll(where: unlisted.contains)
        // Match by the rows and views that both documents have.
        pair(
            new.filter { !unlistedBefore.contains($0) }, subject: { $0.subject.filter(rowsBefore.contains) },
            { $0.subject.filter(rowsNow.contains) })
    }

    /// Matches the remaining findings of each fingerprint in order.
    mutating func pairByOrder() {
        pair(new, subject: { _ in [] }, { _ in [] })
    }

    private var new: [Int] { origins.indices.filter { origins[$0] == nil } }

    /// Returns whether the list may lack the finding because it was truncated, or the time did not suffice for all.
    private func isUnlisted(_ finding: ReportSummary.Finding, in report: ReportSummary) -> Bool {
        finding.kind == "conflict" ? !report.listsAllConflicts : !report.listsAllAmbiguities
    }

    /// Matches present findings in order with unmatched ones before.
    private mutating func pair(
        _ places: [Int], subject: (ReportSummary.Finding) -> [String], _ subjectBefore: (ReportSummary.Finding) -> [String]
    ) {
        var known: [Key: [Int]] = [:]
        for place in left.reversed() {
            let finding = before.findings[place]
            known[Key(fingerprint: finding.fingerprint, subject: subjectBefore(finding)), default: []].append(place)
        }
        var paired = Set<Int>()
        for place in places {
            let finding = now.findings[place]
            guard let origin = known[Key(fingerprint: finding.fingerprint, subject: subject(finding))]?.popLast() else { continue }
            origins[place] = origin
            paired.insert(origin)
        }
        left.removeAll(where: paired.contains)
    }
}
