public import ExactArithmetic
public import LayoutLowering
public import LayoutModel

/// An optimum that was proven to be the only one, and what follows for layouts whose rows have other constants.
///
/// Proofs by duality and the equations of the set of optima name coefficients and signs and never a constant. So a layout whose rows have
/// the same coefficients and, at some point, the same signs is proven there by the same proofs: the point is its only optimum. From one
/// layout to the next only rows are looked at whose constant changed, or that hold a variable whose value did.
public struct SteadyOptimum: Sendable {
    /// A system that differs from the optimum's in constants alone.
    public struct Next: Sendable {
        public let system: LoweredSystem
        /// The rows whose constants differ, ascending.
        public let changedRows: [Int]
        fileprivate let number: Int
    }

    public private(set) var system: LoweredSystem
    /// The optimum, by variables, in points.
    public private(set) var point: [Rational]
    /// By row, at the point.
    private var values: [Rational]
    /// How often the optimum has moved.
    private(set) var number = 0
    /// The variables whose values the last move changed, ascending.
    public private(set) var movedVariables: [Int] = []
    /// The rows whose values the last move changed, each once.
    public private(set) var movedRows: [Int] = []
    let holders: RowHolders
    private let connected: [Axis: ConnectedPart]
    /// The rows whose constants the last move changed.
    private(set) var changedRows: [Int] = []
    /// What is known of the ends of the root's sizes.
    var ends: [EndPlace: SteadyEnd] = [:]

    /// - Parameter point: checked and found to be the only optimum of the system with all required rows kept.
    public init(_ system: LoweredSystem, at point: [Rational]) {
        self.system = system
        self.point = point
        values = system.rows.indices.map { system.value(of: $0, at: point) }
        holders = RowHolders(system.rows.indices.lazy.map { ($0, $0, 1) }, in: system)
        connected = [.horizontal: ConnectedPart(.horizontal, in: system), .vertical: ConnectedPart(.vertical, in: system)]
    }

    /// What has changed in another system; nil where it is more than constants.
    public func next(_ other: LoweredSystem) -> Next? {
        other.changedConstants(since: system).map { Next(system: other, changedRows: $0, number: number) }
    }

    /// Moves to a point of the next system; gives the reason, and stays, where the proofs do not hold there.
    public mutating func move(to next: Next, at other: [Rational]) -> String? {
        guard next.number == number else { return "what changed is told of an earlier layout" }
        if let reason = Checker(system: next.system).whyNoLayout(other) { return reason }
        guard other.count == point.count else { return "its variables are others" }
        var moved: [(row: Int, value: Rational)] = []
        var reason: String?
        let variables = point.indices.filter { other[$0] != point[$0] }
        forRowsReached(by: next, variables) { row in
            let value = next.system.value(of: row, at: other)
            if value == values[row] { return true }
            if value.signum != values[row].signum { reason = "\(next.system.id(of: row)) has another sign" }
            moved.append((row, value))
            return reason == nil
        }
        if let reason { return reason }
        go(to: next, next.system, at: other, variables, moved)
        return nil
    }

    /// Moves to an optimum that was proven otherwise, of a system that differs in constants alone; false, and stays, where it is of another.
    ///
    /// What it leaves to a section is not proven by that: see `isStill`.
    public mutating func move(to next: Next, _ proven: PartwiseOptimum) -> Bool {
        guard next.number == number, proven.system.changedConstants(since: next.system) == [], proven.point.count == point.count else { return false }
        var moved: [(row: Int, value: Rational)] = []
        let variables = point.indices.filter { proven.point[$0] != point[$0] }
        forRowsReached(by: next, variables) { row in
            let value = next.system.value(of: row, at: proven.point)
            if value != values[row] { moved.append((row, value)) }
            return true
        }
        go(to: next, proven.system, at: proven.point, variables, moved)
        return true
    }

    /// Looks at the rows that have another constant, or hold one of these variables, each once.
    ///
    /// - Parameter goesOn: false ends it.
    private func forRowsReached(by next: Next, _ variables: [Int], _ goesOn: (Int) -> Bool) {
        var isSeen = [Bool](repeating: false, count: system.rows.count)
        for row in next.changedRows {
            isSeen[row] = true
            if !goesOn(row) { return }
        }
        for variable in variables {
            for row in holders.rows(of: variable) where !isSeen[row] {
                isSeen[row] = true
                if !goesOn(row) { return }
            }
        }
    }

    private mutating func go(
        to next: Next, _ system: LoweredSystem, at other: [Rational], _ variables: [Int], _ moved: [(row: Int, value: Rational)]
    ) {
        for row in next.changedRows {
            let constants = (former: self.system.matrix.constant(of: row), next: system.matrix.constant(of: row))
            for place in ends.keys where isConnected(row, to: place.axis) { ends[place]?.change(row, from: constants.former, to: constants.next) }
        }
        self.system = system
        point = other
        for (row, value) in moved { values[row] = value }
        movedVariables = variables
        movedRows = moved.map(\.row)
        changedRows = next.changedRows
        number += 1
    }

