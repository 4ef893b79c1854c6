public import ExactArithmetic
public import LayoutLowering
public import LayoutModel

/// The only optimum of a layout, and a proof of it that is reused for layouts whose rows have other constants.
///
/// The theorem behind it is that of right-hand-side sensitivity: an optimal basis stays optimal under a changed right-hand side
/// as long as it stays primal feasible, because dual certificates do not depend on the right-hand side. Here the right-hand sides
/// are the rows' constants, and primal feasible means that every row keeps its sign at the new point. The certificates
/// (`DualProof`) and the equations of the set of optima contain coefficients and signs and no constant, so by complementary
/// slackness the same ones prove that the new point is the only optimum. From one layout to the next, only rows with another
/// constant or with a variable whose value changed are evaluated.
///
/// Source: Bertsimas and Tsitsiklis, Introduction to Linear Optimization, 1997, chapter 5 (sensitivity analysis).
public struct RHSCertificate: Sendable {
    /// A system that differs from the optimum's only in constants.
    public struct Next: Sendable {
        public let system: LoweredSystem
        /// The rows whose constants differ, ascending.
        public let changedRows: [Int]
        fileprivate let number: Int
    }

    public private(set) var system: LoweredSystem
    /// The optimum: a value for each variable, in points.
    public private(set) var point: [Rational]
    /// The value of each row at the point.
    private var values: [Rational]
    /// The number of moves so far.
    private var number = 0
    /// The variables whose values the last move changed, ascending.
    public private(set) var movedVariables: [Int] = []
    /// The rows whose values the last move changed, each once.
    public private(set) var movedRows: [Int] = []
    let holders: ColumnEntries
    private let connected: [Axis: ConnectedPart]
    /// The rows whose constants the last move changed.
    private(set) var changedRows: [Int] = []

    /// - Parameter point: checked and found to be the only optimum of the system with no required row broken.
    public init(_ system: LoweredSystem, at point: [Rational]) {
        self.system = system
        self.point = point
        values = system.rows.indices.map { system.value(of: $0, at: point) }
        holders = ColumnEntries(system.rows.indices.lazy.map { ($0, $0, 1) }, in: system)
        connected = [.horizontal: ConnectedPart(.horizontal, in: system), .vertical: ConnectedPart(.vertical, in: system)]
    }

    /// Returns another system with its differences, or nil if more than constants differ.
    public func next(_ other: LoweredSystem) -> Next? {
        other.changedConstants(since: system).map { Next(system: other, changedRows: $0, number: number) }
    }

    /// Moves to a point of the next system if the certificates prove it to be the only optimum there. Otherwise returns the
    /// reason and does not move.
    public mutating func move(to next: Next, at other: [Rational]) -> String? {
        guard next.number == number else { return "the changes are relative to an earlier layout" }
        if let reason = Checker(system: next.system).whyNoLayout(other) { return reason }
        guard other.count == point.count else { return "the variables of the system have changed" }
        var moved: [(row: Int, value: Rational)] = []
        var reason: String?
        let variables = point.indices.filter { other[$0] != point[$0] }
        forRowsReached(by: next, variables) { row in
            let value = next.system.value(of: row, at: other)
            if value == values[row] { return true }
            if value.signum != values[row].signum { reason = "the value of \(next.system.id(of: row)) has changed its sign" }
            moved.append((row, value))
            return reason == nil
        }
        if let reason { return reason }
        go(to: next, next.system, at: other, variables, moved)
        return nil
    }

    /// Moves to an optimum of the next system that has a proof of its own. Returns false and does not move if the proof is about
    /// another system.
    ///
    /// The proof does not cover its undetermined subsystem; see `isUnchanged`.
    public mutating func move(to next: Next, _ proven: BlockwiseCertificate) -> Bool {
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

    /// Visits the rows that have another constant or contain one of these variables, each once.
    ///
    /// - Parameter goesOn: returns false to stop.
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
        self.system = system
        point = other
        for (row, value) in moved { values[row] = value }
        movedVariables = variables
        movedRows = moved.map(\.row)
        changedRows = next.changedRows
        number += 1
    }

    /// Whether the last move changed the constant of a required row.
    public var hasChangedRequiredConstants: Bool { changedRows.contains(where: system.isRequired) }

