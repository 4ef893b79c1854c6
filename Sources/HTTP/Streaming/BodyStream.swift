/// The body of an answer that is made piece by piece, while the request's body may still be coming in.
///
/// ``next(_:)`` is called once at a time: after the start, when input is there, after ``wake``, after a piece that asked for another turn, and
/// when nothing was sent for ``quietInterval``. It is not called while the client has much left to take, so a slow client costs neither a
/// worker nor memory.
public protocol BodyStream: AnyObject, Sendable {
    /// Whether ``next(_:)`` takes well under a millisecond and never blocks, so that it may run on the thread of the connections.
    var isCheap: Bool { get }
    /// Whether the stream has no end of its own: it ends with the server, and when the client ends its side.
    var isEndless: Bool { get }
    /// After so long without output, ``next(_:)`` is called with ``BodyInput/isQuiet``; nil: never.
    var quietInterval: Duration? { get }

    /// Bytes of memory that the next piece may take with what came in before. Asked between pieces.
    var memory: Int { get }

    /// Called once, before the first piece. `wake` may be called on any thread, at any time; a call of ``next(_:)`` follows.
    func open(wake: @escaping @Sendable () -> Void)

    /// Takes all of the input and makes the next piece.
    func next(_ input: BodyInput) -> BodyPiece

    /// Called once, on any thread, when no more pieces are wanted: after the last one, or because the client left. A call of ``next(_:)`` may
    /// still be under way.
    func close()
}

extension BodyStream {
    public var isCheap: Bool { false }
    public var isEndless: Bool { false }
    public var quietInterval: Duration? { nil }
    public var memory: Int { 0 }
    public func open(wake: @escaping @Sendable () -> Void) {}
    public func close() {}
}

/// What came in since the last piece.
public struct BodyInput: Sendable {
    /// Bytes of the request's body, without its framing and still in its content coding. Empty unless the route streams its requests.
    public var bytes: [UInt8]
    /// Whether these are the last.
    public var isEnd: Bool
    /// Whether nothing was sent for the stream's interval.
    public var isQuiet: Bool

    public init(bytes: [UInt8] = [], isEnd: Bool, isQuiet: Bool = false) {
        self.bytes = bytes
        self.isEnd = isEnd
        self.isQuiet = isQuiet
    }
}

/// A piece of an answer, and how it goes on.
public struct BodyPiece: Sendable {
    public enum Continuation: Sendable {
        /// There is more to do without further input. Others get their turn first.
        case again
        /// Nothing to do until input comes or the stream is woken.
        case wait
        /// This was the last piece.
        case end
    }

    /// May be empty.
    public var bytes: [UInt8]
    public var continuation: Continuation
    /// Bytes of input that the stream keeps in memory, for the server's bound over all connections.
    public var heldByteCount: Int

    public init(_ bytes: [UInt8], _ continuation: Continuation, heldByteCount: Int = 0) {
        self.bytes = bytes
        self.continuation = continuation
        self.heldByteCount = heldByteCount
    }
}

/// A ``BodyStream`` as part of an answer; two are equal if they are one.
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
