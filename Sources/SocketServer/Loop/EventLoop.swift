internal import CEpoll
internal import HTTP
internal import Synchronization

/// Serves all connections on one thread: it never blocks but in the poller, and handlers that take long run elsewhere.
///
/// Each connection is answered one request at a time, so answers keep the order of the requests and a client that sends
/// without reading fills its own socket buffers and nothing of ours.
final class EventLoop {
    static let listenerToken: UInt64 = 0
    static let mailboxToken: UInt64 = 1

    let configuration: ServerConfiguration
    let responder: any Responder
    let poller: Poller
    let mailbox: Mailbox
    let pool: WorkerPool

    /// Nil once the loop is stopping.
    var listener: Descriptor?
    var connections: [UInt64: Connection] = [:]
    var lastID: UInt64 = 1
    /// Bytes of memory held for requests over all connections.
    var heldBytes = 0
    /// Connections with input that was read and not looked at yet.
    var queued: [Connection] = []
    var scratch = [UInt8](repeating: 0, count: 128 << 10)

    /// No connection expires before it.
    var nextExpiry: ContinuousClock.Instant?
    /// Until then no connection is accepted, since the system had no descriptor left.
    var acceptPausedUntil: ContinuousClock.Instant?
    var stopDeadline: ContinuousClock.Instant?
    /// When to look whether jobs wait for workers that are at long ones; nil while none waits.
    var reliefDue: ContinuousClock.Instant?
    /// Requests that wait make the loop wait its turn.
    private var waitsTurn = false
    /// Nobody has given the process another policy of turns.
    private let mayWaitTurns = thread_is_ordinary() != 0
    /// From so many on: as many answers are sent in one go.
    private static let manyRequests = 8
    var dateCache: (seconds: Int, text: String) = (-1, "")
    /// Names of requests begin with it, so that those of another run are others.
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
    }

    /// Serves until a stop is asked for and the last connection ended, or the stop's time is over.
    func run() {
        while true {
            for event in poller.wait(milliseconds: timeout()) {
                switch event.token {
                case EventLoop.listenerToken: accept()
                case EventLoop.mailboxToken: for message in mailbox.takeAll() { receive(message) }
                default:
                    guard let connection = connections[event.token] else { continue }
                    handle(connection, readable: event.readable != 0, writable: event.writable != 0, hungUp: event.hung_up != 0)
                }
            }
            let again = queued
            queued = []
            for connection in again where connections[connection.id] != nil {
                connection.isQueued = false
                advance(connection)
            }
            expire()
            waitTurns()
            configuration.figures.openConnections.store(connections.count, ordering: .relaxed)
            if let stopDeadline, connections.isEmpty || ContinuousClock.now >= stopDeadline { break }
        }
        for connection in connections.values { drop(connection) }
        pool.close()
    }

    /// While many requests wait for workers, their answers are gathered for some milliseconds, instead of each taking the processor from a worker in the
    /// midst of the next analysis. Otherwise whoever waits for an answer has it at once, whatever else the machine is at.
    private func waitTurns() {
        let waiting = configuration.figures.waitingRequests.load(ordering: .relaxed)
        guard mayWaitTurns, waitsTurn ? waiting == 0 : waiting >= EventLoop.manyRequests else { return }
        waitsTurn.toggle()
        thread_wait_turn(waitsTurn ? 1 : 0)
    }

    /// A name for the next request, which nothing that was sent has a part in.
    func nextRequestName() -> String {
        requestCount += 1
        return "\(runName)-\(requestCount)"
    }

    private func receive(_ message: Mailbox.Message) {
        switch message {
        case .answer(let response, let connectionID, let requestID):
            // A connection that is gone or was answered at the deadline needs no answer.
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
