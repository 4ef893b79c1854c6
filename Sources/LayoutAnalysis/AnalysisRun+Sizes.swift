internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

extension AnalysisRun {
    /// The verdict at all the sizes asked for. Each region is proven as it is found.
    mutating func sweepSizes() {
        timed(\.sizes) { run in
            for range in run.options.sizes {
                guard var sweep = SizeSweep(range, run.system.document, run.system, budget: run.budget(0.98)) else { continue }
                do throws(Budget.Spent) {
                    try sweep.run()
                } catch {
                    run.leaveOpen("regions", AnalysisRun.spent)
                }
                _ = run.refused("regions", sweep.refusals)
                run.analysis.regions += sweep.regions
                run.analysis.sizeFindings += SizeFindings(of: sweep, in: run.system.document).findings
                let assertions = run.system.document.assertions + run.options.assertions
                if !assertions.isEmpty { run.analysis.sizeAssertions += SizeAssertions(of: sweep, in: run.system.document, assertions).findings }
            }
        }
    }
}
