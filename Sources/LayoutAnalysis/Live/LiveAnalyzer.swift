internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyses a layout again and again while it is edited; what it finds is what `Analyzer` finds of each document.
///
/// Where a clean layout stays clean, only what an edit reaches is worked out and proven again.
public struct LiveAnalyzer {
    public let options: AnalysisOptions
    private var proven: ProvenLayout?
    /// How many layouts in a row were not gone on to from `proven`.
    private var misses = 0
    /// An edit that makes a layout ambiguous, or conflicting, is often followed by one that takes it back; so often it is waited for that.
    private static let mostMisses = 4
    /// The last analysis went on from the one before.
    public private(set) var hasCarriedOn = false

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    /// Never fails: what cannot be proven within the deadline is told under `inconclusive`.
    ///
    /// - Parameter change: what led to the document, where it is known.
    public mutating func analyze(_ document: LayoutDocument, change: DocumentChange? = nil) -> Analysis {
        let carried = carryOn(to: document, change)
        hasCarriedOn = carried != nil
        if let carried { return carried }
        var run = AnalysisRun(document: document, options: options)
        run.finish()
        misses += 1
        if let next = ProvenLayout(run) {
            proven = next
            misses = 0
        } else if misses > LiveAnalyzer.mostMisses {
            proven = nil
        }
        return run.analysis
    }

    /// nil where the proofs do not hold any more.
    private mutating func carryOn(to document: LayoutDocument, _ change: DocumentChange?) -> Analysis? {
        guard var proven, !document.isFragment else { return nil }
        // What cannot follow is left where it was, without what is not to be shared.
        self.proven?.rest()
        let start = SteadyClock.now()
        let begin = CPUClock.now()
        let deadline = options.deadline
        let budget = Budget { SteadyClock.now() > start + deadline * 0.5 }
        guard let system = proven.system.lowered(document, change) else { return nil }
        proven.analysis.timing = Analysis.Timing()
        proven.analysis.timing.lower = (CPUClock.now() - begin) * 1000
        do throws(Budget.Spent) {
            guard try proven.follow(system, budget) else { return nil }
        } catch {
            return nil
        }
        self.proven = proven
        misses = 0
        return proven.analysis
    }
}

extension LoweredSystem {
    /// The rows of a document, made of these where nothing but constants changed; nil where they are too many.
    fileprivate func lowered(_ next: LayoutDocument, _ change: DocumentChange?) -> LoweredSystem? {
        guard let change, change.isOfConstants, change.begins(at: document) else {
            return LoweredSystem(lowering: next, mostTerms: AnalysisRun.mostTerms)
        }
        return withConstants(of: change.constraints, in: next)
    }
}
