internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The conflicts of a layout, what breaks, and what repairs it.
struct ConflictResults {
    var conflicts: [ProvenConflict] = []
    /// The plan that shows that no conflict is missing, or nil if one may be missing.
    var completeness: CompletenessPlan?
    /// The layouts that the plan refers to.
    var witnesses: [[Rational]] = []
    var breaking: Breaking?
    var repairs: [ProvenRepair] = []
    /// The rows that the policy `fewest` drops.
    var dropped: [Int] = []
    /// The conflicts that repairs had to hit: those found, and more if these are not all.
    var met: [ProvenConflict] = []
    /// Whether all of these are those of an earlier layout, and proven there.
    var areReused = false
}

/// The set of optimal layouts: what varies in it, and the proofs.
struct OptimalSet {
    var varying: [VaryingVariable] = []
    /// Other points of the set, as differences from the reported one.
    var alternates: [[VariableChange]] = []
    /// The plan for proving the optimum block by block.
    var proof: BlockwiseProof?
    /// The completed proof, or nil if the optimum was proven as a whole or not at all.
    var parts: BlockwiseCertificate?
    /// The proven results.
    var results: OptimalSetResults?
    /// The origin of the rendered ambiguities.
    var report: AmbiguityReport?
}

/// The feasible range of the root's size along each axis.
struct SizeResults {
    var ranges: [Axis: FeasibleSizes.Found] = [:]
    /// The rows connected to each axis of the root's size, if computed.
    var connectedRows: [Axis: [Int]] = [:]
    /// The axes whose ranges were proven when found.
    var proven: Set<Axis> = []
}

/// One analysis in progress. Each phase uses the results of the previous ones and adds its own.
struct AnalysisRun {
    let options: AnalysisOptions
    let start: Double
    var system: LoweredSystem
    var analysis: Analysis

    /// The reported layout, with broken rows lowered, or nil if none was found.
    var optimum: Optimum?
    var conflictResults = ConflictResults()
    var optimalSet = OptimalSet()
    var sizeResults = SizeResults()
    /// Proofs about an earlier layout.
    var known: RemappedCertificates?
    /// The result for a console log whose conflicts depend on digits that it rounded, or nil if there are none.
    var roundedDigits: RoundedDigits?
    private var isLowered = false
    private var isSolved = false
    /// The deadline of the search for the optimum, and later of all queries about it.
    let optimumEnd = PartOfDeadline()
    private var document: LayoutDocument
    /// Whether the rows would have too many terms for memory. The system is then empty, and every result is inconclusive.
    private(set) var isTooLarge = false

    /// The maximum number of terms of a layout's rows. Each takes 12 bytes, and 32 or more while they are solved.
    static let mostTerms = 4_000_000

    init(document: LayoutDocument, options: AnalysisOptions, start: Double = SteadyClock.now()) {
        self.document = document
        self.options = options
        self.start = start
        system = LoweredSystem(unlowered: document)
        analysis = Analysis(
            verdict: .clean, isConflicting: false, isAmbiguous: false, width: .zero, height: .zero, frames: [],
            warnings: document.warnings,
            counts: Analysis.Counts(document: document, implicit: 0))
        if !document.notices.isEmpty { analysis.source = SourceDetails(findings: document.notices) }
    }

    /// Returns the budget up to this fraction of the deadline.
    func budget(_ part: Double = 0.95) -> Budget {
        if isTooLarge { return Budget { true } }
        let end = start + options.deadline * part
        return Budget { SteadyClock.now() > end }
    }

    /// Returns a budget of half of the remaining time, since later results must be proven too.
    private func budgetOfHalf() throws(Budget.Spent) -> Budget {
        let now = SteadyClock.now() - start
        return try openBudget((now / max(options.deadline, 1e-9) + 0.95) / 2)
    }

    /// Returns the optimum's budget up to another fraction of the deadline. A solution uses it for all later queries.
    func optimumBudget(_ part: Double) throws(Budget.Spent) -> Budget {
        let (begin, whole, last) = (start, options.deadline, optimumEnd)
        last.part = part
        let budget = isTooLarge ? Budget { true } : Budget { SteadyClock.now() > begin + whole * last.part }
        try budget.check()
        return budget
    }

    /// Returns a budget that is not spent yet. Work that is too short to check the time does not start after the deadline either.
    func openBudget(_ part: Double = 0.95) throws(Budget.Spent) -> Budget {
        let budget = budget(part)
        try budget.check()
        return budget
    }

    mutating func timed(_ phase: WritableKeyPath<Analysis.Timing, Double>, _ body: (inout AnalysisRun) -> Void) {
        let begin = CPUClock.now()
        body(&self)
        analysis.timing[keyPath: phase] += (CPUClock.now() - begin) * 1000
    }

    mutating func leaveOpen(_ subject: String, _ reason: String) {
        let entry = Inconclusive(subject: subject, reason: isTooLarge && reason == AnalysisRun.spent ? AnalysisRun.tooLarge : reason)
        if !analysis.inconclusive.contains(entry) { analysis.inconclusive.append(entry) }
    }

