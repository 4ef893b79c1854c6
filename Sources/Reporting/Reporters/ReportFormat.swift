/// The forms in which findings are reported.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case text, json, sarif, junit, github, xcode, gitlab, checkstyle, markdown, html

    /// Who writes the findings; nil for the forms that show whole reports.
    ///
    /// - Parameter folder: the working directory, for forms that need absolute paths.
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
