internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyses a layout again and again while it is edited; what it finds is what `Analyzer` finds of each document.
///
/// Where a clean layout stays clean, only what an edit reaches is worked out and proven again. Of other layouts parts that have one place
/// are not proven again.
public struct LiveAnalyzer {
    /// The deadline may change from one analysis to the next.
    public var options: AnalysisOptions
    private var proven: ProvenLayout?
    /// How many layouts in a row were not gone on to from `proven`.
    private var misses = 0
    /// An edit that makes a layout ambiguous, or conflicting, is often followed by one that takes it back; so often it is waited for that.
    private static let mostMisses = 4
    /// What was proven of the last layout, where it was analysed as a whole.
    private var last: KnownProofs?
    /// The last layout, where it is not clean.
    private var notClean: ProvenLayout?
    /// The last analysis went on from the one before.
    public private(set) var hasCarriedOn = false
    /// The last analysis found again what is wrong with the layout before, with constants alone changed.
    public private(set) var hasFoundTheSame = false

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    /// Never fails: what cannot be proven within the deadline is told under `inconclusive`.
    ///
    /// - Parameter change: what led to the document, where it is known.
    public mutating func analyze(_ document: LayoutDocument, change: DocumentChange? = nil) -> Analysis {
        var analysis = findings(of: document, change)
        analysis.addDiagnoses(document)
        return analysis
    }

    private mutating func findings(of document: LayoutDocument, _ change: DocumentChange?) -> Analysis {
        var run = AnalysisRun(document: document, options: options)
        (hasCarriedOn, hasFoundTheSame) = (false, false)
        var left: ProvenLayout?
        if proven == nil && last == nil || document.isFragment {
            run.finish()
        } else {
            run.lower(from: last?.system ?? proven?.system, change)
            if let followed = follow(&run, change, &left) ?? carryOn(&run) { return followed }
            if let known = last ?? proven?.known { run.known = KnownLayout(known, for: run.system) }
            run.finish()
            hasCarriedOn = run.parts != nil
        }
        misses += 1
        last = run.proofs
        if let next = ProvenLayout(run) {
            proven = next
            misses = 0
        } else {
            notClean = ProvenLayout(notClean: run)
            if let left { notClean?.goOn(with: left) }
            if misses > LiveAnalyzer.mostMisses { proven = nil }
        }
        return run.analysis
    }

    /// Goes on from a layout that is not clean; nil where what was found of it may be other.
    ///
    /// - Parameter left: gets the layout that could not be gone on from.
    private mutating func follow(_ run: inout AnalysisRun, _ change: DocumentChange?, _ left: inout ProvenLayout?) -> Analysis? {
        guard var layout = notClean else { return nil }
        // What does not follow is of no use any more, and what follows changes itself.
        notClean = nil
        if run.isTooLarge { return nil }
        layout.analysis.timing = run.analysis.timing
        do throws(Budget.Spent) {
            guard try layout.follow(&run, change, run.budget(0.25)) else {
                layout.tellParts(&last)
                left = layout
                return nil
            }
        } catch {
            return nil
        }
        if !layout.isInRange { return nil }
        misses += 1
        if misses > LiveAnalyzer.mostMisses { proven = nil }
        last = layout.known
        notClean = layout
        (hasCarriedOn, hasFoundTheSame) = (true, true)
        return layout.analysis
    }

    /// nil where the proofs of the last clean layout do not hold any more.
    private mutating func carryOn(_ run: inout AnalysisRun) -> Analysis? {
        guard var proven, !run.isTooLarge else { return nil }
        // What cannot follow is left where it was, without what is not to be shared.
        self.proven?.rest()
        proven.analysis.timing = run.analysis.timing
        do throws(Budget.Spent) {
            // Where it takes longer, most of the time has to be left for the whole.
            guard try proven.follow(&run, nil, run.budget(0.25)) else { return nil }
        } catch {
            return nil
        }
        if !proven.isInRange { return nil }
        self.proven = proven
        last = nil
        misses = 0
        hasCarriedOn = true
        return proven.analysis
    }
}
