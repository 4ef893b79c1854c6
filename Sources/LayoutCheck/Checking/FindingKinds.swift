internal import ExactArithmetic
public import LayoutModel
public import Reporting

/// The kinds of findings to fail on, from `--fail-on` and `?failOn=`.
public struct FindingKinds: Sendable, Hashable {
    public typealias Kind = Rule

    /// The error for an unknown kind.
    public struct UnknownKind: Error {
        public var message: String
    }

    public var kinds: Set<Kind>
    /// A severity from which on every finding fails as well.
    public var severity: Severity?

    /// Conflicts and ambiguities.
    public static let standard = FindingKinds(kinds: [.conflict, .ambiguity])

    public init(kinds: Set<Kind>, severity: Severity? = nil) {
        self.kinds = kinds
        self.severity = severity
    }

    /// Parses a list with commas: rules (`conflict,truncated-text`), or `error`, `warning`, `note` for all findings of that
    /// severity or worse.
    public init(words: String) throws(UnknownKind) {
        self.init(kinds: [])
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
            if let severity = Severity(name: String(word)) {
                self.severity = max(self.severity ?? severity, severity)
            } else if let kind = Kind(rawValue: String(word)) {
                kinds.insert(kind)
            } else {
                let known = Kind.allCases.map(\.rawValue) + Severity.allCases.map(\.name)
                let cause = Diagnosis.Cause(rawValue: String(word)).map { Diagnosis.Cause.hint($0.rawValue) } ?? ""
                // The verdicts of reports have other words.
                let verdict = ["conflicting": Kind.conflict, "ambiguous": .ambiguity][word]?.rawValue
                let hint = (verdict ?? NearWord.to(String(word), among: known)).map { "did you mean '\($0)'? " } ?? cause
                throw UnknownKind(
                    message: "\(hint)'\(word)' is not one of conflict, ambiguity, incomplete, error, warning, note, "
                        + "or a rule that 'plumbline help rules' lists")
            }
        }
    }

    /// Whether only the reports determine the failure.
    public var isOfReports: Bool { severity == nil && kinds.isSubset(of: [.conflict, .ambiguity, .incomplete]) }

    /// Returns whether the analysis has such a finding at the layout's own size or, if regions were requested, at any of theirs; or whether it
    /// leaves something unproven, which may be one.
    public func contains(anyOf analysis: Analysis) -> Bool {
        let verdicts = Set(analysis.askedRegions.map(\.verdict)).union(analysis.sizeMap?.verdicts ?? [])
        return (analysis.isConflicting || verdicts.contains(.conflicting)) && kinds.contains(.conflict)
            || (analysis.isAmbiguous || verdicts.contains(.ambiguous)) && kinds.contains(.ambiguity)
            || kinds.contains(.ambiguity) && analysis.source?.findings.contains { $0.kind == .reportedAmbiguity } == true
            || analysis.verdict == .incomplete && kinds.contains(.incomplete) || !analysis.inconclusive.isEmpty
    }

    /// Returns whether a finding fails. A file that cannot be read always does, and so does a spent budget unless it is allowed.
    public func contains(_ finding: Finding, allowsIncomplete: Bool) -> Bool {
        switch finding.kind {
        case .unreadable: true
        case .unproven: !allowsIncomplete
        case .reportedAmbiguity where kinds.contains(.ambiguity): true
        default: kinds.contains(finding.kind) || severity.map { finding.severity <= $0 } ?? false
        }
    }
}

extension Analysis {
    /// The regions along the requested widths and heights. If both were requested, the regions along one of them are at the
    /// layout's own size in the other direction, and are omitted if that size was not requested.
    var askedRegions: [SizeRegion] {
        guard let map = sizeMap else { return regions }
        return regions.filter { region in
            switch region.dimension {
            case .width: map.height.min <= height && height <= map.height.max
            case .height: map.width.min <= width && width <= map.width.max
            case .textScale: true
            }
        }
    }
}
