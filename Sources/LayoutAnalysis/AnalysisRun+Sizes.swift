internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

extension AnalysisRun {
    /// Finds the verdict at all requested sizes. Each region is verified when it is found.
    mutating func sweepSizes() {
        timed(\.sizes) { run in
            let document = run.system.document
            // A two-dimensional range takes longer.
            let isMapped = run.options.sizes.count(where: { $0.dimension != .textScale }) > 1
            for range in run.options.sizes {
                let budget = run.budget(isMapped ? 0.5 : 0.98)
                if !document.wrappingViews.isEmpty {
                    run.sweepPasses(range, budget)
                    continue
                }
                guard let (sweep, isSpent) = AnalysisRun.swept(document, range.dimension, range.min, range.max, budget) else { continue }
                if isSpent { run.leaveOpen("regions", AnalysisRun.spent) }
                _ = run.refused("regions", sweep.refusals)
                run.analysis.regions += sweep.regions(range.dimension)
                let work = QuestionWork(run.budget(1))
                let findings = SizeFindings(of: sweep, range.dimension, in: document, run.options, work)
                run.add(findings.findings, findings.failures(most: run.mostSizeAssertions), of: findings.failureCount)
                run.leaveOpen(work, "sizeFindings")
            }
            run.mapSizes()
        }
    }

    /// Sweeps a range of a layout whose texts wrap: the first pass over the whole range, and the second in each part with the same
    /// heights.
    private mutating func sweepPasses(_ range: SizeRange, _ budget: Budget) {
        let first = system.document.firstPass()
        guard let (sweep, isFirstSpent) = AnalysisRun.swept(first, range.dimension, range.min, range.max, budget) else { return }
        _ = refused("regions", sweep.refusals)
        let runs = HeightRuns(sweep, first, range.dimension)
        var whole: SizeSweep?
        var isSpent = isFirstSpent
        var passes = analysis.passes ?? TextPasses()
        var (findings, failures): ([SizeFinding], [SizeAssertion]) = ([], [])
        var failureCount = 0
        let work = QuestionWork(self.budget(1))
        for run in runs.runs {
            let document = runs.document(of: run)
            guard let (found, isPartSpent) = AnalysisRun.swept(document, range.dimension, run.span.min, run.span.max, budget) else {
                return leaveOpen("regions", "this range of sizes could not be analyzed")
            }
            var sweep = found
            sweep.trim(to: run.span)
            isSpent = isSpent || isPartSpent
            passes.regions.append(TextPasses.Region(dimension: range.dimension, span: run.span, heights: run.heights))
            let finder = SizeFindings(of: sweep, range.dimension, in: document, options, work)
            findings += finder.findings
            failures += finder.failures(most: mostSizeAssertions)
            failureCount = max(failureCount, finder.failureCount)
            whole = whole?.joined(with: sweep) ?? sweep
        }
        guard let whole else { return }
        if isSpent { leaveOpen("regions", AnalysisRun.spent) }
        _ = refused("regions", whole.refusals)
        analysis.passes = passes
        analysis.regions += whole.regions(range.dimension)
        let merged = SizeFindings.merged(failures)
        add(SizeFindings.merged(findings), merged, of: max(merged.count, failureCount))
        leaveOpen(work, "sizeFindings")
    }

    /// The maximum number of findings about frames that are listed for a range.
    static let mostSizeFindings = 1000

    /// The maximum number of assertions that are listed for a range. Each has the frames of all views.
    private var mostSizeAssertions: Int { max(1, min(200, 200_000 / max(1, system.document.views.count))) }

    /// Adds the findings of a range, and reports how many are not listed.
    ///
    /// - Parameter count: the number of assertions that fail.
    private mutating func add(_ findings: [SizeFinding], _ failures: [SizeAssertion], of count: Int) {
        analysis.sizeFindings += findings.prefix(AnalysisRun.mostSizeFindings)
        analysis.sizeAssertions += failures.prefix(mostSizeAssertions)
        countRest(findings.count - AnalysisRun.mostSizeFindings, count - mostSizeAssertions, "sizeFindings")
    }

    private mutating func countRest(_ findings: Int, _ assertions: Int, _ subject: String) {
        if findings > 0 { leaveOpen(subject, "\(findings) more are not listed: a report lists at most \(AnalysisRun.mostSizeFindings) of them") }
        if assertions > 0 { leaveOpen(subject, "\(assertions) more assertions that fail are not listed") }
    }

    /// Reports that not everything was compared.
    private mutating func leaveOpen(_ work: QuestionWork, _ subject: String) {
        if work.isSpent { leaveOpen(subject, AnalysisRun.spent) }
        if work.isLimited {
            leaveOpen(subject, "so many siblings are in the same place that only \(QuestionWork.mostPairs) pairs of them were compared")
        }
    }

    /// Returns the sweep of a range, and whether the budget was spent. A range of text scales is divided where rows change their
    /// slopes, and each part is swept by itself.
    private static func swept(
        _ document: LayoutDocument, _ dimension: SizeDimension, _ min: Rational, _ max: Rational, _ budget: Budget
    ) -> (sweep: SizeSweep, isSpent: Bool)? {
        let breaks = dimension == .textScale ? document.textScaleBreaks.filter { min < $0 && $0 < max } : []
        let marks = [min] + breaks + [max]
        var whole: SizeSweep?
        var isSpent = false
        for (low, high) in zip(marks, marks.dropFirst()) {
            let family =
                dimension == .textScale
                ? SizeFamily(document, textScalesFrom: low, to: high) : SizeFamily(document, along: [dimension])
            guard let family else { return nil }
            var sweep = SizeSweep(family, from: low, to: high, budget: budget)
            do throws(Budget.Spent) {
                try sweep.run()
            } catch {
                isSpent = true
            }
            whole = whole?.joined(with: sweep) ?? sweep
        }
        return whole.map { ($0, isSpent) }
    }

    /// Finds the verdict at all widths and heights if both ranges were requested.
    private mutating func mapSizes() {
        guard let width = options.sizes.first(where: { $0.dimension == .width }),
            let height = options.sizes.first(where: { $0.dimension == .height })
        else { return }
        guard system.document.wrappingViews.isEmpty else {
            leaveOpen(
                "sizeMap", "heights that depend on widths cannot be checked over ranges of both width and height; give only one of the two ranges")
            return
        }
        guard var sweep = SizeMapSweep(width, height, system.document, budget: budget(0.85)) else { return }
        do throws(SizeMapSweep.Failure) {
            try sweep.run()
        } catch {
            _ = refused("sizeMap", sweep.refusals)
            sweep.sampleGrid(error, budget: budget(0.98))
            if sweep.map.verdicts.contains(.incomplete) { leaveOpen("sizeMap", AnalysisRun.spent) }
        }
        let work = QuestionWork(budget(0.98))
        let found = SizeMapFindings(of: sweep.patches, in: system.document, options, work)
        // Extents from some patches only would be wrong.
        if !work.isSpent {
            let findings = found.findings
            sweep.map.findings = Array(findings.prefix(AnalysisRun.mostSizeFindings))
            sweep.map.assertions = found.failures(most: mostSizeAssertions)
            countRest(findings.count - AnalysisRun.mostSizeFindings, found.failureCount - mostSizeAssertions, "sizeMap findings")
        }
        leaveOpen(work, "sizeMap findings")
        analysis.sizeMap = sweep.map
    }
}
