internal import Glibc
internal import LayoutCheck
internal import LayoutLint
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// The baseline of a run: it marks known findings, and reports entries that no longer occur.
struct BaselineUse {
    let path: String
    let isWriting: Bool
    private let isStrict: Bool
    private let isNew: Bool
    private let baseline: Baseline
    /// The configuration whose folder file names in the baseline are relative to.
    private let frame: Configuration

    /// Returns nil if neither the command line nor the configuration names a baseline.
    init?(_ arguments: ParsedArguments, _ configuration: Configuration, _ files: InputFiles) throws(CommandFailure) {
        let written = arguments.text("--write-baseline")
        if let written, let given = arguments.text("--baseline"), given != written {
            throw arguments.usage(
                "'--write-baseline' already keeps the known findings of its own file, so it cannot be combined with another '--baseline'")
        }
        guard let path = written ?? arguments.text("--baseline") ?? configuration.baseline.map(configuration.path) else {
            if arguments.has("--strict-baseline") { throw arguments.usage("'--strict-baseline' needs a '--baseline FILE'") }
            return nil
        }
        self.path = path
        isWriting = written != nil
        isStrict = arguments.has("--strict-baseline") || configuration.strictBaseline ?? false
        var frame = Configuration()
        frame.folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
        self.frame = frame
        let isOwn = written == nil && arguments.text("--baseline") == nil
        let bytes = try isOwn ? BaselineUse.ownBytes(configuration, files) : BaselineUse.bytes(path, files)
        isNew = bytes == nil
        guard isWriting || !isNew else {
            throw .input("\(path.terminalSafe()): this baseline does not exist; '--write-baseline \(path.terminalSafe())' writes it")
        }
        do throws(ConfigurationError) {
            baseline = try bytes.map { bytes throws(ConfigurationError) in try Baseline(reading: bytes, name: path) } ?? Baseline()
        } catch {
            throw BaselineUse.failure(error, bytes ?? [], path, isWriting: written != nil)
        }
    }

    /// Returns the failure for a file that is not a baseline.
    private static func failure(_ error: ConfigurationError, _ bytes: [UInt8], _ path: String, isWriting: Bool) -> CommandFailure {
        let nature = FileNature(bytes, path: path)
        let what: String
        switch nature {
        case .baseline: return CommandFailure(error)
        case nil, .otherJSON: what = "\(error)".terminalSafe()
        case let other?: what = "\(path.terminalSafe()) is \(other.noun), not a baseline"
        }
        return .input(what + (isWriting ? "; it is not replaced: name another file" : "; '--write-baseline FILE' writes one"))
    }

    /// Reads the baseline that the command line names. Returns nil if the file does not exist.
    private static func bytes(_ path: String, _ files: InputFiles) throws(CommandFailure) -> [UInt8]? {
        guard SessionFiles.exists(path) else { return nil }
        return try read(path) { files.read(path) }
    }

    /// Reads the baseline that the configuration names. Returns nil if the file does not exist.
    private static func ownBytes(_ configuration: Configuration, _ files: InputFiles) throws(CommandFailure) -> [UInt8]? {
        guard let name = configuration.baseline else { return nil }
        let opened: Int32?
        do throws(ConfigurationError) {
            opened = try OwnFile(.baseline, name, of: configuration).openForReading()
        } catch {
            throw CommandFailure(error)
        }
        guard let descriptor = opened else { return nil }
        defer { close(descriptor) }
        return try read(configuration.path(name)) { files.read(from: descriptor) }
    }

    private static func read(_ path: String, _ read: () -> Result<[UInt8], InputFailure>) throws(CommandFailure) -> [UInt8] {
        switch read() {
        case .failure(let failure): throw .input("\(path.terminalSafe()): \(failure.reason)")
        case .success(let bytes): return bytes
        }
    }

    private static var today: String { CivilTime(secondsSince1970: Int(CivilTime.microsecondsNow / 1_000_000)).date }

    /// Returns the subjects with known findings marked, and the findings about entries that no longer occur.
    func apply(to subjects: [CheckedSubject], checker: LayoutChecker) throws -> (subjects: [CheckedSubject], stale: [Finding]) {
        if isWriting { return (subjects, []) }
        let outcome = baseline.apply(
            to: subjects, today: BaselineUse.today, allowsIncomplete: checker.allowsIncomplete, findsStale: isStrict, path: frame.relative,
            exists: exists)
        if let day = outcome.expired.compactMap(\.expires).max() {
            let count = outcome.expired.count
            Console.message(
                "plumbline: \(count) \(count == 1 ? "entry" : "entries") of \(path) \(count == 1 ? "has" : "have") expired (\(day)), and "
                    .terminalSafe() + "the findings count again: fix them, or change \"expires\"")
        }
        return (outcome.subjects, findings(of: outcome.stale))
    }

    /// Returns the findings about stale entries: the first ones, and one that counts the others.
    private func findings(of stale: [Baseline.Entry]) -> [Finding] {
        func finding(_ fingerprint: String, _ message: String, line: Int? = nil) -> Finding {
            Finding(
                kind: .staleBaseline, severity: .error, fingerprint: "b1:\(fingerprint)", message: message,
                place: FilePlace(file: path, line: line, column: line.map { _ in 1 }), isFailure: true)
        }
        let listed = stale.prefix(LintSettings.mostFindings).map { entry in
            finding(
                "\(entry.file):\(entry.fingerprint)", "\(entry.rule) in \(entry.file) no longer occurs: remove the entry (\(entry.message))",
                line: entry.line)
        }
        let rest = stale.count - listed.count
        if rest <= 0 { return listed }
        return listed + [finding("rest", "\(rest) more entr\(rest == 1 ? "y no longer occurs and is" : "ies no longer occur and are") not listed")]
    }

    /// Returns whether the file exists. Standard input always does.
    private func exists(_ file: String) -> Bool {
        file == FilePlace.standardInput || SessionFiles.exists(frame.path(file))
    }

    /// Writes the baseline, and prints what is in it.
    func write(_ subjects: [CheckedSubject]) throws {
        let written = baseline.written(for: subjects, path: frame.relative, exists: exists)
        var output = ReportOutput(path: path)
        output.commands = .json
        try output.write(written.text)
        try output.finish()
        func key(_ entry: Baseline.Entry) -> ExactText { ExactText("\(entry.file)\n\(entry.fingerprint)") }
        var old: [ExactText: Int] = [:]
        for entry in baseline.entries { old[key(entry), default: 0] += 1 }
        var added = 0
        for entry in written.entries {
            let left = old[key(entry)] ?? 0
            if left > 0 { old[key(entry)] = left - 1 } else { added += 1 }
        }
        let count = written.entries.count
        let news = "\(count) entr\(count == 1 ? "y" : "ies"), \(added) of them new"
        Console.message("plumbline: \(path.terminalSafe()) has \(news); '--baseline \(path.terminalSafe())' uses it")
    }
}
