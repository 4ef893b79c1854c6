internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

extension AnalysisRun {
    /// The verdict at all the places asked for. Each region is proven as it is found.
    mutating func sweepSizes() {
        timed(\.sizes) { run in
            let document = run.system.document
            // What has two dimensions takes longer.
            let isMapped = run.options.sizes.count(where: { $0.dimension != .textScale }) > 1
            for range in run.options.sizes {
                guard let family = SizeFamily(document, along: [range.dimension]) else { continue }
                var sweep = SizeSweep(family, from: range.min, to: range.max, budget: run.budget(isMapped ? 0.5 : 0.98))
                do throws(Budget.Spent) {
                    try sweep.run()
                } catch {
                    run.leaveOpen("regions", AnalysisRun.spent)
                }
                _ = run.refused("regions", sweep.refusals)
                run.analysis.regions += sweep.regions(range.dimension)
                let findings = SizeFindings(of: sweep, range.dimension, in: document, run.options)
                run.analysis.sizeFindings += findings.findings
                run.analysis.sizeAssertions += findings.failures
            }
            run.mapSizes()
        }
    }

    /// The verdict at all widths and heights, where both were asked for.
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
