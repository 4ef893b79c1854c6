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

    private func admit(_ descriptor: Descriptor) {
        // An answer is one write; waiting to fill a packet would only delay it.
        enable(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor.number)
        let isFull = connections.count >= max(1, configuration.maximumConnections)
        if isFull, let idlest = connections.values.filter({ $0.phase == .idle }).min(by: { $0.expiry < $1.expiry }) { drop(idlest) }
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
