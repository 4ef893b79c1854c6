public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// The reusable evidence for a finite end of the range of the root's size along an axis, while rows' constants change.
///
/// A layout at the end still satisfies rows whose constants are unchanged. So does every layout between it and the optimum, which
/// satisfies the same rows: one of them has the size that the end moves to. Only rows with other constants, and those affected by
/// the moves for them, are evaluated there. A combination that proved an end contains no constant, so it still proves that
/// nothing lies beyond its own constant (see `RHSCertificate`).
struct TrackedBound: Sendable {
    /// A layout that satisfied the connected rows.
    private(set) var layout: [Rational]
    /// The constants with which it did, for rows whose constants have changed since.
    private(set) var formerConstants: [Int: Rational] = [:]
    /// The bounds, the latest last.
    private(set) var bounds: [Bound] = []

    /// A combination that proves that nothing lies beyond its constant.
    struct Bound: Sendable {
        let combination: RowCombination
        /// The factors by row.
        let factors: [Int: Rational]
        /// The constant of the combination.
        fileprivate(set) var constant: Rational
    }

    /// - Parameter layout: a layout at the end, for the present system.
    init(_ layout: [Rational]) { self.layout = layout }

    /// Updates the evidence for another constant of a row.
    mutating func change(_ row: Int, from former: Rational, to next: Rational) {
        for place in bounds.indices {
            if let factor = bounds[place].factors[row] { bounds[place].constant += factor * (next - former) }
        }
        guard let first = formerConstants[row] else { return formerConstants[row] = former }
        if first == next { formerConstants[row] = nil }
    }

    mutating func add(_ combination: RowCombination, in system: LoweredSystem) {
        if bounds.contains(where: { $0.combination == combination }) { return }
        var factors: [Int: Rational] = [:]
        for term in combination.terms { factors[term.row, default: .zero] += term.factor }
        bounds.append(Bound(combination: combination, factors: factors, constant: system.constant(of: combination)))
        var terms = bounds.reduce(0) { $0 + $1.factors.count }
        while bounds.count > 1, bounds.count > TrackedBound.mostBounds || terms > TrackedBound.mostTerms {
            terms -= bounds.removeFirst().factors.count
        }
    }

    /// Replaces the layout by one for the present system.
    mutating func restart(at layout: [Rational]) {
        self.layout = layout
        formerConstants = [:]
    }

    /// The most combinations, and the most terms of all together.
    private static let mostBounds = 8
    private static let mostTerms = 4096
}

/// A candidate for the layout at an end: it may violate rows whose constants have changed.
public struct BoundTrial: Sendable {
    public let axis: Axis
    public let which: FeasibleSizeEvidence.Which
    /// A bound in points: nothing lies beyond.
    public let bound: Rational
    /// The candidate layout.
    public let point: [Rational]
    /// The connected rows that it violates, ascending.
    public let violated: [Int]
    /// The combination that proves `bound`.
    public let combination: RowCombination
    fileprivate let number: Int
}

extension RHSCertificate {
    /// Records the evidence for the ends along an axis, for reuse.
    ///
    /// - Parameters:
    ///   - evidence: proven for the present system.
    ///   - isSought: whether it was found by a search of its own, because the recorded layout was not close enough.
    public mutating func know(_ evidence: FeasibleSizeEvidence, _ axis: Axis, isSought: Bool = false) {
        for which in [FeasibleSizeEvidence.Which.least, .greatest] {
            guard case .finite(let value, let layout, let combination)? = evidence.exactEnd(which) else {
                ends[BoundPlace(axis, which)] = nil
                continue
            }
            let place = BoundPlace(axis, which)
            guard let size = size(along: axis) else { continue }
            let known = ends[place] ?? TrackedBound(layout)
            ends[place, default: known].add(combination, in: system)
            // Layouts between the recorded one and the optimum do not extend beyond it.
            let isFarther = (Rational(which.sign) * (value - known.layout[size])).isNegative
            if isSought || isFarther || known.formerConstants.count > RHSCertificate.mostFormerConstants { ends[place]?.restart(at: layout) }
        }
    }

