internal import Glibc
internal import LayoutModel
internal import Reporting

/// Words of other tools that people try here, with what plumbline has instead.
enum ForeignWords {
    /// Returns the command for another tool's word, such as `lint`.
    static func command(_ word: String) -> String? {
        [
            "lint": "check", "validate": "check", "verify": "check", "test": "check", "scan": "scan-log", "log": "scan-log", "server": "serve",
            "start": "serve", "run": "serve", "draw": "render", "diagram": "render", "picture": "render", "compare": "diff", "report": "analyze",
            "session": "sessions", "list": "sessions", "import": "sessions", "export": "sessions", "anonymize": "capture", "rules": "help",
            "rule": "help", "explain": "help",
        ][word.lowercased()]
    }

    /// Returns what an option of other tools is called here, as an addition to the message that it is unknown; nil if it is none.
    static func hint(_ name: String, _ command: CommandSpecification) -> String? {
        func has(_ option: String) -> Bool { command.options.contains { $0.name == option } }
        let word = String(name.drop { $0 == "-" }).lowercased()
        if has("--format"), let format = format(word), !has("--" + word) {
            let known = command.options.first { $0.name == "--format" }?.summary ?? ""
            if known.contains(format) { return "; did you mean '--format \(format)'?" }
        }
        let noColor: Set = ["no-color", "no-colors", "no-colour", "nocolor", "plain"]
        if has("--color"), noColor.contains(word) { return "; use '--color never'" }
        if command.name == "capture", word == "url" {
            return "; it belongs to the command 'plumbline' in Xcode's debugger: (lldb) plumbline --url http://127.0.0.1:8080"
        }
        if word == "version" { return "; 'plumbline version' prints the version" }
        if ["fix", "autofix", "autocorrect", "correct", "in-place", "i"].contains(word) {
            return "; plumbline changes no layouts: the report says what to change"
        }
        guard command.name == "check" else { return nil }
        switch word {
        case "recursive", "r": return "; a folder is checked with everything below it, so leave the option out"
        case "exclude", "ignore", "skip": return "; it is a key of .plumbline.json: {\"exclude\": [\"Pods\"]}"
        case "include", "glob", "pattern": return "; it is a key of .plumbline.json: {\"include\": [\"*.xib\"]}"
        case "warnings-as-errors", "warning-as-error", "strict", "werror", "error-on-warnings": return "; use '--fail-on warning'"
        case "disable", "disable-rule", "no-rule": return "; use '--rules RULE=off', such as '--rules overlapping-views=off'"
        case "enable", "enable-rule", "rule", "only", "only-rule", "select": return "; use '--rules RULE', such as '--rules overlapping-views'"
        case "reporter", "output-format": return "; did you mean '--format'?"
        case "out", "report", "output-file": return "; did you mean '--output'?"
        case "stdin": return "; write '-' instead of a file: plumbline check -"
        case "threads", "parallel", "workers": return "; did you mean '--jobs'?"
        default: return nil
        }
    }

    private static func format(_ word: String) -> String? {
        ReportFormat(rawValue: word)?.rawValue ?? ["xml": "junit", "md": "markdown", "svg": "svg", "png": "png"][word]
    }

    /// Returns why an operand that is no file looks like an option, or nil if it does not: `–format` with the dash of a web page, or
    /// `format=json` without dashes.
    static func mistakenOption(_ word: String, _ command: CommandSpecification) -> String? {
        let dashes: Set<Character> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}"]
        if let first = word.first, dashes.contains(first), !SessionFiles.exists(word) {
            let name = String(word.drop { dashes.contains($0) || $0 == "-" }.prefix { $0 != "=" })
            let near = NearWord.to(name, among: command.options.map { String($0.name.dropFirst(2)) })
            return "'\(word.terminalSafe())' begins with a dash that is not '-', perhaps copied from a web page"
                + (near.map { "; did you mean '--\($0)'?" } ?? "")
        }
        guard let sign = word.firstIndex(of: "="), word.index(after: sign) < word.endIndex, word[word.index(after: sign)] != "=" else { return nil }
        let name = "--" + word[..<sign]
        guard command.options.contains(where: { $0.name == name }), !SessionFiles.exists(word) else { return nil }
        return "there is no file '\(word.terminalSafe())'; did you mean the option '--\(word.terminalSafe())'?"
    }
}
