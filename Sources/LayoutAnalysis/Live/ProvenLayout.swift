internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A layout of which all is proven, and what makes the next one like it cheap: a clean one with one optimum, or one with `findings`.
struct ProvenLayout {
    private(set) var system: LoweredSystem
    private(set) var point: [Rational]
    var analysis: Analysis
    var feasibleSizes: [Axis: FeasibleSizes.Found]
    /// The rows that each axis of the root's size is connected to, as in `KnownProofs`.
    var sizeRows: [Axis: [Int]]
    /// The rows' program; nil until constants change, or other rows come again.
    private var live: LiveRows?
    /// The layout as it was solved, which the program goes on from; nil where it has, and where the layout was not solved as a whole.
    private var solved: Optimum?
    /// How many times in a row other rows left one optimum, and were solved without a program that goes on.
    private var solves = 0
    /// Proofs of the whole; nil until constants change.
    var steady: SteadyOptimum?
    /// Of the rows that each axis is connected to; empty until an end of a range is mended.
    var columns: [Axis: RequiredColumns] = [:]
    /// Proofs part by part, of this layout or one before it with the same rows but for constants.
    private(set) var parts: PartwiseOptimum
    /// The rows that the analysis tells as not satisfied, ascending; nil where that is not known.
    private var unsatisfiedRows: [Int32]?
    /// Every length that was told of the layout last can stand in a report.
    private(set) var isInRange = true
    /// nil of a clean layout.
    private var findings: SteadyFindings?
    /// What is good for the next layout where the findings are other.
    private var left: Left?

    /// The optimum was followed there.
    private struct Left {
        let steady: SteadyOptimum
    }

    /// nil unless the analysis is one whose proofs can be carried on.
    init?(_ run: AnalysisRun) {
        guard run.analysis.verdict == .clean, run.analysis.inconclusive.isEmpty, run.analysis.degreesOfFreedom == 0, run.breaking == nil,
            run.options.sizes.isEmpty, let parts = run.parts, parts.section == nil, let width = run.feasibleSizes[.horizontal],
            let height = run.feasibleSizes[.vertical], width.inexact == nil, height.inexact == nil
        else { return nil }
        self.parts = parts
        system = run.system
        point = parts.point
        analysis = run.analysis
        feasibleSizes = run.feasibleSizes
        sizeRows = run.sizeRows
        solved = run.optimum
    }

    /// One that is not clean; nil unless all about it is proven.
    init?(notClean run: AnalysisRun) {
        guard let findings = SteadyFindings(run), let optimum = run.optimum, Axis.allCases.allSatisfy({ run.feasibleSizes[$0]?.isExact ?? false })
        else { return nil }
        self.findings = findings
        parts = findings.known.parts
        system = run.system
        point = optimum.point
        analysis = run.analysis
        feasibleSizes = run.feasibleSizes
        sizeRows = run.sizeRows
        solved = optimum
    }

    /// For a layout to which this does not go on.
    var known: KnownProofs {
        guard var known = findings?.known else {
            return KnownProofs(system: system, parts: parts, feasibleSizes: feasibleSizes, sizeRows: sizeRows)
        }
        known.system = system
        known.parts = parts
        known.feasibleSizes = feasibleSizes
        known.sizeRows = sizeRows
        return known
    }

    private var broken: Set<Int> { findings?.broken ?? [] }

    /// Tells the proofs of the optimum that was followed where the findings are other.
    func tellParts(_ known: inout KnownProofs?) {
        if left != nil { known?.parts = parts }
    }

    /// Goes on with what has followed to the same layout.
    mutating func goOn(with former: ProvenLayout) {
        guard let left = former.left, former.broken == broken, left.steady.point == point, left.steady.system.changedConstants(since: system) == []
        else { return }
        live = former.live
        solved = nil
        steady = left.steady
    }

    /// Lets go of what follows edits by changing itself.
    mutating func rest() {
        solves = 0
        live = nil
        solved = nil
        steady = nil
        columns = [:]
    }

