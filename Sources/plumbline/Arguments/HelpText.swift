internal import LayoutModel

// Renders the help from the tables that the parser reads.

enum HelpText {
    /// Returns the output of `plumbline help`.
    static func overview(_ commands: [CommandSpecification]) -> String {
        var lines = [
            "Plumbline proves what is wrong with a set of Auto Layout constraints, and says how to fix it.",
            "",
            "Usage: plumbline COMMAND [OPTION…] [OPERAND…]",
            "",
            "Commands:",
        ]
        lines += columns(commands.map { ($0.name, $0.summary) })
        lines += ["", "'plumbline help COMMAND' explains one.", ""]
        return lines.joined(separator: "\n") + "\n" + chapters
    }

    /// Returns the output of `plumbline help COMMAND`.
    static func text(of command: CommandSpecification) -> String {
        var usage = "Usage: plumbline \(command.name)"
        if !command.options.isEmpty { usage += " [OPTION…]" }
        if !command.operands.isEmpty { usage += " \(command.operands)" }
        var lines = [command.summary, "", usage]
        if !command.discussion.isEmpty { lines += [""] + paragraphs(command.discussion) }
        if !command.options.isEmpty {
            lines += ["", "Options:"]
            lines += columns(
                command.options.map { option in
                    (
                        option.value.map { "\(option.name) \($0)" } ?? option.name,
                        option.summary + (option.standard.map { " (default: \($0))" } ?? "")
                    )
                })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns paragraphs with lines that fit. Empty lines separate them.
    private static func paragraphs(_ lines: [String]) -> [String] {
        lines.split(separator: "", omittingEmptySubsequences: false).map { filled($0.joined(separator: " "), indent: 0) }
            .joined(separator: [""]).map(\.self)
    }

    /// The width of lines: the terminal's, or what prints well.
    private static var width: Int { min(120, max(40, Console.width(1) ?? 100)) }

    /// Returns a text in lines that fit, all but the first indented.
    private static func filled(_ text: String, indent: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, indent + last.count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] += last.isEmpty ? String(word) : " \(word)"
            }
        }
        return [lines[0]] + lines.dropFirst().map { String(repeating: " ", count: indent) + $0 }
    }

    /// The output of `plumbline help rules`.
    static var rules: String {
        var lines = ["Rules of every check:"]
        lines += columns(Rule.allCases.filter { !$0.isOptIn && !$0.isOfInterfaceBuilder }.map { ($0.rawValue, $0.guide.summary) })
        lines += ["", "Rules that --rules or .plumbline.json turn on ('recommended' and 'all' are groups of them):"]
        lines += columns(Rule.allCases.filter(\.isOptIn).map { ($0.rawValue, $0.guide.summary) })
        lines += ["", "Rules for Interface Builder files (notes unless set otherwise; 'interface-builder' is the group):"]
        lines += columns(Rule.allCases.filter(\.isOfInterfaceBuilder).map { ($0.rawValue, $0.guide.summary) })
        return (lines + ["", "'plumbline help RULE' explains one."]).joined(separator: "\n") + "\n"
    }

    static func columns(_ rows: [(String, String)]) -> [String] {
        let longest = min(width / 2 - 4, rows.map(\.0.count).max() ?? 0)
        return rows.flatMap { name, summary in
            let start = "  \(name)\(String(repeating: " ", count: max(0, longest - name.count)))  "
            let lines = filled(summary, indent: longest + 4)
            return [start + lines[0]] + lines.dropFirst()
        }
    }
}
