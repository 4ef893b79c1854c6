public import JSON
internal import LayoutModel

/// A report that is read from its JSON, as ``ReportWriter`` writes it. Answers to exercises are read as well, since their
/// alternates have the same form.
///
/// A stored report may be of an earlier version of the program, and an imported one may be any object. So a member that is missing
/// or has another type is read as nil or empty.
public struct ParsedReport: Sendable {
    public struct Conflict: Sendable {
        public let id: String
        public let fingerprint: String
        public let explanation: String
        public let owner: String?
        public let members: [String]
    }

    public struct Ambiguity: Sendable {
        /// The id by which diagnoses refer to it, such as `U1`.
        public let id: String
        public let view: String
        public let fingerprint: String
        /// The names of the ambiguous attributes, such as `minX`.
        public let attributes: [String]
        public let tied: [String]
    }

    /// A view with its frame: `x y width height`, in points.
    public typealias Frame = (view: String, lengths: SIMD4<Double>)

    /// All members, also those without a property here.
    public let tree: JSONTree

    public init(_ tree: JSONTree) {
        self.tree = tree
    }

    public init(parsing bytes: [UInt8]) throws(JSONError) {
        tree = try JSONTree(parsing: bytes)
    }

    public var verdict: String? { tree["verdict"]?.string }

    /// The name of the file that the layout comes from.
    public var file: String? { tree["file"]?.string }

    public var conflicts: [Conflict] {
        list("conflicts").map {
            Conflict(
                id: $0["id"]?.string ?? "", fingerprint: $0["fingerprint"]?.string ?? "", explanation: $0["explanation"]?.string ?? "",
                owner: $0["owner"]?.string, members: $0["members"].strings)
        }
    }

    /// Whether all conflicts are listed.
    public var listsAllConflicts: Bool { tree["conflictsComplete"]?.bool ?? true }

    /// Whether all ambiguities are listed: the time sufficed for the layout and the ranges of its attributes.
    public var listsAllAmbiguities: Bool { !inconclusive.contains { Inconclusive.leavesAmbiguities($0.subject) } }

    /// The ambiguities that name a view. A view's id may be empty.
    public var ambiguities: [Ambiguity] {
        list("ambiguities").enumerated().compactMap { index, ambiguity in
            guard let view = ambiguity["view"]?.string else { return nil }
            return Ambiguity(
                id: "U\(index + 1)", view: view, fingerprint: ambiguity["fingerprint"]?.string ?? "",
                attributes: (ambiguity["attributes"]?.elements ?? []).compactMap { $0["attribute"]?.string }, tied: ambiguity["tied"].strings)
        }
    }

    /// The sentences of the diagnoses by the id of the conflict or ambiguity that they explain.
    public var sentences: [String: String] {
        var sentences: [String: String] = [:]
        for diagnosis in list("diagnoses") {
            for id in diagnosis["explains"].strings { sentences[id] = diagnosis["sentence"]?.string }
        }
        return sentences
    }

    /// The ids of the constraints that are broken.
    public var broken: [String] { tree["broken"].strings }

    /// The decisions, of which each breaks a constraint.
    public var decisions: JSONTree { tree["decisions"] ?? .array([]) }

    /// The decisions in the form of UIKit's console messages.
    public var logs: [String] { list("decisions").compactMap { $0["log"]?.string } }

    /// The parts of the analysis that are open, with the reasons.
    public var inconclusive: [(subject: String, reason: String)] {
        list("inconclusive").compactMap { entry in
            guard let subject = entry["subject"]?.string, let reason = entry["reason"]?.string else { return nil }
            return (subject, reason)
        }
    }

    public var frames: [Frame] { ParsedReport.frames(tree["frames"]) }

    /// The ids of the alternates.
    public var alternateIDs: [String] { list("alternates").compactMap { $0["id"]?.string } }

    /// Returns the frames that an alternate changes, or nil if there is no alternate with this id.
    public func frames(ofAlternate id: String) -> [Frame]? {
        list("alternates").first { $0["id"]?.string == id }.map { ParsedReport.frames($0["frames"]) }
    }

    private func list(_ key: String) -> [JSONTree] { tree[key]?.elements ?? [] }

    private static func frames(_ tree: JSONTree?) -> [Frame] {
        (tree?.members ?? []).map { member in
            func length(_ key: String) -> Double { member.value[key]?.double ?? 0 }
            return (member.key, SIMD4(length("x"), length("y"), length("width"), length("height")))
        }
    }
}

extension JSONTree? {
    /// The strings of an array.
    fileprivate var strings: [String] { (self?.elements ?? []).compactMap(\.string) }
}
