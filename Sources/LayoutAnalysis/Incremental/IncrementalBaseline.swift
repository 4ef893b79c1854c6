internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A fully proven layout, with the state that makes the next analysis cheap: a clean layout with a single optimum, or one with
/// `findings`.
struct IncrementalBaseline {
    private(set) var system: LoweredSystem
    private(set) var point: [Rational]
    var analysis: Analysis
    var feasibleSizes: [Axis: FeasibleSizes.Found]
    /// The rows connected to each axis of the root's size, as in `CertificateCache`.
    var sizeRows: [Axis: [Int]]
    /// The program of the rows. Nil until constants change, or until rows change repeatedly.
    private var live: RowSlots?
    /// The optimum from which the program can start. Nil after that, or if the layout was not solved as a whole.
    private var solved: Optimum?
    /// The number of consecutive changes of rows that left a single optimum and were solved without the program.
    private var solves = 0
    /// Proofs of the whole layout. Nil until constants change.
    var steady: RHSCertificate?
    /// The columns of the rows connected to each axis. Empty until an end of a range is repaired.
    var columns: [Axis: RequiredRowIndex] = [:]
    /// Proofs of the parts of this layout, or of an earlier one with the same rows except for constants.
    private(set) var parts: BlockwiseCertificate
    /// The rows that the analysis reports as unsatisfied, ascending, or nil if unknown.
    private var unsatisfiedRows: [Int32]?
    /// Whether every length of the last layout is in the range of doubles.
    private(set) var isInRange = true
    /// The findings, or nil for a clean layout.
    private var findings: IncrementalFindings?
    /// State that is useful for the next layout if the findings differ.
    private var left: Left?

    /// The optimum has already moved there.
    private struct Left {
        let steady: RHSCertificate
    }

    /// Returns nil unless the proofs of the analysis can be reused.
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

