internal import Glibc

/// Growing storage of plain values, kept from one use to the next: what Swift's arrays are, without the cost of being shared.
///
/// Values are plain (no references). Places are the owner's responsibility, as with a pointer.
struct Store<Value: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = Store.memory(malloc(capacity * MemoryLayout<Value>.stride), capacity)
    }

    deinit {
        free(base)
    }

    subscript(place: Int) -> Value {
        @inline(__always) get { base[place] }
        @inline(__always) nonmutating set { base[place] = newValue }
    }

    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow(to: capacity + capacity / 2 + 1) }
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

    /// Grows where it lies if there is room, so that the old values and the new are seldom held at once.
    private mutating func grow(to room: Int) {
        base = Store.memory(realloc(base, room * MemoryLayout<Value>.stride), room)
        capacity = room
    }

    private static func memory(_ memory: UnsafeMutableRawPointer?, _ capacity: Int) -> UnsafeMutablePointer<Value> {
        // As with every array: without memory there is no way on.
        guard let memory else { fatalError("out of memory") }
        return memory.bindMemory(to: Value.self, capacity: capacity)
    }

    /// Gives back the room that is not in use.
    mutating func trim() {
        if count < capacity { grow(to: max(1, count)) }
    }

    /// Makes room for so many values in all.
    mutating func reserve(_ most: Int) {
        if most > capacity { grow(to: most) }
    }

    var buffer: UnsafeMutableBufferPointer<Value> { UnsafeMutableBufferPointer(start: base, count: count) }
}
