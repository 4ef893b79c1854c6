internal import LayoutModel

/// Renders lines that Xcode shows beside the source: `/path/file:line:column: warning: message (rule)`.
public struct XcodeReporter: Reporter {
    /// The folder of relative paths. Xcode opens only absolute paths.
    private let folder: String?

    /// - Parameter folder: an absolute path, or nil to leave relative paths unchanged.
    public init(folder: String? = nil) {
        self.folder = folder
    }

    public func report(_ subjects: [CheckedSubject]) -> String {
        subjects.flatMap(\.shown).map(line).joined()
    }

    private func line(_ finding: Finding) -> String {
        let place = finding.place
        var path = place.file
        if let folder, !path.hasPrefix("/"), path != FilePlace.standardInput {
            while path.hasPrefix("./") { path.removeFirst(2) }
            path = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
        }
        // The following lines are an excerpt of the file.
        let headline = finding.headline.split(separator: "\n").first.map(String.init) ?? ""
        let fixes = finding.remedies.prefix(2).joined(separator: "; or ")
        let message = fixes.isEmpty ? headline : "\(headline). To fix it: \(fixes)"
        return "\(path.terminalSafe()):\(max(1, place.line ?? 1)):\(max(1, place.column ?? 1)): \(finding.severity.name): "
            + "\(message.terminalSafe()) (\(finding.kind.rawValue))\n"
    }
}
