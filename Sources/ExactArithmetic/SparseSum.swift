/// A vector that is summed up in few places and then taken back to 0, at the cost of those places alone.
public struct SparseSum: Sendable {
    @usableFromInline var values: [Rational]
    /// Every place with a value other than 0, and perhaps some with 0, in no order.
    public private(set) var touched: [Int] = []
    @usableFromInline var isTouched: [Bool]

    /// One of so many places.
    public init(count: Int = 0) {
        values = [Rational](repeating: .zero, count: count)
        isTouched = [Bool](repeating: false, count: count)
    }

    /// Makes room for so many places at least.
    public mutating func grow(to count: Int) {
        while values.count < count {
            values.append(.zero)
            isTouched.append(false)
        }
    }

    @inlinable
    public subscript(index: Int) -> Rational { values[index] }

    /// Whether something was added there.
    @inlinable
    public func holds(_ index: Int) -> Bool { isTouched[index] }

    @inlinable
    public mutating func add(_ value: Rational, at index: Int) {
        if !isTouched[index] { touch(index) }
        values[index] += value
    }

    /// The value at a place, which becomes 0.
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
