internal import HTTP

/// One client's connection, owned by the event loop's thread.
final class Connection {
    enum Phase {
        /// Nothing of the next request is there.
        case idle
        /// A request's head has begun.
        case head
        /// A request's body is awaited.
        case body
        /// A worker has the request.
        case handling
        /// An answer is sent piece by piece.
        case streaming
        /// The client must take more of the answer before the next request is looked at.
        case writing
        /// All is said; input is dropped until the client closes.
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
        /// As logs and answers have it.
        let name: String
        let head: RequestHead
        let bodyBytes: Int
        let started: ContinuousClock.Instant
        let cancellation: Cancellation
        /// The body comes after the handler was called.
        let streamsBody: Bool
    }

    let id: UInt64
    let descriptor: Descriptor
    var parser: RequestParser
    var phase = Phase.idle
    var exchange: Exchange?
    /// The answer that is being sent piece by piece.
    var stream: StreamedExchange?
    /// The head that the parser gave last; an error inside its body is answered to its method.
    var head: RequestHead?
    /// The answer to the request of that head, where it was at hand.
    var ready: ReadyResponse?
    /// When the phase is over at the latest.
    var expiry: ContinuousClock.Instant
    /// The client sends no more.
    var inputEnded = false
    /// After the output the connection ends.
    var closesAfterOutput = false
    /// The loop goes on with it in its next round.
    var isQueued = false
    /// What the poller watches.
    var watched = (readable: true, writable: false)
    /// Bytes of memory that the loop has counted for it.
    var countedBytes = 0

    /// What the client has not taken, in order. A long body is shared with whoever has it, and not copied.
    private var segments: [[UInt8]] = []
    /// Bytes of the first that are written.
    private(set) var written = 0
    private(set) var pendingBytes = 0
    /// Up to here bytes are joined, so that a short answer is one write.
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

    /// What is to be written next, from ``written`` on, and whether more comes behind it; nil where all is written.
    var next: (bytes: [UInt8], isLast: Bool)? {
        segments.first.map { ($0, segments.count == 1) }
    }

    /// Counts bytes that the system took.
    func didWrite(_ count: Int) {
        written += count
        pendingBytes -= count
        if let first = segments.first, written == first.count {
            segments.removeFirst()
            written = 0
        }
    }
}
