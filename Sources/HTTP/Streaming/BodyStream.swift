/// The body of a streamed response, possibly while the request's body still arrives.
///
/// ``next(_:)`` is never called concurrently. It is called after the start, when there is input, after ``wake``, after a piece
/// that asked for another call, and when nothing was sent for ``quietInterval``. It is not called while the client has much
/// output left to read, so a slow client costs neither a worker nor memory.
public protocol BodyStream: AnyObject, Sendable {
    /// Whether ``next(_:)`` takes well under a millisecond and never blocks, so that it may run on the event loop's thread.
    var isCheap: Bool { get }
    /// Whether the stream has no end of its own: it ends with the server, or when the client closes its side.
    var isEndless: Bool { get }
    /// The time without output after which ``next(_:)`` is called with ``BodyInput/isQuiet``; nil for never.
    var quietInterval: Duration? { get }

    /// Whether each piece is work like that of a request: it waits while memory is short, and is ended if memory runs out, for which it
    /// looks at its ``BodyInput/context``.
    var isWork: Bool { get }

    /// The memory in bytes that the next piece may need, including earlier input. Read between pieces, on the event loop's thread.
    var memory: Int { get }

    /// The bytes of memory that the stream holds when it starts. Later ``BodyPiece/heldByteCount`` says how many.
    var heldByteCount: Int { get }

    /// Called once, before the first piece. `wake` may be called on any thread, at any time; it causes a call of ``next(_:)``.
    func open(wake: @escaping @Sendable () -> Void)

    /// Consumes the input and returns the next piece.
    func next(_ input: BodyInput) -> BodyPiece

    /// Called once, on any thread, when no more pieces are needed: after the last one, or because the client left. A call of
    /// ``next(_:)`` may still be in progress.
    func close()
}

extension BodyStream {
    public var isCheap: Bool { false }
    public var isEndless: Bool { false }
    public var quietInterval: Duration? { nil }
    public var isWork: Bool { false }
    public var memory: Int { 0 }
    public var heldByteCount: Int { 0 }
    public func open(wake: @escaping @Sendable () -> Void) {}
    public func close() {}
}

/// The input since the last piece.
public struct BodyInput: Sendable {
    /// The bytes of the request's body, without its framing and not decoded from its content coding. Empty unless the route
    /// streams its requests.
    public var bytes: [UInt8]
    /// Whether these are the last bytes.
    public var isEnd: Bool
    /// Whether nothing was sent for the stream's interval.
    public var isQuiet: Bool
    /// The deadline, the turns and the cancellation of this piece, as a request has them; nil for a stream that is cheap.
    public var context: RequestContext?

    public init(bytes: [UInt8] = [], isEnd: Bool, isQuiet: Bool = false) {
        self.bytes = bytes
        self.isEnd = isEnd
        self.isQuiet = isQuiet
    }
}

/// A piece of a response, and how to continue.
public struct BodyPiece: Sendable {
    public enum Continuation: Sendable {
        /// A request for another call without further input, after other streams were served.
        case again
        /// Call again when there is input or the stream is woken.
        case wait
        /// This was the last piece.
        case end
        /// The rest of the body cannot be made: the connection is closed without the end of the body, so that the client notices.
        case fail
    }

    /// The bytes, possibly none.
    public var bytes: [UInt8]
    public var continuation: Continuation
    /// The bytes of memory that the stream retains, such as input, counted towards the server's limit.
    public var heldByteCount: Int

    public init(_ bytes: [UInt8], _ continuation: Continuation, heldByteCount: Int = 0) {
        self.bytes = bytes
        self.continuation = continuation
        self.heldByteCount = heldByteCount
    }
}

/// A ``BodyStream`` as part of a response; equality is identity.
public struct StreamedBody: Hashable, Sendable {
    public let stream: any BodyStream

    public init(_ stream: any BodyStream) {
        self.stream = stream
    }

    public static func == (left: StreamedBody, right: StreamedBody) -> Bool {
        left.stream === right.stream
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(stream))
    }
}