    /// Goes on to another system; false where the proofs do not lead there, and then this is of no use any more.
    ///
    /// - Parameters:
    ///   - run: an analysis of it, which is solved where that is needed.
    ///   - change: what led to its document, where it is known.
    mutating func follow(_ run: inout AnalysisRun, _ change: DocumentChange?, _ budget: Budget) throws(Budget.Spent) -> Bool {
        let next = run.system
        if let constants = next.changedConstants(since: system) {
            if let findings, !findings.tellTheSame(of: next, since: system, constants, change) { return false }
            if constants.isEmpty {
                // An edit was taken back: what was proven of the same rows holds.
                let proven = parts
                tell(next, at: point) { proven.holds($0) }
                return true
            }
            return try follow(next, constants, budget)
        }
        if findings != nil { return false }
        steady = nil
        columns = [:]
        let kept = next.rowsKept(since: system)
        let proven = try timed(\.solve) { layout throws(Budget.Spent) in try layout.solve(&run, kept, budget) }
        guard let proven else { return false }
        let ranged = try timed(\.ranges) { layout throws(Budget.Spent) in try layout.carryFeasibleSizes(to: proven, kept, budget) }
        guard ranged else { return false }
        parts = proven
        tell(next, at: proven.point) { proven.holds($0) }
        return true
    }

    // MARK: - Constants

    /// Goes on to a system that differs in the constants of some rows alone.
    private mutating func follow(_ next: LoweredSystem, _ rows: [Int], _ budget: Budget) throws(Budget.Spent) -> Bool {
        var steady = self.steady ?? steadyOptimum()
        self.steady = nil
        guard let step = steady.next(next) else { return false }
        findings?.prepare(beside: steady)
        let found = try timed(\.solve) { layout throws(Budget.Spent) in try layout.solve(next, rows, budget) }
        guard let found else { return false }
        let isProven = try timed(\.explain) { layout throws(Budget.Spent) in
            if steady.move(to: step, at: found) == nil { return true }
            // Rows have other signs.
            let kept = next.rows.indices.map { Int32(truncatingIfNeeded: $0) }
            let known = layout.parts
            guard let proven = try layout.live?.proof(next, at: found, known: (known, kept), budget)?.optimum, steady.move(to: step, proven),
                layout.areSame(proven.section, layout.parts.section)
            else { return false }
            layout.parts = proven
            return true
        }
        guard isProven else { return false }
        guard findings?.hold(at: steady, since: point) ?? true else {
            left = Left(steady: steady)
            return false
        }
        let ranged = try timed(\.ranges) { layout throws(Budget.Spent) in
            try layout.moveFeasibleSizes(&steady, rows, at: found, budget)
        }
        guard ranged else { return false }
        // What a closure may see changed would be copied for each row.
        let settled = steady
        tell(next, at: found, settled) { settled.holds($0) }
        self.steady = steady
        return true
    }

    /// The optimum with what is known of the ends of the root's sizes.
    private func steadyOptimum() -> SteadyOptimum {
        var steady = SteadyOptimum(system, at: point)
        for (axis, found) in feasibleSizes { steady.know(found.evidence, axis) }
        return steady
    }

    /// Whether parts leave the same variables open.
    private func areSame(_ section: OpenSection?, _ former: OpenSection?) -> Bool { section?.variables == former?.variables }

    /// The optimum with rows' new constants; nil where there is none, or more than one where there was one.
    private mutating func solve(_ next: LoweredSystem, _ rows: [Int], _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        if live == nil, let solved, solved.problem.rows.areSources { live = LiveRows(solved, broken: broken) }
        solved = nil
        if live != nil {
            live?.takeConstants(of: rows, in: next)
            try live?.update(budget)
        } else {
            live = try LiveRows(next, broken: broken, budget)
        }
        guard live?.isConflicting == false else { return nil }
        return try live?.point(mayBeOpen: parts.section != nil, budget)
    }

    // MARK: - Rows

