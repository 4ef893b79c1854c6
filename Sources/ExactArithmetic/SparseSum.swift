/// A sparse accumulator: a vector of zeros to which values are added at few indices. The cost of a reset is proportional to the
/// number of these indices.
public struct SparseSum: Sendable {
    @usableFromInline var values: [Rational]
    /// All indices with a nonzero value, and possibly some with 0, in no particular order.
    public private(set) var touched: [Int] = []
    @usableFromInline var isTouched: [Bool]

    /// Creates a vector of `count` zeros.
    public init(count: Int = 0) {
        values = [Rational](repeating: .zero, count: count)
        isTouched = [Bool](repeating: false, count: count)
    }

    /// Extends the vector to at least `count` elements.
    public mutating func grow(to count: Int) {
        while values.count < count {
            values.append(.zero)
            isTouched.append(false)
        }
    }

    @inlinable
    public subscript(index: Int) -> Rational { values[index] }

    /// Returns whether something was added at an index.
    @inlinable
    public func holds(_ index: Int) -> Bool { isTouched[index] }

    @inlinable
    public mutating func add(_ value: Rational, at index: Int) {
        if !isTouched[index] { touch(index) }
        values[index] += value
    }

    /// Returns the value at an index and sets it to 0.
    @inlinable
    public mutating func take(at index: Int) -> Rational {
        defer { values[index] = .zero }
        return values[index]
    }

    @usableFromInline
    mutating func touch(_ index: Int) {
        isTouched[index] = true
        touched.append(index)
    }

    public mutating func reset() {
        for index in touched {
            values[index] = .zero
            isTouched[index] = false
        }
        touched.removeAll(keepingCapacity: true)
    }
}
