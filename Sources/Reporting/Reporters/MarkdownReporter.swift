internal import LayoutModel

/// Renders Markdown for a pull request's comment or a job's summary: a table with folded details below it.
public struct MarkdownReporter: Reporter {
    /// The maximum number of findings in the table.
    private let limit: Int
    /// The maximum length of a report in bytes. GitHub takes no summary of more than a mebibyte.
    private let mostBytes: Int
    /// The beginning of every report.
    static let beginning = "### Plumbline: "

    public init(limit: Int = 200, mostBytes: Int = 1000 << 10) {
        self.limit = limit
        self.mostBytes = mostBytes
    }

    public func report(_ subjects: [CheckedSubject]) -> String {
        let findings = subjects.worstFirst
        let suppressed = subjects.reduce(0) { $0 + $1.findings.count - $1.shown.count }
        let layouts = subjects.count == 1 ? "1 layout" : "\(subjects.count) layouts"
        var text = "\(MarkdownReporter.beginning)\(MarkdownReporter.summary(findings)) in \(layouts)\n\n"
        if suppressed > 0 { text += "\(suppressed) known and suppressed.\n\n" }
        let sizes = subjects.flatMap { subject in subject.sizes.map { (title: subject.title, picture: $0) } }.prefix(limit)
        guard !findings.isEmpty else {
            addSizes(sizes, to: &text)
            return text
        }
        text += "| | Cause or rule | Place | What |\n| --- | --- | --- | --- |\n"
        var listed = 0
        for finding in findings.prefix(limit) {
            let row =
                "| \(finding.severity.name) | \(finding.cause ?? finding.kind.rawValue) | \(MarkdownReporter.code(finding.place.text)) "
                + "| \(MarkdownReporter.cell(finding.headline)) |\n"
            // The details need room, too.
            guard text.utf8.count + row.utf8.count <= mostBytes / 2 else { break }
            text += row
            listed += 1
        }
        if findings.count > listed { text += "\n\(findings.count - listed) more are not listed.\n" }
        let detailed = findings.prefix(listed).filter { !$0.parts.isEmpty || !$0.remedies.isEmpty }
        add(detailed.lazy.map(MarkdownReporter.details), titled: "Constraints and fixes", to: &text)
        addSizes(sizes, to: &text)
        return text
    }

    /// Adds folded parts, as many as there is room for, and the number of the others.
    private func add(_ parts: some Collection<String>, titled title: String, to text: inout String) {
        if parts.isEmpty { return }
        text += "\n<details><summary>\(title)</summary>\n"
        var left = parts.count
        for part in parts {
            // A little remains for the ends of both lists.
            guard text.utf8.count + part.utf8.count <= mostBytes - 1000 else { break }
            text += part
            left -= 1
        }
        if left > 0 { text += "\n\(left) more would make this text too long.\n" }
        text += "\n</details>\n"
    }

    /// Returns the constraints of a finding and its remedies.
    private static func details(_ finding: Finding) -> String {
        var text = "\n**\(cell(finding.headline))** (\(code(finding.place.text)))\n\n"
        for part in finding.parts { text += "- \(code(part.text))\n" }
        if !finding.parts.isEmpty { text += "\n" }
        return text + fixes(finding)
    }

    /// Returns the remedies as sentences, with the constraints that the first one adds.
    private static func fixes(_ finding: Finding) -> String {
        guard let first = finding.remedies.first else { return "" }
        var text = "To fix it: \(cell(first))\n"
        for addition in finding.additions { text += "\n- add \(code(addition))\n" }
        for other in finding.remedies.dropFirst() { text += "\nOr: \(cell(other))\n" }
        return text
    }

    /// Adds the charts in text characters.
    private func addSizes(_ pictures: ArraySlice<(title: String, picture: CheckedSubject.SizePicture)>, to text: inout String) {
        let parts = pictures.lazy.map { title, picture in
            let variant = picture.variant.isEmpty ? "" : ", \(picture.variant)"
            // In an indented block no character can end the block.
            let lines = picture.text.split(separator: "\n").map { "    \($0)\n" }.joined()
            return "\n\(MarkdownReporter.code(title + variant))\n\n\(lines)"
        }
        add(parts, titled: "Sizes", to: &text)
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