    /// Returns whether the row is satisfied at the point, without any tolerance.
    public func holds(_ row: Int) -> Bool { system.isEquality(row) ? values[row].isZero : !values[row].isNegative }

    /// Returns whether the last move changed no variable and no row of a subsystem, so that results for it remain valid.
    ///
    /// - Parameter before: the point before the move.
    public func isUnchanged(_ subsystem: UndeterminedSubsystem, since before: [Rational]) -> Bool {
        before.count == point.count && subsystem.variables.allSatisfy { point[Int($0)] == before[Int($0)] }
            && movedRows.allSatisfy { subsystem.place(ofRow: $0) == nil }
    }

    /// Returns the required rows that the root's size along an axis is connected to, ascending.
    public func rowsConnected(to axis: Axis) -> [Int] { connected[axis]?.rows ?? [] }

    /// Returns whether the root's size along an axis is connected to a required row.
    public func isConnected(_ row: Int, to axis: Axis) -> Bool { connected[axis]?.isConnected[row] ?? false }

    /// Returns why an end of the range of the root's size along an axis is not proven, or nil if it is, like
    /// `Checker.checkFeasibleSize`.
    ///
    /// Neither a ray nor a combination contains a constant: a proven ray remains one, and for a combination only the end given by
    /// its rows' constants is recomputed. If a ray begins at the optimum, the rows are satisfied there. A layout at an end is
    /// evaluated only in rows that have other constants or contain a variable that differs from the known layout at that end.
    ///
    /// - Parameter known: the evidence for the system before the last move.
    public func whyNot(
        _ end: FeasibleSizeEvidence.End, _ which: FeasibleSizeEvidence.Which, _ axis: Axis, known: FeasibleSizeEvidence
    ) -> String? {
        guard let known = known.exactEnd(which) else { return "there is no known range with exact bounds" }
        let sign = Rational(which.sign)
        switch (end, known) {
        case (.unbounded(let start, let ray), .unbounded(_, let knownRay))
        where ray == knownRay && start == point && rowsConnected(to: axis).allSatisfy(holds):
            return nil
        case (.finite(let bound, let witness, let combination), .finite(_, let former, let formerCombination)) where combination == formerCombination:
            if let reason = whyNotReached(bound, axis, witness, since: former) { return reason }
            return system.constant(of: combination) == sign * bound ? nil : "the combination proves a different bound"
        case (.finite(let bound, let witness, let combination), .finite(_, let former, _)):
            if let reason = whyNotReached(bound, axis, witness, since: former) { return reason }
            let size = system.rootSize(along: axis)
            return Checker(system: system).whyNoBound(sign * bound, on: size, sign: sign, combination, .zero) { isConnected($0, to: axis) }
        default:
            return Checker(system: system).whyNotEnd(end, claimed: end.bound, sign: sign, axis, rowsConnected(to: axis), .zero)
        }
    }

    /// Returns why a layout is not at an end of a range, or nil if it is.
    ///
    /// - Parameter former: a layout that satisfied the connected rows before the last move.
    private func whyNotReached(_ bound: Rational, _ axis: Axis, _ witness: [Rational], since former: [Rational]) -> String? {
        if let reason = Checker(system: system).whyNoLayout(witness) { return reason }
        guard witness.count == former.count else { return "the variables of the system have changed" }
        let size = system.rootSize(along: axis)
        guard system.variables.indices.contains(size), witness[size] == bound else { return "the layout does not reach the bound" }
        var isSeen = [Bool](repeating: false, count: system.rows.count)
        func whyViolated(_ row: Int) -> String? {
            if isSeen[row] { return nil }
            isSeen[row] = true
            guard isConnected(row, to: axis), !system.violation(of: row, at: witness).isZero else { return nil }
            return "\(system.id(of: row)) is violated at the bound"
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
    /// The rows, ascending.
    let rows: [Int]
    /// For each row of the system, whether it is connected.
    let isConnected: [Bool]

    init(_ axis: Axis, in system: LoweredSystem) {
        rows = system.rowsConnected(to: axis)
        var isConnected = [Bool](repeating: false, count: system.rows.count)
        for row in rows { isConnected[row] = true }
        self.isConnected = isConnected
    }
}
