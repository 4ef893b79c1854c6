internal import LayoutModel

// Renders the help from the tables that the parser reads.

enum HelpText {
    /// Returns the output of `plumbline help`.
    static func overview(_ commands: [CommandSpecification]) -> String {
        var lines = [
            "Plumbline proves what is wrong with an Auto Layout constraint set: conflicts, ambiguities, and how to fix them.",
            "",
            "Usage: plumbline COMMAND [OPTION…] [OPERAND…]",
            "",
            "Commands:",
        ]
        lines += columns(commands.map { ($0.name, $0.summary) })
        lines += ["", "'plumbline help COMMAND' says more about one.", ""]
        return lines.joined(separator: "\n")
    }

    /// Returns the output of `plumbline help COMMAND`.
    static func text(of command: CommandSpecification) -> String {
        var usage = "Usage: plumbline \(command.name)"
        if !command.options.isEmpty { usage += " [OPTION…]" }
        if !command.operands.isEmpty { usage += " \(command.operands)" }
        var lines = [command.summary, "", usage]
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
        if !command.discussion.isEmpty { lines += [""] + command.discussion }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The output of `plumbline help rules`.
    static var rules: String {
        var lines = ["Rules of every check:"]
        lines += columns(Rule.allCases.filter { !$0.isOptIn && !$0.isOfInterfaceBuilder }.map { ($0.rawValue, $0.guide.summary) })
        lines += ["", "Rules that --rules or .plumbline.json turn on ('recommended' and 'all' are groups of them):"]
        lines += columns(Rule.allCases.filter(\.isOptIn).map { ($0.rawValue, $0.guide.summary) })
        lines += ["", "Rules for Interface Builder files (notes unless set otherwise; 'interface-builder' is the group):"]
        lines += columns(Rule.allCases.filter(\.isOfInterfaceBuilder).map { ($0.rawValue, $0.guide.summary) })
        return (lines + ["", "'plumbline help RULE' says more about one."]).joined(separator: "\n") + "\n"
    }

    private static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)" }
    }
}
