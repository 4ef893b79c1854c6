internal import LayoutModel

extension ReportFormat {
    /// The first line of a file, for formats whose content does not identify the program, or empty for the others.
    public var fileHeading: String {
        switch self {
        case .text, .xcode: "\(ReportFormat.heading)\(EngineVersion.number)\n"
        // A command that a runner shows only in debug mode.
        case .github: "::debug::\(ReportFormat.heading)\(EngineVersion.number)\n"
        default: ""
        }
    }

    private static let heading = "Report of plumbline "

    /// Returns whether a file is a report, of any version and format.
    ///
    /// - Parameter head: the file's first 64 KB, or all of it.
    public static func isReport(_ head: some Collection<UInt8>) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        let beginnings = [
            heading, "::debug::\(heading)", JUnitReporter.beginning, CheckstyleReporter.beginning, MarkdownReporter.beginning, HTMLReporter.beginning,
        ]
        if beginnings.contains(where: text.hasPrefix) { return true }
        // GitLab's report without findings, whose format has no room for a heading.
        if text == "[]\n" { return true }
        let spaces: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]
        var json = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !spaces.contains(scalar) { json.append(scalar) }
        return isJSONReport(String(json))
    }

    /// - Parameter json: the text without white space.
    private static func isJSONReport(_ json: String) -> Bool {
        let schema = #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","#
        if json.hasPrefix(schema + #""runs":[{"tool":{"driver":{"name":"plumbline","#) { return true }
        if json.hasPrefix(#"{"format":"plumbline.report/"#) || json.hasPrefix(#"{"format":"plumbline.reports/"#) { return true }
        guard json.hasPrefix(#"[{"description":""#), let key = json.firstRange(of: #"","check_name":""#) else { return false }
        let rest = json[key.upperBound...]
        return Rule.allCases.contains { rest.hasPrefix($0.rawValue + #"","fingerprint":""#) }
    }
}
