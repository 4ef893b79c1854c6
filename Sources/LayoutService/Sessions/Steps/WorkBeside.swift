internal import Dispatch
internal import Synchronization

/// Work that another thread does meanwhile, if one is free: else who asks for its value does it.
final class WorkBeside<Value: Sendable>: Sendable {
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

    /// What the work gave. To be called once.
    func value() -> Value {
        if let value = runUnlessBegun() { return value }
        end.wait()
        // Whoever began it has told of its end.
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
