internal import Dispatch
internal import Glibc
internal import StandardAdditions
internal import Synchronization

/// Turns of the handlers that were set aside: as many of them run at once as the pool has places, each for a slice of time.
///
/// If all ran at once, each would hold locks of the allocator and of the system's memory while others wait for the processors, and
/// short requests would wait for those locks.
///
/// Near the memory limit, only one handler of all continues, until its request is answered: what a body needs is not predictable, and
/// several that grow at once would exceed the limit before ended requests have released their memory. If nothing large should continue,
/// none does until memory is released. Handlers read the memory by themselves, since one allocates much between two readings of the
/// loop.
final class AsideTurns: Sendable {
    /// The turn of one handler.
    final class Turn: Sendable {
        fileprivate let isAside = Atomic(false)
        fileprivate let wake = DispatchSemaphore(value: 0)
        /// The processor time of the handler's thread, in nanoseconds, at which the present request began.
        private let begin = Atomic(0)
        /// Whether a request is being handled.
        fileprivate let isBusy = Atomic(false)
        /// Whether the present request was begun although no memory was left, since it is small.
        fileprivate let usesReserve = Atomic(false)
        /// The time at which the handler read the memory, in nanoseconds of the system's clock.
        private let lastReading = Atomic(0)

        fileprivate func beginRequest(usingReserve: Bool) {
            begin.store(Turn.processorTime, ordering: .relaxed)
            usesReserve.store(usingReserve, ordering: .relaxed)
        }

        /// Whether the handler has not read the memory for some milliseconds; it is about to do so then.
        fileprivate var isReadingDue: Bool {
            let now = Turn.time(of: CLOCK_MONOTONIC)
            guard now - lastReading.load(ordering: .relaxed) > AsideTurns.readingInterval else { return false }
            lastReading.store(now, ordering: .relaxed)
            return true
        }

        /// The processor time that the present request has taken, in nanoseconds. Called on the handler's thread.
        fileprivate var time: Int { Turn.processorTime - begin.load(ordering: .relaxed) }

        private static var processorTime: Int { time(of: CLOCK_THREAD_CPUTIME_ID) }

        private static func time(of clock: clockid_t) -> Int {
            var time = timespec()
            clock_gettime(clock, &time)
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
    /// allocated, but less if there are many, down to 10 ms.
    private static let shortTime = 50_000_000
    private static let sharedTime = 400_000_000
    private static let leastTime = 10_000_000
    /// The interval in microseconds at which a handler asks whether it may continue.
    private static let memoryPause: UInt32 = 5_000
    /// The interval in nanoseconds at which a handler that continues reads the memory.
    private static let readingInterval = 3_000_000

    private let places: Int
    private let state = Mutex(State())
    private let shortage = Atomic(MemoryShortage.none.rawValue)
    /// The handler that may continue near the memory limit.
    private let holder = Mutex<ObjectIdentifier?>(nil)

    /// The number of requests that are being handled.
    private let busyCount = Atomic(0)
    private let longestMemoryWait: Duration
    private let limit: MemoryLimit?

    /// - Parameters:
    ///   - longestMemoryWait: the time after which a handler gives up waiting for memory.
    ///   - limit: the memory of the process; nil if only ``setShortage(_:)`` is called for it.
    init(places: Int, longestMemoryWait: Duration, limit: MemoryLimit? = nil) {
        self.places = places
        self.longestMemoryWait = longestMemoryWait
        self.limit = limit
    }

    /// Notes that a handler begins another request. Called on its thread.
    func begin(_ turn: Turn, usingReserve: Bool = false) {
        turn.beginRequest(usingReserve: usingReserve)
        if !turn.isBusy.exchange(true, ordering: .relaxed) { busyCount.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Returns whether the present request has taken much processor time. One that only waited for the processors is small, and may
    /// finish. Called on the handler's thread.
    func isLong(_ turn: Turn) -> Bool {
        let share = AsideTurns.sharedTime / max(1, busyCount.load(ordering: .relaxed))
        return turn.time > min(AsideTurns.shortTime, max(AsideTurns.leastTime, share))
    }

    /// Sets the part of the memory limit that the process uses.
    func setShortage(_ shortage: MemoryShortage) { self.shortage.store(shortage.rawValue, ordering: .relaxed) }

    /// Returns the part of the memory limit that the process uses, as this handler or another one read it some milliseconds ago.
    ///
    /// - Parameter isWaiting: whether the handler waits for another one, which reads it.
    private func shortage(for turn: Turn, isWaiting: Bool) -> MemoryShortage {
        if let limit, !isWaiting, turn.isReadingDue { setShortage(MemoryShortage(MemoryLimit.used, limit)) }
        return MemoryShortage(rawValue: shortage.load(ordering: .relaxed)) ?? .none
    }

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
        var isWaiting = false
        while true {
            let shortage = shortage(for: turn, isWaiting: isWaiting)
            guard shortage > .none, isLong(turn), isNeeded() else { return }
            let isHolder = holder.withLock { holder in
                if holder == nil { holder = key }
                return holder == key
            }
            if isHolder, shortage < .critical { return }
            isWaiting = !isHolder
            // The reserve is for requests that are short, too.
            let isOver = begin.duration(to: .now) > longestMemoryWait || shortage == .critical && turn.usesReserve.load(ordering: .relaxed)
            if isOver { return giveUp() }
            usleep(AsideTurns.memoryPause)
        }
    }

    /// Lets another handler continue near the memory limit, because this one has finished its request.
    func finish(_ turn: Turn) {
        if turn.isBusy.exchange(false, ordering: .relaxed) { busyCount.wrappingSubtract(1, ordering: .relaxed) }
        holder.withLock { if $0 == ObjectIdentifier(turn) { $0 = nil } }
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
