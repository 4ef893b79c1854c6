internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A proven layout with the state for reoptimization: if only constants (right-hand sides) change, the next layout and its proof
/// are derived from it. It is a clean layout with a single optimum, or one with `findings`.
struct ReoptimizableLayout {
    private(set) var system: LoweredSystem
    private(set) var point: [Rational]
    var analysis: Analysis
    var feasibleSizes: [Axis: FeasibleSizes.Found]
    /// The rows connected to the root's size along each axis, as in `LayoutCertificates`.
    var sizeRows: [Axis: [Int]]
    /// The program of the rows, created when constants first change.
    private var program: IncrementalProgram?
    /// The optimum with which the program is created. Nil afterwards.
    private var solved: Optimum?
    /// The certificate of the optimum, created when constants first change.
    private var certificate: RHSCertificate?
    /// The blockwise proof of this layout, or of an earlier one that differs only in constants.
    private var parts: BlockwiseCertificate
    /// The rows that the analysis reports as unsatisfied, ascending, or nil if unknown.
    private var unsatisfiedRows: [Int32]?
    /// Whether every length of the last layout is in the range of doubles.
    private(set) var isInRange = true
    /// The findings, or nil for a clean layout.
    private var findings: IncrementalFindings?

    /// Returns nil unless the layout is clean and its proofs can be reused.
    init?(clean run: AnalysisRun) {
        guard run.analysis.verdict == .clean, run.analysis.inconclusive.isEmpty, run.analysis.degreesOfFreedom == 0,
            run.conflictResults.breaking == nil,
            run.options.sizes.isEmpty, let parts = run.optimalSet.parts, parts.subsystem == nil, let width = run.sizeResults.ranges[.horizontal],
            let height = run.sizeResults.ranges[.vertical], width.inexact == nil, height.inexact == nil
        else { return nil }
        self.init(run, parts, at: parts.point)
    }

    /// Returns nil unless the layout is not clean and everything about it is proven.
    init?(notClean run: AnalysisRun) {
        guard let findings = IncrementalFindings(run), let optimum = run.optimum,
            Axis.allCases.allSatisfy({ run.sizeResults.ranges[$0]?.isExact ?? false })
        else { return nil }
        self.init(run, findings.known.parts, at: optimum.point)
        self.findings = findings
    }

    private init(_ run: AnalysisRun, _ parts: BlockwiseCertificate, at point: [Rational]) {
        self.parts = parts
        self.point = point
        system = run.system
        analysis = run.analysis
        feasibleSizes = run.sizeResults.ranges
        sizeRows = run.sizeResults.connectedRows
        solved = run.optimum
    }

    /// The certificates, for an analysis that runs all phases.
    var known: LayoutCertificates {
        guard var known = findings?.known else {
            return LayoutCertificates(system: system, parts: parts, feasibleSizes: feasibleSizes, sizeRows: sizeRows)
        }
        known.system = system
        known.parts = parts
        known.feasibleSizes = feasibleSizes
        known.sizeRows = sizeRows
        return known
    }

    private var broken: Set<Int> { findings?.broken ?? [] }

    /// Releases the state that `follow` mutates, so that it is not copied.
    mutating func releaseStorage() {
        program = nil
        solved = nil
        certificate = nil
    }

    /// Moves to the layout of another system. Returns false if that is not proven, after which the value must not be used.
    ///
    /// - Parameter change: the change that led to the system's document, if known.
    mutating func follow(_ next: LoweredSystem, _ change: DocumentChange?, _ budget: Budget) throws(Budget.Spent) -> Bool {
        guard let rows = next.changedConstants(since: system) else { return false }
        if let findings, !findings.areUnaffected(by: rows, of: next, since: system, change) { return false }
        if rows.isEmpty {
            // An edit was undone, so the proofs of the same rows are valid.
            let proven = parts
            update(next, at: point) { proven.holds($0) }
            return true
        }
        var certificate = self.certificate ?? RHSCertificate(system, at: point)
        self.certificate = nil
        guard let step = certificate.next(next) else { return false }
        findings?.prepare(beside: certificate)
        let found = try timed(\.solve) { layout throws(Budget.Spent) in try layout.solve(next, rows, budget) }
        guard let found else { return false }
        let isProven = try timed(\.explain) { layout throws(Budget.Spent) in
            if certificate.move(to: step, at: found) == nil { return true }
            return try layout.prove(next, at: found, step, &certificate, budget)
        }
        guard isProven, findings?.remain(at: certificate, since: point) ?? true else { return false }
        let ranged = try timed(\.ranges) { layout throws(Budget.Spent) in
            try layout.moveFeasibleSizes(certificate, rows, at: found, budget)
        }
        guard ranged else { return false }
        // A closure that captures a mutable value would copy it for each row.
        let moved = certificate
        update(next, at: found, moved) { moved.holds($0) }
        self.certificate = certificate
        return true
    }

