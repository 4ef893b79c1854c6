/// Linear expressions over numbered columns, `constant + sum of coefficient * column`, in flat storage by row (compressed sparse
/// rows).
///
/// Within a row, columns ascend without repetition, and no coefficient is 0: `append` and `add` rely on that.
public struct SparseRows: Sendable {
    /// The offset of each row's entries, and the end of the last row's.
    public internal(set) var starts: [Int32] = [0]
    public internal(set) var columns: [Int32] = []
    public internal(set) var coefficients: [PackedRational] = []
    /// The constant of each row.
    public internal(set) var constants: [PackedRational] = []
    /// The values of wide numbers; see `PackedRational`.
    public internal(set) var wide: [Rational] = []

    public init() {}

    public mutating func reserve(rows: Int, entries: Int) {
        starts.reserveCapacity(rows + 1)
        constants.reserveCapacity(rows)
        columns.reserveCapacity(entries)
        coefficients.reserveCapacity(entries)
    }

    /// The number of rows.
    @inlinable public var count: Int { constants.count }

    @inlinable
    public func range(of row: Int) -> Range<Int> {
        Int(starts[row])..<Int(starts[row + 1])
    }

    /// Unpacks a number of these rows.
    @inlinable
    public func unpacked(_ packed: PackedRational) -> Rational {
        packed.isWide ? wide[packed.place] : Rational(packed)
    }

    @inlinable
    public func constant(of row: Int) -> Rational {
        unpacked(constants[row])
    }

    @inlinable
    public func coefficient(at entry: Int) -> Rational {
        unpacked(coefficients[entry])
    }

    /// Returns the value of a row at a point.
    public func value(of row: Int, at point: [Rational]) -> Rational {
        var sum = constant(of: row)
        for entry in range(of: row) {
            let value = point[Int(columns[entry])]
            if value.isZero { continue }
            let coefficient = coefficients[entry]
            if coefficient == .one {
                sum += value
            } else if coefficient == .minusOne {
                sum -= value
            } else {
                sum += unpacked(coefficient) * value
            }
        }
        return sum
    }

    /// Returns the slope of a row along a direction, that is its value without the constant.
    public func slope(of row: Int, along direction: [Rational]) -> Rational {
        var sum = Rational.zero
        for entry in range(of: row) where !direction[Int(columns[entry])].isZero {
            sum += coefficient(at: entry) * direction[Int(columns[entry])]
        }
        return sum
    }

    /// Returns whether a packed number of these rows equals one of other rows.
    @inlinable
    public func isSame(_ packed: PackedRational, as other: PackedRational, of rows: SparseRows) -> Bool {
        packed.isWide || other.isWide ? unpacked(packed) == rows.unpacked(other) : packed == other
    }

    /// Packs a value; the result is valid for these rows only.
    public mutating func pack(_ value: Rational) -> PackedRational {
        if let packed = PackedRational(value) { return packed }
        wide.append(value)
        return PackedRational(place: wide.count - 1)
    }

    /// Returns the negative of a packed number of these rows.
    public mutating func negated(_ packed: PackedRational) -> PackedRational {
        packed.isWide ? pack(-unpacked(packed)) : packed.negated
    }

    /// Adds an entry to the row under construction, which `endRow` ends. Its column must be greater than those before, and the
    /// coefficient must not be 0.
    public mutating func add(column: Int, _ coefficient: PackedRational) {
        columns.append(Int32(truncatingIfNeeded: column))
        coefficients.append(coefficient)
    }

    /// Ends the row under construction: the entries added since the previous call.
    public mutating func endRow(constant: PackedRational) {
        starts.append(Int32(truncatingIfNeeded: columns.count))
        constants.append(constant)
    }

    /// Appends `sign * row + offset` for a row of other rows; the sign is 1 or -1.
    public mutating func append(_ row: Int, of other: SparseRows, sign: Int = 1, offset: Rational = .zero) {
        for entry in other.range(of: row) {
            var coefficient = other.coefficients[entry]
            if coefficient.isWide { coefficient = pack(other.unpacked(coefficient)) }
            columns.append(other.columns[entry])
            coefficients.append(sign < 0 ? negated(coefficient) : coefficient)
        }
        let constant = other.constant(of: row)
        endRow(constant: pack((sign < 0 ? -constant : constant) + offset))
    }

    /// Sets the constant of a row.
    public mutating func setConstant(of row: Int, _ value: Rational) {
        constants[row] = pack(value)
    }

    /// Returns a copy in which some rows are replaced. If only constants differ, the copy shares the storage of entries.
    ///
    /// - Parameter edits: pairs of replaced and replacing rows, both ascending.
    public func replacing(_ edits: [(rows: Range<Int>, others: Range<Int>)], by other: SparseRows) -> SparseRows {
        var result = self
        if edits.allSatisfy({ hasEntries(of: other, $0) }) {
            for (rows, others) in edits {
                for (row, another) in zip(rows, others) where !isSame(constants[row], as: other.constants[another], of: other) {
                    result.setConstant(of: row, other.constant(of: another))
                }
            }
            return result
        }
        let growth = edits.reduce((rows: 0, entries: 0)) { sum, edit in
            (sum.rows + edit.others.count - edit.rows.count, sum.entries + other.entries(of: edit.others).count - entries(of: edit.rows).count)
        }
        (result.starts, result.columns, result.coefficients, result.constants) = ([0], [], [], [])
        result.reserve(rows: count + growth.rows, entries: columns.count + growth.entries)
        var next = 0
        for (rows, others) in edits {
            result.appendOwn(next..<rows.lowerBound, of: self)
            for row in others { result.append(row, of: other) }
            next = rows.upperBound
        }
        result.appendOwn(next..<count, of: self)
        return result
    }

    /// Returns the range of the entries of consecutive rows.
    private func entries(of rows: Range<Int>) -> Range<Int> {
        Int(starts[rows.lowerBound])..<Int(starts[rows.upperBound])
    }

    private func hasEntries(of other: SparseRows, _ edit: (rows: Range<Int>, others: Range<Int>)) -> Bool {
        guard edit.rows.count == edit.others.count else { return false }
        return zip(edit.rows, edit.others).allSatisfy { row, another in
            let (own, others) = (range(of: row), other.range(of: another))
            return own.count == others.count
                && zip(own, others).allSatisfy {
                    columns[$0] == other.columns[$1] && isSame(coefficients[$0], as: other.coefficients[$1], of: other)
                }
        }
    }

    /// Appends rows of a copy of these rows, which has the same wide numbers.
    private mutating func appendOwn(_ rows: Range<Int>, of other: SparseRows) {
        let entries = other.entries(of: rows)
        let shift = Int32(truncatingIfNeeded: columns.count - entries.lowerBound)
        columns += other.columns[entries]
        coefficients += other.coefficients[entries]
        constants += other.constants[rows]
        for start in other.starts[rows.lowerBound + 1..<rows.upperBound + 1] { starts.append(start + shift) }
    }
}
