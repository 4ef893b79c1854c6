/// The rules of a check. Each finding has one.
public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
    // Findings of a report.

    case conflict, ambiguity
    /// The constraints that a console log prints are satisfiable.
    case incomplete
    /// The budget was spent, or a result failed its own verification.
    case unproven
    /// A file could not be read.
    case unreadable

    // Rules about messages that a console, a debugger or a build printed beside constraints.

    case reportedError = "reported-error"
    case reportedAmbiguity = "reported-ambiguity"
    case reportedProblem = "reported-problem"
    case reportedText = "reported-text"
    /// The app from which a layout was captured shows the layout differently.
    case observedDifference = "observed-difference"

    // Rules about a layout's frames.

    /// An assertion of the document or the configuration fails.
    case assertion
    case truncatedText = "truncated-text"
    case outOfParent = "out-of-parent"
    case overlappingViews = "overlapping-views"
    case minimumSize = "minimum-size"
    case rtlAsymmetry = "rtl-asymmetry"

    // Rules about a layout's constraints.

    case redundantConstraint = "redundant-constraint"
    case impliedConstraint = "implied-constraint"
    case deadPriority = "dead-priority"
    case fixedDirection = "fixed-direction"

    // Findings about an Interface Builder file besides its layout.

    case misplacedView = "misplaced-view"
    case fixedFrame = "fixed-frame"
    case unreferencedConstraint = "unreferenced-constraint"
    case danglingReference = "dangling-reference"
    case invalidConstraint = "invalid-constraint"
    case mixedDirection = "mixed-direction"
    case contentPriorityTie = "content-priority-tie"
    case uninstalledConstraint = "uninstalled-constraint"
    case placeholderConstraint = "placeholder-constraint"
    case designTimeSize = "design-time-size"
    case ambiguousPosition = "ambiguous-position"
    case unverifiedAmbiguity = "unverified-ambiguity"

    // Rules about suppressions and baselines.

    /// A suppression in a document has no effect.
    case unusedSuppression = "unused-suppression"
    /// An entry of a baseline no longer occurs.
    case staleBaseline = "stale-baseline"
}

/// The severity of a finding.
public enum Severity: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    case error, warning, note

    /// Orders the worse severity first.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

    /// The name: `error`, `warning` or `note`.
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
    /// The subject of a rule's findings.
    public enum Subject: Hashable, Sendable {
        /// The report of an analysis, or a file without one.
        case report
        /// Messages that a console, a debugger or a build printed beside constraints.
        case messages
        /// Observations of a running app whose layout was captured.
        case capture
        /// Frames, beyond the report.
        case frames
        /// Constraints, beyond the report.
        case constraints
        /// An Interface Builder file besides its layout.
        case interfaceBuilder
        /// Suppressions and baselines.
        case bookkeeping
    }

    /// The subject of the rule's findings.
    public var subject: Subject {
        switch self {
        case .conflict, .ambiguity, .incomplete, .unproven, .unreadable, .assertion: .report
        case .reportedError, .reportedAmbiguity, .reportedProblem, .reportedText: .messages
        case .observedDifference: .capture
        case .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry: .frames
        case .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection: .constraints
        case .misplacedView, .fixedFrame, .unreferencedConstraint, .danglingReference, .invalidConstraint, .mixedDirection, .contentPriorityTie,
            .uninstalledConstraint, .placeholderConstraint, .designTimeSize, .ambiguousPosition, .unverifiedAmbiguity:
            .interfaceBuilder
        case .unusedSuppression, .staleBaseline: .bookkeeping
        }
    }

    /// Whether the rule is checked only on request. The others are part of every check.
    public var isOptIn: Bool {
        switch subject {
        case .frames, .constraints: true
        case .report, .messages, .capture, .interfaceBuilder, .bookkeeping: false
        }
    }

    /// Whether only Interface Builder files have findings of the rule.
    public var isOfInterfaceBuilder: Bool { subject == .interfaceBuilder }

    /// The default severity.
    public var severity: Severity {
        switch self {
        case .conflict, .unreadable, .assertion, .staleBaseline, .reportedError: .error
        case .ambiguity, .unproven, .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry, .unusedSuppression,
            .reportedAmbiguity, .reportedProblem, .unreferencedConstraint, .danglingReference, .invalidConstraint, .mixedDirection:
            .warning
        case .incomplete, .reportedText, .observedDifference, .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection,
            .misplacedView, .fixedFrame, .contentPriorityTie, .uninstalledConstraint, .placeholderConstraint, .designTimeSize, .ambiguousPosition,
            .unverifiedAmbiguity:
            .note
        }
    }

    /// Whether findings of the rule are proven. The other rules depend on the usual meaning of views.
    public var isExact: Bool {
        switch self {
        case .conflict, .ambiguity, .assertion, .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection, .staleBaseline: true
        case .incomplete, .unproven, .unreadable, .reportedError, .reportedAmbiguity, .reportedProblem, .reportedText, .observedDifference,
            .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry, .misplacedView, .fixedFrame, .unreferencedConstraint,
            .danglingReference, .invalidConstraint, .mixedDirection, .contentPriorityTie, .uninstalledConstraint, .placeholderConstraint,
            .designTimeSize,
            .ambiguousPosition, .unverifiedAmbiguity, .unusedSuppression:
            false
        }
    }

    /// Returns the rules that a word of the command line or configuration names: a rule's id, `all`, `recommended`, or
    /// `interface-builder`. Returns nil for any other word.
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
    /// A word that names no rule or no severity.
    public struct UnknownWord: Error {
        public var message: String

        public init(message: String) {
            self.message = message
        }
    }

    /// Severities of rules, nil for those that are off: set by a group, or by the rule's own name, which overrides groups.
    public struct Severities: Sendable {
        public var grouped: [Rule: Severity?] = [:]
        public var named: [Rule: Severity?] = [:]

        public var all: [Rule: Severity?] { grouped.merging(named) { $1 } }
    }

    /// The names of groups of rules.
    public static let groups = ["all", "recommended", "interface-builder"]

    /// Parses a comma-separated list: `truncated-text,overlapping-views=error,fixed-direction=off`. A rule without a severity has
    /// its default.
    public static func severities(words: String) throws(UnknownWord) -> Severities {
        var result = Severities()
        if words.isEmpty { return result }
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let rules = named(parts[0]) else {
                let known = allCases.map(\.rawValue) + groups
                let near = NearWord.to(parts[0], among: known).map { " (did you mean '\($0)'?)" }
                let cause = Diagnosis.Cause.hint(parts[0])
                throw UnknownWord(message: "\(near == nil ? cause : "")there is no rule '\(parts[0])'\(near ?? "")")
            }
            var severities: [Rule: Severity?] = [:]
            for rule in rules {
                switch parts.count > 1 ? parts[1] : "on" {
                case "on": severities[rule] = .some(rule.severity)
                case "off": severities[rule] = .some(nil)
                default:
                    guard let severity = Severity(name: parts[1]) else {
                        let hint = NearWord.hint(parts[1], among: Severity.allCases.map(\.name) + ["on", "off"], quote: "'")
                        throw UnknownWord(message: "'\(parts[1])' is not one of error, warning, note, on, off\(hint)")
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
