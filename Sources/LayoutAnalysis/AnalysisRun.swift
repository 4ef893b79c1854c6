internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// One analysis on its way: each phase takes what the phases before found and adds its part of the result.
struct AnalysisRun {
    let options: AnalysisOptions
    let start: Double
    var system: LoweredSystem
    var analysis: Analysis

    /// The layout that is shown: with what is broken lowered. nil where none was found.
    var optimum: Optimum?
    var conflicts: [ProvenConflict] = []
    /// How it was found that no conflict is missing, and layouts that show it; nil where one may be.
    var completeness: CompletenessPlan?
    var completenessWitnesses: [[Rational]] = []
    var breaking: Breaking?
    var repairs: [ProvenRepair] = []
    /// What the policy `fewest` drops.
    var dropped: [Int] = []
    /// What repairs had to hit: the conflicts, and more where these are not all.
    var conflictsMet: [ProvenConflict] = []
    var varying: [VaryingVariable] = []
    /// Other points of the set of optima, each by how it differs from the one that is shown.
    var alternates: [[VariableChange]] = []
    var feasibleSizes: [Axis: FeasibleSizes.Found] = [:]
    /// The rows that each axis of the root's size is connected to, where they are known.
    var sizeRows: [Axis: [Int]] = [:]
    /// The axes along which it was proven when it was found.
    var provenSizes: Set<Axis> = []
    /// What was proven of a layout before.
    var known: KnownLayout?
    /// Conflicts that are known before they are looked for.
    var conflictsLeft: [ProvenConflict] = []
    /// All about conflicts is as it was before, and proven.
    var hasKnownConflicts = false
    /// How the optimum may be proven part by part.
    var proof: ProofInParts?
    /// The proof once it is complete; nil where the optimum was proven as a whole, or not at all.
    var parts: PartwiseOptimum?
    /// What is known of the set of optima, as it was before.
    var openBefore: KnownSection?
    /// What was proven of the set of optima.
    var open: KnownSection?
    /// What is told of what is ambiguous.
    var told: ToldAmbiguities?
    /// Alternates are as they were before, and proven.
    var hasKnownAlternates = false
    /// What is known of a console log whose conflicts rest on digits that it rounded away; nil if none was found to.
    var roundedDigits: RoundedDigits?
    private var isLowered = false
    private var isSolved = false
    /// When the optimum has to be found, and later when all about it has to be.
    let optimumEnd = PartOfDeadline()
    private var document: LayoutDocument
    /// The rows would have more terms than fit into memory: there are none then, and everything is left open.
    private(set) var isTooLarge = false

    /// The terms that the rows of a layout may have together: 12 bytes each, and 32 and more while they are solved.
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
    }

    /// The work that may be done until this part of the deadline is over.
    func budget(_ part: Double = 0.95) -> Budget {
        if isTooLarge { return Budget { true } }
        let end = start + options.deadline * part
        return Budget { SteadyClock.now() > end }
    }

    /// A budget of half of what is left: what comes after has to be proven yet.
    private func budgetOfHalf() throws(Budget.Spent) -> Budget {
        let now = SteadyClock.now() - start
        return try openBudget((now / max(options.deadline, 1e-9) + 0.95) / 2)
    }

    /// The budget of the optimum until another part of the deadline is over: a solution asks it as long as it is asked for more.
    func optimumBudget(_ part: Double) throws(Budget.Spent) -> Budget {
        let (begin, whole, last) = (start, options.deadline, optimumEnd)
        last.part = part
        let budget = isTooLarge ? Budget { true } : Budget { SteadyClock.now() > begin + whole * last.part }
        try budget.check()
        return budget
    }

    /// A budget of which something is left: work that is too little to be asked for time is not begun after the deadline either.
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

    /// All phases, one after the other.
    mutating func finish() {
        if !isLowered { lower() }
        if let known { conflictsLeft = known.proofs.conflictsLeft(in: system, known.kept) }
        // A conflict is enough: the rows cannot all hold.
        if !isSolved, conflictsLeft.isEmpty { solve(knowing: known.map { ($0.proofs.parts, $0.kept) }) }
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
    ///   - former: a system of a document before.
    ///   - change: what led from there to this document, where that is known.
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

    /// Solves with every required row kept; where that is impossible, the conflicts come next.
    ///
    /// - Parameter known: an optimum of an earlier system, and the system's `rowsKept` since.
    mutating func solve(knowing known: (optimum: PartwiseOptimum, kept: [Int32])? = nil) {
        isSolved = true
        timed(\.solve) { run in
            do throws(Budget.Spent) {
                run.optimum = try Optimum(
                    system: run.system, broken: [], isRelaxed: false, known: known, opened: run.known?.proofs.opened ?? OpenedBlocks(),
                    budget: run.optimumBudget(0.5))
            } catch {
                run.leaveOpen("frames", AnalysisRun.spent)
            }
        }
    }

    /// What is ambiguous, by how much, why, and what would settle it.
    mutating func findRanges() {
        guard optimum != nil else { return }
        timed(\.ranges) { run in
            guard var optimum = run.optimum else { return }
            run.optimum = nil
            run.optimumEnd.part = max(0.8, run.optimumEnd.part + 0.03)
            do throws(Budget.Spent) {
                _ = try run.openBudget()
                run.proof = try optimum.proofInParts(known: run.known.map { ($0.proofs.parts, $0.kept) })
                if let section = run.proof?.optimum.section, let known = run.known?.proofs.open?.goingOn(to: section, at: optimum.point) {
                    run.openBefore = known
                    run.analysis.degreesOfFreedom = known.degreesOfFreedom
                    run.varying = known.varying
                    optimum.knownInterior = known.interior
                } else {
                    let degrees = try optimum.degreesOfFreedom()
                    run.varying = try AmbiguityFinder.varying(in: &optimum)
                    run.analysis.degreesOfFreedom = degrees
                }
                run.analysis.isAmbiguous = !run.varying.isEmpty
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
                    SizeCarrier(
                        from: known.proofs.system, at: known.proofs.parts.point, to: run.system, at: run.optimum?.point ?? [], known.kept,
                        isOfSameRows: known.hasSameRequiredRows, rows: known.proofs.sizeRows)
                }
                for axis in Axis.allCases {
                    if let found = try carrier?.carried(run.known?.proofs.feasibleSizes[axis], axis, budget) {
                        run.feasibleSizes[axis] = found
                        run.provenSizes.insert(axis)
                    } else {
                        run.feasibleSizes[axis] = try FeasibleSizes.find(axis, run.system, beside: run.optimum?.point, budget: budget)
                    }
                }
                run.sizeRows = carrier?.rows ?? [:]
            } catch {
                run.leaveOpen("feasibleSize", AnalysisRun.spent)
            }
        }
    }

    /// Puts the findings into words and the result together.
    mutating func explain() {
        timed(\.explain) { run in
            run.report()
        }
    }
}

/// A part of the deadline that may be put off.
final class PartOfDeadline {
    var part = 1.0
}
