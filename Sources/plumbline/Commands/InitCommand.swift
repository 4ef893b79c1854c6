internal import Glibc
internal import LayoutCheck
internal import Reporting

/// `plumbline init [FOLDER]`: writes a commented configuration for the repository.
struct InitCommand {
    private let folder: String

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else { throw arguments.usage("'init' takes one folder") }
        if let given = arguments.operands.first {
            guard SessionFiles.exists(given) else {
                let hint = MissingFile.hint(given)
                throw .input("there is no folder \(given.terminalSafe())\(hint.isEmpty ? "; create it first: mkdir \(given.terminalSafe())" : hint)")
            }
            guard InputFiles(byteLimit: 1).isFolder(given) else {
                throw .input("\(given.terminalSafe()) is not a folder; 'init' takes the folder of a repository")
            }
            folder = InputFiles.trimmed(given)
            try LinkReach.check(output: "\(folder)/\(Configuration.fileName)")
        } else {
            folder = InitCommand.repository ?? "."
        }
    }

    /// The folder of the repository around the working directory, or nil if it is that folder itself or there is none.
    private static var repository: String? {
        guard let here = InputFiles.workingDirectory else { return nil }
        return Git.root(around: here).flatMap { $0 == here ? nil : $0 }
    }

    func run() throws -> ExitStatus {
        let path = folder == "." ? Configuration.fileName : "\(folder == "/" ? "" : folder)/\(Configuration.fileName)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw CommandFailure.input("\(path.terminalSafe()) already exists; edit it, or remove it and run 'plumbline init' again")
            }
            throw CommandFailure.input("\(path.terminalSafe()): \(InputFailure(errno).reason)")
        }
        defer { close(descriptor) }
        do {
            let counts = try found()
            try Console.write(InitCommand.text(counts), to: descriptor)
            let what = counts.isEmpty ? "no layouts yet" : InitCommand.listed(counts)
            try Console.output(
                text: "Wrote \(path.terminalSafe()): found \(what).\nFrom now on, 'plumbline check' without files checks what this file includes.\n")
            return .success
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Returns the number of layouts of each extension.
    private func found() throws -> [(name: String, count: Int)] {
        let plan = try CheckPlan(ParsedArguments(["--no-config", "--", folder], for: CommandTable.check))
        var passedOver = PassedOver()
        var counts: [String: Int] = [:]
        for input in try plan.inputs(changed: nil, passedOver: &passedOver) {
            if let failure = input.found.failure { Console.message("plumbline: \(input.found.path.terminalSafe()): \(failure)") }
            counts[input.found.path.fileExtension, default: 0] += 1
        }
        return ["storyboard", "xib", "json", "vfl", "txt", "log"].compactMap { name in counts[name].map { (name, $0) } }
    }

    private static func listed(_ counts: [(name: String, count: Int)]) -> String {
        let nouns = ["storyboard": "storyboard", "xib": "xib", "json": "JSON document", "vfl": "text", "txt": "text", "log": "log"]
        return counts.map { "\($0.count) \(nouns[$0.name] ?? $0.name)\($0.count == 1 ? "" : "s") (.\($0.name))" }.joined(separator: ", ")
    }

    private static func text(_ counts: [(name: String, count: Int)]) -> String {
        let kinds = counts.isEmpty ? ["storyboard", "xib"] : counts.map(\.name)
        let patterns = kinds.map { "\"*.\($0)\"" }.joined(separator: ", ")
        let found = counts.isEmpty ? "No layout was found when this was written." : "Found when this was written: \(listed(counts))."
        return """
            // The configuration of 'plumbline check' for this repository. 'plumbline help configuration' describes all keys.
            // Comments are allowed. Remove the slashes before a key to use it.
            {
              // The severities of rules: error, warning, note, on or off. 'plumbline help rules' lists the rules; "recommended" is a group.
              // "rules": {"recommended": "on", "overlapping-views": "error"},

              // Sizes of the screen at which every layout is checked, and reading directions.
              // "sizes": ["320x568", "390x844", "1024x768"],
              // "directions": ["ltr", "rtl"],

              // Equations that must hold in every layout that has these views.
              // "assert": ["price.width >= price.intrinsic.width"],

              // Known findings, which are not reported again. 'plumbline check --write-baseline plumbline-baseline.jsonl' writes them.
              // "baseline": "plumbline-baseline.jsonl",

              // Reports besides the text, for a code review.
              // "reporters": ["text", {"format": "sarif", "output": "plumbline.sarif"}],

              // Files and folders to leave out. \(DefaultFolders.names.joined(separator: ", ")) are always left out,
              // unless "include" names them, and so is what .gitignore names.
              // "exclude": ["Legacy", "Generated/**/*.xib"],

              // The files that 'plumbline check' checks if they contain a layout.
              // \(found)
              "include": [\(patterns)]
            }

            """
    }
}
