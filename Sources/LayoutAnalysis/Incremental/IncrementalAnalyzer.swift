internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyzes a layout repeatedly while it is edited. The results are those of `Analyzer` for each document.
///
/// If only constants change, the optimum and its proof follow from the earlier ones, and only what moves is computed. After other
/// changes all phases run, and parts of the layout that are unchanged are neither solved nor proven again.
public struct IncrementalAnalyzer {
    /// The options. The deadline and the interest may differ between analyses.
    public var options: AnalysisOptions
    private var clean: ReoptimizableLayout?
    /// The number of consecutive layouts that were not derived from `clean`.
    private var misses = 0
    /// The number of misses after which `clean` is evicted. An edit that makes a layout ambiguous or conflicting is often
    /// followed by one that undoes it.
    private static let mostMisses = 4
    /// The certificates of the last layout. Nil if it was derived from `clean`, which then has them, or if it is not proven.
    private var last: LayoutCertificates?
    /// The last layout if it is not clean.
    private var notClean: ReoptimizableLayout?
    /// Whether the last analysis was warm-started: it reused proofs of an earlier layout.
    public private(set) var wasWarmStarted = false
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
        analysis.addDiagnoses(document, options.interest)
        return analysis
    }

    private mutating func findings(of document: LayoutDocument, _ change: DocumentChange?) -> Analysis {
        var run = AnalysisRun(document: document, options: options)
        (wasWarmStarted, hasFoundTheSame) = (false, false)
        if clean == nil && last == nil || document.isFragment {
            run.finish()
        } else {
            run.lower(from: last?.system ?? clean?.system, change)
            if let followed = followNotClean(run, change) ?? followClean(run) { return followed }
            if let known = last ?? clean?.known { run.known = RemappedCertificates(known, for: run.system) }
            run.finish()
            wasWarmStarted = run.optimalSet.parts != nil
        }
        misses += 1
        last = run.proofs
        if let next = ReoptimizableLayout(clean: run) {
            clean = next
            misses = 0
        } else {
            notClean = ReoptimizableLayout(notClean: run)
            evictClean()
        }
        return run.analysis
    }

    private mutating func evictClean() {
        if misses > IncrementalAnalyzer.mostMisses { clean = nil }
    }

    /// Derives the analysis from the last layout, if that was not clean. Returns nil if the findings may differ from its.
    private mutating func followNotClean(_ run: AnalysisRun, _ change: DocumentChange?) -> Analysis? {
        guard var layout = notClean else { return nil }
        // A layout that cannot follow is not used again, and one that follows is mutated.
        notClean = nil
        guard follow(run, change, &layout) else { return nil }
        misses += 1
        evictClean()
        last = layout.known
        notClean = layout
        (wasWarmStarted, hasFoundTheSame) = (true, true)
        return layout.analysis
    }

    /// Derives the analysis from the last clean layout. Returns nil if its proofs do not prove the new layout.
    private mutating func followClean(_ run: AnalysisRun) -> Analysis? {
        guard var layout = clean else { return nil }
        // The stored layout remains as it was if the copy cannot follow. It releases the storage that must not be shared.
        clean?.releaseStorage()
        guard follow(run, nil, &layout) else { return nil }
        clean = layout
        last = nil
        misses = 0
        wasWarmStarted = true
        return layout.analysis
    }

    /// Moves a layout to the system of a run. Returns false if that fails or takes too long, as enough time must remain for
    /// running all phases.
    private func follow(_ run: AnalysisRun, _ change: DocumentChange?, _ layout: inout ReoptimizableLayout) -> Bool {
        if run.isTooLarge { return false }
        layout.analysis.timing = run.analysis.timing
        do throws(Budget.Spent) {
            return try layout.follow(run.system, change, run.budget(0.25)) && layout.isInRange
        } catch {
            return false
        }
    }
}
