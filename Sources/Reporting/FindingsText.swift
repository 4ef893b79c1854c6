public import LayoutModel

/// Renders findings as lines for people: of a layout that was checked in several variants, or that has known findings.
public struct FindingsText: Sendable {
    private let style: TextStyle

    public init(style: TextStyle = TextStyle()) {
        self.style = style
    }

    /// Returns all findings of a layout under its title.
    ///
    /// - Parameters:
    ///   - variants: the number of variants that were checked.
    ///   - unreported: the verdict if no finding reports it.
    public func text(_ subject: CheckedSubject, variants: Int, unreported: Analysis.Verdict? = nil) -> String {
        let shown = subject.shown
        let suppressed = subject.findings.filter { $0.suppression != nil }
        var heading = "\(style.paint(subject.title.terminalSafe(), .bold)): "
        if let unreported { heading += style.paint(unreported.rawValue, .yellow) + ", not reported" + (shown.isEmpty ? "" : "; ") }
        if !shown.isEmpty {
            heading += "\(shown.count) finding\(shown.count == 1 ? "" : "s")"
        } else if unreported == nil {
            heading += style.paint("clean", .green)
        }
        if variants > 1 { heading += " in \(variants) variants" }
        if !suppressed.isEmpty { heading += ", \(suppressed.count) suppressed" }
        return ([heading] + shown.flatMap(lines) + suppressed.map(suppressedLine)).map { $0 + "\n" }.joined()
    }

    /// Returns findings that are not in the layout's own report, indented below it.
    public func further(_ findings: [Finding]) -> String {
        findings.flatMap(lines).map { $0 + "\n" }.joined()
    }

    private func lines(_ finding: Finding) -> [String] {
        let color: TextStyle.Color = finding.severity == .error ? .red : finding.severity == .warning ? .yellow : .dim
        let head =
            "  \(style.paint("\(finding.severity.name) \(finding.kind.rawValue)", color)) "
            + "\(finding.place.text.terminalSafe()): \(finding.headline.terminalSafe())"
        return [head] + finding.parts.map { "    \($0.text.terminalSafe())" } + finding.remedies.map { "    - \($0.terminalSafe())" }
    }

    private func suppressedLine(_ finding: Finding) -> String {
        "  \(style.paint("suppressed \(finding.kind.rawValue)", .dim)) \(finding.place.text.terminalSafe()): \(finding.headline.terminalSafe()); "
            + "\(finding.suppression?.origin.rawValue ?? ""): \((finding.suppression?.reason ?? "").terminalSafe())"
    }
}
