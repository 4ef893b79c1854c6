internal import CEpoll
internal import Foundation
internal import HTTP

extension EventLoop {
    /// Takes the connections that wait, a bounded number so that the others get their turn.
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

    /// The listener stays ready while the system has no descriptor left; waiting beats spinning.
    private func pauseAccepting(_ listener: Descriptor) {
        poller.change(listener.number, token: EventLoop.listenerToken, readable: false, writable: false)
        acceptPausedUntil = .now + .milliseconds(100)
    }

    func resumeAccepting() {
        acceptPausedUntil = nil
        guard let listener else { return }
        poller.change(listener.number, token: EventLoop.listenerToken, readable: true, writable: false)
    }

    /// Refuses connections from now on. Others may still hold the descriptor, so letting go of it would leave clients waiting.
    func closeListener(_ listener: Descriptor) {
        poller.remove(listener.number)
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    /// Bytes of a connection that the system takes before it has sent those that came before.
    private static let unsentBytes: Int32 = 128 << 10

    /// A body that has been coming for so long may give way.
    private static let slowBody = Duration.seconds(5)

    /// The connection that makes room for another: the one idle for longest, else the one that has been at its fields for longest, which takes others no
    /// time at all, else a body that dribbles. Nil where all are being answered.
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
        // The system would take megabytes for each of many clients that read slowly, and copying them would keep all others waiting.
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
            refuse(connection, overloaded("connections", "Too many connections are open."), to: nil)
        }
    }
}
