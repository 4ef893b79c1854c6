internal import LayoutModel

/// Renders Markdown for a pull request's comment or a job's summary: a table with folded details below it.
public struct MarkdownReporter: Reporter {
    /// The maximum number of findings in the table, since GitHub's summaries are limited to a megabyte.
    private let limit: Int
    /// The beginning of every report.
    static let beginning = "### Plumbline: "

    public init(limit: Int = 200) {
        self.limit = limit
    }

    public func report(_ subjects: [CheckedSubject]) -> String {
        let findings = subjects.worstFirst
        let suppressed = subjects.reduce(0) { $0 + $1.findings.count - $1.shown.count }
        let layouts = subjects.count == 1 ? "1 layout" : "\(subjects.count) layouts"
        var text = "\(MarkdownReporter.beginning)\(MarkdownReporter.summary(findings)) in \(layouts)\n\n"
        if suppressed > 0 { text += "\(suppressed) known and suppressed.\n\n" }
        let sizes = subjects.flatMap { subject in subject.sizes.map { (title: subject.title, picture: $0) } }.prefix(limit)
        guard !findings.isEmpty else { return text + MarkdownReporter.sizes(sizes) }
        text += "| | Cause or rule | Place | What |\n| --- | --- | --- | --- |\n"
        for finding in findings.prefix(limit) {
            text +=
                "| \(finding.severity.name) | \(finding.cause ?? finding.kind.rawValue) | \(MarkdownReporter.code(finding.place.text)) "
                + "| \(MarkdownReporter.cell(finding.headline)) |\n"
        }
        if findings.count > limit { text += "\n\(findings.count - limit) more are not listed.\n" }
        let detailed = findings.prefix(limit).filter { !$0.parts.isEmpty || !$0.remedies.isEmpty }
        if !detailed.isEmpty {
            text += "\n<details><summary>Constraints and fixes</summary>\n"
            for finding in detailed {
                text += "\n**\(MarkdownReporter.cell(finding.headline))** (\(MarkdownReporter.code(finding.place.text)))\n\n"
                for part in finding.parts { text += "- \(MarkdownReporter.code(part.text))\n" }
                if !finding.parts.isEmpty { text += "\n" }
                text += MarkdownReporter.fixes(finding)
            }
            text += "\n</details>\n"
        }
        return text + MarkdownReporter.sizes(sizes)
    }

    /// Returns the remedies as sentences, with the constraints that the first one adds.
    private static func fixes(_ finding: Finding) -> String {
        guard let first = finding.remedies.first else { return "" }
        var text = "To fix it: \(cell(first))\n"
        for addition in finding.additions { text += "\n- add \(code(addition))\n" }
        for other in finding.remedies.dropFirst() { text += "\nOr: \(cell(other))\n" }
        return text
    }

    /// Returns the charts in text characters.
    private static func sizes(_ pictures: ArraySlice<(title: String, picture: CheckedSubject.SizePicture)>) -> String {
        if pictures.isEmpty { return "" }
        var text = "\n<details><summary>Sizes</summary>\n"
        for (title, picture) in pictures {
            let variant = picture.variant.isEmpty ? "" : ", \(picture.variant)"
            // In an indented block no character can end the block.
            let lines = picture.text.split(separator: "\n").map { "    \($0)\n" }.joined()
            text += "\n\(code(title + variant))\n\n\(lines)"
        }
        return text + "\n</details>\n"
    }

    /// Returns the counts by severity, such as `2 errors, 1 warning`, or `nothing found`.
    static func summary(_ findings: [Finding]) -> String {
        let parts = Finding.Severity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.name)\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
    }

    /// Escapes text for a table cell.
    static func cell(_ text: String) -> String {
        text.terminalSafe(keeping: ["\n"]).replacing(markup)
    }

    private static let markup: [Unicode.Scalar: String] = {
        var signs: [Unicode.Scalar: String] = ["\n": "<br>", "&": "&amp;", "<": "&lt;", ">": "&gt;"]
        for scalar in #"|\`*_[]#@~"#.unicodeScalars { signs[scalar] = "\\\(scalar)" }
        return signs
    }()

    /// Returns a code span. Text with a backslash, a bar or a backtick is written as HTML, since tables and lists show backtick
    /// spans with it differently.
    static func code(_ text: String) -> String {
        let text = text.terminalSafe()
        let isPlain = !text.unicodeScalars.contains { "`|\\".unicodeScalars.contains($0) }
        return isPlain && !text.isEmpty ? "`\(text)`" : "<code>\(cell(text))</code>"
    }
}
