internal import CAllocationCounter
internal import Glibc
internal import StandardAdditions
internal import Synchronization

/// The memory that the requests in progress hold together.
///
/// No estimate of a body bounds what it takes: a few bytes name any number of views. So handlers compare what their threads allocate with
/// what their requests have reserved, between pieces of their work, and reserve more as they grow. If all is reserved, or the process
/// nears its memory limit, one request of all may grow, until it is answered; the others wait as soon as they need more. Those that need
/// no more continue. If nothing large should continue, that one waits, too, until memory is released.
///
/// As requests grow, those of an address together reserve at most half of what the others leave, so that there is always some for another.
/// The address that has reserved least is the next one whose request may grow beyond that.
final class WorkMemory: Sendable {
    /// The part of one request. Its handler's thread changes it.
    final class Share: Sendable {
        /// The bytes that the thread held when the request began.
        private let start = Atomic(0)
        /// The bytes that the request has of those for all requests.
        fileprivate let reserved = Atomic(0)
        /// The bytes that it may hold besides, as the one request that may exceed its part. They are not taken from others.
        fileprivate let excess = Atomic(0)
        /// The address of the client.
        fileprivate let address = Atomic<UInt64>(0)
        /// Whether the request was begun although no memory was left, since it is small.
        fileprivate let usesReserve = Atomic(false)

        fileprivate func begin() {
            start.store(Int(thread_held_bytes()), ordering: .relaxed)
            known.store(0, ordering: .relaxed)
        }

        /// The bytes that the handler allocated for the request and has not freed. Called on its thread.
        var held: Int { Int(thread_held_bytes()) - start.load(ordering: .relaxed) }

        /// The bytes that the request may hold.
        var reservedBytes: Int { reserved.load(ordering: .relaxed) + excess.load(ordering: .relaxed) }

        /// The bytes that the handler held when it last asked.
        fileprivate let known = Atomic(0)
        /// The bytes that the end of the request would free, as far as that is known; 0 for a small one.
        var bytes: Int {
            let known = known.load(ordering: .relaxed)
            return max(reservedBytes, known > WorkMemory.allowance ? known : 0)
        }
    }

    /// The bytes that each request may hold without a reservation. Ordinary layouts of a few dozen views need no more.
    static let allowance = 512 << 10
    /// The least number of bytes that a request reserves at once.
    private static let step = 1 << 20
    /// The bytes that a request may hold beyond what it has reserved while it waits, even if others do so with much.
    private static let mostDebt = 8 << 20
    /// The interval in microseconds at which a handler asks whether it may continue.
    private static let pause: UInt32 = 5_000
    /// The interval in nanoseconds at which handlers read the memory of the process.
    private static let readingInterval = 3_000_000

    let capacity: Int
    private let longestWait: Duration
    private let limit: MemoryLimit?
    private let state = Mutex(State())
    private let shortage = Atomic(MemoryShortage.none.rawValue)
    /// The time at which a handler read the memory, in nanoseconds of the system's clock.
    private let lastReading = Atomic(0)

    private struct State {
        /// The bytes that requests have reserved, without what one may exceed.
        var total = 0
        /// Those of each address.
        var addresses: [UInt64: Int] = [:]
        /// The request that may grow although all is reserved.
        var holder: ObjectIdentifier?
        /// The requests that wait to grow, in order, with their addresses.
        var waiting: [(share: ObjectIdentifier, address: UInt64)] = []
        /// The bytes that these hold beyond what they have reserved.
        var debt = 0

        func bytes(of address: UInt64) -> Int { addresses[address] ?? 0 }

        mutating func add(_ bytes: Int, to share: Share) {
            let address = share.address.load(ordering: .relaxed)
            share.reserved.wrappingAdd(bytes, ordering: .relaxed)
            total += bytes
            addresses[address, default: 0] += bytes
            if addresses[address] == 0 { addresses[address] = nil }
        }

        /// Returns whether the request is the next one that may grow although all is reserved, and makes it that if there is none.
        mutating func mayExceed(_ share: ObjectIdentifier) -> Bool {
            if holder == nil {
                let next = waiting.enumerated().min { (bytes(of: $0.element.address), $0.offset) < (bytes(of: $1.element.address), $1.offset) }
                holder = next?.element.share ?? share
            }
            return holder == share
        }
    }

    /// - Parameters:
    ///   - capacity: the bytes that requests may reserve together, except for the one that may grow.
    ///   - longestWait: the time after which a handler gives up waiting for memory.
    ///   - limit: the memory of the process; nil if only ``setShortage(_:)`` is called for it.
    init(capacity: Int, longestWait: Duration, limit: MemoryLimit? = nil) {
        self.capacity = capacity
        self.longestWait = longestWait
        self.limit = limit
    }

    /// Returns whether a request that needs so many bytes may start. Requests that start reserve at most three quarters of the capacity
    /// together, and each of them at most half.
    func hasRoom(for bytes: Int) -> Bool { state.withLock { $0.total + first(of: bytes) <= capacity / 4 * 3 } }

