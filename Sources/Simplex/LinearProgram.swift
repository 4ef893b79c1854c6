public import ExactArithmetic

/// A lexicographic linear program over free variables: hard rows hold, then the violation of soft rows is minimised
/// level by level, the lowest level number first.
public struct LinearProgram: Sendable {
    public enum Role: Sendable, Hashable {
        /// The row is 0.
        case equal
        /// The row is at least 0.
        case atLeast
        /// The violation counts at a level: `|row|`, or the shortfall below 0.
        case soft(level: Int, isEquality: Bool)
    }

    public struct Row: Sendable {
        public var expression: SparseRow
        public var role: Role

        public init(_ expression: SparseRow, _ role: Role) {
            self.expression = expression
            self.role = role
        }
    }

    public var variableCount: Int
    public var levelCount: Int
    public var rows: [Row]

    public init(variableCount: Int, levelCount: Int = 0, rows: [Row]) {
        self.variableCount = variableCount
        self.levelCount = levelCount
        self.rows = rows
    }
}

/// A row of a program with its factor in a linear combination.
public struct RowFactor: Sendable, Hashable {
    public var row: Int
    public var factor: Rational

    public init(_ row: Int, _ factor: Rational) {
        self.row = row
        self.factor = factor
    }
}

/// The two sides of a row: `row == above - below`, both at least 0 and one of them 0. A hard inequality has `above` alone.
public struct Side: Sendable, Hashable {
    public var row: Int
    public var isAbove: Bool

    public init(row: Int, isAbove: Bool) {
        self.row = row
        self.isAbove = isAbove
    }
}
