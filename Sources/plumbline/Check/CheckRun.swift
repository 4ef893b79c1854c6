internal import Foundation
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import StandardAdditions
internal import Synchronization

/// Checks files in parallel. The findings do not depend on the number of threads.
struct CheckRun {
    private let plan: CheckPlan
    private let inputs: [CheckPlan.Input]
    private let cache: ReportCache?
    /// The end of the run's time, or nil if it has no limit.
    private let end: ContinuousClock.Instant?

    init(plan: CheckPlan, inputs: [CheckPlan.Input]) {
        self.plan = plan
        self.inputs = inputs
        end = plan.timeLimit.map { ContinuousClock.now + .seconds($0) }
        let places: Set = [
            "--format", "--output", "--cache", "--jobs", "--since", "--files-from", "--baseline", "--write-baseline", "--quiet", "--statistics",
            "--color", "--watch", "--allow-empty", "--max-memory", "--time-limit",
        ]
        cache = plan.cachePath.flatMap { CheckRun.trusted($0, checked: plan.operands + inputs.map(\.found.path)) }
            .map { ReportCache(folder: $0, signature: plan.arguments.signature(without: places)) }
    }

    /// Returns the cache's folder, or nil if its entries are not trusted: if a link leads out of the repository, if the repository
    /// contains files in the folder, or if without a repository it lies in the working directory, in a folder that is checked, or in
    /// the folder of a file that is checked.
    private static func trusted(_ folder: String, checked: [String]) -> String? {
        let name = "plumbline: the cache \(folder.terminalSafe())"
        if LinkReach.leadsOut(folder) {
            Console.message("\(name) leads out of the repository through a link, so it is not used")
            return nil
        }
        if let reason = ReportCache.obstacle(folder) {
            Console.message("\(name) cannot be written: \(reason); no results are remembered")
            return nil
        }
        guard let git = Git.root(around: folder).map({ Git(root: $0, folder: folder) }) else {
            guard let real = InputFiles.resolved(folder) else { return nil }
            guard CheckRun.places(of: checked).contains(where: { real.isPath(in: $0.text) }) else { return folder }
            Console.message(
                "\(name) is not used, because there is no repository that says whether its files came with this folder; "
                    + "name a folder elsewhere, such as --cache ../plumbline-cache")
            return nil
        }
        switch git.run(["ls-files", "-z", "--", "."]) {
        case .success(let output) where output.status == 0:
            if output.bytes.isEmpty { return folder }
            Console.message("\(name) has files that belong to the repository, so it is not used: their author could hide findings")
        case .success(let output): Console.message("\(name) is not used, because git cannot list its files: \(output.reason.terminalSafe())")
        case .failure(let failure): Console.message("\(name) is not used, because git cannot list its files: \(failure.reason.terminalSafe())")
        }
        return nil
    }

    /// Returns the working directory, and the folders of what is checked, by the paths as they are written and with links resolved.
    private static func places(of checked: [String]) -> Set<ExactText> {
        func folder(_ path: String) -> String { FolderSearch.isFolder(path) ? path : ConfigurationFinder.folder(of: path) }
        let written = Set((["."] + checked.map(folder)).map(ExactText.init)).compactMap { InputFiles.resolved($0.text) }
        return Set((written + checked.compactMap(InputFiles.resolved).map(folder)).map(ExactText.init))
    }

    /// The number of files whose reports are whole in memory. Those of all files are there until they are written.
    private static let piece = 64

