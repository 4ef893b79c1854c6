internal import LayoutLint

/// Lines that Xcode shows beside the source: `/path/file:line:column: warning: message (rule)`.
public struct XcodeReporter: Reporter {
    /// Relative paths are taken from here: Xcode opens absolute ones only.
    private let folder: String?

    /// - Parameter folder: absolute; nil leaves relative paths as they are.
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
        // What follows the first line is an excerpt of the file.
        let headline = finding.headline.split(separator: "\n").first.map(String.init) ?? ""
        let message = ([headline] + finding.remedies.prefix(2)).joined(separator: "; ")
        return "\(path.terminalSafe()):\(max(1, place.line ?? 1)):\(max(1, place.column ?? 1)): \(finding.severity.name): "
            + "\(message.terminalSafe()) (\(finding.kind.rawValue))\n"
    }
}
