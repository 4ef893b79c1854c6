public import LayoutCheck
internal import Dispatch
internal import Glibc
public import SessionStore
internal import Synchronization

/// Runs the steps of imported sessions again, one session at a time on a thread of low priority, and records whether the results
/// equal the imported ones.
public final class ImportVerification: Sendable {
    private let sessions: SessionService
    private let isStopped = Mutex(false)
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The interval at which the store is queried for imports, including those by other processes.
    private static let interval = 2

    /// - Parameter limits: the deadline is for each step.
    public init(_ store: SessionStore, limits: InputLimits) {
        sessions = SessionService(store: store, limits: limits)
        DispatchQueue.global(qos: .background).async { [self] in
            // On Linux, this sets the priority of this thread only. The thread does nothing else until the service ends.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            while !isStopped.withLock({ $0 }) {
                if !verifyNext() { _ = wake.wait(timeout: .now() + .seconds(ImportVerification.interval)) }
            }
            ended.signal()
        }
    }

    /// Ends after the present session.
    public func stop() {
        isStopped.withLock { $0 = true }
        wake.signal()
        ended.wait()
    }

    /// Verifies the oldest import. Returns false if there is none, or if the store fails.
    private func verifyNext() -> Bool {
        guard let id = (try? sessions.store.importsToVerify(limit: 1))?.first else { return false }
        let state: StoredSession.ImportState
        do throws(SessionError) {
            guard let replay = try sessions.replay(id) else { return true }
            state = replay.isIdentical ? .verified : .differs
        } catch {
            switch error {
            case .store(let error) where error.isTemporary: return false
            // A session that cannot be run again differs.
            default: state = .differs
            }
        }
        do { try sessions.store.note(state, of: id) } catch { return false }
        return true
    }
}
