internal import LayoutModel
internal import LayoutService
internal import Reporting

/// The forms in which findings are reported.
enum ReportFormat: String, CaseIterable {
    case text, json, sarif, junit, github

    /// Who writes the findings; nil for the forms that show whole reports.
    var reporter: (any Reporter)? {
        switch self {
        case .text, .json: nil
        case .sarif: SARIFReporter()
        case .junit: JUnitReporter()
        case .github: GitHubReporter()
        }
    }
}

extension ParsedArguments {
    func reportFormat() throws(CommandFailure) -> ReportFormat {
        try word("--format", ReportFormat.self) ?? .text
    }

    func failOn(standard: FindingKinds) throws(CommandFailure) -> FindingKinds {
        guard let words = text("--fail-on") else { return standard }
        do throws(FindingKinds.UnknownKind) {
            return try FindingKinds(words: words)
        } catch {
            throw usage("'--fail-on': \(error.message)")
        }
    }
}

extension Finding {
    /// Whether it is among what the caller asked to fail on.
    func fails(_ kinds: FindingKinds, allowsIncomplete: Bool) -> Bool {
        switch kind {
        case .conflict: kinds.kinds.contains(.conflict)
        case .ambiguity: kinds.kinds.contains(.ambiguity)
        case .incomplete: kinds.kinds.contains(.incomplete)
        case .design: false
        case .unproven: !allowsIncomplete
        case .unreadable: true
        }
    }
}
