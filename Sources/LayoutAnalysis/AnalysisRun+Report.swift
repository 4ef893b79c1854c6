internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Converts results to the report.

extension AnalysisRun {
    mutating func report() {
        reportConflicts()
        reportDecisions()
        if !system.document.isFragment {
            reportLayout()
            reportAmbiguities()
            analysis.feasibleSize = FeasibleSize(
                width: sizeResults.ranges[.horizontal]?.evidence.range, height: sizeResults.ranges[.vertical]?.evidence.range)
        }
        verify()
        reportNeededSizes()
        withdrawUnrepresentableLengths()
        leaveOpenWhatFollows()
        analysis.verdict = verdict
        if system.document.isFragment {
            reportMissing()
            reportLog()
        }
    }

    /// The verdict that is proven. It is `clean` only if every phase was completed.
    private var verdict: Analysis.Verdict {
        if analysis.isConflicting { return .conflicting }
        if system.document.isFragment || analysis.frames.isEmpty { return .incomplete }
        if analysis.isAmbiguous { return .ambiguous }
        return isOpen("conflicts", "ranges") ? .incomplete : .clean
    }

    /// Marks results as inconclusive that depend on inconclusive ones: frames depend on the proven layout, and ambiguities on the
    /// set of optima.
    private mutating func leaveOpenWhatFollows() {
        if system.document.isFragment { return }
        let cause = analysis.inconclusive.first { ["decisions", "frames", "ranges"].contains($0.subject) }?.reason ?? "no layout could be proven"
        if analysis.frames.isEmpty, !isOpen("frames") { leaveOpen("frames", cause) }
        guard isOpen("frames", "ranges") else { return }
        analysis.degreesOfFreedom = nil
        if !analysis.isAmbiguous, !isOpen("ambiguities") { leaveOpen("ambiguities", cause) }
    }

