internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The verdict at every size of the root between two, found piece by piece and each piece proven: see `SIZES.md`.
struct SizeSweep {
    /// Sizes at which all rows have the same signs.
    struct Piece {
        let least: SizedLayout
        let greatest: SizedLayout
        let verdict: Analysis.Verdict
        /// What the layout does not decide.
        let varying: Set<Int>
    }

    let range: SizeRange
    private let system: LoweredSystem
    private let budget: Budget
    /// The verdict at sizes where it may change.
    private(set) var points: [Rational: Analysis.Verdict] = [:]
    /// Pieces without their ends, in ascending order once `run` has ended.
    private(set) var pieces: [Piece] = []
    /// Open gaps in which nothing holds.
    private(set) var conflicting: [SizeSpan] = []
    /// What was refused by the checker; nothing of it is stated.
    private(set) var refusals: [Refusal] = []

    /// nil where the layout has no root size of its own to change: a fragment.
    init?(_ range: SizeRange, _ document: LayoutDocument, _ lowered: LoweredSystem, budget: Budget) {
        if document.isFragment { return nil }
        let given = range.axis == .horizontal ? document.size.width : document.size.height
        let sized = given == nil ? LoweredSystem(lowering: document.resized(range.axis, to: range.min)) : lowered
        guard let system = sized.resized(range.axis, to: range.min) else { return nil }
        self.range = range
        self.system = system
        self.budget = budget
    }

    /// Sweeps the range; what was found until the budget was spent stays.
    mutating func run() throws(Budget.Spent) {
        guard let found = try FeasibleSizes.find(range.axis, system, budget: budget) else { return }
        guard let feasible = try proven(found) else { return conflictEverywhere() }
        let least = max(range.min, feasible.min ?? range.min)
        let greatest = min(range.max, feasible.max ?? range.max)
        guard least <= greatest else { return conflictEverywhere() }
        if range.min < least {
            points[range.min] = .conflicting
            conflicting.append(SizeSpan(min: range.min, max: least))
        }
        if greatest < range.max {
            points[range.max] = .conflicting
            conflicting.append(SizeSpan(min: greatest, max: range.max))
        }
        guard try judge(least) else { return conflictEverywhere() }
        if least == greatest { return }
        _ = try judge(greatest)
        try sweep(from: least, to: greatest)
    }

    /// The range in which the rows connected to the size can hold; nil where that is at no size.
    private mutating func proven(_ found: FeasibleSizes.Found) throws(Budget.Spent) -> FeasibleSize.Range? {
        let refused = Checker(system: system).checkFeasibleSize(range.axis, found.evidence.range, evidence: found.evidence)
        refusals += refused
        if !refused.isEmpty { throw Budget.Spent() }
        return found.evidence.range
    }

    private mutating func conflictEverywhere() {
        pieces = []
        points = [range.min: .conflicting]
        // Of a single size, it is the same.
        points[range.max] = .conflicting
        conflicting = range.min < range.max ? [SizeSpan(min: range.min, max: range.max)] : []
    }

    /// Finds the verdict at one size, the others' rows being known to hold there; false where the layout conflicts there.
    private mutating func judge(_ size: Rational) throws(Budget.Spent) -> Bool {
        if points[size] != nil { return true }
        guard let resized = system.resized(range.axis, to: size), var sample = try SizeSample(resized, size: size, budget: budget) else {
            return false
        }
        let refused = try sample.judge().refusals
        refusals += refused
        if refused.isEmpty { points[size] = sample.verdict }
        return true
    }

    /// Covers the sizes between two with pieces, from left to right.
    private mutating func sweep(from least: Rational, to greatest: Rational) throws(Budget.Spent) {
        var gaps = [(least, greatest)]
        while let (left, right) = gaps.popLast() {
            try budget.check()
            let size = Rational.short(between: left, right)
            guard let resized = system.resized(range.axis, to: size), var sample = try SizeSample(resized, size: size, budget: budget),
                let ends = try SizePattern(sample: sample, range: range).ends(budget: budget)
            else {
                // Not reached: the sizes at which rows can hold have no gaps.
                continue
            }
            let (checker, refused) = try sample.judge()
            if !refused.isEmpty {
                refusals += refused
                continue
            }
            points[size] = sample.verdict
            if ends.least.size == ends.greatest.size {
                gaps.append((size, right))
                gaps.append((left, size))
                continue
            }
            var others: [[Rational]] = []
            if let other = sample.other { others = [sample.optimum.point, other] }
            let isRefused = checker.checkSizes(
                range.axis, inside: sample.interior, others: others, from: ends.least, to: ends.greatest)
            refusals += isRefused
            if !isRefused.isEmpty { continue }
            points[size] = nil
            pieces.append(Piece(least: ends.least, greatest: ends.greatest, verdict: sample.verdict, varying: sample.varying))
            if ends.greatest.size < right {
                _ = try judge(ends.greatest.size)
                gaps.append((ends.greatest.size, right))
            }
            if left < ends.least.size {
                _ = try judge(ends.least.size)
                gaps.append((left, ends.least.size))
            }
        }
    }
}
