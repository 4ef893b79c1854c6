public import ExactArithmetic
internal import LayoutModel

/// The optimum as a lexicographic linear program: hard rows, and soft rows by level. Level 0 is minimised first.
///
/// Each row's value is `sign * e(x) + offset`, e being a row of the lowered system. Where what is kept holds only within the
/// tolerance (`isRelaxed`), each kept row becomes hard bounds of the tolerance and a soft row of the first level.
public struct StagedProblem: Sendable {
    public enum Role: Sendable, Hashable {
        /// The value is 0.
        case equal
        /// The value is at least 0.
        case atLeast
        /// The value's violation is minimised at this level: `|value|`, or the shortfall below 0.
        case soft(level: Int, isEquality: Bool)
    }

    public struct Row: Sendable, Hashable {
        /// The row of the lowered system.
        public var source: Int
        /// 1 or -1.
        public var sign: Int
        public var offset: Rational
        public var role: Role

        public init(source: Int, sign: Int = 1, offset: Rational = .zero, role: Role) {
            self.source = source
            self.sign = sign
            self.offset = offset
            self.role = role
        }
    }

    public let rows: [Row]
    /// The levels' priorities in order: 1001 for the violation of kept rows, 1000 for broken rows, then as in the document.
    public let levels: [Rational]

    /// The problem with the rows in `broken` (indices of required rows) lowered and all other required rows kept.
    public init(system: LoweredSystem, broken: Set<Int>, isRelaxed: Bool) {
        var levels: Set<Rational> = []
        if isRelaxed { levels.insert(LayoutPriority.required + 1) }
        if !broken.isEmpty { levels.insert(LayoutPriority.required) }
        for row in system.rows where !row.isRequired { levels.insert(row.priority) }
        let ordered = levels.sorted(by: >)
        var levelOf: [Rational: Int] = [:]
        for (index, priority) in ordered.enumerated() { levelOf[priority] = index }

        var rows: [Row] = []
        rows.reserveCapacity(system.rows.count)
        for (index, row) in system.rows.enumerated() {
            if !row.isRequired {
                rows.append(Row(source: index, role: .soft(level: levelOf[row.priority] ?? 0, isEquality: row.isEquality)))
            } else if broken.contains(index) {
                rows.append(Row(source: index, role: .soft(level: levelOf[LayoutPriority.required] ?? 0, isEquality: row.isEquality)))
            } else if isRelaxed {
                rows.append(Row(source: index, offset: Tolerance.violation, role: .atLeast))
                if row.isEquality { rows.append(Row(source: index, sign: -1, offset: Tolerance.violation, role: .atLeast)) }
                rows.append(Row(source: index, role: .soft(level: 0, isEquality: row.isEquality)))
            } else {
                rows.append(Row(source: index, role: row.isEquality ? .equal : .atLeast))
            }
        }
        self.rows = rows
        self.levels = ordered
    }

    /// The row's value at a point.
    public func value(of row: Int, in system: LoweredSystem, at point: [Rational]) -> Rational {
        let entry = rows[row]
        let value = system.value(of: entry.source, at: point)
        return (entry.sign < 0 ? -value : value) + entry.offset
    }
}
