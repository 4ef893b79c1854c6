internal import Dispatch
internal import Glibc
internal import Synchronization

/// Turns of the handlers that were set aside: as many of them run at once as the pool has places, each for a slice of time.
///
/// If all ran at once, each would hold locks of the allocator and of the system's memory while others wait for the processors, and
/// short requests would wait for those locks.
///
/// Near the memory limit, only one handler of all continues, until its request is answered: what a body needs is not predictable, and
/// several that grow at once would exceed the limit before ended requests have released their memory.
final class AsideTurns: Sendable {
    /// The turn of one handler.
    final class Turn: Sendable {
        fileprivate let isAside = Atomic(false)
        fileprivate let wake = DispatchSemaphore(value: 0)
        /// The processor time of the handler's thread, in nanoseconds, at which the present request began.
        private let begin = Atomic(0)

        /// Notes that the handler begins another request. Called on its thread.
        func beginRequest() { begin.store(Turn.processorTime, ordering: .relaxed) }

        /// Whether the present request has taken much processor time. One that only waited for the processors is small, and may
        /// finish. Called on the handler's thread.
        var isLong: Bool { Turn.processorTime - begin.load(ordering: .relaxed) > AsideTurns.shortTime }

        private static var processorTime: Int {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }

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

    /// The processor time up to which a request continues near the memory limit, in nanoseconds: 50 ms, in which few megabytes are
    /// allocated.
    private static let shortTime = 50_000_000
    /// The interval in microseconds at which a handler asks whether it may continue.
    private static let memoryPause: UInt32 = 5_000

    private let places: Int
    private let state = Mutex(State())
    private let isTight = Atomic(false)
    /// The handler that may continue near the memory limit.
    private let holder = Mutex<ObjectIdentifier?>(nil)

    private let longestMemoryWait: Duration

    /// - Parameter longestMemoryWait: the time after which a handler gives up waiting for memory.
    init(places: Int, longestMemoryWait: Duration) {
        self.places = places
        self.longestMemoryWait = longestMemoryWait
    }

    /// Sets whether the process nearly uses its memory limit.
    func setTight(_ isTight: Bool) { self.isTight.store(isTight, ordering: .relaxed) }

    /// Waits for a turn if the handler was set aside and its slice is over, or if memory is short. Handlers call this between pieces
    /// of their work.
    ///
    /// - Parameters:
    ///   - isNeeded: whether the request still needs an answer; if not, its handler ends without a turn.
    ///   - giveUp: ends the request, because it has waited too long for memory.
    func pause(_ turn: Turn, while isNeeded: () -> Bool, giveUp: () -> Void) {
        waitForMemory(turn, while: isNeeded, giveUp: giveUp)
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

    private func waitForMemory(_ turn: Turn, while isNeeded: () -> Bool, giveUp: () -> Void) {
        let key = ObjectIdentifier(turn)
        let begin = ContinuousClock.now
        while isTight.load(ordering: .relaxed), turn.isLong, isNeeded() {
            let isHolder = holder.withLock { holder in
                if holder == nil { holder = key }
                return holder == key
            }
            if isHolder { return }
            if begin.duration(to: .now) > longestMemoryWait { return giveUp() }
            usleep(AsideTurns.memoryPause)
        }
    }

    /// Lets another handler continue near the memory limit, because this one has finished its request.
    func finish(_ turn: Turn) {
        holder.withLock { if $0 == ObjectIdentifier(turn) { $0 = nil } }
    }

    /// Ends the turns of a handler.
    func end(_ turn: Turn) {
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
