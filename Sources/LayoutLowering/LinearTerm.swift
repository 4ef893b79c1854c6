public import ExactArithmetic

/// One term of a linear row: a variable of the system by its index, with a coefficient that is not 0.
public struct LinearTerm: Sendable, Hashable {
    public var variable: Int
    public var coefficient: Rational

    @inlinable
    public init(_ variable: Int, _ coefficient: Rational) {
        self.variable = variable
        self.coefficient = coefficient
    }
}

/// The terms of one row, sorted by variable and without zeros, read from the rows' storage.
public struct RowTerms: RandomAccessCollection, Sendable {
    @usableFromInline let columns: [Int32]
    @usableFromInline let coefficients: [PackedRational]
    @usableFromInline let wide: [Rational]
    public let startIndex: Int
    public let endIndex: Int

    @inlinable
    init(_ row: Int, of matrix: SparseRows) {
        columns = matrix.columns
        coefficients = matrix.coefficients
        wide = matrix.wide
        let range = matrix.range(of: row)
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    @inlinable
    public subscript(position: Int) -> LinearTerm {
        let packed = coefficients[position]
        let coefficient = packed.isWide ? wide[packed.place] : Rational(packed)
        return LinearTerm(Int(columns[position]), coefficient)
    }
}
