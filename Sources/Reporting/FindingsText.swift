public import LayoutModel

/// Renders findings as compilers do: `path:line:column: error: sentence [cause]`, and below it how to fix it.
public struct FindingsText: Sendable {
    private let style: TextStyle
    private let isBrief: Bool

    /// - Parameter isBrief: whether only the first remedy of a finding is shown, and neither its rows nor what the remedy adds.
    public init(style: TextStyle = TextStyle(), isBrief: Bool = false) {
        self.style = style
        self.isBrief = isBrief
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
        if let unreported { heading += style.paint(unreported.rawValue, .yellow) + ", which is not a finding here" + (shown.isEmpty ? "" : "; ") }
        if !shown.isEmpty {
            heading += "\(shown.count) finding\(shown.count == 1 ? "" : "s")"
        } else if unreported == nil {
            heading += style.paint("clean", .green)
        }
        if variants > 1 { heading += " in \(variants) variants" }
        if !suppressed.isEmpty { heading += ", \(suppressed.count) suppressed" }
        return ([heading] + shown.flatMap(lines) + suppressed.map(suppressedLine)).map { $0 + "\n" }.joined()
    }

    /// Returns a layout whose verdict no finding reports, on one line.
    public func unreported(_ verdict: Analysis.Verdict, of subject: CheckedSubject) -> String {
        "\(style.paint(subject.title.terminalSafe(), .bold)): \(style.paint(verdict.rawValue, .yellow)), which is not a finding here\n"
    }

    /// Returns a warning about a file that is not a finding of a check.
    public func warning(_ text: String, file: String) -> String {
        "\(style.paint(file.terminalSafe(), .bold)): \(style.paint("warning", .yellow)): \(text.terminalSafe())\n"
    }

    /// Returns the findings, each with its remedies.
    public func text(_ findings: [Finding]) -> String {
        findings.flatMap(lines).map { $0 + "\n" }.joined()
    }

    /// Returns the line of a finding that the report has shown before, at another place of the file.
    public func again(_ finding: Finding, as first: Finding) -> String {
        let place = style.paint((finding.printedAt ?? finding.place).compilerText.terminalSafe(), .bold)
        let line = (first.printedAt ?? first.place).line.map { " of line \($0)" } ?? ""
        return "\(place): the conflict\(line) again \(style.paint("[\(finding.cause ?? finding.kind.rawValue)]", .dim))\n"
    }

    /// Returns the line of a finding whose remedies were shown with an equal one of another file.
    public func text(_ finding: Finding, like first: Finding) -> String {
        let place = first.place.line.map { "\(first.place.file):\($0)" } ?? first.place.file
        return head(finding, String(finding.headline.prefix { $0 != "\n" }).terminalSafe(), note: ", as in \(place.terminalSafe())") + "\n"
    }

    private func lines(_ finding: Finding) -> [String] {
        lines(finding, remedies: isBrief ? 1 : .max, hasParts: !isBrief)
    }

    /// Returns a finding's own line, and the lines below it.
    ///
    /// - Parameters:
    ///   - limit: the number of remedies that are shown.
    ///   - hasParts: whether its rows are shown.
    func lines(_ finding: Finding, remedies limit: Int, hasParts: Bool) -> [String] {
        var addresses = AddressNotes(finding.addresses)
        // The following lines are an excerpt of the file.
        var texts = finding.headline.split(separator: "\n", omittingEmptySubsequences: false).map { addresses.beside(String($0).terminalSafe()) }
        let headline = texts.isEmpty ? "" : texts.removeFirst()
        let remedies = finding.remedies.prefix(limit).enumerated().map { number, remedy in
            FindingsText.lines(of: addresses.beside(remedy.terminalSafe()).plainRemedy, number == 0 ? "  fix: " : "  or: ")
        }
        let additions = !hasParts ? [] : finding.additions.map { "    add \($0.terminalSafe())" }
        let why = why(finding, isShown: hasParts || isBrief).map { addresses.after($0) }
        let parts = hasParts ? self.parts(finding, &addresses) + names(finding) : named(remedies.flatMap(\.self), finding, &addresses)
        let below = (remedies.first ?? []) + additions + remedies.dropFirst().joined() + why + parts
        let printed = finding.printedAt.map { "  printed at \($0.compilerText.terminalSafe())" }
        let origin = [printed, finding.scene.map { "  in \($0.terminalSafe())" }].compactMap(\.self)
        let notes = finding.notes.map { "  note: \($0.terminalSafe())" }
        return [head(finding, headline)] + texts.map { "  \($0)" } + origin + below + notes
    }

    /// Returns a finding's own line.
    ///
    /// - Parameter headline: the first line of what it says.
    private func head(_ finding: Finding, _ headline: String, note: String = "") -> String {
        let color: TextStyle.Color = finding.severity == .error ? .red : finding.severity == .warning ? .yellow : .cyan
        let times = finding.count > 1 ? " (\(finding.count) times)" : ""
        let label = style.paint("[\(finding.cause ?? finding.kind.rawValue)]", .dim)
        let place = style.paint(finding.place.compilerText.terminalSafe(), .bold)
        return "\(place): \(style.paint(finding.severity.name, color)): \(headline.withoutPeriod)\(note)\(times) \(label)"
    }

    /// Returns the lines of a remedy: one for each of its steps, below each other.
    static func lines(of remedy: String, _ label: String) -> [String] {
        let indent = String(repeating: " ", count: label.count)
        return remedy.steps.enumerated().map { number, step in (number == 0 ? label : indent) + step }
    }

