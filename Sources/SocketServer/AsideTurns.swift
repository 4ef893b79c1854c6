internal import Dispatch
internal import Synchronization

/// Turns of the handlers that were set aside: as many of them run at once as the pool has places, each for a slice of time.
///
/// If all ran at once, each would hold locks of the allocator and of the system's memory while others wait for the processors, and
/// short requests would wait for those locks.
final class AsideTurns: Sendable {
    /// The turn of one handler.
    final class Turn: Sendable {
        fileprivate let isAside = Atomic(false)
        fileprivate let wake = DispatchSemaphore(value: 0)

        /// Notes that the handler was set aside, so that it takes turns from now on.
        func setAside() { isAside.store(true, ordering: .relaxed) }
    }

    private struct State {
        /// The handlers that run, with the start of their slices.
        var running: [ObjectIdentifier: ContinuousClock.Instant] = [:]
        var waiting: [Turn] = []
    }

    private static let slice = Duration.milliseconds(100)
    /// The longest wait: after it a handler runs beside the others, as its answer may be due.
    private static let longestWait = DispatchTimeInterval.seconds(4)

    private let places: Int
    private let state = Mutex(State())

    init(places: Int) {
        self.places = places
    }

    /// Waits for a turn if the handler was set aside and its slice is over. Handlers call this between pieces of their work.
    func pause(_ turn: Turn) {
        guard turn.isAside.load(ordering: .relaxed) else { return }
        let waits = state.withLock { state in
            let key = ObjectIdentifier(turn)
            let now = ContinuousClock.now
            if let start = state.running[key] {
                if state.waiting.isEmpty || start.duration(to: now) < AsideTurns.slice { return false }
                state.running[key] = nil
            } else if state.waiting.isEmpty, state.running.count < places {
                state.running[key] = now
                return false
            }
            state.waiting.append(turn)
            grant(&state, at: now)
            return state.running[key] == nil
        }
        guard waits, turn.wake.wait(timeout: .now() + AsideTurns.longestWait) == .timedOut else { return }
        state.withLock { state in
            state.waiting.removeAll { $0 === turn }
            state.running[ObjectIdentifier(turn)] = .now
        }
    }

    /// Lets a handler continue beside the others, because its request was ended and it has only to notice that.
    func release(_ turn: Turn) {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0 === turn }) else { return }
            state.waiting.remove(at: place)
            state.running[ObjectIdentifier(turn)] = .now
            turn.wake.signal()
        }
    }

    /// Lets another handler run, because this one waits for something else or has finished.
    func endSlice(of turn: Turn) {
        guard turn.isAside.load(ordering: .relaxed) else { return }
        state.withLock { state in
            state.running[ObjectIdentifier(turn)] = nil
            grant(&state, at: .now)
        }
    }

    private func grant(_ state: inout State, at now: ContinuousClock.Instant) {
        while state.running.count < places, !state.waiting.isEmpty {
            let next = state.waiting.removeFirst()
            state.running[ObjectIdentifier(next)] = now
            next.wake.signal()
        }
    }
}
