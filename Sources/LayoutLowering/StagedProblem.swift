public import ExactArithmetic
internal import LayoutModel

/// The lexicographic linear program whose optimum is the layout: hard rows, and soft rows by level. Level 0 is minimized first.
///
/// Each row's value is `sign * e(x) + offset`, where e is a row of the lowered system. If the required rows that are not broken
/// are feasible only within the tolerance, the problem is relaxed (`isRelaxed`): each of them becomes two hard bounds, at the
/// tolerance, and a soft row of the first level.
public struct StagedProblem: Sendable {
    public enum Role: Sendable, Hashable {
        /// The value is 0.
        case equal
        /// The value is at least 0.
        case atLeast
        /// The value's violation is minimized at this level: `|value|`, or the shortfall below 0.
        case soft(level: Int, isEquality: Bool)
    }

    public struct Row: Sendable, Hashable {
        /// The row of the lowered system.
        public var source: Int
        /// The sign: 1 or -1.
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

    public let rows: Rows
    /// The levels' priorities in order: 1001 for the violation of remaining rows, 1000 for broken rows, then as in the document.
    public let levels: [Rational]

    /// Creates the problem in which the rows of `broken` (indices of required rows) are soft, and all other required rows hard.
    public init(system: LoweredSystem, broken: Set<Int>, isRelaxed: Bool) {
        let priorities = system.rows.priorities
        var levels = priorities.filter { $0 < LayoutPriority.required }
        if isRelaxed { levels.append(LayoutPriority.required + 1) }
        if !broken.isEmpty { levels.append(LayoutPriority.required) }
        levels.sort(by: >)
        var placeOf: [Rational: Int] = [:]
        for (place, priority) in levels.enumerated() { placeOf[priority] = place }
        self.levels = levels

        let brokenLevel = placeOf[LayoutPriority.required] ?? 0
        rows = Rows(
            headers: system.rows.headers, levels: priorities.map { placeOf[$0] ?? brokenLevel }, broken: broken, brokenLevel: brokenLevel,
            isRelaxed: isRelaxed)
    }

    init(rows: Rows, levels: [Rational]) {
        self.rows = rows
        self.levels = levels
    }

    /// Returns the row's value at a point.
    public func value(of row: Int, in system: LoweredSystem, at point: [Rational]) -> Rational {
        if rows.areSources { return system.value(of: row, at: point) }
        let entry = rows[row]
        let value = system.value(of: entry.source, at: point)
        return (entry.sign < 0 ? -value : value) + entry.offset
    }
}

extension StagedProblem {
    /// The rows of the problem, created on access.
    ///
    /// If nothing is relaxed, row i refers to row i of the system, and nothing is stored but what the system has.
    public struct Rows: RandomAccessCollection, Sendable {
        private var headers: [RowHeader]
        /// For each index of a priority of the system, its level.
        private let levels: [Int]
        private var broken: Set<Int> { didSet { rangeOfBroken = Rows.range(of: broken) } }
        /// A range that contains all elements of `broken`. Most rows are outside of it, so that the set need not be searched.
        private var rangeOfBroken: Range<Int>
        private let brokenLevel: Int
        /// All rows, if some are relaxed.
        private var relaxed: [Row]?

        fileprivate init(headers: [RowHeader], levels: [Int], broken: Set<Int>, brokenLevel: Int, isRelaxed: Bool) {
            self.headers = headers
            self.levels = levels
            self.broken = broken
            rangeOfBroken = Rows.range(of: broken)
            self.brokenLevel = brokenLevel
            relaxed = nil
            if isRelaxed { relaxed = Rows.relaxed(self) }
        }

        /// Returns only some of the rows; the problem must not be relaxed.
        func subset(_ chosen: [Int]) -> Rows {
            var places: Set<Int> = []
            for (place, row) in chosen.enumerated() where broken.contains(row) { places.insert(place) }
            var subset = self
            subset.headers = chosen.map { headers[$0] }
            subset.broken = places
            return subset
        }

        /// Returns the rows of the relaxed problem; see `StagedProblem`.
        private static func relaxed(_ rows: Rows) -> [Row] {
            var relaxed: [Row] = []
            for row in rows {
                if case .soft = row.role {
                    relaxed.append(row)
                    continue
                }
                let isEquality = row.role == .equal
                relaxed.append(Row(source: row.source, offset: Tolerance.violation, role: .atLeast))
                if isEquality { relaxed.append(Row(source: row.source, sign: -1, offset: Tolerance.violation, role: .atLeast)) }
                relaxed.append(Row(source: row.source, role: .soft(level: 0, isEquality: isEquality)))
            }
            return relaxed
        }

        /// Whether each row is that of the system with the same index, with sign 1 and without an offset.
        public var areSources: Bool { relaxed == nil }

        public var startIndex: Int { 0 }
        public var endIndex: Int { relaxed?.count ?? headers.count }

        public subscript(position: Int) -> Row {
            relaxed?[position] ?? Row(source: position, role: roleOfSource(position))
        }

        /// Returns the role of a row.
        public func role(of row: Int) -> Role {
            relaxed?[row].role ?? roleOfSource(row)
        }

        /// Returns whether a row of the system is hard, if the problem is not relaxed.
        public func isHard(_ row: Int) -> Bool {
            headers[row].isRequired && !isBroken(row)
        }

        private func isBroken(_ row: Int) -> Bool { rangeOfBroken.contains(row) && broken.contains(row) }

        private static func range(of broken: Set<Int>) -> Range<Int> {
            guard let first = broken.min(), let last = broken.max() else { return 0..<0 }
            return first..<last + 1
        }

        private func roleOfSource(_ row: Int) -> Role {
            let header = headers[row]
            if !header.isRequired { return .soft(level: levels[header.priority], isEquality: header.isEquality) }
            if isBroken(row) { return .soft(level: brokenLevel, isEquality: header.isEquality) }
            return header.isEquality ? .equal : .atLeast
        }
    }
}
