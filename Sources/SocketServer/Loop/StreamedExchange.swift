internal import HTTP

/// An answer that is made piece by piece, owned by the event loop's thread.
final class StreamedExchange {
    /// What the exchange waits for.
    enum Wait {
        /// The client must take more.
        case client
        /// A worker makes a piece.
        case worker
        /// More input, or a wake-up.
        case input
    }

    let stream: any BodyStream
    let exchange: Connection.Exchange
    let status: HTTPStatus
    /// Whether pieces go out as chunks; else the end of the connection ends the body.
    let isChunked: Bool
    let keepsAlive: Bool

    /// Body of the request that the stream has not got yet.
    var input: [UInt8] = []
    /// The last byte of the request's body is in ``input`` or was handed on.
    var inputIsComplete: Bool
    /// The request's body broke off: what came before is still answered, and then the answer breaks off, too.
    var inputIsBroken = false
    /// The stream knows that its input is complete.
    var endIsTold = false
    /// A call is under way.
    var isRunning = false
    /// The stream asked for another turn.
    var wantsTurn = true
    var isWoken = false
    var isQuiet = false
    var heldByteCount = 0
    var sentByteCount = 0
    /// Nil before the first.
    var wait: Wait?
    /// Bytes of input since the time for it began.
    var freshByteCount = 0

    init(_ stream: any BodyStream, _ exchange: Connection.Exchange, status: HTTPStatus, keepsAlive: Bool) {
        self.stream = stream
        self.exchange = exchange
        self.status = status
        isChunked = exchange.head.version == .http11
        self.keepsAlive = keepsAlive && isChunked
        inputIsComplete = !exchange.streamsBody
    }

    /// Whether the stream has something to do.
    var isDue: Bool {
        !isRunning && (wantsTurn || isWoken || isQuiet || !input.isEmpty || (inputIsComplete && !endIsTold))
    }

    /// The input of the next call. One that only goes on with what it has gets no more.
    func takeInput() -> BodyInput {
        defer { (wantsTurn, isWoken, isQuiet) = (false, false, false) }
        guard !wantsTurn else { return BodyInput(isEnd: endIsTold, isQuiet: isQuiet) }
        defer { input = [] }
        endIsTold = inputIsComplete
        return BodyInput(bytes: input, isEnd: inputIsComplete, isQuiet: isQuiet)
    }
}
