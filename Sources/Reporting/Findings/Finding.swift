/// One thing that a check found, as every reporter takes it.
public struct Finding: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case conflict, ambiguity
        /// What a console log shows can hold together.
        case incomplete
        /// What the source's own format tells beside the layout: misplaced views, constraints left over.
        case design
        /// The budget was spent, or a claim failed its own check.
        case unproven
        /// A file that could not be read.
        case unreadable
    }

    public enum Severity: Int, Sendable, Hashable, Comparable {
        case error, warning, note

        /// The worse one comes first.
        public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
    }

    /// A row that plays a part in it, with where it was made.
    public struct Part: Sendable, Hashable {
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

    public init(
        kind: Kind, severity: Severity, fingerprint: String, message: String, remedies: [String] = [], place: FilePlace, parts: [Part] = [],
        count: Int = 1, isFailure: Bool = true
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
    }

    /// The message with what would mend it, each on a line of its own.
    public var details: String {
        ([message] + parts.map { "  \($0.text)" } + remedies.map { "- \($0)" }).joined(separator: "\n")
    }
}

/// A place in a file; lines and columns from 1.
public struct FilePlace: Sendable, Hashable {
    /// The name of what is no file.
    public static let standardInput = "standard input"

    public var file: String
    public var line: Int?
    public var column: Int?

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