    /// Returns one report per input, in the order of the inputs.
    func reports() throws -> [FileReport] {
        let style = TextStyle(isColored: plan.targets.contains { $0.format == .text && plan.output(for: $0).isColored })
        let width = min(inputs.count, plan.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        let bar = ProgressBar(count: width <= 1 ? 0 : inputs.count)
        var reports: [FileReport] = []
        var bound = RunBound()
        var short = 0
        var rest = inputs[...]
        while !rest.isEmpty {
            let jobs = try nextJobs(&rest, style)
            for start in stride(from: 0, to: jobs.count, by: CheckRun.piece) {
                let piece = jobs[start..<min(start + CheckRun.piece, jobs.count)]
                let done = reports.count
                var outcomes = ParallelWork.results(piece.count, width: width, progress: { bar.show(done + $0) }) { piece[start + $0].outcome() }
                // A file that lacked memory beside others is checked once more alone, so that the findings do not depend on them.
                if width > 1 {
                    for index in outcomes.indices where outcomes[index].wasShort { outcomes[index] = piece[start + index].outcome() }
                }
                short += outcomes.count(where: \.wasShort)
                for index in outcomes.indices {
                    bound.add(bytes: outcomes[index].bytes)
                    for layout in outcomes[index].report.layouts.indices { bound.apply(to: &outcomes[index].report.layouts[layout].subject) }
                }
                reports += outcomes.map(\.report)
            }
        }
        bar.clear()
        if short > 0 {
            Console.message(
                "plumbline: the analysis of \(short) file\(short == 1 ? "" : "s") ended near the limit of memory; allow more with --max-memory")
        }
        if let end, ContinuousClock.now >= end {
            Console.message("plumbline: the time of the run was over before all files were checked; allow more with --time-limit")
        }
        if let cache, plan.detail != .sum { Console.message("plumbline: cache: \(cache.reused) of \(inputs.count) files reused") }
        return reports
    }

    /// Removes the first inputs from a list, and returns their jobs. Files with the same configuration share a checker. The checkers are in
    /// memory together, so their number is bounded: a checkout may have a configuration in each folder.
    private func nextJobs(_ rest: inout ArraySlice<CheckPlan.Input>, _ style: TextStyle) throws -> [Job] {
        var checkers: [Configuration.Reference: LayoutChecker] = [:]
        var cost = 0
        var jobs: [Job] = []
        while let input = rest.first {
            if checkers[input.configuration] == nil {
                if cost >= Configuration.mostCost { break }
                let (checker, own) = try checker(input.configuration)
                checkers[input.configuration] = checker
                cost += own
            }
            guard let checker = checkers[input.configuration] else { break }
            let check = FileCheck(
                files: plan.files, checker: checker, style: style, wantsReports: plan.targets.contains { $0.format == .json },
                wantsDrawings: plan.targets.contains { $0.format == .html },
                isVerbose: plan.detail == .all && plan.targets.contains { $0.format == .text }, isOnly: inputs.count == 1)
            jobs.append(Job(found: input.found, check: check, cache: cache, configuration: input.configuration, end: end))
            rest.removeFirst()
        }
        return jobs
    }

    /// Returns the checker for a configuration, and its cost in the unit of `Configuration.cost`.
    private func checker(_ reference: Configuration.Reference) throws -> (checker: LayoutChecker, cost: Int) {
        let configuration: Configuration
        do throws(ConfigurationError) { configuration = try plan.finder.configuration(reference) } catch { throw CommandFailure(error) }
        let checker = try plan.checker(for: configuration)
        return (checker, checker.analyzer.interfaceBuilder.composition.parts.reduce(configuration.cost) { $0 + $1.bytes.count })
    }

    private struct Job: Sendable {
        var found: InputFiles.Found
        var check: FileCheck
        var cache: ReportCache?
        var configuration: Configuration.Reference
        /// The end of the run's time.
        var end: ContinuousClock.Instant?

        /// A report of a file, with the length of the file.
        struct Outcome {
            var report: FileReport
            var bytes = 0
            /// Whether the analysis was ended because memory was short.
            var wasShort = false
        }

        func outcome() -> Outcome {
            if let failure = found.failure {
                return Outcome(report: FileCheck.failure(FileError(found.path, failure), path: found.path))
            }
            switch check.files.read(found.path) {
            case .failure(let failure):
                return Outcome(report: FileCheck.failure(FileError(found.path, failure.reason), path: found.path))
            case .success(let bytes):
                return outcome(of: bytes)
            }
        }

        private func outcome(of bytes: [UInt8]) -> Outcome {
            var check = check
            let watch = check.checker.analyzer.limits.memory.map { AnalysisWatch($0, end: end) }
            if let watch { check.checker.analyzer.options.interest = watch.interest }
            let report = cache?.report(found.path, bytes, check, configuration) { check.report(found.path, bytes) } ?? check.report(found.path, bytes)
            watch?.giveBack()
            return Outcome(report: report, bytes: bytes.count, wasShort: watch?.wasShort == true)
        }
    }
}

/// A progress bar for a long check, shown only on a terminal.
final class ProgressBar: Sendable {
    private let count: Int
    private let isShown: Bool
    /// The number that is shown. Threads that finish files may come in another order.
    private let shown = Mutex(0)

    init(count: Int) {
        self.count = count
        isShown = count > 20 && isatty(STDERR_FILENO) == 1
    }

    func show(_ done: Int) {
        guard isShown, done % max(1, count / 100) == 0 else { return }
        let filled = 30 * done / count
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 30 - filled)
        shown.withLock { shown in
            guard done > shown else { return }
            shown = done
            try? Console.write("\r[\(bar)] \(done) of \(count) files", to: STDERR_FILENO)
        }
    }

    func clear() {
        if isShown { try? Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }
}
