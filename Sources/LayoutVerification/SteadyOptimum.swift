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
    private var signs: [Int8]
    /// How often the optimum has moved.
    private var number = 0
    private let holders: RowHolders
    private let connected: [Axis: [Int]]

    /// - Parameter point: checked and found to be the only optimum of the system with all required rows kept.
    public init(_ system: LoweredSystem, at point: [Rational]) {
        self.system = system
        self.point = point
        signs = system.rows.indices.map { SteadyOptimum.sign(of: $0, in: system, at: point) }
        holders = RowHolders(system.rows.indices.lazy.map { ($0, $0, 1) }, in: system)
        connected = [.horizontal: system.rowsConnected(to: .horizontal), .vertical: system.rowsConnected(to: .vertical)]
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
        func changed(_ row: Int) -> String? {
            SteadyOptimum.sign(of: row, in: next.system, at: other) == signs[row] ? nil : "\(next.system.id(of: row)) has another sign"
        }
        for row in next.changedRows { if let reason = changed(row) { return reason } }
        for variable in other.indices where other[variable] != point[variable] {
            for holder in holders[variable] { if let reason = changed(holder.row) { return reason } }
        }
        system = next.system
        point = other
        number += 1
        return nil
    }

    /// Moves to an optimum that was proven otherwise, of a system that differs in constants alone; false, and stays, where it is of another.
    public mutating func move(to next: Next, _ proven: PartwiseOptimum) -> Bool {
        guard next.number == number, proven.section == nil, proven.system.changedConstants(since: next.system) == [],
            proven.point.count == point.count
        else { return false }
        system = proven.system
        point = proven.point
        signs = proven.signs
        number += 1
        return true
    }

    /// The row holds with nothing missing.
    public func holds(_ row: Int) -> Bool { system.isEquality(row) ? signs[row] == 0 : signs[row] >= 0 }

    /// The required rows that the root's size along an axis is connected to, ascending.
    public func rowsConnected(to axis: Axis) -> [Int] { connected[axis] ?? [] }

    /// Checks in what range the root's size along an axis can lie, as `Checker.checkFeasibleSize` does.
    ///
    /// A ray names coefficients and never a constant: one that was proven stays one. Where it begins at the optimum, the rows hold there.
    ///
    /// - Parameter known: proven for a system with the same coefficients.
    public func checkFeasibleSize(
        _ axis: Axis, _ range: FeasibleSize.Range?, evidence: FeasibleSizeEvidence, known: FeasibleSizeEvidence
    ) -> [Refusal] {
        guard let range, case .range(let least, let greatest, let allowance) = evidence, allowance.isZero,
            case .range(let knownLeast, let knownGreatest, let knownAllowance) = known, knownAllowance.isZero
        else { return Checker(system: system).checkFeasibleSize(axis, range, evidence: evidence) }
        let rows = rowsConnected(to: axis)
        func whyNot(_ end: FeasibleSizeEvidence.End, _ claimed: Rational?, _ known: FeasibleSizeEvidence.End, sign: Rational) -> String? {
            if case .unbounded(let start, let ray) = end, case .unbounded(_, let knownRay) = known, claimed == nil, ray == knownRay,
                start == point, rows.allSatisfy(holds)
            {
                return nil
            }
            return Checker(system: system).whyNotEnd(end, claimed: claimed, sign: sign, axis, rows, .zero)
        }
        let reasons = [whyNot(least, range.min, knownLeast, sign: 1), whyNot(greatest, range.max, knownGreatest, sign: -1)]
        return reasons.compactMap { $0.map { Refusal("feasible size, \(axis.rawValue)", $0) } }
    }

    private static func sign(of row: Int, in system: LoweredSystem, at point: [Rational]) -> Int8 {
        Int8(truncatingIfNeeded: system.value(of: row, at: point).signum)
    }
}
