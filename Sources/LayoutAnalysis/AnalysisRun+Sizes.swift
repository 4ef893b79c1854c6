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
                guard let (sweep, isSpent) = AnalysisRun.swept(document, range, budget) else { continue }
                if isSpent { run.leaveOpen("regions", AnalysisRun.spent) }
                _ = run.refused("regions", sweep.refusals)
                run.analysis.regions += sweep.regions(range.dimension)
                let findings = SizeFindings(of: sweep, range.dimension, in: document, run.options)
                run.analysis.sizeFindings += findings.findings
                run.analysis.sizeAssertions += findings.failures
            }
            run.mapSizes()
        }
    }

    /// Returns the sweep of a range, and whether the budget was spent. A range of text scales is divided where rows change their
    /// slopes, and each part is swept by itself.
    private static func swept(_ document: LayoutDocument, _ range: SizeRange, _ budget: Budget) -> (sweep: SizeSweep, isSpent: Bool)? {
        let breaks = range.dimension == .textScale ? document.textScaleBreaks.filter { range.min < $0 && $0 < range.max } : []
        let marks = [range.min] + breaks + [range.max]
        var whole: SizeSweep?
        var isSpent = false
        for (low, high) in zip(marks, marks.dropFirst()) {
            let family =
                range.dimension == .textScale
                ? SizeFamily(document, textScalesFrom: low, to: high) : SizeFamily(document, along: [range.dimension])
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
            let height = options.sizes.first(where: { $0.dimension == .height }),
            var sweep = SizeMapSweep(width, height, system.document, budget: budget(0.85))
        else { return }
        do throws(SizeMapSweep.Failure) {
            try sweep.run()
        } catch {
            _ = refused("sizeMap", sweep.refusals)
            sweep.sampleGrid(error, budget: budget(0.98))
            if sweep.map.verdicts.contains(.incomplete) { leaveOpen("sizeMap", AnalysisRun.spent) }
        }
        do throws(Budget.Spent) {
            let found = try SizeMapFindings(of: sweep.patches, in: system.document, options, budget: budget(0.98))
            sweep.map.findings = found.findings
            sweep.map.assertions = found.failures
        } catch {
            leaveOpen("sizeMap findings", AnalysisRun.spent)
        }
        analysis.sizeMap = sweep.map
    }
}
