internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyses a layout again and again while it is edited; what it finds is what `Analyzer` finds of each document.
///
/// Where a clean layout's constants and sizes change and no row changes its sign, the proofs of the analysis before hold, and only what
/// moved is worked out.
public struct LiveAnalyzer {
    public let options: AnalysisOptions
    private var proven: Proven?
    /// The last analysis went on from the one before.
    public private(set) var hasCarriedOn = false

    /// A clean layout with one optimum, all about it proven.
    fileprivate struct Proven {
        /// nil before the first edit.
        var live: LiveProgram?
        var optimum: SteadyOptimum
        var analysis: Analysis
        var feasibleSizes: [Axis: FeasibleSizes.Found]
    }

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
        proven = nil
        var run = AnalysisRun(document: document, options: options)
        run.finish()
        proven = Proven(run)
        return run.analysis
    }

    /// nil where the proofs do not hold any more.
    private mutating func carryOn(to document: LayoutDocument, _ change: DocumentChange?) -> Analysis? {
        guard var proven, !document.isFragment else { return nil }
        // The state is given up where it cannot follow.
        self.proven = nil
        let start = SteadyClock.now()
        let begin = CPUClock.now()
        let deadline = options.deadline
        let budget = Budget { SteadyClock.now() > start + deadline * 0.5 }
        let system = proven.optimum.system.lowered(document, change)
        guard let next = proven.optimum.next(system) else { return nil }
        var timing = Analysis.Timing()
        timing.lower = (CPUClock.now() - begin) * 1000
        do throws(Budget.Spent) {
            let solved = CPUClock.now()
            guard let point = try proven.solve(next, budget) else { return nil }
            timing.solve = (CPUClock.now() - solved) * 1000
            let checked = CPUClock.now()
            let before = proven.optimum.point
            guard proven.optimum.move(to: next, at: point) == nil else { return nil }
            timing.explain = (CPUClock.now() - checked) * 1000
            let ranged = CPUClock.now()
            guard try proven.moveFeasibleSizes(to: next, at: point, from: before, budget) else { return nil }
            timing.ranges = (CPUClock.now() - ranged) * 1000
            let told = CPUClock.now()
            proven.tell(system, at: point)
            timing.explain += (CPUClock.now() - told) * 1000
        } catch {
            return nil
        }
        proven.analysis.timing = timing
        let analysis = proven.analysis
        self.proven = proven
        return analysis
    }
}

extension LiveAnalyzer.Proven {
    /// nil unless the analysis is one whose proofs can be carried on.
    fileprivate init?(_ run: AnalysisRun) {
        guard run.analysis.verdict == .clean, run.analysis.inconclusive.isEmpty, run.analysis.degreesOfFreedom == 0, run.breaking == nil,
            run.options.sizes.isEmpty, let optimum = run.optimum, optimum.problem.rows.areSources, let width = run.feasibleSizes[.horizontal],
            let height = run.feasibleSizes[.vertical], width.inexact == nil, height.inexact == nil
        else { return nil }
        self.optimum = SteadyOptimum(run.system, at: optimum.point)
        analysis = run.analysis
        feasibleSizes = run.feasibleSizes
    }

    /// The only optimum with the rows' new constants; nil where there is none, or more than one.
    fileprivate mutating func solve(_ next: SteadyOptimum.Next, _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        let system = next.system
        if live != nil {
            for row in next.changedRows { live?.setConstant(of: row, system.matrix.constant(of: row)) }
            try live?.update(budget: budget)
        } else {
            live = try LiveProgram(StagedProblem(system: system, broken: [], isRelaxed: false).program(of: system), budget: budget)
        }
        guard live?.conflict == nil else { return nil }
        return try live?.ask(budget: budget) { solution throws(Budget.Spent) in solution.isDecided ? solution.point : nil } ?? nil
    }

    /// Finds and proves anew the ranges of sizes that changed rows decide; false where that cannot be done.
    fileprivate mutating func moveFeasibleSizes(
        to next: SteadyOptimum.Next, at point: [Rational], from before: [Rational], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        func isProven(_ found: FeasibleSizes.Found, _ axis: Axis, _ known: FeasibleSizes.Found) -> Bool {
            found.inexact == nil && optimum.checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence, known: known.evidence).isEmpty
        }
        for axis in Axis.allCases {
            let rows = optimum.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], next.changedRows.contains(where: rows.containsSorted) else { continue }
            if let moved = FeasibleSizes.moved(known, axis, next.system, to: point, from: before), isProven(moved, axis, known) {
                feasibleSizes[axis] = moved
                continue
            }
            var followed = try FeasibleSizes.follow(known, axis, rows, next.system, at: point, budget: budget)
            if followed == nil { followed = try FeasibleSizes.find(axis, next.system, budget: budget) }
            guard let found = followed, isProven(found, axis, known) else { return false }
            feasibleSizes[axis] = found
        }
        return true
    }

    /// Puts the layout at a proven point into the analysis.
    fileprivate mutating func tell(_ system: LoweredSystem, at point: [Rational]) {
        analysis.warnings = system.document.warnings
        analysis.show(system, at: point) { optimum.holds($0) }
        analysis.feasibleSize = FeasibleSize(
            width: feasibleSizes[.horizontal]?.evidence.range, height: feasibleSizes[.vertical]?.evidence.range)
    }
}

extension LoweredSystem {
    /// The rows of a document, made of these where nothing but constants changed.
    fileprivate func lowered(_ next: LayoutDocument, _ change: DocumentChange?) -> LoweredSystem {
        guard let change, change.isOfConstants, change.begins(at: document) else { return LoweredSystem(lowering: next) }
        return withConstants(of: change.constraints, in: next)
    }
}

extension [Int] {
    /// Whether the number is one of these, which ascend.
    fileprivate func containsSorted(_ number: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
    }
}
