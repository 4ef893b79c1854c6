internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyzes a layout repeatedly while it is edited. The results are those of `Analyzer` for each document.
///
/// If a clean layout remains clean, only the part that an edit affects is computed and proven again. For other layouts, parts
/// with a unique optimum are not proven again.
public struct IncrementalAnalyzer {
    /// The options. The deadline may differ between analyses.
    public var options: AnalysisOptions
    private var proven: IncrementalBaseline?
    /// The number of consecutive layouts that did not continue from `proven`.
    private var misses = 0
    /// The number of misses after which `proven` is replaced. An edit that makes a layout ambiguous or conflicting is often
    /// followed by one that undoes it.
    private static let mostMisses = 4
    /// The proofs about the last layout if it was analyzed as a whole.
    private var last: CertificateCache?
    /// The last layout if it is not clean.
    private var notClean: IncrementalBaseline?
    /// Whether the last analysis reused the previous one.
    public private(set) var hasCarriedOn = false
    /// Whether the last analysis found the same problems as the previous one, with only constants changed.
    public private(set) var hasFoundTheSame = false

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    /// Returns the analysis of a document. It never fails: results that are not proven within the deadline are listed under
    /// `inconclusive`.
    ///
    /// - Parameter change: the change that led to the document, if known.
    public mutating func analyze(_ document: LayoutDocument, change: DocumentChange? = nil) -> Analysis {
        var analysis = findings(of: document, change)
        analysis.addDiagnoses(document)
        return analysis
    }

    private mutating func findings(of document: LayoutDocument, _ change: DocumentChange?) -> Analysis {
        var run = AnalysisRun(document: document, options: options)
        (hasCarriedOn, hasFoundTheSame) = (false, false)
        var left: IncrementalBaseline?
        if proven == nil && last == nil || document.isFragment {
            run.finish()
        } else {
            run.lower(from: last?.system ?? proven?.system, change)
            if let followed = follow(&run, change, &left) ?? carryOn(&run) { return followed }
            if let known = last ?? proven?.known { run.known = RemappedCertificates(known, for: run.system) }
            run.finish()
            hasCarriedOn = run.parts != nil
        }
        misses += 1
        last = run.proofs
        if let next = IncrementalBaseline(run) {
            proven = next
            misses = 0
        } else {
            notClean = IncrementalBaseline(notClean: run)
            if let left { notClean?.goOn(with: left) }
            if misses > IncrementalAnalyzer.mostMisses { proven = nil }
        }
        return run.analysis
    }

    /// Continues from a layout that is not clean. Returns nil if the findings may differ.
    ///
    /// - Parameter left: receives the layout from which it could not continue.
    private mutating func follow(_ run: inout AnalysisRun, _ change: DocumentChange?, _ left: inout IncrementalBaseline?) -> Analysis? {
        guard var layout = notClean else { return nil }
        // A layout that cannot follow is not used again, and one that follows is mutated.
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
        if misses > IncrementalAnalyzer.mostMisses { proven = nil }
        last = layout.known
        notClean = layout
        (hasCarriedOn, hasFoundTheSame) = (true, true)
        return layout.analysis
    }

    /// Continues from the last clean layout. Returns nil if its proofs are not valid any more.
    private mutating func carryOn(_ run: inout AnalysisRun) -> Analysis? {
        guard var proven, !run.isTooLarge else { return nil }
        // The stored layout remains as it was if the copy cannot follow. It releases the storage that must not be shared.
        self.proven?.rest()
        proven.analysis.timing = run.analysis.timing
        do throws(Budget.Spent) {
            // If this takes longer, most of the time must remain for the whole analysis.
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
