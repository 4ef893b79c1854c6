internal import ExactArithmetic

/// A vector that is summed up in few places and then taken back to 0, at the cost of those places alone.
struct SparseSum {
    private(set) var values: [Rational]
    /// Every place with a value other than 0, and perhaps some with 0, in no order.
    private(set) var touched: [Int] = []
    private var isTouched: [Bool]

    init(count: Int) {
        values = [Rational](repeating: .zero, count: count)
        isTouched = [Bool](repeating: false, count: count)
    }

    subscript(index: Int) -> Rational { values[index] }

    mutating func add(_ value: Rational, at index: Int) {
        if !isTouched[index] {
            isTouched[index] = true
            touched.append(index)
        }
        values[index] += value
    }

    mutating func reset() {
        for index in touched {
            values[index] = .zero
            isTouched[index] = false
        }
        touched.removeAll(keepingCapacity: true)
    }
}
