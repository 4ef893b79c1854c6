/// The documentation of a rule, for its help page and for reporters.
public struct RuleGuide: Sendable {
    /// The title in annotations and headings.
    public var title: String
    /// One sentence.
    public var summary: String
    /// Why the finding matters, and what to do.
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
    public var guide: RuleGuide {
        switch self {
        case .conflict, .ambiguity, .incomplete, .unproven, .unreadable, .assertion: reportGuide
        case .reportedError, .reportedAmbiguity, .reportedProblem, .reportedText: reportedGuide
        case .truncatedText, .outOfParent, .overlappingViews, .minimumSize, .rtlAsymmetry: frameGuide
        case .redundantConstraint, .impliedConstraint, .deadPriority, .fixedDirection: constraintGuide
        case .unusedSuppression, .staleBaseline: bookkeepingGuide
        default: interfaceBuilderGuide
        }
    }

    /// The output of `plumbline help RULE`.
    public var page: String {
        let guide = guide
        var lines = ["\(rawValue): \(guide.title)", "", guide.summary, ""]
        lines += RuleGuide.wrapped(guide.help)
        lines += ["", "Severity: \(severity.name)\(isOptIn ? ", checked where it is asked for (--rules \(rawValue), or in .plumbline.json)" : "")."]
        switch self {
        // An unreadable file is always an error, so its severity cannot be set.
        case .unreadable: break
        case .staleBaseline: lines.append("Set in .plumbline.json: {\"strictBaseline\": true}.")
        default: lines.append("Set in .plumbline.json: {\"rules\": {\"\(rawValue)\": \"error\"}}; also warning, note, off.")
        }
        if ![.unreadable, .staleBaseline, .unusedSuppression].contains(self) {
            lines.append("Suppressed in a document: {\"suppress\": [{\"rule\": \"\(rawValue)\", \"reason\": \"why it is meant\"}]}.")
        }
        if let examples = guide.examples {
            lines += ["", "Found in:", ""] + examples.wrong.split(separator: "\n").map { "    \($0)" }
            lines += ["", "Not in:", ""] + examples.right.split(separator: "\n").map { "    \($0)" }
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
