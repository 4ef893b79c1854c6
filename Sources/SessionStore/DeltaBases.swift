internal import Synchronization

/// A cache of long reports that were stored in full, the last one of each session. Reports of the next steps are compressed
/// relative to them.
final class DeltaBases: Sendable {
    struct Base: Sendable {
        /// The number of the step.
        let number: Int
        /// Microseconds since 1970, UTC. If it is unchanged, no other program has replaced the step.
        var createdAt: Int64
        let report: [UInt8]
        /// The report as it is stored.
        let packed: [UInt8]

        /// The number of bytes in memory.
        fileprivate var byteCount: Int { report.count + packed.count }
    }

    private struct State {
        var bases: [String: (base: Base, lastUsed: Int)] = [:]
        var bytes = 0
        var clock = 0
    }

    private let state = Mutex(State())

    /// The minimum length in bytes; shorter reports are compressed only by the dictionary.
    static let leastLength = 32 << 10
    /// The greatest length in bytes of a cached report, and of all together.
    private static let greatestLength = 4 << 20
    private static let mostBytes = 16 << 20
    /// The maximum number of steps between a base and a report, which bounds the number of reports that depend on one base.
    private static let mostSteps = 32

    /// Returns the base for a step's report, or nil if the report is to be stored in full.
    func base(of id: String, for step: StoredStep) -> Base? {
        guard step.report.count >= DeltaBases.leastLength else { return nil }
        return state.withLock { state in
            guard let base = state.bases[id]?.base, DeltaBases.serves(base, step) else { return nil }
            state.clock += 1
            state.bases[id]?.lastUsed = state.clock
            return base
        }
    }

    /// Returns whether a base is suitable for a report. A report that is far shorter than the base has little in common with it,
    /// and compressing it would take as long as compressing the base.
    static func serves(_ base: Base, _ step: StoredStep) -> Bool {
        step.report.count >= leastLength && base.report.count / 2 <= step.report.count && base.number < step.number
            && step.number - base.number <= mostSteps
    }

    /// Caches a report, and evicts the least recently used ones if there are too many.
    /// - Parameter base: a report that was stored in full.
    func keep(_ base: Base, of id: String) {
        guard (DeltaBases.leastLength...DeltaBases.greatestLength).contains(base.report.count) else { return }
        state.withLock { state in
            if let known = state.bases[id]?.base { state.bytes -= known.byteCount }
            state.clock += 1
            state.bases[id] = (base, state.clock)
            state.bytes += base.byteCount
            while state.bytes > DeltaBases.mostBytes, let oldest = state.bases.min(by: { $0.value.lastUsed < $1.value.lastUsed }) {
                state.bytes -= oldest.value.base.byteCount
                state.bases[oldest.key] = nil
            }
        }
    }

    /// Caches the last bases of sessions that were created.
    func keep(_ created: [PackedSession], _ stored: [StoredSession]) {
        for (session, row) in zip(created, stored) {
            guard var base = session.lastBase else { continue }
            if base.number == 0 { base.createdAt = row.createdAt }
            keep(base, of: row.id)
        }
    }

    func forget(_ id: String) {
        state.withLock { state in
            if let known = state.bases.removeValue(forKey: id) { state.bytes -= known.base.byteCount }
        }
    }
}
