public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// What is known of a finite end of the range of the root's size along an axis, while rows' constants change.
///
/// A layout at the end goes on holding in rows whose constants are what they were. So does every layout between it and the optimum, in which
/// the same rows hold: one of them has the size that the end moves to. Only rows with other constants, and what is moved for them, are
/// looked at there. A combination that proved an end names no constant, so it goes on proving that nothing lies beyond what it adds up to.
struct SteadyEnd: Sendable {
    /// A layout in which the connected rows held.
    private(set) var layout: [Rational]
    /// With which constants it held, of rows that have others now.
    private(set) var formerConstants: [Int: Rational] = [:]
    /// The last one was added last.
    private(set) var bounds: [Bound] = []

    /// A combination that proves that nothing lies beyond what it adds up to.
    struct Bound: Sendable {
        let combination: RowCombination
        /// By row.
        let factors: [Int: Rational]
        /// What it adds up to.
        fileprivate(set) var constant: Rational
    }

    /// - Parameter layout: at the end, for the system as it is.
    init(_ layout: [Rational]) { self.layout = layout }

    /// A row gets another constant.
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
        while bounds.count > 1, bounds.count > SteadyEnd.mostBounds || terms > SteadyEnd.mostTerms {
            terms -= bounds.removeFirst().factors.count
        }
    }

    /// Begins at another layout, for the system as it is.
    mutating func restart(at layout: [Rational]) {
        self.layout = layout
        formerConstants = [:]
    }

    /// So many combinations are kept, and so many rows of all together.
    private static let mostBounds = 8
    private static let mostTerms = 4096
}

/// A layout that may be the one at an end, but for rows whose constants are others than those with which it held.
public struct EndTrial: Sendable {
    public let axis: Axis
    public let which: FeasibleSizeEvidence.Which
    /// Nothing lies beyond: in points.
    public let bound: Rational
    /// The layout.
    public let point: [Rational]
    /// The connected rows that do not hold there, ascending.
    public let violated: [Int]
    /// By which nothing lies beyond.
    public let combination: RowCombination
    fileprivate let number: Int
}

extension SteadyOptimum {
    /// Keeps what proves the ends along an axis, to go on from.
    ///
    /// - Parameters:
    ///   - evidence: proven for the system as it is.
    ///   - isSought: it was not found from what is known, which is not worth being gone on from.
    public mutating func know(_ evidence: FeasibleSizeEvidence, _ axis: Axis, isSought: Bool = false) {
        for which in [FeasibleSizeEvidence.Which.least, .greatest] {
            guard case .finite(let value, let layout, let combination)? = evidence.exactEnd(which) else {
                ends[EndPlace(axis, which)] = nil
                continue
            }
            let place = EndPlace(axis, which)
            guard let size = size(along: axis) else { continue }
            let known = ends[place] ?? SteadyEnd(layout)
            ends[place, default: known].add(combination, in: system)
            // Layouts between a known one and the optimum reach no farther than it.
            let isFarther = (Rational(which.sign) * (value - known.layout[size])).isNegative
            if isSought || isFarther || known.formerConstants.count > SteadyOptimum.mostFormerConstants { ends[place]?.restart(at: layout) }
        }
    }

    /// The layout to begin with in proving an end; nil where none is known.
    ///
    /// - Parameter isMixed: it is one on the way to the optimum that has the bound as its size; otherwise the known one, whose size may be another.
    public func trial(_ axis: Axis, _ which: FeasibleSizeEvidence.Which, isMixed: Bool) -> EndTrial? {
        guard let known = ends[EndPlace(axis, which)], let size = size(along: axis) else { return nil }
        guard let best = known.bounds.max(by: { $0.constant < $1.constant }) else { return nil }
        let bound = Rational(which.sign) * best.constant
        guard let layout = isMixed ? between(known.layout, reaching: bound, size, axis) : known.layout else { return nil }
        let violated = known.formerConstants.keys.filter { isConnected($0, to: axis) && !system.violation(of: $0, at: layout).isZero }.sorted()
        return EndTrial(
            axis: axis, which: which, bound: bound, point: layout, violated: violated, combination: best.combination, number: number)
    }

    /// The end, proven, where a trial's layout reaches it with some of its variables moved; nil where it does not.
    public func end(_ trial: EndTrial, movedBy changes: [VariableChange]) -> FeasibleSizeEvidence.End? {
        guard trial.number == number, let size = size(along: trial.axis), changes.allSatisfy({ trial.point.indices.contains($0.variable) }) else {
            return nil
        }
        let layout = trial.point.changed(by: changes)
        guard layout[size] == trial.bound, Checker(system: system).whyNoLayout(layout) == nil else { return nil }
        func holds(_ row: Int) -> Bool { !isConnected(row, to: trial.axis) || system.violation(of: row, at: layout).isZero }
        guard trial.violated.allSatisfy(holds), changes.allSatisfy({ holders.rows(of: $0.variable).allSatisfy(holds) }) else { return nil }
        return .finite(end: trial.bound, witness: layout, combination: trial.combination)
    }

    /// Keeps another combination by which nothing lies beyond an end; false where it is none.
    public mutating func know(_ combination: RowCombination, _ axis: Axis, _ which: FeasibleSizeEvidence.Which) -> Bool {
        guard let size = size(along: axis), combination.terms.allSatisfy({ system.rows.indices.contains($0.row) }) else { return false }
        let reason = Checker(system: system).whyNoBound(
            system.constant(of: combination), on: size, sign: Rational(which.sign), combination, .zero
        ) { isConnected($0, to: axis) }
        guard reason == nil else { return false }
        ends[EndPlace(axis, which)]?.add(combination, in: system)
        return true
    }

    /// The layout between a known one and the optimum that has a size; nil where none has.
    ///
    /// Rows with the same constants hold in both, so they hold in it. Variables that stand in no connected row stay where they are.
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

    /// The variable of the root's size.
    private func size(along axis: Axis) -> Int? {
        let size = system.rootSize(along: axis)
        return system.variables.indices.contains(size) ? size : nil
    }

    /// A layout is taken anew where so many rows have other constants than it held with.
    private static let mostFormerConstants = 4
}

/// One of the four ends of the root's sizes.
struct EndPlace: Sendable, Hashable {
    let axis: Axis
    let which: FeasibleSizeEvidence.Which

    init(_ axis: Axis, _ which: FeasibleSizeEvidence.Which) {
        self.axis = axis
        self.which = which
    }
}
