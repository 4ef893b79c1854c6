/// A checked layout, or the output of a whole test run, with its findings.
public struct CheckedSubject: Sendable, Hashable, Codable {
    /// The file, or the name for standard input.
    public var file: String
    /// The layout's name within the file if the file has several. It is the same in every run.
    public var name: String?
    /// The kinds of findings that were checked, so that reports can list those without findings as passed.
    public var checks: [Finding.Kind]
    /// The kinds of findings that may be present although none is reported, since they were not checked or the time limit was
    /// reached.
    public var unsettled: [Finding.Kind]
    public var findings: [Finding]
    /// Whether there may be more conflicts than those among the findings, as the list has a limit.
    public var hasUnlistedConflicts = false
    /// The verdicts at all requested sizes, one picture per variant, or empty if none were requested.
    public var sizes: [SizePicture]
    /// The layout drawn as an SVG file, if a report shows it.
    public var drawing: String?

    /// The verdicts at a range of sizes, for people.
    public struct SizePicture: Sendable, Hashable, Codable {
        /// The variant, or empty for the layout as written.
        public var variant: String
        /// The chart in text characters.
        public var text: String
        /// The chart as an SVG file.
        public var svg: String

        public init(variant: String, text: String, svg: String) {
            self.variant = variant
            self.text = text
            self.svg = svg
        }
    }

    public init(
        file: String, name: String? = nil, checks: [Finding.Kind], unsettled: [Finding.Kind] = [], findings: [Finding], sizes: [SizePicture] = []
    ) {
        self.file = file
        self.name = name
        self.checks = checks
        self.unsettled = unsettled
        self.findings = findings
        self.sizes = sizes
    }

    /// The findings that are not suppressed.
    public var shown: [Finding] { findings.filter { $0.suppression == nil } }

    public var title: String { name.map { "\(file) (\($0))" } ?? file }
}

/// Renders findings for other programs.
public protocol Reporter: Sendable {
    /// Returns the whole report, which ends with a newline.
    func report(_ subjects: [CheckedSubject]) -> String
}

extension [CheckedSubject] {
    /// All findings by severity, the worst first, otherwise in their order.
    var worstFirst: [Finding] { worstFirstOfSubjects.map(\.finding) }

    /// The findings, the most severe first, with the indices of their subjects.
    var worstFirstOfSubjects: [(finding: Finding, subject: Int)] {
        let all = enumerated().flatMap { place, subject in subject.shown.map { (finding: $0, subject: place) } }
        return all.indices.sorted { (all[$0].finding.severity, $0) < (all[$1].finding.severity, $1) }.map { all[$0] }
    }
}
