internal import HTTP

/// One client's connection, owned by the event loop's thread.
final class Connection {
    enum Phase {
        /// No byte of the next request has arrived.
        case idle
        /// A request's head has partly arrived.
        case head
        /// Waiting for a request's body.
        case body
        /// A worker handles the request.
        case handling
        /// An answer is streamed.
        case streaming
        /// Waiting for the client to read more of the answer, before the next request is parsed.
        case writing
        /// The last answer was sent; input is discarded until the client closes.
        case lingering

        var isReading: Bool {
            switch self {
            case .idle, .head, .body: true
            case .handling, .streaming, .writing, .lingering: false
            }
        }
    }

    /// The request that is being answered.
    struct Exchange {
        let id: UInt64
        /// The id for the log and the answer.
        let name: String
        let head: RequestHead
        let bodyBytes: Int
        let started: ContinuousClock.Instant
        let cancellation: Cancellation
        /// Whether the handler was called before the body arrived.
        let streamsBody: Bool
    }

    let id: UInt64
    let descriptor: Descriptor
    var parser: RequestParser
    var phase = Phase.idle
    var exchange: Exchange?
    /// The streamed answer in progress.
    var stream: StreamedExchange?
    /// The last parsed head. An error in its body is answered according to its method.
    var head: RequestHead?
    /// The route of the request of `head`.
    var match: RouteMatch?
    /// The prepared response to the request of `head`, if there is one.
    var ready: CachedResponse?
    /// The time at which the present phase expires.
    var expiry: ContinuousClock.Instant
    /// Whether the client has shut down its sending side.
    var inputEnded = false
    /// Whether to close the connection after the output is sent.
    var closesAfterOutput = false
    /// Whether the connection is queued for the loop's next round.
    var isQueued = false
    /// The events that the poller watches.
    var watched = (readable: true, writable: false)
    /// The bytes of memory that the loop has counted for this connection.
    var countedBytes = 0

    /// The output that the client has not read yet, in order. A long body is shared with its owner instead of copied.
    private var segments: [[UInt8]] = []
    /// The bytes of the first segment that are written.
    private(set) var written = 0
    private(set) var pendingBytes = 0
    /// Up to this many bytes are joined in one segment, so that a short answer is one write.
    private static let joined = 16 << 10

    init(id: UInt64, descriptor: Descriptor, limits: RequestLimits, expiry: ContinuousClock.Instant) {
        self.id = id
        self.descriptor = descriptor
        parser = RequestParser(limits: limits)
        self.expiry = expiry
    }

    func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pendingBytes += bytes.count
        if let last = segments.indices.last, segments[last].count + bytes.count <= Connection.joined {
            segments[last].append(contentsOf: bytes)
        } else {
            segments.append(bytes)
        }
    }

    /// The next segment to write, from ``written`` on, and whether it is the last; nil if everything is written.
    var next: (bytes: [UInt8], isLast: Bool)? {
        segments.first.map { ($0, segments.count == 1) }
    }

    /// Records bytes that the system accepted.
    func didWrite(_ count: Int) {
        written += count
        pendingBytes -= count
        if let first = segments.first, written == first.count {
            segments.removeFirst()
            written = 0
        }
    }
}
