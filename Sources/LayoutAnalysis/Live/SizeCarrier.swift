internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Takes ranges of the root's size over to a system with other rows, proven again as far as they have to be.
struct SizeCarrier {
    private let former: LoweredSystem
    private let next: LoweredSystem
    private let kept: [Int32]
    private let checker: Checker
    /// How the optimum moves: most often the layouts at ends do likewise.
    private let motion: [VariableChange]
    private let isOfSameRows: Bool
    /// The rows that each axis is connected to, of the former system where they are known, of the next one once they were needed.
    private let formerRows: [Axis: [Int]]
    private(set) var rows: [Axis: [Int]] = [:]

    /// - Parameters:
    ///   - formerPoint: the former system's optimum.
    ///   - kept: the next system's `rowsKept` since.
    ///   - isOfSameRows: where it is known already.
    ///   - rows: those that the former system's axes are connected to, where they are known.
    init(
        from former: LoweredSystem, at formerPoint: [Rational], to next: LoweredSystem, at point: [Rational], _ kept: [Int32],
        isOfSameRows: Bool? = nil, rows: [Axis: [Int]] = [:]
    ) {
        formerRows = rows
        self.former = former
        self.next = next
        self.kept = kept
        checker = Checker(system: next)
        let isMotion = formerPoint.count == point.count
        motion = isMotion ? point.indices.compactMap { i in point[i] == formerPoint[i] ? nil : VariableChange(i, point[i] - formerPoint[i]) } : []
        self.isOfSameRows = isOfSameRows ?? next.hasRequiredRows(of: former, kept)
    }

    /// nil where the range is to be found anew.
    ///
    /// - Parameter known: proven for the former system.
    mutating func carried(_ known: FeasibleSizes.Found?, _ axis: Axis, _ budget: Budget) throws(Budget.Spent) -> FeasibleSizes.Found? {
        guard let known, next.variables.count == former.variables.count, next.document.root == former.document.root,
            var found = FeasibleSizes.renumbered(known, kept)
        else { return nil }
        // Required rows decide the range.
        if isOfSameRows {
            found.bounds = known.bounds
            rows[axis] = formerRows[axis]?.goingOn(kept)
            return found
        }
        let check = KeptEnds(
            checker, axis, known: Checker.KnownFeasibleSize(known.evidence, of: former, connected: formerRows[axis]), kept: kept)
        let rows = check.connected
        self.rows[axis] = rows
        var ends = OpenEnds(found, check)
        let size = LoweredSystem.variable(next.document.root, axis == .horizontal ? .width : .height)
        if !motion.isEmpty { try ends.replace { (end) throws(Budget.Spent) in end.moved(by: motion, size) } }
        if !ends.areProven {
            let columns = RequiredColumns(rows, in: next)
            try ends.replace { (end) throws(Budget.Spent) in try mended(end, rows, columns, budget) }
        }
        if !ends.areProven {
            guard
                let sought = try FeasibleSizes.searched(
                    ends.found, axis, next, least: ends.why.least != nil, greatest: ends.why.greatest != nil, budget: budget)
            else { return nil }
            ends = OpenEnds(sought, check)
        }
        return ends.areProven ? ends.found : nil
    }

    /// The end with its layout moved, in few places, to where the rows hold; nil where that does not do.
    private func mended(
        _ end: FeasibleSizeEvidence.End, _ rows: [Int], _ columns: RequiredColumns, _ budget: Budget
    ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
        var layout = MovingLayout(system: next, columns: columns, required: rows, point: end.point)
        let none = [Bool](repeating: false, count: next.rows.count)
        guard case .holds = try layout.settle(without: none, mostRows: SizeCarrier.mostRows, budget: budget) else { return nil }
        return end.at(layout.point)
    }

    /// A layout at an end is mended among so many rows.
    private static let mostRows = 64
}

/// A range, and why its ends are not proven.
private struct OpenEnds {
    private(set) var found: FeasibleSizes.Found
    private(set) var why: (least: String?, greatest: String?)
    private let check: KeptEnds

    init(_ found: FeasibleSizes.Found, _ check: KeptEnds) {
        self.found = found
        self.check = check
        why = check.whyNot(found.evidence)
    }

    var areProven: Bool { why == (nil, nil) }

    /// Puts others in the places of ends that are not proven, where they are.
    mutating func replace(
        _ change: (FeasibleSizeEvidence.End) throws(Budget.Spent) -> FeasibleSizeEvidence.End?
    ) throws(Budget.Spent) {
        guard !areProven, case .range(let least, let greatest, let allowance) = found.evidence else { return }
        let low = why.least == nil ? least : try change(least) ?? least
        let high = why.greatest == nil ? greatest : try change(greatest) ?? greatest
        let now = check.whyNot(.range(least: low, greatest: high, allowance: allowance))
        found.evidence = .range(least: now.least == nil ? low : least, greatest: now.greatest == nil ? high : greatest, allowance: allowance)
        if now.least == nil { why.least = nil }
        if now.greatest == nil { why.greatest = nil }
    }
}

extension FeasibleSizeEvidence.End {
    fileprivate var point: [Rational] {
        switch self {
        case .finite(_, let witness, _): witness
        case .unbounded(let point, _): point
        }
    }

    fileprivate func at(_ point: [Rational]) -> FeasibleSizeEvidence.End {
        switch self {
        case .finite(let end, _, let combination): .finite(end: end, witness: point, combination: combination)
        case .unbounded(_, let ray): .unbounded(point: point, ray: ray)
        }
    }

    fileprivate func moved(by motion: [VariableChange], _ size: Int) -> FeasibleSizeEvidence.End {
        let point = point.changed(by: motion)
        if case .finite(_, _, let combination) = self { return .finite(end: point[size], witness: point, combination: combination) }
        return at(point)
    }
}

extension FeasibleSizes {
    /// The evidence with rows' new numbers; nil where one is gone.
    static func renumbered(_ found: Found, _ kept: [Int32]) -> Found? {
        guard case .range(let least, let greatest, let allowance) = found.evidence, found.inexact == nil else { return nil }
        func renumbered(_ end: FeasibleSizeEvidence.End) -> FeasibleSizeEvidence.End? {
            guard case .finite(let end, let witness, let combination) = end else { return end }
            var terms = combination.terms
            for place in terms.indices {
                guard kept.indices.contains(terms[place].row), kept[terms[place].row] >= 0 else { return nil }
                terms[place].row = Int(kept[terms[place].row])
            }
            return .finite(end: end, witness: witness, combination: RowCombination(terms))
        }
        guard let least = renumbered(least), let greatest = renumbered(greatest) else { return nil }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: allowance), inexact: nil)
    }
}
