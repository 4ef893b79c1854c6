internal import Glibc

/// A growable array of plain values without copy-on-write and without checks of indices. It retains its storage when it is
/// emptied.
///
/// Like a pointer, it must not be accessed beyond its count.
struct UncheckedArray<Value: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = UncheckedArray.memory(malloc(capacity * MemoryLayout<Value>.stride), capacity)
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

    /// Sets the count; new values are uninitialized.
    mutating func resize(to count: Int) {
        if count > capacity { grow(to: count) }
        self.count = count
    }

    mutating func fill(_ value: Value, count: Int) {
        resize(to: count)
        base.update(repeating: value, count: count)
    }

    /// Grows in place if possible, so that the old and the new values seldom occupy memory at the same time.
    private mutating func grow(to room: Int) {
        base = UncheckedArray.memory(realloc(base, room * MemoryLayout<Value>.stride), room)
        capacity = room
    }

    private static func memory(_ memory: UnsafeMutableRawPointer?, _ capacity: Int) -> UnsafeMutablePointer<Value> {
        // As with every Swift array, running out of memory is fatal.
        guard let memory else { fatalError("out of memory") }
        return memory.bindMemory(to: Value.self, capacity: capacity)
    }

    /// Releases unused memory.
    mutating func trim() {
        if count < capacity { grow(to: max(1, count)) }
    }

    /// Reserves memory for `most` values in total.
    mutating func reserve(_ most: Int) {
        if most > capacity { grow(to: most) }
    }

    var buffer: UnsafeMutableBufferPointer<Value> { UnsafeMutableBufferPointer(start: base, count: count) }
}