    /// Creates the state of a layout that is not clean. Returns nil unless everything about it is proven.
    init?(notClean run: AnalysisRun) {
        guard let findings = IncrementalFindings(run), let optimum = run.optimum,
            Axis.allCases.allSatisfy({ run.feasibleSizes[$0]?.isExact ?? false })
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

    /// The proofs for a layout to which this one does not lead.
    var known: CertificateCache {
        guard var known = findings?.known else {
            return CertificateCache(system: system, parts: parts, feasibleSizes: feasibleSizes, sizeRows: sizeRows)
        }
        known.system = system
        known.parts = parts
        known.feasibleSizes = feasibleSizes
        known.sizeRows = sizeRows
        return known
    }

    private var broken: Set<Int> { findings?.broken ?? [] }

    /// Updates the proofs if the optimum has moved although the findings differ.
    func tellParts(_ known: inout CertificateCache?) {
        if left != nil { known?.parts = parts }
    }

    /// Adopts the state of a layout that has moved to this one.
    mutating func goOn(with former: IncrementalBaseline) {
        guard let left = former.left, former.broken == broken, left.steady.point == point, left.steady.system.changedConstants(since: system) == []
        else { return }
        live = former.live
        solved = nil
        steady = left.steady
    }

    /// Releases the state that following edits mutates.
    mutating func rest() {
        solves = 0
        live = nil
        solved = nil
        steady = nil
        columns = [:]
    }

    /// Moves to another system. Returns false if the proofs do not lead there, after which the value must not be used.
    ///
    /// - Parameters:
    ///   - run: an analysis of the system, which is solved if necessary.
    ///   - change: the change that led to its document, if known.
    mutating func follow(_ run: inout AnalysisRun, _ change: DocumentChange?, _ budget: Budget) throws(Budget.Spent) -> Bool {
        let next = run.system
        if let constants = next.changedConstants(since: system) {
            if let findings, !findings.tellTheSame(of: next, since: system, constants, change) { return false }
            if constants.isEmpty {
                // An edit was undone, so the proofs of the same rows are valid.
                let proven = parts
                tell(next, at: point) { proven.holds($0) }
                return true
            }
            return try follow(next, constants, budget)
        }
        if findings != nil { return false }
        steady = nil
        columns = [:]
        let mapping = next.rowMapping(since: system)
        let proven = try timed(\.solve) { layout throws(Budget.Spent) in try layout.solve(&run, mapping, budget) }
        guard let proven else { return false }
        let ranged = try timed(\.ranges) { layout throws(Budget.Spent) in try layout.carryFeasibleSizes(to: proven, mapping, budget) }
        guard ranged else { return false }
        parts = proven
        tell(next, at: proven.point) { proven.holds($0) }
        return true
    }

    // MARK: - Constants

    /// Moves to a system that differs only in the constants of some rows.
    private mutating func follow(_ next: LoweredSystem, _ rows: [Int], _ budget: Budget) throws(Budget.Spent) -> Bool {
        var steady = self.steady ?? steadyOptimum()
        self.steady = nil
        guard let step = steady.next(next) else { return false }
        findings?.prepare(beside: steady)
        let found = try timed(\.solve) { layout throws(Budget.Spent) in try layout.solve(next, rows, budget) }
        guard let found else { return false }
        let isProven = try timed(\.explain) { layout throws(Budget.Spent) in
            if steady.move(to: step, at: found) == nil { return true }
            // Some rows have other signs.
            let mapping = RowMapping(identity: next.rows.count)
            let known = layout.parts
            guard let proven = try layout.live?.proof(next, at: found, known: (known, mapping), budget)?.optimum, steady.move(to: step, proven),
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
        // A closure that captures a mutable value would copy it for each row.
        let settled = steady
        tell(next, at: found, settled) { settled.holds($0) }
        self.steady = steady
        return true
    }

    /// Returns the optimum with the known ends of the root's sizes.
    private func steadyOptimum() -> RHSCertificate {
        var steady = RHSCertificate(system, at: point)
        for (axis, found) in feasibleSizes { steady.know(found.evidence, axis) }
        return steady
    }

    /// Returns whether two sections have the same variables.
    private func areSame(_ section: UndeterminedSubsystem?, _ former: UndeterminedSubsystem?) -> Bool { section?.variables == former?.variables }

    /// Returns the optimum with rows' new constants, or nil if there is none, or several instead of one.
    private mutating func solve(_ next: LoweredSystem, _ rows: [Int], _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        if live == nil, let solved, solved.problem.rows.areSources { live = RowSlots(solved, broken: broken) }
        solved = nil
        if live != nil {
            live?.takeConstants(of: rows, in: next)
            try live?.update(budget)
        } else {
            live = try RowSlots(next, broken: broken, budget)
        }
        guard live?.isConflicting == false else { return nil }
        return try live?.point(mayBeOpen: parts.section != nil, budget)
    }

    // MARK: - Rows

    /// Returns the single optimum of a system with other rows, or nil if there is none or more than one.
    ///
    /// - Parameters:
    ///   - run: an analysis of the system, which is solved if the program does not lead to it.
    ///   - mapping: the system's `rowMapping` since this one.
    private mutating func solve(_ run: inout AnalysisRun, _ mapping: RowMapping, _ budget: Budget) throws(Budget.Spent) -> BlockwiseCertificate? {
        let next = run.system
        if live?.take(next, since: system, mapping) != true { live = nil }
        solved = nil
        if let proven = whereItWas(next, mapping) { return proven }
        // The program pays if rows change repeatedly. A removed row is mostly added again, which the earlier proofs cover.
        if live != nil || solves > 1, let proven = try goneOn(next, mapping, budget) { return proven }
        live = nil
        solves += 1
        run.solve(knowing: (parts, mapping))
        let proven = try run.optimum?.onlyOptimum(known: (parts, mapping))
        solved = run.optimum
        return proven
    }

    /// Returns the single optimum according to the program, or nil if it does not determine one.
    private mutating func goneOn(_ next: LoweredSystem, _ mapping: RowMapping, _ budget: Budget) throws(Budget.Spent) -> BlockwiseCertificate? {
        if live == nil {
            live = try RowSlots(next, broken: [], budget)
            if live?.isConflicting == true { return nil }
        } else if try live?.follow(budget) != true {
            return nil
        }
        guard let found = try live?.point(mayBeOpen: false, budget),
            let proof = try live?.proof(next, at: found, known: (parts, mapping), budget), proof.optimum.section == nil
        else { return nil }
        return proof.optimum
    }

    /// Returns the unchanged optimum if only rows changed that its proof does not use and that are satisfied there.
    private func whereItWas(_ next: LoweredSystem, _ mapping: RowMapping) -> BlockwiseCertificate? {
        guard next.variables.count == point.count, let order = parts.order(remappedBy: mapping) else { return nil }
        var check = BlockwiseCheck(next, at: point, order, known: (parts, mapping))
        return check.finish()
    }

    // MARK: - Analysis

    /// Adopts the layout at a proven point into the analysis.
    ///
    /// - Parameter steady: the optimum that has moved there, if everything else is unchanged.
    private mutating func tell(_ next: LoweredSystem, at found: [Rational], _ steady: RHSCertificate? = nil, holds: (Int) -> Bool) {
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
        _ phase: WritableKeyPath<Analysis.Timing, Double>, _ body: (inout IncrementalBaseline) throws(Budget.Spent) -> Result
    ) throws(Budget.Spent) -> Result {
        let begin = CPUClock.now()
        defer { analysis.timing[keyPath: phase] += (CPUClock.now() - begin) * 1000 }
        return try body(&self)
    }
}

extension Analysis.Counts {
    /// Returns the counts of a system's rows and its document.
    init(_ system: LoweredSystem) {
        self.init(document: system.document, implicit: system.implicitCount)
    }

    init(document: LayoutDocument, implicit: Int) {
        self.init(
            views: document.views.indices.count { document.views[$0].kind != .content }, constraints: document.constraints.count, implicit: implicit)
    }
}
