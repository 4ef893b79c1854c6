internal import ExactArithmetic
internal import LayoutCheck
internal import LayoutImport
internal import LayoutLint
internal import LayoutModel
internal import Reporting

/// The plan of a check: the command line's options, which override the configuration's.
struct CheckPlan {
    struct Target {
        var format: ReportFormat
        var output: String?
        /// The output file if a configuration names it.
        var own: OwnFile?
    }

    let arguments: ParsedArguments
    let operands: [String]
    let files: InputFiles
    let targets: [Target]
    let baseline: BaselineUse?
    /// The run's own configuration: reporters, baseline, and which findings fail.
    let configuration: Configuration
    let finder: ConfigurationFinder
    let listPath: String?
    let since: String?
    let cachePath: String?
    let jobs: Int?
    /// The seconds that all analyses together may take.
    let timeLimit: Double?
    let color: Console.Color
    let detail: TextDetail

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        for option in ["--config", "--baseline", "--write-baseline", "--files-from"] {
            if let path = arguments.text(option) { try LinkReach.check(path) }
        }
        self.arguments = arguments
        files = try arguments.inputFiles()
        let files = files
        var finder = ConfigurationFinder { path throws(ConfigurationError) in try FoundConfiguration.read(path, files) }
        listPath = arguments.text("--files-from")
        since = arguments.text("--since")
        cachePath = arguments.text("--cache")
        jobs = try arguments.integer("--jobs", in: 1...256)
        timeLimit = try arguments.seconds("--time-limit", upTo: 86400)
        color = try arguments.word("--color", Console.Color.self) ?? .auto
        if arguments.has("--verbose"), arguments.has("--quiet") {
            throw arguments.usage("'--verbose' and '--quiet' cannot be combined; give one of them")
        }
        detail = arguments.has("--verbose") ? .all : arguments.has("--quiet") ? .sum : .findings
        if let cachePath, SessionFiles.exists(cachePath), !files.isFolder(cachePath) {
            throw arguments.usage("'--cache' takes a folder, but \(cachePath.terminalSafe()) is a file")
        }
        if arguments.has("--config"), arguments.has("--no-config") {
            throw arguments.usage("'--config' and '--no-config' cannot be combined; give one of them")
        }
        do throws(ConfigurationError) {
            if let path = arguments.text("--config") {
                switch files.read(path) {
                case .success(let bytes):
                    finder = ConfigurationFinder(given: try CheckPlan.configuration(bytes, path)) { _ in nil }
                case .failure(let failure): throw ConfigurationError(file: path, failure.reason)
                }
            } else if arguments.has("--no-config") {
                finder = ConfigurationFinder(given: Configuration()) { _ in nil }
            }
            // No configuration is read behind a link that is refused.
            let operands = arguments.operands.filter { LinkReach.refusal(of: $0) == nil }
            finder.checked = operands.filter { $0 != "-" && files.isFolder($0) }.map(InputFiles.trimmed)
            let first = operands.first ?? "."
            configuration =
                first != "-" && files.isFolder(first)
                ? try finder.configuration(ofFolder: InputFiles.trimmed(first)) : try finder.configuration(of: first)
        } catch {
            throw CommandFailure(error)
        }
        for note in finder.takeNotes() { Console.message("plumbline: \(note)".terminalSafe()) }
        self.finder = finder
        operands = try CheckPlan.operands(arguments, configuration)
        targets = try CheckPlan.targets(arguments, configuration)
        baseline = try BaselineUse(arguments, configuration, files)
        // Reports invalid options before any file is read.
        _ = try checker(for: configuration)
    }

    /// Reads the configuration that the command line names.
    private static func configuration(_ bytes: [UInt8], _ path: String) throws(ConfigurationError) -> Configuration {
        do throws(ConfigurationError) { return try ConfigurationReader.read(bytes, file: path) } catch {
            guard let nature = FileNature(bytes, path: path), !nature.mayBeConfiguration else { throw error }
            throw ConfigurationError(file: path, "this is \(nature.noun), not a configuration; 'plumbline help configuration' describes one")
        }
    }

    private static func operands(_ arguments: ParsedArguments, _ configuration: Configuration) throws(CommandFailure) -> [String] {
        if !arguments.operands.isEmpty { return arguments.operands }
        if arguments.has("--files-from") { return [] }
        if arguments.has("--since") || !configuration.include.isEmpty {
            return [configuration.folder.isEmpty || arguments.has("--since") ? "." : configuration.folder]
        }
        throw arguments.usage("'check' needs a file or folder ('-' is standard input)")
    }

    private static func targets(_ arguments: ParsedArguments, _ configuration: Configuration) throws(CommandFailure) -> [Target] {
        var given = try arguments.reportTargets()
        if given.isEmpty, !configuration.reporters.isEmpty { return try ownTargets(configuration) }
        if given.isEmpty { given = [Configuration.ReportTarget(format: "text")] }
        return given.compactMap { target in ReportFormat(rawValue: target.format).map { Target(format: $0, output: target.output) } }
    }

    /// Returns the reports that the configuration requests.
    ///
    /// - Throws: `CommandFailure` if an output may not be written.
    private static func ownTargets(_ configuration: Configuration) throws(CommandFailure) -> [Target] {
        var targets: [Target] = []
        for reporter in configuration.reporters {
            guard let format = ReportFormat(rawValue: reporter.format) else { continue }
            let own = reporter.output.map { OwnFile(.output, $0, of: configuration) }
            do throws(ConfigurationError) { try own?.expectWritable() } catch { throw CommandFailure(error) }
            targets.append(Target(format: format, output: reporter.output.map(configuration.path), own: own))
        }
        return targets
    }

    /// The files with the content of reusable views.
    var composed: ComposedFiles { ComposedFiles(arguments, configuration, files) }

    /// Returns the paths of the files with the content of reusable views in files, by their configurations.
    func composedPaths(of inputs: [Input]) -> [String] {
        Set([configuration.reference] + inputs.map(\.configuration)).flatMap { reference in
            // A configuration that has just changed is read in the next pass.
            (try? finder.configuration(reference)).map { ComposedFiles(arguments, $0, files).paths } ?? []
        }
    }

    /// Whether the text report counts findings by cause.
    var isCounting: Bool { arguments.has("--statistics") }

    /// Returns the destination of a report.
    func output(for target: Target) -> ReportOutput {
        target.own.map { ReportOutput(own: $0) } ?? ReportOutput(path: target.output, color: color)
    }

    /// Whether the run requests findings that the reports of single layouts do not contain.
    var saysMore: Bool {
        guard let checker = try? checker(for: configuration) else { return false }
        return checker.variations.count > 1 || !checker.settings.rules.isEmpty || baseline != nil || !checker.severities.isEmpty
    }

    /// The checker of the run's own configuration.
    var checker: LayoutChecker { (try? checker(for: configuration)) ?? LayoutChecker(analyzer: SourceAnalyzer()) }

    // MARK: Checkers

    /// Returns the checker for files with this configuration. Options of the command line override it.
    func checker(for configuration: Configuration) throws(CommandFailure) -> LayoutChecker {
        var configuration = configuration
        try arguments.rules(into: &configuration)
        if let sizes = arguments.text("--sizes") { configuration.sizes = try list(sizes, "--sizes", CheckPlan.size) }
        if let directions = arguments.text("--directions") {
            configuration.directions = try list(directions, "--directions") { LayoutDirection(rawValue: $0) }
        }
        if let scales = arguments.text("--text-scales") {
            configuration.textScales = try list(scales, "--text-scales") { text in Rational(decimal: text).flatMap { $0.isPositive ? $0 : nil } }
        }
        if configuration.variationCount > Configuration.mostVariations {
            throw .input(
                "the sizes, directions, text scales and intrinsic sizes make \(configuration.variationCount) variants of each layout; at most "
                    + "\(Configuration.mostVariations) are allowed"
            )
        }
        var analyzer = try arguments.sourceAnalyzer()
        if analyzer.options.sizes.isEmpty { analyzer.options.sizes = configuration.ranges.sorted { $0.dimension < $1.dimension } }
        if !arguments.has("--policy"), let policy = configuration.policy { analyzer.options.policy = policy }
        if !arguments.has("--conflicts"), let conflicts = configuration.conflicts { analyzer.options.conflictLimit = conflicts }
        if !arguments.has("--max-views"), let views = configuration.mostViews { analyzer.limits.views = views }
        if !arguments.has("--max-constraints"), let most = configuration.mostConstraints { analyzer.limits.constraints = most }
        // A pull request may change the configuration, so only the command line gives more time.
        if !arguments.has("--deadline"), let deadline = configuration.deadline {
            analyzer.options.deadline = min(analyzer.options.deadline, deadline)
            analyzer.limits.deadline = min(analyzer.limits.deadline, deadline)
        }
        if !arguments.has("--interface-builder"), let mode = configuration.interfaceBuilder.flatMap(InterfaceBuilderOptions.Mode.init) {
            analyzer.interfaceBuilder.mode = mode
        }
        analyzer.interfaceBuilder.composition = try ComposedFiles(arguments, configuration, files).composition()
        var assertions: [LayoutAssertion] = []
        for entry in configuration.assertions {
            // The configuration reader has already reported invalid assertions.
            if let assertion = try? AssertionReader.read(entry.text) { assertions.append(assertion) }
        }
        var failOn = configuration.failOn
        if arguments.has("--fail-on") { failOn = try arguments.failOn(standard: .standard) }
        return LayoutChecker(
            analyzer: analyzer, configuration: configuration, assertions: assertions, failOn: failOn,
            allowsIncomplete: arguments.has("--allow-incomplete") || configuration.allowsIncomplete ?? false)
    }

    private func list<Value>(_ text: String, _ option: String, _ read: (String) -> Value?) throws(CommandFailure) -> [Value] {
        var values: [Value] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = read(String(word)) else {
                let words = [
                    "--sizes": "sizes above 0 such as 320x568 and devices of Apple such as iPhone 16, iPhone SE or iPad mini",
                    "--directions": "ltr and rtl",
                ]
                let takes = words[option] ?? "numbers above 0, such as 1.5"
                let hint =
                    switch option {
                    case "--sizes": InterfaceBuilderOptions.Canvas.hint(String(word))
                    case "--directions": NearWord.hint(String(word), among: LayoutDirection.allCases.map(\.rawValue), quote: "'")
                    default: CheckPlan.percentage(word)
                    }
                throw arguments.usage("'\(option)' takes \(takes), not '\(String(word).terminalSafe())'\(hint)")
            }
            values.append(value)
        }
        return values
    }

    /// Returns the factor that a percentage is, as a hint.
    private static func percentage(_ word: Substring) -> String {
        guard word.hasSuffix("%"), let number = Int(word.dropLast()), number > 0, number < 10_000 else { return "" }
        let hundredths = number % 100
        let rest = hundredths == 0 ? "" : hundredths % 10 == 0 ? ".\(hundredths / 10)" : hundredths < 10 ? ".0\(hundredths)" : ".\(hundredths)"
        return " (did you mean \(number / 100)\(rest)?)"
    }

    private static func size(_ text: String) -> LayoutSize? {
        if let size = InterfaceBuilderOptions.Canvas.size(ofDevice: text) { return size }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Rational(decimal: $0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width.isPositive, height.isPositive else { return nil }
        return LayoutSize(width: width, height: height)
    }
}

extension ParsedArguments {
    /// Merges the value of `--rules`, such as `truncated-text,overlapping-views=error`, into a configuration.
    fileprivate func rules(into configuration: inout Configuration) throws(CommandFailure) {
        do throws(Rule.UnknownWord) {
            let words = text("--rules") ?? ""
            let given = try Rule.severities(words: words)
            var seen: Set<Substring> = []
            for word in words.split(separator: ",") {
                let name = word.prefix { $0 != "=" }
                if !seen.insert(name).inserted { throw Rule.UnknownWord(message: "'\(name)' is given twice") }
            }
            configuration.severities.merge(given.grouped.filter { !configuration.namedRules.contains($0.key) }) { $1 }
            configuration.severities.merge(given.named) { $1 }
        } catch {
            throw usage("'--rules': \(error.message); 'plumbline help rules' lists the rules".terminalSafe())
        }
    }
}