    /// The last move changed the constant of a required row.
    public var hasOtherRequiredRows: Bool { changedRows.contains(where: system.isRequired) }

    /// The row holds with nothing missing.
    public func holds(_ row: Int) -> Bool { system.isEquality(row) ? values[row].isZero : !values[row].isNegative }

    /// Whether the last move left a section as it was: then what was proven of it holds.
    ///
    /// Its rows say the same of its variables where they have the same values, as long as those of its variables are the same.
    ///
    /// - Parameter before: the point that was moved from.
    public func isStill(_ section: OpenSection, since before: [Rational]) -> Bool {
        before.count == point.count && section.variables.allSatisfy { point[Int($0)] == before[Int($0)] }
            && movedRows.allSatisfy { section.place(ofRow: $0) == nil }
    }

    /// The required rows that the root's size along an axis is connected to, ascending.
    public func rowsConnected(to axis: Axis) -> [Int] { connected[axis]?.rows ?? [] }

    /// The variables that stand in these rows, ascending.
    func variablesConnected(to axis: Axis) -> [Int] { connected[axis]?.variables ?? [] }

    /// Whether the root's size along an axis is connected to a required row.
    public func isConnected(_ row: Int, to axis: Axis) -> Bool { connected[axis]?.isConnected[row] ?? false }

    /// Why an end of the range of the root's size along an axis is not proven; nil where it is, as `Checker.checkFeasibleSize` proves it.
    ///
    /// A ray and a combination name coefficients and never a constant: a ray that was proven stays one, and of a combination only the end that its
    /// rows' constants give has to be worked out again. Where a ray begins at the optimum, the rows hold there. A layout at an end is looked at only in
    /// rows that have other constants, or hold a variable that differs from the known layout there.
    ///
    /// - Parameter known: proven for the system before the last move.
    public func whyNot(
        _ end: FeasibleSizeEvidence.End, _ which: FeasibleSizeEvidence.Which, _ axis: Axis, known: FeasibleSizeEvidence
    ) -> String? {
        guard let known = known.exactEnd(which) else { return "there is no range" }
        let sign = Rational(which.sign)
        switch (end, known) {
        case (.unbounded(let start, let ray), .unbounded(_, let knownRay))
        where ray == knownRay && start == point && rowsConnected(to: axis).allSatisfy(holds):
            return nil
        case (.finite(let bound, let witness, let combination), .finite(_, let former, let formerCombination)) where combination == formerCombination:
            if let reason = whyNotReached(bound, axis, witness, since: former) { return reason }
            return system.constant(of: combination) == sign * bound ? nil : "the combination gives another end"
        case (.finite(let bound, let witness, let combination), .finite(_, let former, _)):
            if let reason = whyNotReached(bound, axis, witness, since: former) { return reason }
            let size = system.rootSize(along: axis)
            return Checker(system: system).whyNoBound(sign * bound, on: size, sign: sign, combination, .zero) { isConnected($0, to: axis) }
        default:
            return Checker(system: system).whyNotEnd(end, claimed: end.bound, sign: sign, axis, rowsConnected(to: axis), .zero)
        }
    }

    /// Why a layout is none at an end of a range.
    ///
    /// - Parameter former: a layout in which the connected rows held before the last move.
    private func whyNotReached(_ bound: Rational, _ axis: Axis, _ witness: [Rational], since former: [Rational]) -> String? {
        if let reason = Checker(system: system).whyNoLayout(witness) { return reason }
        guard witness.count == former.count else { return "its variables are others" }
        let size = system.rootSize(along: axis)
        guard system.variables.indices.contains(size), witness[size] == bound else { return "the layout does not reach the end" }
        var isSeen = [Bool](repeating: false, count: system.rows.count)
        func whyViolated(_ row: Int) -> String? {
            if isSeen[row] { return nil }
            isSeen[row] = true
            guard isConnected(row, to: axis), !system.violation(of: row, at: witness).isZero else { return nil }
            return "\(system.id(of: row)) does not hold at the end"
        }
        for row in changedRows { if let reason = whyViolated(row) { return reason } }
        for variable in witness.indices where witness[variable] != former[variable] {
            for row in holders.rows(of: variable) { if let reason = whyViolated(row) { return reason } }
        }
        return nil
    }
}

/// The required rows that the root's size along an axis is connected to.
private struct ConnectedPart: Sendable {
    /// Ascending.
    let rows: [Int]
    /// By row of the system.
    let isConnected: [Bool]
    /// Those that stand in the rows, ascending.
    let variables: [Int]

    init(_ axis: Axis, in system: LoweredSystem) {
        rows = system.rowsConnected(to: axis)
        var isConnected = [Bool](repeating: false, count: system.rows.count)
        var isIn = [Bool](repeating: false, count: system.variables.count)
        for row in rows {
            isConnected[row] = true
            for entry in system.matrix.range(of: row) { isIn[Int(system.matrix.columns[entry])] = true }
        }
        self.isConnected = isConnected
        variables = isIn.indices.filter { isIn[$0] }
    }
}