    /// Returns the arithmetic that convinces, if it fits on a line. The full report has it with the rows.
    private func why(_ finding: Finding, isShown: Bool) -> [String] {
        guard isShown, let text = finding.arithmetic?.terminalSafe(), text.count <= FindingsText.longestWhy else { return [] }
        return ["  why: \(text)"]
    }

    /// The number of characters of the longest arithmetic that is shown.
    private static let longestWhy = 200

    /// Returns the rows of a finding, the first of many. That no size is negative is said once, and not for each view.
    private func parts(_ finding: Finding, _ addresses: inout AddressNotes) -> [String] {
        if finding.isEffectOfConflict { return [] }
        let sizes = finding.parts.filter { $0.isImplied != true }.compactMap(\.nonNegativeSize)
        // The factors of a conflict's proof are for programs, and those of a sum say what it is.
        var rows = finding.parts.filter { $0.nonNegativeSize == nil }
        let left = rows.count - FindingsText.mostRows
        let isLong = left > 2
        if isLong {
            // Rows that broke or should change, and terms of the sum, come before others, and all that are shown are in their order.
            let isNamed = rows.map { $0.isBroken == true || $0.isTerm == true || finding.culprits.contains($0.id) }
            let ranked = rows.indices.filter { isNamed[$0] } + rows.indices.filter { !isNamed[$0] }
            rows = ranked.prefix(FindingsText.mostRows).sorted().map { rows[$0] }
        }
        let lines = rows.map { addresses.after("  \(FindingsText.row($0, finding.kind == .conflict ? $0.row : $0.text).terminalSafe())") }
        let more = [isLong ? "and \(left) more constraints" : nil, sizes.isEmpty ? nil : FindingsText.nonNegative(sizes)]
        return lines + more.compactMap { $0.map { "  \($0.terminalSafe())" } }
    }

    /// Returns a row with the line of the log that prints it: `c2 (line 9): H:[UILabel(60)]`.
    private static func row(_ part: Finding.Part, _ text: String) -> String {
        guard let line = part.line, text.hasPrefix("\(part.id): ") else { return text }
        return "\(part.id) (line \(line))\(text.dropFirst(part.id.count))"
    }

    /// Returns the rows whose ids the remedies name, or those that cause the finding if they name none, the one that breaks, and
    /// the terms of the sum that the text states.
    private func named(_ remedies: [String], _ finding: Finding, _ addresses: inout AddressNotes) -> [String] {
        if !isBrief { return [] }
        let words = Set(remedies.flatMap { $0.split { " (),;:".contains($0) } }.map(String.init))
        let named = Set(finding.parts.map(\.id)).intersection(words)
        // The terms of a sum must be in the text.
        let hasSum = finding.kind == .conflict && (finding.arithmetic != nil || finding.headline.contains(" = "))
        func isNamed(_ part: Finding.Part) -> Bool {
            part.isBroken == true || (named.isEmpty ? finding.culprits.contains(part.id) : named.contains(part.id))
        }
        let terms = finding.parts.count { hasSum && $0.isTerm == true || isNamed($0) }
        let shown = finding.parts.filter { isNamed($0) || hasSum && $0.isTerm == true && terms <= FindingsText.mostRows }
        return shown.prefix(FindingsText.mostRows).map { addresses.after("  \(FindingsText.row($0, $0.row).terminalSafe())") }
    }

    /// Returns one line with the ids of views that the message names by their classes.
    private func names(_ finding: Finding) -> [String] {
        if finding.namedViews.isEmpty { return [] }
        let more = finding.namedViews.count - FindingsText.mostNames
        let listed = finding.namedViews.prefix(FindingsText.mostNames).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
        return ["  \(listed.terminalSafe())"]
    }

    private static let mostNames = 6

    /// The number of rows of a long list that are shown. The full report shows all rows of each conflict.
    private static let mostRows = 12

    /// Returns one sentence for sizes such as `title.width`.
    static func nonNegative(_ sizes: [String]) -> String {
        let more = sizes.count > 6 ? " and \(sizes.count - 6) more" : ""
        return "cannot be negative: \(sizes.prefix(6).joined(separator: ", "))\(more)"
    }

    private func suppressedLine(_ finding: Finding) -> String {
        "  \(style.paint("suppressed \(finding.kind.rawValue)", .dim)) \(finding.place.text.terminalSafe()): \(finding.headline.terminalSafe()); "
            + "\(finding.suppression?.origin.rawValue ?? ""): \((finding.suppression?.reason ?? "").terminalSafe())"
    }
}

extension String {
    /// The text as a clause: without a period, a capital of a sentence, and a word that connects it to a remedy before it.
    fileprivate var plainRemedy: String { (hasPrefix("or ") ? String(dropFirst(3)) : self).withoutPeriod.uncapitalized }

    /// The steps of a remedy, which semicolons separate outside of quoted names, and outside of brackets.
    fileprivate var steps: [String] {
        var steps = [""]
        var depth = 0
        for character in self {
            if "“(".contains(character) { depth += 1 }
            if "”)".contains(character) { depth = max(0, depth - 1) }
            if character == ";", depth == 0 {
                steps.append("")
            } else if character != " " || !(steps.last?.isEmpty ?? false) || steps.count == 1 {
                steps[steps.count - 1].append(character)
            }
        }
        return steps.filter { !$0.isEmpty }
    }

    /// The text without a period at its end, as messages of compilers have none.
    fileprivate var withoutPeriod: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}

extension FilePlace {
    /// The place with line and column, as editors read it: `File.swift:12:3`. Unknown numbers are 1.
    var compilerText: String { "\(file):\(max(1, line ?? 1)):\(max(1, line == nil ? 1 : column ?? 1))" }
}
