/// What a check looks for: each finding is one of a rule.
public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
    // What a report says.

    case conflict, ambiguity
    /// What a console log shows can hold together.
    case incomplete
    /// The budget was spent, or a claim failed its own check.
    case unproven
    /// A file that could not be read.
    case unreadable

    // What is asked of a layout's frames.

    /// An assertion of the document or the configuration does not hold.
    case assertion
    case truncatedText = "truncated-text"
    case outOfParent = "out-of-parent"
    case overlappingViews = "overlapping-views"
    case minimumSize = "minimum-size"
    case rtlAsymmetry = "rtl-asymmetry"

    // What is asked of its constraints.

    case redundantConstraint = "redundant-constraint"
    case impliedConstraint = "implied-constraint"
    case deadPriority = "dead-priority"
    case fixedDirection = "fixed-direction"

    // What an Interface Builder file tells beside the layout.

    case misplacedView = "misplaced-view"
    case fixedFrame = "fixed-frame"
    case unreferencedConstraint = "unreferenced-constraint"
    case invalidConstraint = "invalid-constraint"
    case mixedDirection = "mixed-direction"
    case contentPriorityTie = "content-priority-tie"
    case uninstalledConstraint = "uninstalled-constraint"
    case placeholderConstraint = "placeholder-constraint"
    case designTimeSize = "design-time-size"
    case ambiguousPosition = "ambiguous-position"
    case unverifiedAmbiguity = "unverified-ambiguity"

    // What is asked of the check's own words.

    /// A suppression in a document that suppresses nothing.
    case unusedSuppression = "unused-suppression"
    /// An entry of a baseline that no longer occurs.
    case staleBaseline = "stale-baseline"
}

/// How bad a finding is.
public enum Severity: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    case error, warning, note

    /// The worse one comes first.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

    /// `error`, `warning`, `note`.
    public var name: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }

    public init?(name: String) {
        guard let severity = Severity.allCases.first(where: { $0.name == name }) else { return nil }
        self = severity
    }
}

extension Rule {
    /// Checked only where somebody asks for it; the others are part of every check.
    public var isOptIn: Bool {
        switch self {
        case .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry, .redundantConstraint, .impliedConstraint, .deadPriority,
            .fixedDirection:
            true
        default: false
        }
    }

    /// Told by an Interface Builder file alone.
    public var isOfInterfaceBuilder: Bool {
        switch self {
        case .misplacedView, .fixedFrame, .unreferencedConstraint, .invalidConstraint, .mixedDirection, .contentPriorityTie, .uninstalledConstraint,
            .placeholderConstraint, .designTimeSize, .ambiguousPosition, .unverifiedAmbiguity:
            true
        default: false
        }
    }

    /// How bad a finding of the rule is where nobody says otherwise.
    public var severity: Severity {
        switch self {
        case .conflict, .unreadable, .assertion, .staleBaseline: .error
        case .ambiguity, .unproven, .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry, .unusedSuppression: .warning
        case .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection, .incomplete: .note
        default: .note
        }
    }

    /// What the rules cannot be proven wrong about: the others go by what views usually mean.
    public var isExact: Bool {
        switch self {
        case .conflict, .ambiguity, .assertion, .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection, .staleBaseline: true
        default: false
        }
    }

    /// The rules that a word of a command line or configuration names: a rule's id, `all`, `recommended`, `interface-builder`; nil for
    /// any other word.
    public static func named(_ word: String) -> [Rule]? {
        switch word {
        case "all": allCases.filter(\.isOptIn)
        case "recommended": [.truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry, .redundantConstraint]
        case "interface-builder": allCases.filter(\.isOfInterfaceBuilder)
        default: Rule(rawValue: word).map { [$0] }
        }
    }
}

extension Rule {
    /// Words that name no rule or no severity.
    public struct UnknownWord: Error {
        public var message: String
    }

    /// How bad rules are, nil for those that are off: what is said of groups, and what is said of rules by their own names, which wins.
    public struct Severities: Sendable {
        public var grouped: [Rule: Severity?] = [:]
        public var named: [Rule: Severity?] = [:]

        public var all: [Rule: Severity?] { grouped.merging(named) { $1 } }
    }

    /// How bad rules are, of a list with commas: `truncated-text,overlapping-views=error,fixed-direction=off`; a rule without a word is as bad
    /// as it is by itself.
    public static func severities(words: String) throws(UnknownWord) -> Severities {
        var result = Severities()
        if words.isEmpty { return result }
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let rules = named(parts[0]) else { throw UnknownWord(message: "there is no rule '\(parts[0])'") }
            var severities: [Rule: Severity?] = [:]
            for rule in rules {
                switch parts.count > 1 ? parts[1] : "on" {
                case "on": severities[rule] = .some(rule.severity)
                case "off": severities[rule] = .some(nil)
                default:
                    guard let severity = Severity(name: parts[1]) else {
                        throw UnknownWord(message: "'\(parts[1])' is none of error, warning, note, on, off")
                    }
                    severities[rule] = .some(severity)
                }
            }
            if Rule(rawValue: parts[0]) == nil {
                result.grouped.merge(severities) { $1 }
            } else {
                result.named.merge(severities) { $1 }
            }
        }
        return result
    }
}
