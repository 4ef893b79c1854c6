internal import JSON
internal import LayoutModel
internal import StandardAdditions

/// Renders GitLab's Code Quality report: a list of findings with unique fingerprints.
public struct GitLabReporter: Reporter {
    public init() {}

    public func report(_ subjects: [CheckedSubject]) -> String {
        var writer = JSONWriter(indented: true, capacity: 4096)
        // GitLab merges findings with equal fingerprints.
        var ordinals: [ExactText: Int] = [:]
        writer.array(subjects.flatMap(\.shown)) { writer, finding in
            let key = ExactText("\(finding.place.file)\n\(finding.fingerprint)")
            ordinals[key, default: 0] += 1
            let ordinal = ordinals[key] ?? 1
            writer.object { writer in
                writer.member("description", finding.headline.terminalSafe(keeping: ["\n"]))
                writer.member("check_name", finding.kind.rawValue)
                writer.member("fingerprint", "\(finding.fingerprint):\(SARIFReporter.uri(finding.place.file)):\(ordinal)")
                writer.member("severity", severity(finding))
                writer.key("location")
                writer.object { writer in
                    writer.member("path", GitLabReporter.path(finding.place.file))
                    writer.key("lines")
                    writer.object { $0.member("begin", max(1, finding.place.line ?? 1)) }
                }
                writer.key("content")
                writer.object { $0.member("body", finding.details.terminalSafe(keeping: ["\n"])) }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private func severity(_ finding: Finding) -> String {
        switch finding.severity {
        case .error: finding.kind == .conflict ? "critical" : "major"
        case .warning: "minor"
        case .note: "info"
        }
    }

    /// Returns the path relative to the repository, without `./`.
    static func path(_ file: String) -> String {
        var rest = file[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        return String(rest)
    }
}
