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
    /// The client's address; requests of one address share turns.
    let address: UInt64
    /// Whether the connection was accepted beyond the limit of connections, so that it is answered only if another one ends.
    var isNewcomer = false
    /// The value of the loop's `pollCount` when the connection was accepted.
    var pollCount = 0
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
    /// Whether the present request is the last that is answered.
    var isLast = false
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
    /// The number of bytes up to which segments are joined, so that a short answer needs only one write.
    private static let joined = 16 << 10

    /// The bytes that were moved since the start of the present window.
    private var movedBytes = 0
    private var windowStart = ContinuousClock.now
    /// The minimum number of bytes that a client reads or sends in a window; otherwise it counts as slow.
    private let leastBytes: Int

    init(id: UInt64, descriptor: Descriptor, address: UInt64, _ configuration: ServerConfiguration) {
        self.id = id
        self.descriptor = descriptor
        self.address = address
        parser = RequestParser(limits: configuration.limits)
        expiry = .now + configuration.headerTimeout
        leastBytes = configuration.slowBytes
    }

    /// The maximum number of bytes of the next read. It is smaller for input that takes long to parse, such as chunks of one byte, so that the
    /// connections that are ready at once are all served within some milliseconds.
    private(set) var mostRead = Connection.longestRead
    static let longestRead = 128 << 10
    private static let shortestRead = 2 << 10
    /// The time that handling one read should take.
    private static let readTime = Duration.microseconds(100)

    /// Records how long the bytes of a read took to be parsed and handled.
    func didParse(_ count: Int, in time: Duration) {
        if time > Connection.readTime * 2 {
            let fitting = Double(count) * (Connection.readTime / time)
            mostRead = max(Connection.shortestRead, min(mostRead / 2, Int(fitting)))
        } else if time < Connection.readTime {
            mostRead = min(Connection.longestRead, 2 * mostRead)
        }
    }

    /// Starts measuring the client's speed when the client has to read or to send.
    func beginPace() {
        movedBytes = 0
        windowStart = .now
    }

    /// Records bytes that the client read or sent.
    func didMove(_ count: Int) {
        movedBytes += count
        if movedBytes >= leastBytes { beginPace() }
    }

    /// Returns the time since the phase began or, if that is later, since the client last completed the bytes of a window. It is longer the
    /// slower the client is.
    func elapsed(at now: ContinuousClock.Instant) -> Duration { windowStart.duration(to: now) }

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
        didMove(count)
        written += count
        pendingBytes -= count
        if let first = segments.first, written == first.count {
            segments.removeFirst()
            written = 0
        }
    }
}
