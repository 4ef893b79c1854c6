/// The documentation of a rule, for its help page and for reporters.
public struct RuleGuide: Sendable {
    /// The title in annotations and headings.
    public var title: String
    /// One sentence.
    public var summary: String
    /// The consequences of the finding, and how to fix it.
    public var help: String
    /// A file with a finding of the rule and one without, or nil if no file can show it.
    public var examples: (wrong: String, right: String)?

    init(_ title: String, _ summary: String, _ help: String, wrong: String? = nil, right: String? = nil) {
        self.title = title
        self.summary = summary
        self.help = help
        if let wrong, let right { examples = (wrong, right) }
    }
}

extension Rule {
    /// The rule's documentation.
    public var guide: RuleGuide {
        switch self {
        case .conflict: .conflict
        case .ambiguity: .ambiguity
        case .incomplete: .incomplete
        case .unproven: .unproven
        case .unreadable: .unreadable
        case .reportedError: .reportedError
        case .reportedAmbiguity: .reportedAmbiguity
        case .reportedProblem: .reportedProblem
        case .reportedText: .reportedText
        case .observedDifference: .observedDifference
        case .assertion: .assertion
        case .truncatedText: .truncatedText
        case .outOfParent: .outOfParent
        case .overlappingViews: .overlappingViews
        case .minimumSize: .minimumSize
        case .rtlAsymmetry: .rtlAsymmetry
        case .redundantConstraint: .redundantConstraint
        case .impliedConstraint: .impliedConstraint
        case .deadPriority: .deadPriority
        case .fixedDirection: .fixedDirection
        case .misplacedView: .misplacedView
        case .fixedFrame: .fixedFrame
        case .unreferencedConstraint: .unreferencedConstraint
        case .danglingReference: .danglingReference
        case .invalidConstraint: .invalidConstraint
        case .mixedDirection: .mixedDirection
        case .contentPriorityTie: .contentPriorityTie
        case .uninstalledConstraint: .uninstalledConstraint
        case .placeholderConstraint: .placeholderConstraint
        case .designTimeSize: .designTimeSize
        case .ambiguousPosition: .ambiguousPosition
        case .unverifiedAmbiguity: .unverifiedAmbiguity
        case .unusedSuppression: .unusedSuppression
        case .staleBaseline: .staleBaseline
        }
    }

    /// The output of `plumbline help RULE`.
    public var page: String {
        let guide = guide
        var lines = ["\(rawValue): \(guide.title)", "", guide.summary, ""]
        lines += RuleGuide.wrapped(guide.help)
        lines += ["", "Severity: \(severity.name)\(isOptIn ? " (checked only if requested: --rules \(rawValue), or in .plumbline.json)" : "")."]
        if self == .staleBaseline {
            lines.append("Set in .plumbline.json: {\"strictBaseline\": true}.")
        } else if self != .unreadable {
            // An unreadable file is always an error, so its severity cannot be set.
            lines.append("Set in .plumbline.json: {\"rules\": {\"\(rawValue)\": \"error\"}}; also warning, note, off.")
        }
        if ![.unreadable, .staleBaseline, .unusedSuppression].contains(self) {
            lines.append("Suppressed in a document: {\"suppress\": [{\"rule\": \"\(rawValue)\", \"reason\": \"why it is intended\"}]}.")
        }
        if let examples = guide.examples {
            lines += ["", "Example with this finding:", ""] + examples.wrong.split(separator: "\n").map { "    \($0)" }
            lines += ["", "Example without it:", ""] + examples.right.split(separator: "\n").map { "    \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension RuleGuide {
    /// Returns the text in lines of at most a hundred characters.
    static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.count + word.count + 1 > 100 {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
