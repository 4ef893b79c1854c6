public import ExactArithmetic

/// A lexicographic linear program over free variables. Hard rows must be satisfied. Subject to these, the violation of soft rows
/// is minimized level by level, beginning with level 0.
public struct LinearProgram: Sendable {
    public enum Role: Sendable, Hashable {
        /// The row is 0.
        case equal
        /// The row is at least 0.
        case atLeast
        /// The row may be violated at a cost, which is minimized at a level: `|row|` for an equality, otherwise the shortfall
        /// below 0.
        case soft(level: Int, isEquality: Bool)
    }

    /// A role in four bytes.
    public struct PackedRole: Sendable, Hashable {
        /// -2 for `equal`, -1 for `atLeast`, else twice the level, and 1 more for a soft equality.
        let code: Int32

        public init(_ role: Role) {
            code =
                switch role {
                case .equal: -2
                case .atLeast: -1
                case .soft(let level, let isEquality): Int32(truncatingIfNeeded: 2 * level + (isEquality ? 1 : 0))
                }
        }

        var role: Role {
            switch code {
            case -2: .equal
            case -1: .atLeast
            default: .soft(level: Int(code >> 1), isEquality: code & 1 == 1)
            }
        }

        var isEqual: Bool { code == -2 }
        var isAtLeast: Bool { code == -1 }
        var isSoft: Bool { code >= 0 }
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
    /// The coefficients and constants of the rows, without their roles.
    public private(set) var matrix: SparseRows
    public private(set) var roles: [PackedRole]

    /// - Parameters:
    ///   - matrix: the rows, over variables below `variableCount`.
    ///   - roles: one for each row; levels are below `levelCount`.
    public init(variableCount: Int, levelCount: Int = 0, matrix: SparseRows, roles: [PackedRole]) {
        self.variableCount = variableCount
        self.levelCount = levelCount
        self.matrix = matrix
        self.roles = roles
    }

    public init(variableCount: Int, levelCount: Int = 0, rows: [Row]) {
        var matrix = SparseRows()
        matrix.reserve(rows: rows.count, entries: rows.reduce(0) { $0 + $1.expression.entries.count })
        self.init(variableCount: variableCount, levelCount: levelCount, matrix: matrix, roles: [])
        for row in rows { append(row) }
    }

    public mutating func append(_ row: Row) {
        for entry in row.expression.entries { matrix.add(column: entry.column, matrix.pack(entry.coefficient)) }
        matrix.endRow(constant: matrix.pack(row.expression.constant))
        roles.append(PackedRole(row.role))
    }

    public var rowCount: Int { roles.count }

    /// Sets the constant of a row.
    mutating func setConstant(of row: Int, _ value: Rational) {
        matrix.setConstant(of: row, value)
    }

    /// Returns whether the row is a bound: a hard inequality of one variable.
    func isBound(_ row: Int) -> Bool { roles[row].isAtLeast && matrix.range(of: row).count == 1 }

    public func role(of row: Int) -> Role { roles[row].role }

    public func expression(of row: Int) -> SparseRow {
        SparseRow(
            constant: matrix.constant(of: row),
            sorted: matrix.range(of: row).map { SparseRow.Entry(Int(matrix.columns[$0]), matrix.coefficient(at: $0)) })
    }

    public var rows: [Row] {
        roles.indices.map { Row(expression(of: $0), role(of: $0)) }
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

/// The two sides of a row: `row == above - below`, both at least 0 and one of them 0. A hard inequality has only `above`.
public struct Side: Sendable, Hashable {
    public var row: Int
    public var isAbove: Bool

    public init(row: Int, isAbove: Bool) {
        self.row = row
        self.isAbove = isAbove
    }
}
