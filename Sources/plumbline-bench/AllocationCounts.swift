internal import CAllocationCounter

/// The allocations of a piece of work.
struct AllocationCounts {
    var allocations: Int
    /// The total size of all allocations, in bytes.
    var bytes: Int
    /// The maximum number of bytes allocated at once, beyond those allocated before.
    var peak: Int

    /// Runs the work once and counts all its allocations.
    static func counting<Result>(_ body: () throws -> Result) rethrows -> (counts: AllocationCounts, result: Result) {
        allocation_counting_start()
        defer { _ = allocation_counting_stop() }
        let result = try body()
        let counts = allocation_counting_stop()
        return (AllocationCounts(allocations: Int(counts.allocations), bytes: Int(counts.bytes), peak: Int(counts.peak)), result)
    }
}