    private func first(of bytes: Int) -> Int { min(bytes, capacity / 2) }

    /// Notes that a request of an address was given to a worker, and reserves memory for it.
    func reserve(_ bytes: Int, for share: Share, of address: UInt64, usesReserve: Bool = false) {
        share.usesReserve.store(usesReserve, ordering: .relaxed)
        share.address.store(address, ordering: .relaxed)
        if bytes > 0 { state.withLock { $0.add(first(of: bytes), to: share) } }
    }

    /// Notes that a handler begins its request. Called on its thread.
    func begin(_ share: Share) { share.begin() }

    /// Releases what the request reserved, and lets another one grow. Returns whether it had reserved any.
    @discardableResult
    func finish(_ share: Share) -> Bool {
        state.withLock { state in
            let bytes = share.reserved.load(ordering: .relaxed)
            if bytes > 0 { state.add(-bytes, to: share) }
            if state.holder == ObjectIdentifier(share) { state.holder = nil }
            return share.excess.exchange(0, ordering: .relaxed) > 0 || bytes > 0
        }
    }

    /// Sets the part of the memory limit that the process uses.
    func setShortage(_ shortage: MemoryShortage) { self.shortage.store(shortage.rawValue, ordering: .relaxed) }

    /// Waits while the request holds more than it may. Handlers call this between pieces of their work.
    ///
    /// - Parameters:
    ///   - isNeeded: whether the request still needs an answer; if not, its handler ends without more memory.
    ///   - leave: called before it waits, so that others may use the processors.
    ///   - giveUp: ends the request, because it has waited too long.
    func wait(_ share: Share, while isNeeded: () -> Bool, leave: () -> Void = {}, giveUp: () -> Void) {
        let held = share.held
        share.known.store(held, ordering: .relaxed)
        let more = held - max(WorkMemory.allowance, share.reservedBytes)
        guard more > 0 else { return }
        let begin = ContinuousClock.now
        var isWaiting = false
        defer { if isWaiting { stopWaiting(share, more) } }
        while isNeeded() {
            let shortage = shortage(isWaiting: isWaiting)
            if extend(share, by: max(more, WorkMemory.step), shortage) { return }
            if !isWaiting {
                leave()
                guard startWaiting(share, more) else { return giveUp() }
                isWaiting = true
            }
            // The reserve is for requests that are small, too.
            let isOver = begin.duration(to: .now) > longestWait || shortage == .critical && share.usesReserve.load(ordering: .relaxed)
            if isOver { return giveUp() }
            usleep(WorkMemory.pause)
        }
    }

    /// Adds a request to those that wait. Returns false if it holds much beyond what it has reserved, and others do so already: all would
    /// have that in memory while they wait.
    private func startWaiting(_ share: Share, _ more: Int) -> Bool {
        let address = share.address.load(ordering: .relaxed)
        return state.withLock { state in
            guard more <= WorkMemory.mostDebt || state.debt + more <= capacity / 2 else { return false }
            state.debt += more
            state.waiting.append((share: ObjectIdentifier(share), address: address))
            return true
        }
    }

    private func stopWaiting(_ share: Share, _ more: Int) {
        state.withLock { state in
            state.debt -= more
            state.waiting.removeAll { $0.share == ObjectIdentifier(share) }
        }
    }

    /// Reserves more bytes for a request if it may grow.
    private func extend(_ share: Share, by bytes: Int, _ shortage: MemoryShortage) -> Bool {
        guard shortage < .critical else { return false }
        return state.withLock { state in
            let own = state.bytes(of: share.address.load(ordering: .relaxed))
            let others = state.total - own
            // Near the limit, a little remains for those who have little.
            let most = min((capacity - others) / 2, shortage == .none ? capacity : capacity / 16)
            if own + bytes <= most {
                state.add(bytes, to: share)
            } else {
                guard state.mayExceed(ObjectIdentifier(share)) else { return false }
                share.excess.wrappingAdd(bytes, ordering: .relaxed)
            }
            return true
        }
    }

    /// Returns the part of the memory limit that the process uses, as this handler or another one read it some milliseconds ago.
    ///
    /// - Parameter isWaiting: whether the handler waits for another one, which reads it.
    private func shortage(isWaiting: Bool) -> MemoryShortage {
        if let limit, !isWaiting, isReadingDue { setShortage(MemoryShortage(MemoryLimit.used, limit)) }
        return MemoryShortage(rawValue: shortage.load(ordering: .relaxed)) ?? .none
    }

    /// Whether no handler has read the memory for some milliseconds; the caller is about to do so then.
    private var isReadingDue: Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = time.tv_sec * 1_000_000_000 + time.tv_nsec
        let last = lastReading.load(ordering: .relaxed)
        return now - last > WorkMemory.readingInterval
            && lastReading.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    }
}
