internal import LayoutCheck
internal import LayoutModel
internal import Reporting

extension ParsedArguments {
    func reportFormat() throws(CommandFailure) -> ReportFormat {
        try word("--format", ReportFormat.self) ?? .text
    }

    /// Returns the reports that the command line requests, each with its file: `--format sarif=out.sarif --format text`. Without
    /// `--format` there are none.
    func reportTargets() throws(CommandFailure) -> [Configuration.ReportTarget] {
        var targets: [Configuration.ReportTarget] = []
        for text in texts("--format") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard ReportFormat(rawValue: parts[0]) != nil else {
                let known = ReportFormat.allCases.map(\.rawValue)
                let others = ["pdf": "html", "xml": "junit", "md": "markdown", "csv": "json"]
                let hint = others[parts[0]].map { " (did you mean '\($0)'?)" } ?? NearWord.hint(parts[0], among: known, quote: "'")
                throw usage("'--format' takes one of \(known.joined(separator: ", ")), not '\(parts[0].terminalSafe())'\(hint)")
            }
            if parts.count > 1, parts[1].isEmpty { throw usage("'--format \(parts[0])=' needs the name of a file after '='") }
            targets.append(Configuration.ReportTarget(format: parts[0], output: parts.count > 1 ? parts[1] : nil))
        }
        let output = text("--output")
        if let output {
            let open = targets.indices.filter { targets[$0].output == nil }
            if targets.isEmpty { targets.append(Configuration.ReportTarget(format: "text")) }
            guard open.count <= 1, let first = targets.indices.first(where: { targets[$0].output == nil }) else {
                throw usage("'--output' applies to one report; for several reports, give each its own file with '--format FORMAT=FILE'")
            }
            targets[first].output = output
        }
        for index in targets.indices where targets[index].output == "-" { targets[index].output = nil }
        if let mistake = Configuration.ReportTarget.mistake(in: targets) { throw usage(mistake + "; write '--format FORMAT=FILE' for the others") }
        return targets
    }

    func failOn(standard: FindingKinds) throws(CommandFailure) -> FindingKinds {
        guard let words = text("--fail-on") else { return standard }
        do throws(FindingKinds.UnknownKind) {
            return try FindingKinds(words: words)
        } catch {
            let isNever = words.split(separator: ",").contains { ["none", "never", "off", "no"].contains($0) }
            let next =
                isNever
                ? "to end with status 0 even if there are findings, use 'plumbline analyze', or write '|| true' after the command" : error.message
            throw usage("'--fail-on': \(isNever ? "there is no such kind of finding: \(words); \(next)" : next)".terminalSafe())
        }
    }
}
