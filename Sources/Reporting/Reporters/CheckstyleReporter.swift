internal import LayoutModel

/// Renders Checkstyle's XML, which many review bots read.
public struct CheckstyleReporter: Reporter {
    /// The beginning of every report. Only this comment identifies the program that wrote it.
    static let beginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
          <!-- plumbline\u{20}
        """

    public init() {}

    public func report(_ subjects: [CheckedSubject]) -> String {
        // Groups by the finding's file, which differs from the checked one if its constraint names a source.
        var files = FileGroups<Finding>()
        for subject in subjects {
            files.add([], to: subject.file)
            for finding in subject.shown { files.add([finding], to: finding.place.file) }
        }
        var lines = ["\(CheckstyleReporter.beginning)\(EngineVersion.number) -->"]
        for (file, findings) in files.groups {
            let head = "  <file name=\"\(XMLText.escaped(file))\""
            if findings.isEmpty {
                lines.append(head + "/>")
                continue
            }
            lines.append(head + ">")
            lines += findings.map(error)
            lines.append("  </file>")
        }
        lines.append("</checkstyle>")
        return lines.map { $0 + "\n" }.joined()
    }

    private func error(_ finding: Finding) -> String {
        let severity = finding.severity == .note ? "info" : finding.severity.name
        return "    <error line=\"\(max(1, finding.place.line ?? 1))\" column=\"\(max(1, finding.place.column ?? 1))\" severity=\"\(severity)\" "
            + "message=\"\(XMLText.escaped(finding.details))\" source=\"plumbline.\(finding.kind.rawValue)\"/>"
    }
}
