public import LayoutModel

/// A finding of a check, in the form that every reporter takes.
public struct Finding: Sendable, Hashable, Codable {
    /// The reason why a finding is reported but does not count.
    public struct Suppression: Sendable, Hashable, Codable {
        public enum Origin: String, Sendable, Hashable, Codable {
            /// The document suppresses it.
            case document
            /// The baseline contains it.
            case baseline
        }

        public var origin: Origin
        /// The reason, shortened, since all findings with it repeat it.
        public var reason: String

        /// The maximum length of a reason in bytes. It is in the reports of all findings that are suppressed for it.
        private static let mostReasonBytes = 500

        public init(_ origin: Origin, reason: String) {
            self.origin = origin
            self.reason = reason.shortened(to: Suppression.mostReasonBytes)
        }
    }

    /// A row that takes part in the finding, with its place in the sources.
    public struct Part: Sendable, Hashable, Codable {
        public var id: String
        /// The row with its id, such as `c1: title.width == 60`.
        public var row: String
        /// The row's factor in the proof; nil for 1.
        public var factor: String?
        /// The size, such as `title.width`, of a row that only excludes negative sizes.
        public var nonNegativeSize: String?
        public var place: FilePlace?
        /// The line of the log that prints it, or nil for other rows.
        public var line: Int?
        /// Whether the row broke, or would break, so that a shortened list has it; nil for no.
        var isBroken: Bool?
        /// Whether its constant is a term of the sum that the finding states, so that a shortened list has it; nil for no.
        var isTerm: Bool?
        /// Whether another row of the finding says the same, so that texts leave it out; nil for no.
        var isImplied: Bool?

        public init(
            id: String, row: String, factor: String? = nil, nonNegativeSize: String? = nil, place: FilePlace? = nil, line: Int? = nil,
            isBroken: Bool = false
        ) {
            self.line = line
            self.isBroken = isBroken ? true : nil
            self.id = id
            self.row = row
            self.factor = factor
            self.nonNegativeSize = nonNegativeSize
            self.place = place
        }

        /// The row and its factor.
        public var text: String { row + (factor.map { ", multiplied by \($0)" } ?? "") }
    }

    public var kind: Kind
    public var severity: Severity
    /// A fingerprint that does not depend on ids and places.
    public var fingerprint: String
    /// One sentence.
    public var message: String
    /// The arithmetic of a conflict that the message puts into words: `8 + 60 + 8 = 76, but root.width is 70 (…)`. It is nil if the
    /// message has its numbers already, or if nobody needs to be convinced.
    public var arithmetic: String?
    /// The remedies, as instructions.
    public var remedies: [String]
    /// The constraints that the first remedy adds, as equations.
    public var additions: [String] = []
    public var place: FilePlace
    /// The place in a log whose message reports it, if `place` is in another file: where a constraint was written. Nil otherwise.
    public var printedAt: FilePlace?
    /// For a file of Interface Builder, the scene and the object ids of some views in question, as `Login: UIImageView (8bC-Xf-vdC)`.
    public var scene: String?
    /// Other effects that a reader should know, as sentences without a period.
    public var notes: [String] = []
    /// The rows that prove the finding, in the order of the proof.
    public var parts: [Part]
    /// The number of occurrences. It is above 1 only in the output of a test run.
    public var count: Int
    /// Whether the run fails because of it.
    public var isFailure: Bool
    /// Ids of the views in question.
    public var views: [String]
    /// Ids of the constraints in question.
    public var constraints: [String]
    /// The variants and sizes at which it was found, at most `mostVariants`. Empty if only the layout as written was checked.
    public var variants: [String]
    /// The number of further variants at which it was found.
    public var furtherVariants = 0
    /// The variant or size whose numbers the message and the rows have, if those of others differ; nil otherwise.
    public var shownAt: String?
    public var suppression: Suppression?
    /// Further fingerprints: of other effects of the same root cause, and of the same finding in at most `mostVariants` other variants.
    public var others: [String]
    /// Ids of the constraints that cause it.
    public var culprits: [String] = []
    /// The views that have another name in the message than in the document, such as `UIButton 2 is buy`.
    public var namedViews: [String] = []
    /// The addresses of a log's views whose names in the message differ only by numbers, by name.
    var addresses: [String: String] = [:]
    /// Whether it is an ambiguity that the first remedy of the layout's conflicts settles.
    var isEffectOfConflict = false
    /// Whether also a short report shows it, although it is only a note.
    public var isNotable = false
    /// The code of the root cause for `plumbline help CAUSE`, or nil if the finding is no diagnosis.
    public var cause: String?

