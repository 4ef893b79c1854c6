/// What was checked and what was found in it: a layout, or all of a test run's output.
public struct CheckedSubject: Sendable, Hashable, Codable {
    /// The file that it is in, or what stands for standard input.
    public var file: String
    /// Its name within the file, where that holds several; the same in every run.
    public var name: String?
    /// What it was checked for, so that what is not found is told as passed.
    public var checks: [Finding.Kind]
    /// What may be there though nothing tells of it: nobody looked for it, or there was no time to find all of it.
    public var unsettled: [Finding.Kind]
    public var findings: [Finding]
    /// The verdicts at all sizes that were asked for, one for each variant; empty where none were.
    public var sizes: [SizePicture]

    /// The verdicts at a range of sizes, for people.
    public struct SizePicture: Sendable, Hashable, Codable {
        /// In which variant; empty for the layout as it is.
        public var variant: String
        /// In characters.
        public var text: String
        /// As an SVG file.
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

    /// The findings that count.
    public var shown: [Finding] { findings.filter { $0.suppression == nil } }

    public var title: String { name.map { "\(file) (\($0))" } ?? file }
}

/// Writes what was found for other programs.
public protocol Reporter: Sendable {
    /// The whole report, ending with a newline.
    func report(_ subjects: [CheckedSubject]) -> String
}

extension [CheckedSubject] {
    /// All findings, the worst first, otherwise in their order.
    var worstFirst: [Finding] {
        let all = flatMap(\.shown)
        return all.indices.sorted { (all[$0].severity, $0) < (all[$1].severity, $1) }.map { all[$0] }
    }
}
