internal import LayoutModel
internal import Manual
internal import Reporting
internal import StandardAdditions

/// The program: runs the command and returns its exit status.
enum Tool {
    static func run(_ words: some Collection<String>) -> ExitStatus {
        do {
            return try dispatch(words)
        } catch let failure as CommandFailure {
            Console.message(failure.text)
            return failure.status
        } catch Console.WriteFailure.brokenPipe {
            return .success
        } catch let failure as Console.WriteFailure {
            // A closed output or a full disk is not a bug in the program.
            Console.message("plumbline: could not write to standard output: \(failure.reason)")
            return .usage
        } catch {
            Console.message("plumbline: \(error)")
            return .internalError
        }
    }

    private static func dispatch(_ words: some Collection<String>) throws -> ExitStatus {
        guard let name = words.first else { throw CommandFailure.usage("a command is missing") }
        if ["-h", "--help"].contains(name) { return try help(words.dropFirst()) }
        if ["--version", "-V", "-v"].contains(name) { return try version() }
        guard let command = CommandTable.named(name) else { throw unknownCommand(name) }
        let rest = words.dropFirst()
        let options = rest.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") { return try help([name]) }
        let arguments = try ParsedArguments(rest, for: command)
        switch name {
        case "check": return try CheckCommand(arguments).run()
        case "scan-log": return try ScanLogCommand(arguments).run()
        case "capture": return try CaptureCommand(arguments).run()
        case "calibrate": return try CalibrateCommand(arguments).run()
        case "analyze": return try AnalyzeCommand(arguments).run()
        case "serve": return try ServeCommand(arguments).run()
        case "sessions": return try SessionsCommand(arguments).run()
        case "replay": return try ReplayCommand(arguments).run()
        case "examples": return try ExamplesCommand(arguments).run()
        case "render": return try RenderCommand(arguments).run()
        case "diff": return try DiffCommand(arguments).run()
        case "init": return try InitCommand(arguments).run()
        case "completion": return try CompletionCommand(arguments).run()
        case "version":
            try arguments.expectNoOperands()
            return try version()
        case "help": return try help(arguments.operands)
        default: throw unknownCommand(name)
        }
    }

    private static func unknownCommand(_ name: String) -> CommandFailure {
        let names = CommandTable.all.map(\.name)
        if NearWord.to(name, among: names) == nil, SessionFiles.exists(name) {
            return .usage("there is no command '\(name.terminalSafe())'; to check the file: plumbline check \(name.terminalSafe())")
        }
        let known = name.hasPrefix("--") ? ["--help", "--version"] : names
        let near = ForeignWords.command(name) ?? NearWord.to(name, among: known)
        return .usage("there is no command '\(name.terminalSafe())'\(near.map { " (did you mean '\($0)'?)" } ?? "")")
    }

    private static func version() throws -> ExitStatus {
        try Console.output(EngineVersion.text + "\n")
        return .success
    }

    private static func help(_ words: some Collection<String>) throws -> ExitStatus {
        guard let name = words.first else {
            try Console.output(text: HelpText.overview(CommandTable.all))
            return .success
        }
        if name == "manual", let chapter = words.dropFirst().first {
            guard let found = Manual.chapter(named: chapter) else {
                let near = NearWord.hint(chapter, among: Manual.chapters.map(\.name), quote: "'")
                throw CommandFailure.usage(
                    "the manual has no chapter '\(chapter.terminalSafe())'\(near); 'plumbline help manual' lists them")
            }
            try Console.output(own: found.text, isWrapped: true)
            return .success
        }
        if words.count > 1 {
            let more = words.dropFirst().map { "'\($0.terminalSafe())'" }.listed()
            let next =
                Manual.chapter(named: words[words.index(after: words.startIndex)]) == nil ? "" : "; 'plumbline help manual CHAPTER' prints a chapter"
            throw CommandFailure.usage(
                "'help' explains one word, but \(more) \(words.count == 2 ? "follows" : "follow") '\(name.terminalSafe())'\(next)")
        }
        if name == "man" {
            try Console.output(own: ManualPage.text)
            return .success
        }
        guard let page = HelpText.page(named: name) else {
            throw CommandFailure.usage(
                "there is no command, rule, cause or chapter '\(name.terminalSafe())'\(NearWord.hint(name, among: HelpText.names, quote: "'"))")
        }
        try Console.output(text: page)
        return .success
    }
}
