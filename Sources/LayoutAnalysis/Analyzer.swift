internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
internal import Simplex

/// Analyses one layout: lowers it, solves it, finds and explains what is wrong, and checks each claim before stating it.
public struct Analyzer: Sendable {
    public var options: AnalysisOptions

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    /// Never fails: what cannot be proven within the deadline is told under `inconclusive`.
    public func analyze(_ document: LayoutDocument) -> Analysis {
        var run = AnalysisRun(document: document, options: options)
        run.finish()
        return run.analysis
    }
}