    /// Reports the unknowns that a log's rows contain. If there are none and the rows are feasible, reports that something is
    /// missing from the log.
    private mutating func reportMissing() {
        let document = system.document
        var isNamed = Array(repeating: false, count: system.variables.count)
        var assumed: Set<Int> = []
        for (row, lowered) in system.rows.enumerated() {
            switch lowered.kind {
            case .implicit(.nonNegative), .implicit(.baseline): continue
            default: break
            }
            for term in system.terms(of: row) { isNamed[term.variable] = true }
            for anchor in system.anchors(of: row) where document.views[anchor.item].isAssumed { assumed.insert(anchor.item) }
        }
        let names = ViewNames(document)
        analysis.missing = assumed.sorted().map { "the \(names.name(of: $0))" }
        let ids = Dictionary(document.views.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (index, variable) in system.variables.enumerated() where isNamed[index] {
            guard case .unknown(let words) = variable else { continue }
            // `first baseline of V`: an attribute and a view.
            let parts = words.split(separator: " of ", maxSplits: 1)
            let view = parts.count == 2 ? ids[String(parts[1])] : nil
            analysis.missing.append(view.map { "\(parts[0]) of \(names.name(of: $0))" } ?? words)
        }
        analysis.missing += roundedDigits?.words ?? []
        if analysis.verdict == .incomplete, document.unreadLines > 0 {
            let count = document.unreadLines
            analysis.missing.append("the contents of \(count) line\(count == 1 ? " that was" : "s that were") not understood")
        }
        if analysis.verdict == .incomplete, analysis.missing.isEmpty, optimum != nil {
            // Every printed row is complete, and yet they are satisfiable: the cause was not printed.
            analysis.missing = [Analysis.otherContradiction]
        }
    }

    /// The conflicts to report, and the system whose rows they are. For a log, its numbers are the printed ones.
    var conflictsShown: (conflicts: [ProvenConflict], system: LoweredSystem) {
        if let roundedDigits, roundedDigits.conflicts.count == conflictResults.conflicts.count {
            return (roundedDigits.conflicts, roundedDigits.printed)
        }
        return (conflictResults.conflicts, system)
    }

    private mutating func reportConflicts() {
        let (conflicts, system) = conflictsShown
        analysis.repairs = conflictResults.repairs.map { Repair(relax: $0.rows.map(system.id)) }
        if conflicts.isEmpty { return }
        let rule = LikelyInUIKit(system)
        let names = ViewNames(system.document)
        let budget = budget(0.9)
        var required = FeasibilityOracle(system: system, budget: budget)
        for (index, found) in conflicts.enumerated() {
            do throws(Budget.Spent) {
                // Explaining conflicts of thousands of rows takes time.
                if index > 0 { try budget.check() }
            } catch {
                analysis.conflictsComplete = false
                leaveOpen("conflicts", AnalysisRun.spent)
                break
            }
            var conflict = found
            let likely = rule.ranked(conflict.rows, in: system).candidates.first?.row
            let fixes = ConflictFixes.fixes(of: &conflict, in: system, likely: likely, &required)
            if roundedDigits?.conflicts.indices.contains(index) ?? false {
                roundedDigits?.conflicts[index] = conflict
            } else {
                self.conflictResults.conflicts[index] = conflict
            }
            analysis.conflicts.append(
                Conflict(
                    id: "K\(index + 1)", members: conflict.rows.map(system.id), factors: conflict.factors, sum: conflict.sum,
                    fingerprint: Fingerprint.conflict(conflict, in: system),
                    explanation: ConflictSentence(system: system, conflict: conflict, names: names).explanation,
                    fixes: fixes, owner: Conflict.Owner(of: conflict.rows, in: system), vanishesAt: conflict.vanishingSizes(in: system)))
        }
    }

    private mutating func reportDecisions() {
        guard let breaking = conflictResults.breaking else { return }
        let listed = AnalysisRun.listedCount(breaking.steps.map { system.listedLength(of: $0.conflict.rows) })
        if listed < breaking.steps.count {
            let others = breaking.steps.count - listed
            leaveOpen("decisions", "\(others) more were made but not listed: a report lists at most \(AnalysisRun.mostListedRows) rows of them")
        }
        analysis.decisions = breaking.steps.prefix(listed).enumerated().map { index, step in
            Decision(
                sequence: index + 1, trigger: system.id(of: step.trigger), conflict: step.conflict.rows.map(system.id),
                broken: system.id(of: step.broken), candidates: step.ranking.reported(in: system), policy: options.policy,
                reason: step.ranking.reason, log: system.consoleForm(conflict: step.conflict.rows, broken: step.broken), isRestored: step.isRestored)
        }
        analysis.broken = breaking.broken.map { system.id(of: $0.row) }
    }

    private mutating func reportLayout() {
        guard let optimum else { return }
        analysis.show(system, at: optimum.point, broken: Set(conflictResults.breaking?.broken.map(\.row) ?? [])) { [proof = optimalSet.proof] in
            proof?.optimum.holds($0) ?? false
        }
    }

    private mutating func reportAmbiguities() {
        guard let optimum, analysis.isAmbiguous, let degrees = analysis.degreesOfFreedom else { return }
        var finder = SuggestionFinder(
            optimum: optimum, degreesOfFreedom: degrees, broken: Set(conflictResults.breaking?.broken.map(\.row) ?? []),
            isRelaxed: !(conflictResults.breaking?.isExact ?? true), subsystem: optimalSet.proof?.optimum.subsystem, budget: budget())
        let groups = AmbiguityFinder.ambiguities(of: optimalSet.varying, in: optimum)
        var report = AmbiguityReport()
        let touching = system.rowsTouching(groups.map(\.ambiguity.view))
        var suggestions: [[Change]] = Array(repeating: [], count: groups.count)
        do throws(Budget.Spent) {
            suggestions = try finder.suggestions(for: groups)
        } catch {
            leaveOpen("suggestions", AnalysisRun.spent)
        }
        var source = Fingerprint.Source(system)
        // Ambiguities that cannot be described in time are omitted, which is reported.
        let naming = budget(0.97)
        for (index, (found, variables)) in groups.enumerated() {
            do throws(Budget.Spent) {
                if index > 0 { try naming.check() }
            } catch {
                leaveOpen("ranges", AnalysisRun.spent)
                break
            }
            var ambiguity = found
            ambiguity.suggestions = suggestions[index]
            let rows = Fingerprint.rows(of: ambiguity, tied: variables.flatMap(\.tied), touching: touching[ambiguity.view] ?? [], in: system)
            ambiguity.fingerprint = Fingerprint.ambiguity(ambiguity, rows: rows, by: &source)
            report.rows += rows
            analysis.ambiguities.append(ambiguity)
        }
        let exercise = Exercise(optimum, moving: options.alternateViews)
        reportAlternates(exercise.alternates(of: optimalSet.varying, count: options.alternates, seed: options.seed), optimum)
        report.alternates = optimalSet.alternates
        report.isOfSubsystemAlone = finder.isOfSubsystemAlone
        optimalSet.report = report
    }

    private mutating func reportAlternates(_ changes: [[VariableChange]], _ optimum: Optimum) {
        optimalSet.alternates = changes
        analysis.alternates = changes.enumerated().map { index, changes in
            Alternate(id: "A\(index + 1)", frames: Exercise.moved(from: optimum.point, by: changes, system))
        }
    }
}

extension LoweredSystem {
    /// Returns, for each of these views, the rows that contain one of its variables, ascending.
    func rowsTouching(_ views: [Int]) -> [Int: [Int]] {
        // By view: its index among these.
        var places = [Int32](repeating: -1, count: document.views.count)
        for (place, view) in views.enumerated() { places[view] = Int32(truncatingIfNeeded: place) }
        let (matrix, count) = (matrix, rows.count)
        // A row may contain several variables of a view in succession.
        var found: [(place: Int32, row: Int32)] = []
        var counts = [Int](repeating: 0, count: views.count)
        for row in 0..<count {
            let first = found.count
            for at in matrix.range(of: row) {
                let view = Int(matrix.columns[at]) >> 2
                guard view < places.count, places[view] >= 0 else { continue }
                let place = places[view]
                if found[first...].contains(where: { $0.place == place }) { continue }
                found.append((place, Int32(truncatingIfNeeded: row)))
                counts[Int(place)] += 1
            }
        }
        var touching = counts.map { count in
            var rows: [Int] = []
            rows.reserveCapacity(count)
            return rows
        }
        for (place, row) in found { touching[Int(place)].append(Int(row)) }
        return Dictionary(views.enumerated().map { ($1, touching[Int(places[$1])]) }) { first, _ in first }
    }
}
