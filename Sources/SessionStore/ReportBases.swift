internal import Synchronization

/// The reports of sessions with long ones that were stored in full last: by them the next steps' are packed.
final class ReportBases: Sendable {
    struct Base: Sendable {
        /// Of the step.
        let number: Int
        /// Microseconds since 1970, UTC: no other program has put another in its place where this is the same.
        var createdAt: Int64
        let report: [UInt8]
        /// Of the packed report.
        let packedLength: Int
    }

    private struct State {
        var bases: [String: (base: Base, lastUsed: Int)] = [:]
        var bytes = 0
        var clock = 0
    }

    private let state = Mutex(State())

    /// Below it, a report is packed by the dictionary alone.
    static let leastLength = 32 << 10
    /// Longer ones are not kept, nor more of all sessions together.
    private static let greatestLength = 4 << 20
    private static let mostBytes = 16 << 20
    /// Later ones are not packed by it, so that no more than these steps hang on one.
    private static let mostSteps = 32

    /// By which a report may be packed; nil where it is to be stored in full.
    func base(of id: String, for step: StoredStep) -> Base? {
        guard step.report.count >= ReportBases.leastLength else { return nil }
        return state.withLock { state in
            guard let base = state.bases[id]?.base, ReportBases.serves(base, step) else { return nil }
            state.clock += 1
            state.bases[id]?.lastUsed = state.clock
            return base
        }
    }

    /// A report that is far shorter is another one, and would take the time of the longer.
    static func serves(_ base: Base, _ step: StoredStep) -> Bool {
        step.report.count >= leastLength && base.report.count / 2 <= step.report.count && base.number < step.number
            && step.number - base.number <= mostSteps
    }

    /// - Parameter base: what was stored in full of a session.
    func keep(_ base: Base, of id: String) {
        let length = base.report.count
        guard (ReportBases.leastLength...ReportBases.greatestLength).contains(length) else { return }
        state.withLock { state in
            if let known = state.bases[id]?.base { state.bytes -= known.report.count }
            state.clock += 1
            state.bases[id] = (base, state.clock)
            state.bytes += length
            while state.bytes > ReportBases.mostBytes, let oldest = state.bases.min(by: { $0.value.lastUsed < $1.value.lastUsed }) {
                state.bytes -= oldest.value.base.report.count
                state.bases[oldest.key] = nil
            }
        }
    }

    func forget(_ id: String) {
        state.withLock { state in
            if let known = state.bases.removeValue(forKey: id) { state.bytes -= known.base.report.count }
        }
    }
}
