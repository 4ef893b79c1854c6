internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The results about conflicts: the conflicts themselves, which rows break, and the repairs.
struct ConflictResults {
    var conflicts: [ProvenConflict] = []
    /// The plan that shows that no conflict is missing, or nil if one may be missing.
    var completeness: CompletenessPlan?
    /// The layouts that the plan refers to, as evidence.
    var witnesses: [[Rational]] = []
    var breaking: Breaking?
    var repairs: [ProvenRepair] = []
    /// The rows that the policy `fewest` drops.
    var dropped: [Int] = []
    /// The conflicts that repairs have to hit: those in `conflicts`, and others that were found during the search for repairs.
    var met: [ProvenConflict] = []
    /// Whether all of these results are those of an earlier layout, for which they were proven.
    var areReused = false
}

/// The results about the set of optimal layouts: what varies in it, and the proofs.
struct OptimalSet {
    var varying: [VaryingVariable] = []
    /// The alternates: other points of the set, as differences from the reported one.
    var alternates: [[VariableChange]] = []
    /// The blockwise proof of the optimum, of which the undetermined subsystem may remain to be proven.
    var proof: BlockwiseProof?
    /// The blockwise proof once its undetermined subsystem is proven too, or nil if the optimum was proven in another way or not
    /// at all.
    var parts: BlockwiseCertificate?
    /// The results about ambiguities, after verification.
    var results: OptimalSetResults?
    /// The rows and alternates that the reported ambiguities depend on.
    var report: AmbiguityReport?
}

/// The feasible range of the root's size along each axis.
struct SizeResults {
    var ranges: [Axis: FeasibleSizes.Found] = [:]
    /// The rows connected to each axis of the root's size, if computed.
    var connectedRows: [Axis: [Int]] = [:]
    /// The axes whose ranges were verified when they were found.
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
    /// The deadline of the search for the optimum, which is extended for later queries about it.
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

    /// Returns a budget that ends at this fraction of the deadline.
    func budget(_ part: Double = 0.95) -> Budget {
        if isTooLarge { return Budget { true } }
        let end = start + options.deadline * part
        let isWanted = options.interest.isWanted
        return Budget { SteadyClock.now() > end || !isWanted() }
    }

    /// Returns a budget of half of the remaining time. The other half is for verification.
    private func budgetOfHalf() throws(Budget.Spent) -> Budget {
        let now = SteadyClock.now() - start
        return try openBudget((now / max(options.deadline, 1e-9) + 0.95) / 2)
    }

    /// Returns the budget of the optimum's queries, which now ends at this fraction of the deadline.
    func optimumBudget(_ part: Double) throws(Budget.Spent) -> Budget {
        let (begin, whole, last) = (start, options.deadline, optimumEnd)
        last.part = part
        let isWanted = options.interest.isWanted
        let budget = isTooLarge ? Budget { true } : Budget { SteadyClock.now() > begin + whole * last.part || !isWanted() }
        try budget.check()
        return budget
    }

    /// Returns a budget that ends at this fraction of the deadline, and throws if that has passed. So work that is too short to
    /// check the time does not start after the deadline.
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

    static let spent = Inconclusive.spent
    static let tooLarge =
        "the constraints have more than \(mostTerms) terms in total, which is the limit; a location has one term for each view up to the common ancestor"

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
                system = LoweredSystem(lowering: run.document, mostTerms: AnalysisRun.mostTerms) { run.options.interest.isAwaited() }
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
                let budget = try run.openBudget()
                run.optimalSet.proof = try optimum.blockwiseProof(known: run.known.map { ($0.proofs.parts, $0.mapping) })
                let degrees = try optimum.degreesOfFreedom()
                run.optimalSet.varying = try AmbiguityFinder.varying(in: &optimum, budget: budget)
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

/// A fraction of the deadline, which may be extended while a budget refers to it.
final class PartOfDeadline {
    var part = 1.0
}
