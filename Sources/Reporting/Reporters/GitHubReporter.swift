internal import LayoutModel

/// Renders workflow commands that GitHub Actions converts to annotations.
///
/// A step shows at most ten errors, ten warnings and ten notices. The report has the worst ten of each, and a notice with the
/// number of the others.
public struct GitHubReporter: Reporter {
    private static let limit = 10

    public init() {}

    public func report(_ subjects: [CheckedSubject]) -> String {
        let findings = subjects.worstFirst
        var lines: [String] = []
        for severity in [Finding.Severity.error, .warning] {
            lines += findings.filter { $0.severity == severity }.prefix(GitHubReporter.limit).map(line)
        }
        let notes = findings.filter { $0.severity == .note }
        // One notice less, if the notice for the others is needed.
        let isAll = lines.count + notes.count == findings.count && notes.count <= GitHubReporter.limit
        lines += notes.prefix(isAll ? GitHubReporter.limit : GitHubReporter.limit - 1).map(line)
        let rest = findings.count - lines.count
        if rest > 0 { lines.append("::notice title=plumbline::\(rest) more \(rest == 1 ? "finding is" : "findings are") not shown here") }
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ finding: Finding) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [String] = []
        // Standard input is not a file to annotate.
        if finding.place.file != FilePlace.standardInput {
            properties.append("file=\(GitHubReporter.property(finding.place.file))")
            if let line = finding.place.line { properties += ["line=\(line)", "endLine=\(finding.place.endLine ?? line)"] }
            if let column = finding.place.column {
                properties.append("col=\(column)")
                // Columns are valid only within one line.
                if let end = finding.place.endColumn, finding.place.endLine == finding.place.line { properties.append("endColumn=\(end)") }
            }
        }
        let times = finding.count > 1 ? " (\(finding.count) times)" : ""
        properties.append("title=\(GitHubReporter.property(finding.kind.title + times))")
        return "::\(command) \(properties.joined(separator: ","))::\(GitHubReporter.data(finding.details.terminalSafe(keeping: ["\n"])))"
    }

    /// Escapes a message, so that it does not end the command's line.
    static func data(_ text: String) -> String {
        text.replacing(["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    /// Escapes a property's value, which also must not contain separators.
    static func property(_ text: String) -> String {
        data(text.terminalSafe()).replacing([":": "%3A", ",": "%2C"])
    }
}
