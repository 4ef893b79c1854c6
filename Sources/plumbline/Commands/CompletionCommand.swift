internal import Capture
internal import LayoutDiagnosis
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline completion SHELL`: writes a script that completes commands, options and their values.
struct CompletionCommand {
    private enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    private let shell: Shell

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let known = Shell.allCases.map(\.rawValue)
        guard let word = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'completion' takes one of \(known.joined(separator: ", "))")
        }
        guard let shell = Shell(rawValue: word) else {
            let hint = NearWord.hint(word, among: known, quote: "'")
            throw arguments.usage("'completion' takes one of \(known.joined(separator: ", ")), not '\(word.terminalSafe())'\(hint)")
        }
        self.shell = shell
    }

    func run() throws -> ExitStatus {
        switch shell {
        case .bash: try Console.output(own: CompletionCommand.bash)
        case .zsh: try Console.output(own: CompletionCommand.zsh)
        case .fish: try Console.output(own: CompletionCommand.fish)
        }
        return .success
    }

    // MARK: Words

    /// Returns the values of an option that are known, or nil for files and free text.
    private static func values(of option: OptionSpecification, _ command: CommandSpecification) -> [String]? {
        switch (option.name, command.name) {
        case ("--format", "render"): ["svg", "png"]
        case ("--format", "replay"): ["text", "json"]
        case ("--format", _): ReportFormat.allCases.map(\.rawValue)
        case ("--policy", _): BreakingPolicy.allCases.map(\.rawValue)
        case ("--color", _): Console.Color.allCases.map(\.rawValue)
        case ("--interface-builder", _): ["design", "run"]
        case ("--direction", _), ("--directions", _): LayoutDirection.allCases.map(\.rawValue)
        case ("--verdict", _): Analysis.Verdict.allCases.map(\.rawValue)
        case ("--log-level", _): ["error", "warning", "info", "debug"]
        case ("--fail-on", "check"): ["conflict", "ambiguity", "incomplete", "error", "warning", "note"]
        case ("--fail-on", _): ["conflict", "incomplete", "ambiguity", "reported-error", "reported-problem"]
        case ("--rules", _): ["recommended", "all", "interface-builder"] + Rule.allCases.filter(\.isOptIn).map(\.rawValue)
        default: nil
        }
    }

    /// Returns the operands that are words.
    private static func operands(of command: CommandSpecification) -> [String] {
        switch command.name {
        case "help":
            CommandTable.all.map(\.name) + ["rules", "causes", "configuration", "man"] + Rule.allCases.map(\.rawValue)
                + Diagnosis.Cause.allCases.map(\.rawValue)
        case "sessions": ["list", "show", "export", "import", "backup", "restore"]
        case "completion": Shell.allCases.map(\.rawValue)
        case "capture": CaptureFile.allCases.map(\.rawValue) + ["anonymize"]
        case "examples": ExampleCatalog.names
        default: []
        }
    }

    private static let commands = CommandTable.all

    /// Returns the text in single quotes for a shell.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }

    // MARK: Scripts

    private static var bash: String {
        var lines = [
            "# Completion of plumbline for bash: source <(plumbline completion bash)",
            "_plumbline() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
            "    COMPREPLY=()",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
            "        COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- \"$word\"))",
            "        return",
            "    fi",
            "    case \"$command $last\" in",
        ]
        for command in commands {
            for option in command.options {
                guard let values = values(of: option, command) else { continue }
                lines.append("    '\(command.name) \(option.name)')")
                lines.append("        COMPREPLY=($(compgen -W '\(values.joined(separator: " "))' -- \"$word\")); return ;;")
            }
        }
        lines += ["    esac", "    case \"$command\" in"]
        for command in commands {
            let options = command.options.map(\.name)
            let words = (options + ["--help"]).joined(separator: " ")
            lines.append("    \(command.name))")
            lines.append("        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '\(words)' -- \"$word\")); return; fi")
            let operands = operands(of: command)
            if !operands.isEmpty {
                lines.append("        COMPREPLY=($(compgen -W '\(operands.joined(separator: " "))' -- \"$word\"))")
                lines.append("        [ ${#COMPREPLY[@]} -gt 0 ] && return")
            }
            lines.append("        ;;")
        }
        lines += ["    esac", "    COMPREPLY=($(compgen -f -- \"$word\"))", "}", "complete -o filenames -F _plumbline plumbline", ""]
        return lines.joined(separator: "\n")
    }

    private static var zsh: String {
        func described(_ name: String, _ summary: String) -> String {
            quoted("\(name.replacing(":", with: "\\:")):\(summary.replacing(":", with: "\\:"))")
        }
        var lines = [
            "#compdef plumbline",
            "# Completion of plumbline for zsh: plumbline completion zsh > a folder of $fpath/_plumbline",
            "_plumbline() {",
            "    local -a commands",
            "    commands=(",
        ]
        lines += commands.map { "        \(described($0.name, $0.summary))" }
        lines += [
            "    )",
            "    if (( CURRENT == 2 )); then",
            "        _describe 'command' commands",
            "        return",
            "    fi",
            "    case $words[2] in",
        ]
        for command in commands {
            lines += ["    \(command.name))", "        shift words; (( CURRENT-- ))", "        _arguments \\"]
            for option in command.options {
                let summary = option.summary.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: ",")
                var text = "\(option.isRepeatable ? "*" : "")\(option.name)[\(summary)]"
                if let value = option.value {
                    let action = values(of: option, command).map { "(\($0.joined(separator: " ")))" } ?? "_files"
                    text += ":\(value.replacing(":", with: "")):\(action)"
                }
                lines.append("            \(quoted(text)) \\")
            }
            let operands = operands(of: command)
            lines.append("            \(quoted("*:operand:" + (operands.isEmpty ? "_files" : "(\(operands.joined(separator: " ")))")))")
            lines.append("        ;;")
        }
        lines += ["    esac", "}", "if [ \"$funcstack[1]\" = _plumbline ]; then _plumbline \"$@\"; else compdef _plumbline plumbline; fi", ""]
        return lines.joined(separator: "\n")
    }

    private static var fish: String {
        let names = commands.map(\.name).joined(separator: " ")
        var lines = ["# Completion of plumbline for fish: plumbline completion fish | source"]
        for command in commands {
            lines.append("complete -c plumbline -f -n 'not __fish_seen_subcommand_from \(names)' -a \(command.name) -d \(quoted(command.summary))")
        }
        for command in commands {
            let isHere = "-n '__fish_seen_subcommand_from \(command.name)'"
            for option in command.options {
                var line = "complete -c plumbline \(isHere) -l \(option.name.dropFirst(2)) -d \(quoted(option.summary))"
                if option.value != nil {
                    line += values(of: option, command).map { " -x -a \(quoted($0.joined(separator: " ")))" } ?? " -r"
                }
                lines.append(line)
            }
            let operands = operands(of: command)
            if !operands.isEmpty { lines.append("complete -c plumbline -f \(isHere) -a \(quoted(operands.joined(separator: " ")))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
