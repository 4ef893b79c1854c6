internal import CEpoll
internal import Foundation
internal import HTTP

extension EventLoop {
    /// Accepts waiting connections, a bounded number so that existing ones are served too.
    func accept() {
        guard let listener else { return }
        for _ in 0..<64 {
            let number = accept_connection(listener.number)
            guard number >= 0 else {
                switch errno {
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: pauseAccepting(listener)
                case EINTR, ECONNABORTED: continue
                default: break
                }
                return
            }
            admit(Descriptor(number))
        }
    }

    /// Pauses accepting: the listener remains ready while the system has no free descriptor, so polling would spin.
    private func pauseAccepting(_ listener: Descriptor) {
        poller.change(listener.number, token: EventLoop.listenerToken, readable: false, writable: false)
        acceptPausedUntil = .now + .milliseconds(100)
    }

    func resumeAccepting() {
        acceptPausedUntil = nil
        guard let listener else { return }
        poller.change(listener.number, token: EventLoop.listenerToken, readable: true, writable: false)
    }

    /// Stops accepting. Shutdown instead of close, because other references to the descriptor may exist and clients would wait.
    func closeListener(_ listener: Descriptor) {
        poller.remove(listener.number)
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    /// The most unsent bytes of a connection in the system's buffer.
    private static let unsentBytes: Int32 = 128 << 10

    /// A body that takes longer than this may be evicted.
    private static let slowBody = Duration.seconds(5)

    /// The connection to evict for a new one: the longest idle; else the one that has been sending its fields for longest, which
    /// normally takes no time; else one with a slow body. Nil if all are being answered.
    private var leastMissed: Connection? {
        func oldest(_ phase: Connection.Phase) -> Connection? {
            connections.values.filter { $0.phase == phase }.min { $0.expiry < $1.expiry }
        }
        if let found = oldest(.idle) ?? oldest(.head) { return found }
        let limit = ContinuousClock.now + configuration.bodyTimeout - EventLoop.slowBody
        return oldest(.body).flatMap { $0.expiry < limit ? $0 : nil }
    }

    private func admit(_ descriptor: Descriptor) {
        // An answer is one write; waiting to fill a packet would only delay it.
        set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor.number)
        // Without a limit the system would buffer megabytes for each slow client, and copying them would block all others.
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: EventLoop.unsentBytes, on: descriptor.number)
        let isFull = connections.count >= max(1, configuration.maximumConnections)
        if isFull, let leastMissed { drop(leastMissed) }
        lastID += 1
        let connection = Connection(
            id: lastID, descriptor: descriptor, limits: configuration.limits, expiry: .now + configuration.headerTimeout)
        guard poller.add(descriptor.number, token: connection.id, readable: true, writable: false) else { return }
        let hasRoom = connections.count < max(1, configuration.maximumConnections)
        connections[connection.id] = connection
        noteExpiry(connection.expiry)
        if !hasRoom {
            refuse(connection, overloaded("connections", "As many connections are open as the service allows; try again in a second."), to: nil)
        }
    }
}
