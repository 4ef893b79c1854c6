internal import LayoutModel

/// Renders JUnit XML in the form that Jenkins and GitLab read: a suite per file, and a case per layout and kind of finding.
/// Passed cases are included, so that a clean run is not empty.
///
/// Names of cases are stable across runs: they consist of files, layouts and kinds.
public struct JUnitReporter: Reporter {
    /// The beginning of every report.
    static let beginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="plumbline"\u{20}
        """

    public init() {}

    private struct Case {
        var name: String
        var findings: [Finding]
        /// Whether the check was completed.
        var isSettled: Bool

        var shown: [Finding] { findings.filter { $0.suppression == nil } }
        var failures: [Finding] { shown.filter { $0.isFailure && !$0.isError } }
        var errors: [Finding] { shown.filter { $0.isFailure && $0.isError } }
        /// The reason that the case neither passed nor failed: all its findings are known, or the check was not completed.
        var skipReason: String? {
            guard shown.isEmpty else { return nil }
            if !isSettled { return "The time or memory limit was reached before everything was decided." }
            return findings.first?.suppression?.reason
        }
    }

    public func report(_ subjects: [CheckedSubject]) -> String {
        var files = FileGroups<(title: String, cases: [Case])>()
        for subject in subjects { files.add([(subject.title, cases(of: subject))], to: subject.file) }
        let suites = files.groups
        var lines = ["\(JUnitReporter.beginning)\(counts(suites.flatMap(\.values).flatMap(\.cases))) time=\"0\">"]
        for (file, suite) in suites {
            lines.append("  <testsuite name=\"\(XMLText.escaped(file))\" \(suiteCounts(suite.flatMap(\.cases)))>")
            for (title, cases) in suite { lines += cases.flatMap { self.lines(of: $0, in: title) } }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private func cases(of subject: CheckedSubject) -> [Case] {
        let others = Finding.Kind.allCases.filter { kind in !subject.checks.contains(kind) && subject.findings.contains { $0.kind == kind } }
        return (subject.checks + others).map { kind in
            Case(name: kind.rawValue, findings: subject.findings.filter { $0.kind == kind }, isSettled: !subject.unsettled.contains(kind))
        }
    }

    private func counts(_ cases: [Case]) -> String {
        let errors = cases.count { !$0.errors.isEmpty }
        let failures = cases.count { $0.errors.isEmpty && !$0.failures.isEmpty }
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    }

    /// Returns the counts of a suite. The schema has no count of skipped cases for all suites together.
    private func suiteCounts(_ cases: [Case]) -> String {
        "\(counts(cases)) skipped=\"\(cases.count { $0.skipReason != nil })\" time=\"0\""
    }

    private func lines(of test: Case, in title: String) -> [String] {
        let head = "    <testcase classname=\"\(XMLText.escaped(title))\" name=\"\(test.name)\" time=\"0\""
        if let reason = test.skipReason {
            return [head + ">", "      <skipped message=\"\(XMLText.escaped(reason))\"/>", "    </testcase>"]
        }
        guard let first = test.shown.first else { return [head + "/>"] }
        let text = test.shown.map { "\($0.place.text): \($0.details)\($0.count > 1 ? "\n(\($0.count) times)" : "")" }.joined(separator: "\n")
        let element = !test.errors.isEmpty ? "error" : !test.failures.isEmpty ? "failure" : "system-out"
        let worst = test.errors.first ?? test.failures.first ?? first
        let attributes = element == "system-out" ? "" : " type=\"\(test.name)\" message=\"\(XMLText.escaped(worst.headline))\""
        return [head + ">", "      <\(element)\(attributes)>\(XMLText.escaped(text))</\(element)>", "    </testcase>"]
    }
}

extension Finding {
    /// Whether nothing was analyzed, which is an error of the tool and not a failure of the layout.
    fileprivate var isError: Bool { kind == .unreadable || kind == .unproven }
}

/// Text within XML.
enum XMLText {
    /// Escapes text for contents and for attribute values in double quotes. Characters that XML 1.0 does not allow become
    /// `\u{…}`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.terminalSafe(keeping: ["\n", "\t"]).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