    /// Returns the candidate layout to start the proof of an end from, or nil if none is recorded.
    ///
    /// - Parameter isMixed: whether to return the layout between the recorded one and the optimum whose size is the bound;
    ///   otherwise the recorded one, whose size may differ.
    public func trial(_ axis: Axis, _ which: FeasibleSizeEvidence.Which, isMixed: Bool) -> BoundTrial? {
        guard let known = ends[BoundPlace(axis, which)], let size = size(along: axis) else { return nil }
        guard let best = known.bounds.max(by: { $0.constant < $1.constant }) else { return nil }
        let bound = Rational(which.sign) * best.constant
        guard let layout = isMixed ? between(known.layout, reaching: bound, size, axis) : known.layout else { return nil }
        let violated = known.formerConstants.keys.filter { isConnected($0, to: axis) && !system.violation(of: $0, at: layout).isZero }.sorted()
        return BoundTrial(
            axis: axis, which: which, bound: bound, point: layout, violated: violated, combination: best.combination, number: number)
    }

    /// Returns the proven end if a candidate with some of its variables changed attains it; otherwise nil.
    public func end(_ trial: BoundTrial, movedBy changes: [VariableChange]) -> FeasibleSizeEvidence.End? {
        guard trial.number == number, let size = size(along: trial.axis), changes.allSatisfy({ trial.point.indices.contains($0.variable) }) else {
            return nil
        }
        let layout = trial.point.changed(by: changes)
        guard layout[size] == trial.bound, Checker(system: system).whyNoLayout(layout) == nil else { return nil }
        func holds(_ row: Int) -> Bool { !isConnected(row, to: trial.axis) || system.violation(of: row, at: layout).isZero }
        guard trial.violated.allSatisfy(holds), changes.allSatisfy({ holders.rows(of: $0.variable).allSatisfy(holds) }) else { return nil }
        return .finite(end: trial.bound, witness: layout, combination: trial.combination)
    }

    /// Records another combination that bounds an end. Returns false if it proves no bound.
    public mutating func know(_ combination: RowCombination, _ axis: Axis, _ which: FeasibleSizeEvidence.Which) -> Bool {
        guard let size = size(along: axis), combination.terms.allSatisfy({ system.rows.indices.contains($0.row) }) else { return false }
        let reason = Checker(system: system).whyNoBound(
            system.constant(of: combination), on: size, sign: Rational(which.sign), combination, .zero
        ) { isConnected($0, to: axis) }
        guard reason == nil else { return false }
        ends[BoundPlace(axis, which)]?.add(combination, in: system)
        return true
    }

    /// Returns the layout of a given size between a recorded one and the optimum, or nil if there is none.
    ///
    /// Both satisfy the rows with the same constants, so it satisfies them too. Variables in no connected row are not moved.
    private func between(_ layout: [Rational], reaching bound: Rational, _ size: Int, _ axis: Axis) -> [Rational]? {
        guard layout.count == point.count else { return nil }
        if bound == layout[size] { return layout }
        guard let part = (bound - layout[size]).divided(by: point[size] - layout[size]), part.isPositive, part <= .one,
            rowsConnected(to: axis).allSatisfy(holds)
        else { return nil }
        var between = layout
        for variable in variablesConnected(to: axis) where layout[variable] != point[variable] {
            between[variable] += part * (point[variable] - layout[variable])
        }
        return between
    }

    /// Returns the variable of the root's size.
    private func size(along axis: Axis) -> Int? {
        let size = system.rootSize(along: axis)
        return system.variables.indices.contains(size) ? size : nil
    }

    /// A layout is replaced if more than this number of rows have other constants than those that it satisfied.
    private static let mostFormerConstants = 4
}

/// One of the four ends of the root's sizes.
struct BoundPlace: Sendable, Hashable {
    let axis: Axis
    let which: FeasibleSizeEvidence.Which

    init(_ axis: Axis, _ which: FeasibleSizeEvidence.Which) {
        self.axis = axis
        self.which = which
    }
}