    /// Proves an optimum at which some rows have other signs than before. Returns false if it is not proven, or if other
    /// variables may vary than before.
    private mutating func prove(
        _ next: LoweredSystem, at found: [Rational], _ step: RHSCertificate.Next, _ certificate: inout RHSCertificate, _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let problem = StagedProblem(system: next, broken: broken, isRelaxed: false)
        let known = (parts, RowMapping(identity: next.rows.count))
        let proof = try program?.ask(budget: budget) { solution throws(Budget.Spent) in
            try BlockwiseProof.find(next, problem, &solution, at: found, known: known)
        }
        guard let proven = proof?.optimum, certificate.move(to: step, proven), proven.subsystem?.variables == parts.subsystem?.variables else {
            return false
        }
        parts = proven
        return true
    }

    /// Returns the optimum for the rows' new constants. Returns nil if there is none, or if there are several although there was
    /// one.
    private mutating func solve(_ next: LoweredSystem, _ rows: [Int], _ budget: Budget) throws(Budget.Spent) -> [Rational]? {
        if program == nil, let solved, solved.problem.rows.areSources { program = IncrementalProgram(from: solved.solution) }
        solved = nil
        if program != nil {
            for row in rows { program?.setConstant(of: row, next.matrix.constant(of: row)) }
            try program?.update(budget: budget)
        } else {
            program = try IncrementalProgram(StagedProblem(system: next, broken: broken, isRelaxed: false).program(of: next), budget: budget)
        }
        guard program?.conflict == nil else { return nil }
        let mayVary = parts.subsystem != nil
        return try program?.ask(budget: budget) { solution throws(Budget.Spent) in mayVary || solution.isDecided ? solution.point : nil } ?? nil
    }

    // MARK: - Analysis

    /// Updates the analysis for the layout at a proven point.
    ///
    /// - Parameter certificate: the certificate after its move to the point, or nil if all frames must be rendered again.
    private mutating func update(_ next: LoweredSystem, at found: [Rational], _ certificate: RHSCertificate? = nil, holds: (Int) -> Bool) {
        let begin = CPUClock.now()
        let document = next.document
        analysis.warnings = document.warnings
        analysis.counts = Analysis.Counts(next)
        if let certificate, var rows = unsatisfiedRows, certificate.movedRows.count <= next.rows.count / 8, next.hasNames(of: rows, in: system) {
            unsatisfiedRows = nil
            isInRange = analysis.follow(certificate, broken: broken, &rows)
            unsatisfiedRows = rows
        } else {
            unsatisfiedRows = analysis.show(next, at: found, broken: broken, holds: holds)
            isInRange = analysis.hasLengthsOfLayoutInRange
        }
        findings?.update(&analysis, of: next, at: found, since: point)
        analysis.feasibleSize = FeasibleSize(
            width: feasibleSizes[.horizontal]?.evidence.range, height: feasibleSizes[.vertical]?.evidence.range)
        isInRange = isInRange && analysis.hasFeasibleSizesInRange
        system = next
        point = found
        analysis.timing.explain += (CPUClock.now() - begin) * 1000
    }

    private mutating func timed<Result>(
        _ phase: WritableKeyPath<Analysis.Timing, Double>, _ body: (inout ReoptimizableLayout) throws(Budget.Spent) -> Result
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
