internal import CEpoll
internal import Foundation
internal import HTTP

extension EventLoop {
    /// Accepts waiting connections, a bounded number so that existing ones are served too.
    func accept() {
        guard let listener else { return }
        for _ in 0..<64 {
            if isCrowded { return pauseAccepting(listener) }
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

    /// Whether a new connection would take the place of a newcomer that has had no time to send its request. It waits in the system's
    /// queue then.
    private var isCrowded: Bool {
        guard !hasPlace, newcomers.count >= EventLoop.newcomerPlaces, leastMissed == nil else { return false }
        return oldestNewcomer.map { $0.phase.isReading && $0.elapsed(at: .now) < EventLoop.settling } ?? false
    }

    /// The newcomer that makes room for another: one that was answered, or else the oldest.
    private var oldestNewcomer: Connection? {
        let all = newcomers.compactMap { connections[$0] }
        return all.filter { !$0.phase.isReading }.min { $0.id < $1.id } ?? all.min { $0.id < $1.id }
    }

    /// Pauses accepting: the listener remains ready while no connection is accepted, so polling would spin.
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

    /// The time for which a connection keeps its place whatever it does, as it has had no time to send or read more.
    private static let settling = Duration.milliseconds(250)

    /// The reasons to evict a connection for a new one, the best last.
    private enum Eviction: Comparable {
        /// It has just come, so nothing is known about it.
        case fresh
        /// Its stream has no end, so its client connects again.
        case watcher
        /// It sends its body or reads its answer more slowly than others.
        case slow
        /// It sends its fields, which normally takes very little time.
        case head
        /// It has no request, or its last answer was sent.
        case idle
    }

    /// The connection to evict for a new one: by the reason, and then the one whose client has been slow for longest. Nil if all connections are
    /// being answered, of which few are batches that wait for others.
    private var leastMissed: Connection? {
        let now = ContinuousClock.now
        var best: (connection: Connection, reason: Eviction, elapsed: Duration)?
        for connection in connections.values where !connection.isNewcomer {
            guard let reason = eviction(connection, at: now) else { continue }
            let elapsed = connection.elapsed(at: now)
            if let best, (best.reason, best.elapsed) > (reason, elapsed) { continue }
            best = (connection, reason, elapsed)
        }
        if let best, best.reason >= .head { return best.connection }
        return leastWaiting ?? best?.connection
    }

    /// The newest connection whose streamed answer waits for a worker or for memory, of the address that has most of them; nil if no more wait than
    /// requests could. Each may wait for as long as the others take, and would hold its place meanwhile.
    private var leastWaiting: Connection? {
        let waiting = connections.values.filter { !$0.isNewcomer && ($0.stream?.wait == .worker || $0.stream?.wait == .memory) }
        guard waiting.count > configuration.queueCapacity else { return nil }
        let crowds = Dictionary(grouping: waiting, by: \.address).values
        return crowds.max { ($0.count, $0.first?.address ?? 0) < ($1.count, $1.first?.address ?? 0) }?.max { $0.id < $1.id }
    }

    /// Returns whether the poller has had no opportunity to report what a new connection sent. The poller reports the connections that have been
    /// ready for longest first.
    private func isUnpolled(_ connection: Connection) -> Bool {
        connection.phase == .idle && pollCount - connection.pollCount <= connections.count / Poller.mostEvents
    }

    /// Returns the reason to evict a connection; nil if its request is being answered, or could not be read yet.
    private func eviction(_ connection: Connection, at now: ContinuousClock.Instant) -> Eviction? {
        if isUnpolled(connection) { return nil }
        let isFresh = connection.elapsed(at: now) < EventLoop.settling
        switch connection.phase {
        case .idle, .lingering: return isFresh ? .fresh : .idle
        case .head: return isFresh ? .fresh : .head
        case .body: return isFresh ? .fresh : .slow
        case .writing, .streaming:
            if !isFresh, isAwaited(connection) { return .slow }
            return connection.stream?.stream.isEndless == true ? .watcher : nil
        case .handling: return nil
        }
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
        let slow = connections.values.filter { isAwaited($0) && $0.countedBytes >= bytes && $0.elapsed(at: now) > configuration.slowTime }
        return slow.max { $0.elapsed(at: now) < $1.elapsed(at: now) }
    }

    /// Returns the connection that holds most of the address whose unread answers and unfinished bodies hold most; nil if these are less than
    /// a quarter of what may be held, or no more than those of the address for which there should be room.
    ///
    /// - Parameter address: nil if there should be room for any.
    func greediest(for address: UInt64?) -> Connection? {
        let holding = connections.values.filter { isAwaited($0) && $0.countedBytes > 0 || $0.phase == .body }
        let addresses = Dictionary(grouping: holding, by: \.address)
        let held = addresses.mapValues { $0.reduce(0) { $0 + $1.countedBytes } }
        guard let most = held.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key != address,
            most.value > max(configuration.maximumHeldBytes / 4, address.flatMap { held[$0] } ?? 0)
        else { return nil }
        return addresses[most.key]?.max { ($0.countedBytes, $0.id) < ($1.countedBytes, $1.id) }
    }

    /// Returns whether a connection waits for its client to read an answer, or to send a streamed body.
    func isAwaited(_ connection: Connection) -> Bool {
        switch connection.phase {
        case .writing: true
        case .streaming:
            switch connection.stream?.wait {
            case .client?: true
            case .input?: connection.stream?.stream.isEndless == false
            case .worker?, .memory?, nil: false
            }
        case .idle, .head, .body, .handling, .lingering: false
        }
    }

    /// The number of connections that have a place.
    private var placeCount: Int { connections.count - newcomers.count }

    private var hasPlace: Bool { placeCount < max(1, configuration.maximumConnections) }

    private func admit(_ descriptor: Descriptor) {
        // An answer is one write; waiting to fill a packet would only delay it.
        set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor.number)
        // Without a limit the system would buffer megabytes for each slow client, and copying them would block all others.
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: EventLoop.unsentBytes, on: descriptor.number)
        makeRoom()
        lastID += 1
        let connection = Connection(id: lastID, descriptor: descriptor, address: peer_address(descriptor.number), configuration)
        connection.pollCount = pollCount
        guard poller.add(descriptor.number, token: connection.id, readable: true, writable: false) else { return }
        if !hasPlace {
            connection.isNewcomer = true
            if newcomers.count >= EventLoop.newcomerPlaces, let oldestNewcomer { takePlace(of: oldestNewcomer) }
            newcomers.insert(connection.id)
        }
        connections[connection.id] = connection
        noteExpiry(connection.expiry)
    }

    /// Evicts a connection for a new one, if one may be evicted. A client counts as slow only after what has arrived from it is read: the loop
    /// takes a part of a body at a time.
    private func makeRoom() {
        while !hasPlace, let leastMissed {
            guard leastMissed.phase.isReading, readsForRoom > 0, hasUnreadBytes(leastMissed) else { return drop(leastMissed) }
            readsForRoom -= 1
            read(leastMissed)
        }
    }

    /// The maximum number of reads in one round of the loop before connections are evicted. All connections that are accepted in it share them.
    static let mostReadsForRoom = 32

    private func hasUnreadBytes(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return recv(connection.descriptor.number, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Drops a newcomer, after its request is answered if that has arrived.
    private func takePlace(of newcomer: Connection) {
        if newcomer.phase.isReading { read(newcomer) }
        if newcomer.isNewcomer, connections[newcomer.id] != nil { drop(newcomer) }
    }

    /// Admits a new connection if there is capacity now. Otherwise the connection is refused, unless its request is answered
    /// immediately, such as `/healthz`.
    ///
    /// - Returns: whether the request is handled.
    func admit(_ connection: Connection, _ head: RequestHead, _ match: RouteMatch) -> Bool {
        guard connection.isNewcomer else { return true }
        makeRoom()
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
