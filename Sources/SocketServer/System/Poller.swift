internal import CEpoll

/// A poller (epoll) for readable and writable descriptors.
struct Poller {
    private let descriptor: Descriptor

    init() throws(ServerError) {
        let number = poller_create()
        guard number >= 0 else { throw .system(lastSystemError()) }
        descriptor = Descriptor(number)
    }

    /// Watches a descriptor. Returns false if the system has no resources for it.
    func add(_ number: Int32, token: UInt64, readable: Bool, writable: Bool) -> Bool {
        poller_add(descriptor.number, number, token, readable ? 1 : 0, writable ? 1 : 0) == 0
    }

    func change(_ number: Int32, token: UInt64, readable: Bool, writable: Bool) {
        poller_change(descriptor.number, number, token, readable ? 1 : 0, writable ? 1 : 0)
    }

    func remove(_ number: Int32) {
        poller_remove(descriptor.number, number)
    }

    /// The maximum number of events that are returned at once.
    static let mostEvents = 256

    /// Returns the ready events, after at most that many milliseconds; -1 waits without limit.
    func wait(milliseconds: Int32) -> [poller_event] {
        [poller_event](unsafeUninitializedCapacity: Poller.mostEvents) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = max(0, Int(poller_wait(descriptor.number, base, Int32(Poller.mostEvents), milliseconds)))
        }
    }
}