    /// The only optimum of a system with other rows; nil where there is none, or not one alone.
    ///
    /// - Parameters:
    ///   - run: an analysis of it, which is solved where this does not go on to it.
    ///   - kept: the system's `rowsKept` since the own.
    private mutating func solve(_ run: inout AnalysisRun, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> PartwiseOptimum? {
        let next = run.system
        if live?.take(next, since: system, kept) != true { live = nil }
        solved = nil
        if let proven = whereItWas(next, kept) { return proven }
        // A program that goes on pays where rows change again and again; one taken away mostly comes back, and is told by what was proven before.
        if live != nil || solves > 1, let proven = try goneOn(next, kept, budget) { return proven }
        live = nil
        solves += 1
        run.solve(knowing: (parts, kept))
        let proven = try run.optimum?.onlyOptimum(known: (parts, kept))
        solved = run.optimum
        return proven
    }

    /// The only optimum by the program that goes on; nil where that does not tell it.
    private mutating func goneOn(_ next: LoweredSystem, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> PartwiseOptimum? {
        if live == nil {
            live = try LiveRows(next, broken: [], budget)
            if live?.isConflicting == true { return nil }
        } else if try live?.follow(budget) != true {
            return nil
        }
        guard let found = try live?.point(mayBeOpen: false, budget),
            let proof = try live?.proof(next, at: found, known: (parts, kept), budget), proof.optimum.section == nil
        else { return nil }
        return proof.optimum
    }

    /// The optimum where it was: what changed are rows that its proof does not need, and that hold there.
    private func whereItWas(_ next: LoweredSystem, _ kept: [Int32]) -> PartwiseOptimum? {
        guard next.variables.count == point.count, let order = parts.order(keeping: kept) else { return nil }
        var check = PartwiseCheck(next, at: point, order, known: (parts, kept))
        return check.finish()
    }

    // MARK: - What is told

    /// Puts the layout at a proven point into the analysis.
    ///
    /// - Parameter steady: has moved there, where the rest is as it was.
    private mutating func tell(_ next: LoweredSystem, at found: [Rational], _ steady: SteadyOptimum? = nil, holds: (Int) -> Bool) {
        let begin = CPUClock.now()
        let document = next.document
        analysis.warnings = document.warnings
        analysis.counts = Analysis.Counts(next)
        if let steady, var rows = unsatisfiedRows, steady.movedRows.count <= next.rows.count / 8, next.hasNames(of: rows, in: system) {
            unsatisfiedRows = nil
            isInRange = analysis.follow(steady, broken: broken, &rows)
            unsatisfiedRows = rows
        } else {
            unsatisfiedRows = analysis.show(next, at: found, broken: broken, holds: holds)
            isInRange = analysis.hasLengthsOfLayoutInRange
        }
        findings?.tell(&analysis, of: next, at: found, since: point)
        analysis.feasibleSize = FeasibleSize(
            width: feasibleSizes[.horizontal]?.evidence.range, height: feasibleSizes[.vertical]?.evidence.range)
        isInRange = isInRange && analysis.hasFeasibleSizesInRange
        system = next
        point = found
        analysis.timing.explain += (CPUClock.now() - begin) * 1000
    }

    private mutating func timed<Result>(
        _ phase: WritableKeyPath<Analysis.Timing, Double>, _ body: (inout ProvenLayout) throws(Budget.Spent) -> Result
    ) throws(Budget.Spent) -> Result {
        let begin = CPUClock.now()
        defer { analysis.timing[keyPath: phase] += (CPUClock.now() - begin) * 1000 }
        return try body(&self)
    }
}

extension Analysis.Counts {
    /// Of a system's rows and its document.
    init(_ system: LoweredSystem) {
        self.init(document: system.document, implicit: system.implicitCount)
    }

    init(document: LayoutDocument, implicit: Int) {
        self.init(
            views: document.views.indices.count { document.views[$0].kind != .content }, constraints: document.constraints.count, implicit: implicit)
    }
}
