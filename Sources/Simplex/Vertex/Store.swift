/// Growing storage of plain values, kept from one use to the next: what Swift's arrays are, without the cost of being shared.
///
/// Values are plain (no references). Places are the owner's responsibility, as with a pointer.
struct Store<Value: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    subscript(place: Int) -> Value {
        @inline(__always) get { base[place] }
        @inline(__always) nonmutating set { base[place] = newValue }
    }

    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow(to: 2 * capacity) }
        base[count] = value
        count += 1
    }

    @inline(__always)
    mutating func removeLast() -> Value {
        count -= 1
        return base[count]
    }

    @inline(__always)
    mutating func removeAll() {
        count = 0
    }

    /// Leaves so many values of unknown content.
    mutating func resize(to count: Int) {
        if count > capacity { grow(to: count) }
        self.count = count
    }

    mutating func fill(_ value: Value, count: Int) {
        resize(to: count)
        base.update(repeating: value, count: count)
    }

    private mutating func grow(to larger: Int) {
        let moved = UnsafeMutablePointer<Value>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    /// Makes room for so many values in all.
    mutating func reserve(_ most: Int) {
        if most > capacity { grow(to: most) }
    }

    var buffer: UnsafeMutableBufferPointer<Value> { UnsafeMutableBufferPointer(start: base, count: count) }
}
