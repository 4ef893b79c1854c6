internal import ExactArithmetic
public import LayoutLint
public import LayoutModel
public import Reporting

/// The kinds of findings that a caller asks to fail on: `--fail-on` and `?failOn=`.
public struct FindingKinds: Sendable, Hashable {
    public typealias Kind = Rule

    /// A word that names no kind.
    public struct UnknownKind: Error {
        public var message: String
    }

    public var kinds: Set<Kind>
    /// Fails also on every finding that is at least so bad.
    public var severity: Severity?

    /// Conflicts and ambiguities.
    public static let standard = FindingKinds(kinds: [.conflict, .ambiguity])

    public init(kinds: Set<Kind>, severity: Severity? = nil) {
        self.kinds = kinds
        self.severity = severity
    }

    /// The kinds of a list with commas: rules (`conflict,truncated-text`), or `error`, `warning`, `note` for all that are so bad or worse.
    public init(words: String) throws(UnknownKind) {
        self.init(kinds: [])
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
            if let severity = Severity(name: String(word)) {
                self.severity = max(self.severity ?? severity, severity)
            } else if let kind = Kind(rawValue: String(word)) {
                kinds.insert(kind)
            } else {
                let known = (Kind.allCases.map(\.rawValue) + Severity.allCases.map(\.name)).joined(separator: ", ")
                throw UnknownKind(message: "'\(word)' is none of \(known)")
            }
        }
    }

    /// Only what the reports tell by themselves.
    public var isOfReports: Bool { severity == nil && kinds.isSubset(of: [.conflict, .ambiguity, .incomplete]) }

    /// What is found at the layout's own size or, where regions were asked for, at any of theirs.
    public func contains(anyOf analysis: Analysis) -> Bool {
        let verdicts = Set(analysis.askedRegions.map(\.verdict)).union(analysis.sizeMap?.verdicts ?? [])
        return (analysis.isConflicting || verdicts.contains(.conflicting)) && kinds.contains(.conflict)
            || (analysis.isAmbiguous || verdicts.contains(.ambiguous)) && kinds.contains(.ambiguity)
            || analysis.verdict == .incomplete && kinds.contains(.incomplete)
    }

    /// Whether a finding is among what the caller asked to fail on. A file that cannot be read always is, and a spent budget, unless it is
    /// allowed.
    public func contains(_ finding: Finding, allowsIncomplete: Bool) -> Bool {
        switch finding.kind {
        case .unreadable: true
        case .unproven: !allowsIncomplete
        default: kinds.contains(finding.kind) || severity.map { finding.severity <= $0 } ?? false
        }
    }
}

extension Analysis {
    /// The regions along widths and heights that were asked for: where both were, a region lies at the layout's own size in the other direction,
    /// which may be none of those.
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
