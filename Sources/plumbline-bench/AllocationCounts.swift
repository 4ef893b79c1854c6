internal import CAllocationCounter

/// What a piece of work allocated.
struct AllocationCounts {
    var allocations: Int
    /// Asked for in all.
    var bytes: Int
    /// Held at once, beyond what was held before.
    var peak: Int

    /// Does the work once while all allocations are counted.
    static func counting<Result>(_ body: () throws -> Result) rethrows -> (counts: AllocationCounts, result: Result) {
        allocation_counting_start()
        defer { _ = allocation_counting_stop() }
        let result = try body()
        let counts = allocation_counting_stop()
        return (AllocationCounts(allocations: Int(counts.allocations), bytes: Int(counts.bytes), peak: Int(counts.peak)), result)
    }
}
