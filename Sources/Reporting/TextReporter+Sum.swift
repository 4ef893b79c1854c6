public import LayoutModel

extension TextReporter {
    /// The outcome of a run, for its summary line.
    public struct Sum: Sendable {
        public var verdicts: [Analysis.Verdict] = []
        /// The findings that the summary counts.
        public var findings: [Finding] = []
        /// The number of layouts whose verdict is clean, although a rule or an assertion fails with an error.
        public var faulty = 0
        /// The number of findings that are shown only in the full report.
        public var hidden = 0
        /// Whether constraints of findings are left out, which the full report shows.
        public var isBrief = false
        public var suppressed = 0
        /// The number of warnings that are no findings, such as those about unknown keys.
        public var inputWarnings = 0
        public var unreadable = 0
        /// The number of files that could be read, but have a mistake, so that they are no layout.
        public var invalid = 0
        /// The number of incomplete layouts that are messages without a constraint, such as that of an exception.
        public var bare = 0
        /// The duration of the run, or nil if the report has to be the same each time.
        public var seconds: Double?

        public init() {}
    }

    /// Returns the summary line, such as `3 layouts: 1 conflicting, 2 clean; 1 error, 2 warnings`.
    public func summary(_ sum: Sum) -> String {
        var parts: [String] = []
        let order: [(Analysis.Verdict, TextStyle.Color)] = [(.conflicting, .red), (.ambiguous, .yellow), (.incomplete, .cyan), (.clean, .green)]
        for (verdict, color) in order {
            let count = sum.verdicts.count { $0 == verdict } - (verdict == .clean ? sum.faulty : verdict == .incomplete ? sum.bare : 0)
            if verdict == .incomplete, sum.bare > 0 { parts.append(style.paint("\(sum.bare) without constraints", color)) }
            if verdict == .clean, sum.faulty > 0 { parts.append(style.paint("\(sum.faulty) with errors", .red)) }
            if count > 0 { parts.append(style.paint("\(count) \(verdict.rawValue)", color)) }
        }
        if sum.invalid > 0 { parts.append(style.paint(counted(sum.invalid, "invalid file"), .red)) }
        if sum.unreadable > 0 { parts.append(style.paint(counted(sum.unreadable, "file") + " unreadable", .red)) }
        var text = "\(counted(sum.verdicts.count, "layout")): \(parts.isEmpty ? "nothing to check" : parts.joined(separator: ", "))"
        var counts: [String] = []
        for severity in Severity.allCases {
            let count = sum.findings.count { $0.severity == severity } + (severity == .warning ? sum.inputWarnings : 0)
            if count > 0 { counts.append(counted(count, severity.name)) }
        }
        if sum.suppressed > 0 { counts.append("\(sum.suppressed) suppressed") }
        if !counts.isEmpty { text += "; \(counts.joined(separator: ", "))" }
        if let seconds = sum.seconds { text += " in \(TextReporter.text(seconds: seconds))" }
        let withheld = (sum.hidden > 0 ? [counted(sum.hidden, "further note")] : []) + (sum.isBrief ? ["all constraints"] : [])
        if !withheld.isEmpty { text += "; \(withheld.joined(separator: " and ")) with -v" }
        return text + "\n"
    }

    /// Returns a time with two significant digits, such as `0.12 s`.
    public static func text(seconds: Double) -> String {
        if seconds >= 10 { return "\(Int(seconds.rounded())) s" }
        let hundredths = Int((max(0, seconds) * 100).rounded())
        let rest = String(hundredths % 100)
        return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest) s"
    }

    func counted(_ count: Int, _ noun: String) -> String {
        guard count != 1 else { return "1 \(noun)" }
        return noun.hasSuffix("y") ? "\(count) \(noun.dropLast())ies" : "\(count) \(noun)s"
    }
}
