internal import Foundation
internal import LayoutCheck
internal import Reporting
internal import StandardAdditions

/// Checks files in parallel. The findings do not depend on the number of threads.
struct CheckRun {
    private let plan: CheckPlan
    private let inputs: [CheckPlan.Input]
    private let cache: ReportCache?

    init(plan: CheckPlan, inputs: [CheckPlan.Input]) {
        self.plan = plan
        self.inputs = inputs
        let places: Set = [
            "--format", "--output", "--cache", "--jobs", "--since", "--files-from", "--baseline", "--write-baseline", "--quiet", "--statistics",
            "--color", "--watch", "--allow-empty",
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

    /// Returns one report per input, in the order of the inputs.
    func reports() throws -> [FileReport] {
        let style = TextStyle(isColored: plan.targets.contains { $0.format == .text && plan.output(for: $0).isColored })
        // Files with the same configuration share a checker.
        var checkers: [Configuration: LayoutChecker] = [:]
        var jobs: [Job] = []
        for input in inputs {
            let checker = try checkers[input.configuration] ?? plan.checker(for: input.configuration)
            checkers[input.configuration] = checker
            let check = FileCheck(
                files: plan.files, checker: checker, style: style, wantsReports: plan.targets.contains { $0.format == .json },
                wantsDrawings: plan.targets.contains { $0.format == .html },
                isVerbose: plan.detail == .all && plan.targets.contains { $0.format == .text }, isOnly: inputs.count == 1)
            jobs.append(Job(found: input.found, check: check, cache: cache, configuration: input.configuration))
        }
        let width = min(jobs.count, plan.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        let bar = ProgressBar(count: width <= 1 ? 0 : jobs.count)
        let queue = jobs
        let reports = ParallelWork.results(queue.count, width: width, progress: bar.show) { queue[$0].report() }
        bar.clear()
        if let cache, plan.detail != .sum { Console.message("plumbline: cache: \(cache.reused) of \(jobs.count) files reused") }
        return reports
    }

    private struct Job: Sendable {
        var found: InputFiles.Found
        var check: FileCheck
        var cache: ReportCache?
        var configuration: Configuration

        func report() -> FileReport {
            if let failure = found.failure {
                return FileCheck.failure(FileError(found.path, failure), path: found.path)
            }
            switch check.files.read(found.path) {
            case .failure(let failure):
                return FileCheck.failure(FileError(found.path, failure.reason), path: found.path)
            case .success(let bytes):
                guard let cache else { return check.report(found.path, bytes) }
                return cache.report(found.path, bytes, check, configuration) { check.report(found.path, bytes) }
            }
        }
    }
}

/// A progress bar for a long check, shown only on a terminal.
struct ProgressBar: Sendable {
    private let count: Int
    private let isShown: Bool

    init(count: Int) {
        self.count = count
        isShown = count > 20 && isatty(STDERR_FILENO) == 1
    }

    func show(_ done: Int) {
        guard isShown, done % max(1, count / 100) == 0 else { return }
        let filled = 30 * done / count
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 30 - filled)
        try? Console.write("\r[\(bar)] \(done) of \(count) files", to: STDERR_FILENO)
    }

    func clear() {
        if isShown { try? Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }
}
