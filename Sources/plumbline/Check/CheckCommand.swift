internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// `plumbline check FILE…`: reports the findings of each layout, and exits with a status for scripts.
struct CheckCommand {
    private let plan: CheckPlan

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        plan = try CheckPlan(arguments)
    }

    func run() throws -> ExitStatus {
        let changed = try plan.since.map { try ChangedFiles(since: $0) }
        let found = try plan.inputs(changed: changed)
        // A pattern that no longer matches anything should fail. Lists of changed or given files may be empty.
        let isNothing = found.isEmpty && changed == nil && plan.listPath == nil && !plan.arguments.has("--allow-empty")
        if isNothing {
            let folders = plan.operands.map { $0.terminalSafe() }.joined(separator: ", ")
            Console.message("plumbline: there is no layout to check in \(folders); '--allow-empty' lets that pass")
        }
        noteUnused(found)
        var reports = try CheckRun(plan: plan, inputs: found).reports()
        for report in reports { if let failure = report.failure { Console.message("plumbline: \(failure)") } }

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
        try CheckOutput(plan: plan, reports: reports, subjects: subjects, further: further, fileCount: found.count).write()
        let isUnreadable = isNothing || reports.contains { $0.failure != nil }
        let failures = subjects.flatMap(\.findings).filter(\.isFailure)
        let isUntold = reports.contains { $0.layouts.contains(where: \.failsUntold) }
        if let use = plan.baseline, use.isWriting {
            let isNews = try use.write(subjects)
            // The written baseline covers all findings but those that exhausted the budget.
            let isOpen = isUntold || failures.contains { $0.kind == .unproven }
            return isUnreadable ? .usage : isNews || isOpen ? .findings : .success
        }
        if isUnreadable { return .usage }
        return isUntold || !failures.isEmpty ? .findings : .success
    }

    /// Prints which configurations name reporters or a baseline that this run ignores. Only the run's own configuration sets
    /// them.
    private func noteUnused(_ inputs: [CheckPlan.Input]) {
        var told: Set = [plan.configuration.file]
        for other in inputs.map(\.configuration) where told.insert(other.file).inserted {
            var unused: [String] = []
            if !other.reporters.isEmpty, !plan.arguments.has("--format") { unused.append("reporters") }
            if other.baseline != nil, !plan.arguments.has("--baseline"), !plan.arguments.has("--write-baseline") { unused.append("baseline") }
            if unused.isEmpty { continue }
            let whose = plan.configuration.file.isEmpty ? "there are none" : "those of \(plan.configuration.file) hold"
            Console.message("plumbline: \(unused.joined(separator: " and ")) of \(other.file) are not used: of the whole run \(whose)".terminalSafe())
        }
    }
}
