public import LayoutModel

/// The kinds of findings that a caller asks to fail on: `--fail-on` and `?failOn=`.
public struct FindingKinds: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case conflict, ambiguity
        /// A console log whose rows can hold together.
        case incomplete
    }

    /// A word that names no kind.
    public struct UnknownKind: Error {
        public var message: String
    }

    public var kinds: Set<Kind>

    /// Conflicts and ambiguities.
    public static let standard = FindingKinds(kinds: [.conflict, .ambiguity])

    public init(kinds: Set<Kind>) {
        self.kinds = kinds
    }

    /// The kinds of a list with commas: `conflict,ambiguity`.
    public init(words: String) throws(UnknownKind) {
        kinds = []
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Kind(rawValue: String(word)) else {
                let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw UnknownKind(message: "'\(word)' is none of \(known)")
            }
            kinds.insert(kind)
        }
    }

    /// What is found at the layout's own size or, where regions were asked for, at any of theirs.
    public func contains(anyOf analysis: Analysis) -> Bool {
        let verdicts = Set(analysis.regions.map(\.verdict))
        return (analysis.isConflicting || verdicts.contains(.conflicting)) && kinds.contains(.conflict)
            || (analysis.isAmbiguous || verdicts.contains(.ambiguous)) && kinds.contains(.ambiguity)
            || analysis.verdict == .incomplete && kinds.contains(.incomplete)
    }
}