    func isOpen(_ subjects: String...) -> Bool {
        analysis.inconclusive.contains { subjects.contains($0.subject) }
    }

    static let spent = "the time or memory allowed for the analysis was spent"
    static let tooLarge =
        "the constraints have more than \(mostTerms) terms together, which is the limit: a location has a term for each view up to the common ancestor"

    // MARK: - Phases

    /// Runs all phases in order.
    mutating func finish() {
        if !isLowered { lower() }
        // A known conflict suffices: the rows are infeasible.
        if !isSolved, known?.conflicts.isEmpty ?? true { solve(knowing: known.map { ($0.proofs.parts, $0.mapping) }) }
        findConflicts()
        if document.isFragment, let other = layoutOfOtherDigits() {
            let timing = analysis.timing
            self = AnalysisRun(document: other.document, options: options, start: start)
            roundedDigits = other.digits
            analysis.timing = timing
            return finish()
        }
        if !document.isFragment {
            findRanges()
            findFeasibleSizes()
        }
        explain()
        sweepSizes()
    }

    /// - Parameters:
    ///   - former: a system of an earlier document.
    ///   - change: the change from that document to this one, if known.
    mutating func lower(from former: LoweredSystem? = nil, _ change: DocumentChange? = nil) {
        isLowered = true
        timed(\.lower) { run in
            let system: LoweredSystem?
            if let former, let change, change.isOfConstants, change.begins(at: former.document) {
                system = former.withConstants(of: change.constraints, in: run.document)
            } else if let former, let change, let next = former.following(change, to: run.document, mostTerms: AnalysisRun.mostTerms) {
                system = next
            } else {
                system = LoweredSystem(lowering: run.document, mostTerms: AnalysisRun.mostTerms)
            }
            guard let system else {
                run.isTooLarge = true
                return
            }
            run.system = system
            run.analysis.counts.implicit = system.implicitCount
        }
    }

    /// Solves with all required rows. If they are infeasible, the conflicts come next.
    ///
    /// - Parameter known: an optimum of an earlier system, and the system's `rowMapping` since.
    mutating func solve(knowing known: (optimum: BlockwiseCertificate, mapping: RowMapping)? = nil) {
        isSolved = true
        timed(\.solve) { run in
            do throws(Budget.Spent) {
                run.optimum = try Optimum(
                    system: run.system, broken: [], isRelaxed: false, known: known, budget: run.optimumBudget(0.5))
            } catch {
                run.leaveOpen("frames", AnalysisRun.spent)
            }
        }
    }

    /// Finds the ambiguities, with their ranges, causes and suggestions.
    mutating func findRanges() {
        guard optimum != nil else { return }
        timed(\.ranges) { run in
            guard var optimum = run.optimum else { return }
            run.optimum = nil
            run.optimumEnd.part = max(0.8, run.optimumEnd.part + 0.03)
            do throws(Budget.Spent) {
                _ = try run.openBudget()
                run.optimalSet.proof = try optimum.blockwiseProof(known: run.known.map { ($0.proofs.parts, $0.mapping) })
                let degrees = try optimum.degreesOfFreedom()
                run.optimalSet.varying = try AmbiguityFinder.varying(in: &optimum)
                run.analysis.degreesOfFreedom = degrees
                run.analysis.isAmbiguous = !run.optimalSet.varying.isEmpty
            } catch {
                run.leaveOpen("ranges", AnalysisRun.spent)
            }
            run.optimum = optimum
        }
    }

    mutating func findFeasibleSizes() {
        timed(\.ranges) { run in
            do throws(Budget.Spent) {
                let budget = try run.budgetOfHalf()
                var carrier = run.known.map { known in
                    FeasibleSizeTransfer(
                        from: known.proofs.system, at: known.proofs.parts.point, to: run.system, at: run.optimum?.point ?? [], known.mapping,
                        isOfSameRows: known.hasSameRequiredRows, rows: known.proofs.sizeRows)
                }
                for axis in Axis.allCases {
                    if let found = try carrier?.transferred(run.known?.proofs.feasibleSizes[axis], axis, budget) {
                        run.sizeResults.ranges[axis] = found
                        run.sizeResults.proven.insert(axis)
                    } else {
                        run.sizeResults.ranges[axis] = try FeasibleSizes.find(axis, run.system, beside: run.optimum?.point, budget: budget)
                    }
                }
                run.sizeResults.connectedRows = carrier?.rows ?? [:]
            } catch {
                run.leaveOpen("feasibleSize", AnalysisRun.spent)
            }
        }
    }

    /// Renders the findings and assembles the result.
    mutating func explain() {
        timed(\.explain) { run in
            run.report()
        }
    }
}

/// A fraction of the deadline that may be extended.
final class PartOfDeadline {
    var part = 1.0
}
