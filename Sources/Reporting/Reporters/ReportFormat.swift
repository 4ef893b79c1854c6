/// The formats of reports.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case text, json, sarif, junit, github, xcode, gitlab, checkstyle, markdown, html

    /// Returns the reporter of the format, or nil for formats that show whole reports.
    ///
    /// - Parameter folder: the working directory, for formats that need absolute paths.
    public func reporter(folder: String?) -> (any Reporter)? {
        switch self {
        case .text, .json: nil
        case .sarif: SARIFReporter()
        case .junit: JUnitReporter()
        case .github: GitHubReporter()
        case .xcode: XcodeReporter(folder: folder)
        case .gitlab: GitLabReporter()
        case .checkstyle: CheckstyleReporter()
        case .markdown: MarkdownReporter()
        case .html: HTMLReporter()
        }
    }
}
