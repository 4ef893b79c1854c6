internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// `plumbline check FILE…`: reports the findings of each layout, and exits with a status for scripts.
struct CheckCommand {
    private let plan: CheckPlan

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        self.init(plan: try CheckPlan(arguments))
    }

    init(plan: CheckPlan) {
        self.plan = plan
    }

    func run() throws -> ExitStatus {
        if plan.arguments.has("--watch") { return try CheckWatch(plan.arguments).run() }
        return try pass()
    }

    /// Checks once.
    ///
    /// - Parameters:
    ///   - memory: the files of earlier passes, of which only those that changed are checked again.
    ///   - isFirst: whether this is the first pass over the files.
    func pass(_ memory: CheckMemory? = nil, isFirst: Bool = true) throws -> ExitStatus {
        let start = ContinuousClock.now
        let changed = try plan.since.map { try ChangedFiles(since: $0) }
        var passedOver = PassedOver()
        var found = try plan.inputs(changed: changed, passedOver: &passedOver, memory: memory)
        try plan.expectOutputs(besides: found)
        let mayBeEmpty = changed != nil || plan.listPath != nil || plan.arguments.has("--allow-empty")
        let isWithoutFiles = found.isEmpty && !mayBeEmpty
        if isFirst { noteImportant(passedOver, isEmpty: found.isEmpty && plan.detail != .all, isWithoutFiles) }
        if let memory {
            for path in memory.missing(from: found) {
                let reason = SessionFiles.exists(path) ? "is no longer a layout" : "no longer exists"
                Console.message("plumbline: \(path.terminalSafe()) \(reason)")
            }
            found = memory.changed(found, contents: plan.composedPaths(of: found))
            if found.isEmpty, !isFirst { return .success }
        }
        noteUnused(found)
        if !plan.arguments.has("--deadline") { noteDeadlines(found) }
        var reports = try CheckRun(plan: plan, inputs: found).reports()
        for report in reports { if let failure = report.failure { Console.message(failure) } }
        let isWithoutLayouts = noteEmpty(reports) && !mayBeEmpty

        let isUncomposed = noteUncomposed(reports, mayLackThem: mayBeEmpty || !isFirst)
        let isWithoutScene = noteScenes(reports, mayLackThem: mayBeEmpty || !isFirst)
        var subjects = reports.flatMap { $0.layouts.map(\.subject) + [$0.unreadable].compactMap(\.self) }
        if let changed {
            for index in subjects.indices { subjects[index].findings = subjects[index].findings.map(changed.anchored) }
        }
        let unasked = try UnaskedAssertions(plan: plan, inputs: found, reports: reports).subjects()
        subjects += unasked
        var stale: [Finding] = []
        if let use = plan.baseline {
            (subjects, stale) = try use.apply(to: subjects, checker: plan.checker)
            var rest = subjects[...]
            for index in reports.indices {
                for layout in reports[index].layouts.indices { reports[index].layouts[layout].subject = rest.removeFirst() }
                if reports[index].unreadable != nil { rest.removeFirst() }
            }
            if !stale.isEmpty { subjects.append(CheckedSubject(file: use.path, checks: [.staleBaseline], findings: stale)) }
        }
        // Findings about the configuration or the baseline belong to no layout.
        let further = subjects.suffix(unasked.count + (stale.isEmpty ? 0 : 1)).flatMap(\.shown)
        try CheckOutput(
            plan: plan, reports: reports, subjects: subjects, further: further, fileCount: found.count, elapsed: start.duration(to: .now)
        ).write()
        if plan.detail == .all {
            for line in passedOver.lines { Console.message("plumbline: \(line.terminalSafe())") }
            Console.message("plumbline: checked in \(TextReporter.text(seconds: start.duration(to: .now) / .seconds(1)))")
        }
        let isUnreadable = isWithoutFiles || isWithoutLayouts || isUncomposed || isWithoutScene || reports.contains { $0.failure != nil }
        let failures = subjects.flatMap(\.findings).filter(\.isFailure)
        let isUnexplained = reports.contains { $0.layouts.contains(where: \.failsWithoutFinding) }
        if let use = plan.baseline, use.isWriting {
            try use.write(subjects)
            // The written baseline covers all findings but those that exhausted the budget.
            let isOpen = isUnexplained || failures.contains { $0.kind == .unproven }
            return isUnreadable ? .usage : isOpen ? .findings : .success
        }
        if isUnreadable { return .usage }
        return isUnexplained || !failures.isEmpty ? .findings : .success
    }

    /// Prints what changes the result of a check and is not what one expects.
    private func noteImportant(_ passedOver: PassedOver, isEmpty: Bool, _ isWithoutFiles: Bool) {
        if isWithoutFiles { noteNothing(passedOver) }
        if let line = passedOver.gitLine { Console.message("plumbline: \(line.terminalSafe())") }
        let mayMiss = isEmpty || passedOver.missingLayout != nil && plan.detail != .all
        if mayMiss, let line = passedOver.missingLine { Console.message("plumbline: \(line)") }
        if plan.detail != .all { for line in passedOver.unreachedLines { Console.message("plumbline: \(line.terminalSafe())") } }
    }

    /// Prints that no file is a layout.
    private func noteNothing(_ passedOver: PassedOver) {
        let folders = plan.operands.map { $0.terminalSafe() }.listed()
        if let folder = plan.operands.first(where: { $0.fileExtension == "viewhierarchy" }) {
            Console.message(
                "plumbline: \(folder.terminalSafe()) has no folder RequestResponses, so it is not a complete view hierarchy: export it again in "
                    + "Xcode")
        }
        Console.message("plumbline: there is no layout to check in \(folders)\(passedOver.summary); with '--allow-empty' this is not an error")
        let extensions = InputFiles.extensions.sorted().map { ".\($0)" }.listed("or")
        Console.message("plumbline: only files with the extension \(extensions) that contain a layout are checked")
    }

    /// Prints which composed classes no checked file contains.
    ///
    /// - Parameter mayLackThem: whether not all files are checked, so that the classes may be in others.
    /// - Returns: true if the command line names one of them.
    private func noteUncomposed(_ reports: [FileReport], mayLackThem: Bool) -> Bool {
        if mayLackThem || reports.contains(where: { $0.failure != nil }) { return false }
        let missing = plan.composed.missing(from: reports.flatMap(\.layouts).map(\.composed))
        for file in missing where file.isGiven || plan.operands.contains(where: plan.files.isFolder) {
            Console.message("plumbline: \(ComposedFiles.sentence(file, in: "no checked file contains a"))")
        }
        return missing.contains(where: \.isGiven)
    }

    /// Prints which scenes with a canvas of their own no checked file has.
    ///
    /// - Returns: true if there is one.
    private func noteScenes(_ reports: [FileReport], mayLackThem: Bool) -> Bool {
        if mayLackThem || reports.contains(where: { $0.failure != nil }) { return false }
        let layouts = reports.flatMap(\.layouts)
        let missing = SceneCanvases(plan.arguments).missing(from: layouts.map(\.ownCanvas))
        let names = layouts.compactMap(\.subject.name)
        for scene in missing { Console.message("plumbline: " + SceneCanvases.sentence(scene, "no checked file has a scene", among: names)) }
        return !missing.isEmpty
    }

    /// Prints which files contain no layout, such as a storyboard without scenes.
    ///
    /// - Returns: true if none of the files contains one.
    private func noteEmpty(_ reports: [FileReport]) -> Bool {
        let empty = reports.filter { $0.failure == nil && $0.layouts.isEmpty }
        for report in empty where plan.operands.contains(report.path) || empty.count == reports.count {
            let name = InputReader.name(of: report.path).terminalSafe()
            Console.message("plumbline: \(name) contains no layout, so there is nothing to check")
        }
        return !reports.isEmpty && empty.count == reports.count
    }

    /// Prints which configurations ask for more time than the command line gives.
    private func noteDeadlines(_ inputs: [CheckPlan.Input]) {
        let most = InputLimits().deadline
        var seen: Set<String> = []
        for other in inputs.map(\.configuration) where other.deadline ?? 0 > most && seen.insert(other.file).inserted {
            Console.message("plumbline: \(other.file): \"seconds\" is more than \(Int(most)), and only --deadline gives more".terminalSafe())
        }
    }

    /// Prints which configurations name reporters or a baseline that this run ignores. Only the run's own configuration sets
    /// them.
    private func noteUnused(_ inputs: [CheckPlan.Input]) {
        var seen: Set = [plan.configuration.file]
        for other in inputs.map(\.configuration) where seen.insert(other.file).inserted {
            var unused: [String] = []
            if other.hasReporters, !plan.arguments.has("--format") { unused.append("reporters") }
            if other.hasBaseline, !plan.arguments.has("--baseline"), !plan.arguments.has("--write-baseline") { unused.append("baseline") }
            if unused.isEmpty { continue }
            let whose = plan.configuration.file.isEmpty ? "this run has none" : "this run uses those of \(plan.configuration.file)"
            Console.message(
                "plumbline: \(unused.joined(separator: " and ")) of \(other.file) are not used: there is one setting for the whole run, and \(whose)"
                    .terminalSafe())
        }
    }
}
