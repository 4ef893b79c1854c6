internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Finds an end of the range of the root's size near the known one, after rows' constants have changed.
///
/// Combinations of rows determine the size to try. If the size differs, either the rows of the combination are stretched (a chain
/// of views, say), or the whole layout moves part of the way to the optimum. Violated rows are then repaired locally. If that is
/// impossible at this size, it proves another combination, which leads farther.
struct FeasibleBoundSearch {
    private let axis: Axis
    private let which: FeasibleSizeEvidence.Which

    init(_ axis: Axis, _ which: FeasibleSizeEvidence.Which) {
        self.axis = axis
        self.which = which
    }

    /// Returns the proven end, or nil if it is not found so.
    ///
    /// - Parameter columns: the columns of the rows connected to the axis, created on first use.
    func find(
        _ optimum: inout RHSCertificate, _ columns: inout RequiredRowIndex?, _ budget: Budget
    ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
        let size = optimum.system.rootSize(along: axis)
        for _ in 0..<FeasibleBoundSearch.mostTrials {
            guard let known = optimum.trial(axis, which, isMixed: false) else { return nil }
            let isReached = known.point[size] == known.bound
            if isReached, known.violated.isEmpty { return optimum.end(known, movedBy: []) }
            let found = columns ?? RequiredRowIndex(optimum.rowsConnected(to: axis), in: optimum.system)
            columns = found
            let place = Place(system: optimum.system, columns: found, size: size)
            var outcome = Outcome.undecided
            if !isReached, let stretched = optimum.system.stretch(known, size) {
                outcome = try settle(known, stretched, optimum, place, budget)
            }
            if case .undecided = outcome, let trial = isReached ? known : optimum.trial(axis, which, isMixed: true) {
                outcome = try settle(trial, [], optimum, place, budget)
            }
            switch outcome {
            case .found(let end): return end
            case .undecided: return nil
            case .beyond(let combination): if !optimum.know(combination, axis, which) { return nil }
            }
        }
        return nil
    }

    /// The system and axis of the search.
    private struct Place {
        let system: LoweredSystem
        let columns: RequiredRowIndex
        let size: Int
    }

    private enum Outcome {
        case found(FeasibleSizeEvidence.End)
        /// The end is beyond the tried size.
        case beyond(RowCombination)
        case undecided
    }

    /// Repairs a layout of the tried size.
    private func settle(
        _ trial: BoundTrial, _ changes: [VariableChange], _ optimum: RHSCertificate, _ place: Place, _ budget: Budget
    ) throws(Budget.Spent) -> Outcome {
        var layout = LocalRepair(
            system: place.system, columns: place.columns, violated: trial.violated, still: place.size, point: trial.point)
        layout.move(by: changes)
        if layout.violated.count > FeasibleBoundSearch.mostViolated { return .undecided }
        switch try layout.settle(mostRows: FeasibleSizeTransfer.mostRows, budget: budget) {
        case .holds(let mended): return optimum.end(trial, movedBy: changes + mended).map(Outcome.found) ?? .undecided
        case .contradiction(let factors, _): return place.system.bound(on: place.size, which, by: factors).map(Outcome.beyond) ?? .undecided
        case .undecided: return .undecided
        }
    }

    /// The maximum number of sizes to try.
    private static let mostTrials = 4
    /// The maximum number of violated rows to repair.
    private static let mostViolated = 16
}

extension LoweredSystem {
    /// Returns the changes that give a layout the tried size and make the rows of its combination 0. Returns nil if these do not
    /// determine the changes one after the other.
    fileprivate func stretch(_ trial: BoundTrial, _ size: Int) -> [VariableChange]? {
        let rows = trial.combination.terms.map(\.row)
        var isKnown = [Bool](repeating: false, count: variables.count)
        var changes: [VariableChange] = []
        var open = rows.map { terms(of: $0).count }
        var left = rows.map { value(of: $0, at: trial.point) }
        var holders: [Int: [(row: Int, coefficient: Rational)]] = [:]
        for (place, row) in rows.enumerated() {
            for term in terms(of: row) { holders[term.variable, default: []].append((place, term.coefficient)) }
        }
        var ready: [Int] = []
        func know(_ variable: Int, _ move: Rational) {
            isKnown[variable] = true
            if !move.isZero { changes.append(VariableChange(variable, move)) }
            for holder in holders[variable] ?? [] {
                open[holder.row] -= 1
                left[holder.row] += holder.coefficient * move
                if open[holder.row] == 1 { ready.append(holder.row) }
            }
        }
        for place in rows.indices where open[place] == 1 { ready.append(place) }
        know(size, trial.bound - trial.point[size])
        var next = 0
        while next < ready.count {
            let place = ready[next]
            next += 1
            guard let term = terms(of: rows[place]).first(where: { !isKnown[$0.variable] }),
                let move = (-left[place]).divided(by: term.coefficient)
            else { continue }
            know(term.variable, move)
        }
        return open.allSatisfy { $0 == 0 } ? changes : nil
    }

    /// Returns the combination that bounds the root's size by a sum of rows that contains no other variable. Returns nil if the
    /// sum bounds the other end.
    ///
    /// - Parameter factors: positive or zero on inequalities.
    fileprivate func bound(on size: Int, _ which: FeasibleSizeEvidence.Which, by factors: [RowFactor]) -> RowCombination? {
        var slope = Rational.zero
        for term in factors { for part in terms(of: term.row) where part.variable == size { slope += term.factor * part.coefficient } }
        guard (Rational(which.sign) * slope).isPositive else { return nil }
        let factor = -slope.magnitude.reciprocal
        return RowCombination(factors.map { RowCombination.Term($0.row, factor * $0.factor) })
    }
}