    /// The numbers of variants, and of bytes of their names, that a finding lists. All findings of a layout may occur in a thousand.
    public static let (mostVariants, mostVariantBytes) = (100, 2048)

    /// The name of the variant that is the layout as written.
    public static let ownSize = "own size"

    /// Whether it was found at other sizes than the layout's own, or in other variants.
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

    /// About the number of bytes of memory that it takes. The findings of a layout share the names of variants.
    public var weight: Int {
        let single = [message, arithmetic ?? "", place.file, printedAt?.file ?? "", scene ?? "", shownAt ?? "", suppression?.reason ?? ""]
        let texts = single + remedies + additions + notes + constraints + culprits + views + others + namedViews
        let text = texts.reduce(variants.count * MemoryLayout<String>.stride) { $0 + MemoryLayout<String>.stride + $1.utf8.count }
        return parts.reduce(MemoryLayout<Finding>.stride + text) { sum, part in
            sum + MemoryLayout<Finding.Part>.stride + part.id.utf8.count + part.row.utf8.count + (part.place?.file.utf8.count ?? 64)
        }
    }

    /// All fingerprints of the finding.
    public var fingerprints: [String] { [fingerprint] + others }

    /// The message with the variants in which it was found.
    public var headline: String {
        let namesVariant = variants.count == 1 && furtherVariants == 0 && message.hasSuffix(" at \(variants[0])")
        return variants.isEmpty || namesVariant ? message : "\(message) (at \(places(atMost: 8)))"
    }

    /// Returns the names of the first variants, and the number of the others. If the message has the numbers of one size, this one comes first.
    func places(atMost limit: Int) -> String {
        guard let shownAt else { return variants(atMost: limit) }
        var others = self
        others.variants.removeAll { $0 == shownAt }
        if others.variants.isEmpty, furtherVariants == 0 { return shownAt }
        return "\(shownAt); \(kind == .conflict ? "the same conflict" : "also") at \(others.variants(atMost: limit))"
    }

    /// Returns the names of the first variants, and the number of the others.
    func variants(atMost limit: Int) -> String {
        let further = furtherVariants + max(0, variants.count - limit)
        return variants.prefix(limit).joined(separator: ", ") + (further > 0 ? " and \(further) more" : "")
    }

    /// The message, the rows and the remedies, each on its own line.
    public var details: String {
        ([headline] + parts.map { "  \($0.text)" } + remedies.map { "- \($0)" } + notes).joined(separator: "\n")
    }
}

/// A place in a file. Lines and columns count from 1.
public struct FilePlace: Sendable, Hashable, Codable {
    /// The name that represents standard input in place of a file.
    public static let standardInput = "standard input"

    public var file: String
    public var line: Int?
    public var column: Int?
    /// The end of the place, with the column after it, or nil if unknown.
    public var endLine: Int?
    public var endColumn: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place as text, as far as it is known: `File.swift:12:3`.
    public var text: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

extension FilePlace {
    /// The length in bytes that the system of an app's sources allows for a path.
    private static let mostPathBytes = 1024

    /// Converts a source reference. Returns nil if its file name is empty. Omits a line or column that is not positive or exceeds
    /// 32 bits, which readers of reports reject.
    init?(_ source: SourceReference) {
        guard !source.file.isEmpty else { return nil }
        func known(_ number: Int?) -> Int? { number.flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil } }
        let line = known(source.line)
        self.init(file: source.file.shortened(to: FilePlace.mostPathBytes), line: line, column: line == nil ? nil : known(source.column))
    }
}
