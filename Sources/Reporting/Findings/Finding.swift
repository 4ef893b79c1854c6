internal import LayoutModel

/// One thing that a check found, as every reporter takes it.
public struct Finding: Sendable, Hashable, Codable {
    /// Why a finding is told but does not count.
    public struct Suppression: Sendable, Hashable, Codable {
        public enum Origin: String, Sendable, Hashable, Codable {
            /// The document says so.
            case document
            /// It was known when the baseline was written.
            case baseline
        }

        public var origin: Origin
        public var reason: String

        public init(_ origin: Origin, reason: String) {
            self.origin = origin
            self.reason = reason
        }
    }

    /// A row that plays a part in it, with where it was made.
    public struct Part: Sendable, Hashable, Codable {
        public var id: String
        /// What the row says, and how often it is taken in the proof: `c1: title.width == 60`.
        public var text: String
        public var place: FilePlace?

        public init(id: String, text: String, place: FilePlace? = nil) {
            self.id = id
            self.text = text
            self.place = place
        }
    }

    public var kind: Kind
    public var severity: Severity
    /// The same for the same finding, whatever it is called and wherever it stands.
    public var fingerprint: String
    /// One sentence.
    public var message: String
    /// What would mend it, as instructions.
    public var remedies: [String]
    public var place: FilePlace
    /// Its rows in the order of their proof.
    public var parts: [Part]
    /// How often it was met; above 1 in the output of a test run.
    public var count: Int
    /// It is what the caller asked to fail on.
    public var isFailure: Bool
    /// Ids of the views that it is about.
    public var views: [String]
    /// Ids of the constraints that it is about.
    public var constraints: [String]
    /// The variants and sizes in which it was found; empty where the layout was checked as it is and no other way.
    public var variants: [String]
    public var suppression: Suppression?
    /// Further fingerprints: of what else the same root cause brings about, and of the same finding in other variants.
    public var others: [String]
    /// The code of the root cause, as `plumbline help CAUSE` takes it; nil if the finding is no diagnosis.
    public var cause: String?

    /// What a variant is called that is the layout as it is.
    public static let ownSize = "own size"

    /// It was found at other sizes than the layout's own, or in other variants.
    public var isOfVariants: Bool { !variants.isEmpty && variants != [Finding.ownSize] }

    public init(
        kind: Kind, severity: Severity, fingerprint: String, message: String, remedies: [String] = [], place: FilePlace, parts: [Part] = [],
        count: Int = 1, isFailure: Bool = true, views: [String] = [], constraints: [String] = []
    ) {
        self.kind = kind
        self.severity = severity
        self.fingerprint = fingerprint
        self.message = message
        self.remedies = remedies
        self.place = place
        self.parts = parts
        self.count = count
        self.isFailure = isFailure
        self.views = views
        self.constraints = constraints
        variants = []
        others = []
    }

    /// All names under which it is known.
    public var fingerprints: [String] { [fingerprint] + others }

    /// The message with the variants in which it was found.
    public var headline: String {
        let isTold = variants.count == 1 && message.hasSuffix(" at \(variants[0])")
        return variants.isEmpty || isTold ? message : "\(message) (at \(Finding.listed(variants, limit: 8)))"
    }

    static func listed(_ words: [String], limit: Int) -> String {
        words.prefix(limit).joined(separator: ", ") + (words.count > limit ? " and \(words.count - limit) more" : "")
    }

    /// The message with what would mend it, each on a line of its own.
    public var details: String {
        ([headline] + parts.map { "  \($0.text)" } + remedies.map { "- \($0)" }).joined(separator: "\n")
    }
}

/// A place in a file; lines and columns from 1.
public struct FilePlace: Sendable, Hashable, Codable {
    /// The name of what is no file.
    public static let standardInput = "standard input"

    public var file: String
    public var line: Int?
    public var column: Int?
    /// Where it ends, the column being the one behind it; nil where that is not known.
    public var endLine: Int?
    public var endColumn: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `File.swift:12:3`, as far as it is known.
    public var text: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

extension FilePlace {
    /// Where a constraint or view was made; nil where what its source states is no place, such as an empty name. A line that no file has, or
    /// no reader of reports takes, is left out.
    init?(_ source: SourceReference) {
        guard !source.file.isEmpty else { return nil }
        func known(_ number: Int?) -> Int? { number.flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil } }
        let line = known(source.line)
        self.init(file: source.file, line: line, column: line == nil ? nil : known(source.column))
    }
}
