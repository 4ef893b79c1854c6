internal import ExactArithmetic

/// The document's named numbers.
struct Metrics {
    private var names = NameTable(capacity: 8)
    private var values: [Rational] = []

    subscript(name: UnsafeBufferPointer<UInt8>) -> Rational? {
        if values.isEmpty { return nil }
        return names.find(name).map { values[$0] }
    }

    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: Rational) {
        if names.insert(name).isNew { values.append(value) }
    }
}
