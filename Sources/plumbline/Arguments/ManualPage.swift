internal import LayoutCheck
internal import LayoutModel

/// The manual page, made from the tables of the help: `plumbline help man > plumbline.1`.
enum ManualPage {
    static var text: String {
        var lines = [
            ".\\\" Made by 'plumbline help man'.",
            ".TH PLUMBLINE 1 \"\" \"\(escaped(EngineVersion.text))\" \"User Commands\"",
            ".SH NAME", "plumbline \\- finds what is wrong with Auto Layout constraints, and how to fix it",
            ".SH SYNOPSIS", ".B plumbline", "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]",
            ".SH DESCRIPTION",
            "Plumbline proves conflicts and ambiguities of Auto Layout constraints in Interface Builder files, console logs, documents and "
                + "equations.",
            ".SH COMMANDS",
        ]
        for command in CommandTable.all {
            lines.append(".SS plumbline \(escaped(command.name)) \(escaped(command.operands))")
            lines.append(escaped(command.summary))
            for option in command.options {
                lines.append(".TP")
                lines.append("\\fB\(escaped(option.name))\\fR" + (option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""))
                lines.append(escaped(option.summary + (option.standard.map { " (default: \($0))" } ?? "")))
            }
            if !command.discussion.isEmpty { lines += [".PP"] + command.discussion.map { $0.isEmpty ? ".PP" : escaped($0) } }
        }
        lines += [".SH CONFIGURATION", ".nf"]
        lines += ConfigurationHelp.text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
        lines += [
            ".fi", ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "If it is set, nothing is colored, unless \\fB\\-\\-color always\\fR is given.",
            ".TP", ".B PLUMBLINE_GIT_SECONDS", "The time limit in seconds for all calls of git together, by default 20.",
            ".TP", ".B PLUMBLINE_TOKEN", "The token that requests to the service must contain.",
            ".TP", ".B XDG_DATA_HOME", escaped("The folder that is searched for plumbline/plumbline.db; ~/.local/share by default."),
            ".SH EXIT STATUS", ".TP", ".B 0", "Nothing was found.", ".TP", ".B 1", "There are findings.",
            ".TP", ".B 2", "The usage was wrong, or the input could not be read.", ".TP", ".B 70", "The program has a bug.",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns text for roff: with backslashes, dashes and beginnings of lines escaped, and other letters by their numbers.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
