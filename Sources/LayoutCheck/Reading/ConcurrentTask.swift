internal import Dispatch
internal import Synchronization

/// Work that another thread does concurrently, if one is free; otherwise the caller of `value()` does it.
final class ConcurrentTask<Value: Sendable>: Sendable {
    private enum State {
        case waits
        case runs
        case done(Value)
    }

    private let work: @Sendable () -> Value
    private let state = Mutex(State.waits)
    private let end = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            if let value = runUnlessBegun() {
                state.withLock { $0 = .done(value) }
                end.signal()
            }
        }
    }

    /// Returns the result of the work. Call it once.
    func value() -> Value {
        if let value = runUnlessBegun() { return value }
        end.wait()
        // The thread that began it has signalled its end.
        if case .done(let value) = state.withLock({ $0 }) { return value }
        return work()
    }

    private func runUnlessBegun() -> Value? {
        let isMine = state.withLock { state in
            guard case .waits = state else { return false }
            state = .runs
            return true
        }
        return isMine ? work() : nil
    }
}
