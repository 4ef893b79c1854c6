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
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    if let leastMissed { drop(leastMissed) }
                    pauseAccepting(listener)
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
        acceptPausedUntil = .now + .milliseconds(10)
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

    /// The maximum number of unsent bytes of a connection in the system's buffer.
    private static let unsentBytes: Int32 = 128 << 10

    /// The maximum number of connections beyond the limit. They are answered only for requests such as `/healthz`, or with 503.
    static let newcomerPlaces = 64

    /// The connection to evict for a new one: the longest idle; else the one that has been sending its fields for longest, which
    /// normally takes very little time; else one with a slow body; else the slowest reader or sender; else the stream without an
    /// end that has been quiet for longest, as its client connects again. Nil if all connections are being answered.
    private var leastMissed: Connection? {
        func oldest(_ phase: Connection.Phase) -> Connection? {
            connections.values.filter { $0.phase == phase && !$0.isNewcomer }.min { $0.expiry < $1.expiry }
        }
        if let found = oldest(.idle) ?? oldest(.head) { return found }
        let now = ContinuousClock.now
        if let body = oldest(.body), isSlowBody(body, at: now) { return body }
        if let slow = slowest(at: now) { return slow }
        return connections.values.filter { $0.stream?.stream.isEndless == true }.min { $0.id < $1.id }
    }

    /// The connection whose body has been arriving for longest and holds memory; nil if none takes long.
    var slowestBody: Connection? {
        let now = ContinuousClock.now
        let bodies = connections.values.filter { $0.countedBytes > 0 && $0.phase == .body && isSlowBody($0, at: now) }
        return bodies.min { $0.expiry < $1.expiry }
    }

    /// Returns whether the body of a connection has been arriving for long, so that the connection may be evicted.
    private func isSlowBody(_ connection: Connection, at now: ContinuousClock.Instant) -> Bool {
        connection.expiry < now + configuration.bodyTimeout - configuration.slowBodyTime
    }

    /// Returns the connection whose client has been slow for longest, in reading an answer or in sending a streamed body.
    ///
    /// - Parameter bytes: the least memory that it holds.
    func slowest(at now: ContinuousClock.Instant, holding bytes: Int = 0) -> Connection? {
        func isSlow(_ connection: Connection) -> Bool {
            switch connection.phase {
            case .writing: true
            case .streaming:
                switch connection.stream?.wait {
                case .client?: true
                case .input?: connection.stream?.stream.isEndless == false
                case .worker?, nil: false
                }
            case .idle, .head, .body, .handling, .lingering: false
            }
        }
        let slow = connections.values.filter { isSlow($0) && $0.countedBytes >= bytes && $0.slowness(at: now) > .zero }
        return slow.max { $0.slowness(at: now) < $1.slowness(at: now) }
    }

    /// The number of connections that have a place.
    private var placeCount: Int { connections.count - newcomers.count }

    private var hasPlace: Bool { placeCount < max(1, configuration.maximumConnections) }

    private func admit(_ descriptor: Descriptor) {
        // An answer is one write; waiting to fill a packet would only delay it.
        set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor.number)
        // Without a limit the system would buffer megabytes for each slow client, and copying them would block all others.
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: EventLoop.unsentBytes, on: descriptor.number)
        if !hasPlace, let leastMissed { drop(leastMissed) }
        lastID += 1
        let connection = Connection(id: lastID, descriptor: descriptor, address: peer_address(descriptor.number), configuration)
        guard poller.add(descriptor.number, token: connection.id, readable: true, writable: false) else { return }
        if !hasPlace {
            connection.isNewcomer = true
            if newcomers.count >= EventLoop.newcomerPlaces, let first = newcomers.min(), let oldest = connections[first] { drop(oldest) }
            newcomers.insert(connection.id)
        }
        connections[connection.id] = connection
        noteExpiry(connection.expiry)
    }

    /// Admits a new connection if there is capacity now. Otherwise the connection is refused, unless its request is answered
    /// immediately, such as `/healthz`.
    ///
    /// - Returns: whether the request is handled.
    func admit(_ connection: Connection, _ head: RequestHead, _ match: RouteMatch) -> Bool {
        guard connection.isNewcomer else { return true }
        if !hasPlace, let leastMissed { drop(leastMissed) }
        if hasPlace {
            connection.isNewcomer = false
            newcomers.remove(connection.id)
            return true
        }
        if head.framing == .none, match.isCheap {
            connection.isLast = true
            return true
        }
        let detail = "The service has reached its limit of open connections; try again in a second."
        refuse(connection, EventLoop.overloaded("connections", detail), to: head.method)
        return false
    }
}
