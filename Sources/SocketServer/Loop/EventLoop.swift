internal import CEpoll
internal import HTTP
internal import StandardAdditions
internal import Synchronization

/// The event loop that serves all connections on one thread: it blocks only in the poller, and long handlers run on workers.
///
/// Each connection has one request at a time in progress, so answers are in the order of requests, and a client that sends
/// without reading fills only its own socket buffers.
final class EventLoop {
    static let listenerToken: UInt64 = 0
    static let mailboxToken: UInt64 = 1

    let configuration: ServerConfiguration
    let responder: any Responder
    let poller: Poller
    let mailbox: Mailbox
    let pool: WorkerPool

    /// The listener; nil once the loop is stopping.
    var listener: Descriptor?
    var connections: [UInt64: Connection] = [:]
    /// The ids of the connections without a place.
    var newcomers: Set<UInt64> = []
    var lastID: UInt64 = 1
    /// The number of rounds in which the events of the poller were handled.
    private(set) var pollCount = 0
    /// The number of times that connections may still be read in this round before one of them is evicted.
    var readsForRoom = 0
    /// The bytes of memory held for requests over all connections.
    var heldBytes = 0
    /// Connections with buffered input that is not parsed yet.
    var queued: [Connection] = []
    /// Streamed exchanges whose next call waits, and the time at which they are looked at.
    var deferred = DeferredCalls()
    var deferralDue: ContinuousClock.Instant?
    var scratch = [UInt8](repeating: 0, count: Connection.longestRead)

    /// A lower bound of all connections' expiry times.
    var nextExpiry: ContinuousClock.Instant?
    /// The time until which no connection is accepted, because the system had no free descriptor.
    var acceptPausedUntil: ContinuousClock.Instant?
    var stopDeadline: ContinuousClock.Instant?
    /// The time of the next check for jobs that wait behind long ones; nil if none waits.
    var reliefDue: ContinuousClock.Instant?
    /// The process's memory; nil without a limit.
    var memory: MemoryWatch?
    /// Whether the loop's thread has reduced its scheduling priority because many requests wait.
    private var waitsTurn = false
    /// Whether the process has the ordinary scheduling policy, so that it may be changed.
    private let mayWaitTurns = thread_is_ordinary() != 0
    /// The number of waiting requests from which on answers are gathered.
    private static let manyRequests = 8
    var dateCache: (seconds: Int, text: String) = (-1, "")
    /// A random prefix of request ids, which distinguishes this run from others.
    private let runName = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
    private var requestCount = 0

    init(
        configuration: ServerConfiguration, responder: any Responder, poller: Poller, mailbox: Mailbox, pool: WorkerPool, listener: Descriptor
    ) {
        self.configuration = configuration
        self.responder = responder
        self.poller = poller
        self.mailbox = mailbox
        self.pool = pool
        self.listener = listener
        memory = configuration.maximumMemory.map { MemoryWatch(limit: MemoryLimit(bytes: $0)) }
    }

    /// Serves until a stop is requested and the last connection has ended, or the stop timeout is over.
    func run() {
        while true {
            var hasNewcomers = false
            readsForRoom = EventLoop.mostReadsForRoom
            for event in poller.wait(milliseconds: timeout()) {
                switch event.token {
                case EventLoop.listenerToken: hasNewcomers = true
                case EventLoop.mailboxToken: for message in mailbox.takeAll() { receive(message) }
                default:
                    guard let connection = connections[event.token] else { continue }
                    handle(connection, readable: event.readable != 0, writable: event.writable != 0, hungUp: event.hung_up != 0)
                }
            }
            pollCount += 1
            // After the others: what has arrived from them counts before one of them has to make room.
            if hasNewcomers { accept() }
            let again = queued
            queued = []
            for connection in again where connections[connection.id] != nil {
                connection.isQueued = false
                advance(connection)
            }
            callStalled()
            expire()
            watchMemory()
            waitTurns()
            configuration.figures.openConnections.store(connections.count, ordering: .relaxed)
            if let stopDeadline, connections.isEmpty || ContinuousClock.now >= stopDeadline { break }
        }
        for connection in connections.values { drop(connection) }
        pool.close()
    }

    /// Switches the thread's scheduling policy. While many requests wait for workers, the loop yields to them, and answers are
    /// gathered for some milliseconds instead of each preempting an analysis. Otherwise the loop runs immediately, so that
    /// clients do not wait even if the machine is busy.
    private func waitTurns() {
        let waiting = configuration.figures.waitingRequests.load(ordering: .relaxed)
        guard mayWaitTurns, waitsTurn ? waiting == 0 : waiting >= EventLoop.manyRequests else { return }
        waitsTurn.toggle()
        thread_wait_turn(waitsTurn ? 1 : 0)
    }

    /// Returns the id for the next request; nothing that a client sent is part of it.
    func nextRequestName() -> String {
        requestCount += 1
        return "\(runName)-\(requestCount)"
    }

    private func receive(_ message: Mailbox.Message) {
        switch message {
        case .answer(let response, let connectionID, let requestID):
            // A connection that is closed, or whose request was already answered at the deadline, needs no answer.
            guard let connection = connections[connectionID], connection.exchange?.id == requestID else {
                response.stream?.stream.close()
                return
            }
            answer(connection, response)
            advance(connection)
        case .piece(let piece, let connectionID, let requestID):
            guard let connection = connections[connectionID], connection.stream?.exchange.id == requestID else { return }
            take(piece, connection)
        case .wake(let connectionID, let requestID):
            guard let connection = connections[connectionID], let streamed = connection.stream, streamed.exchange.id == requestID else { return }
            streamed.isWoken = true
            pump(connection)
        case .stop:
            stop()
        }
    }

    private func stop() {
        guard stopDeadline == nil else { return }
        stopDeadline = .now + configuration.stopTimeout
        if let listener { closeListener(listener) }
        listener = nil
        for connection in connections.values where connection.phase == .idle && connection.pendingBytes == 0 { drop(connection) }
        endEndlessStreams()
    }

    private func handle(_ connection: Connection, readable: Bool, writable: Bool, hungUp: Bool) {
        if readable, wantsInput(connection) {
            read(connection)
        } else if hungUp {
            drop(connection)
        } else if readable {
            ignoreInput(connection)
        }
        guard connections[connection.id] != nil else { return }
        if writable {
            flush(connection)
            guard connections[connection.id] != nil else { return }
            advance(connection)
        }
    }
}
