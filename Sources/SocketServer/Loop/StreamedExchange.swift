internal import HTTP

/// A streamed answer, owned by the event loop's thread.
final class StreamedExchange {
    /// The party that the exchange waits for.
    enum Wait {
        /// The client, to read more.
        case client
        /// A worker that produces a piece.
        case worker
        /// Input, or a wake-up.
        case input
        /// Memory that other answers hold until their clients have read them, or a worker.
        case memory
    }

    /// The reason why the next call waits.
    enum Deferral {
        /// Many streams have little input.
        case forTurn
        /// Other answers hold all the memory that answers may, or have their turns before this one.
        case forMemory
    }

    let stream: any BodyStream
    let exchange: Connection.Exchange
    let status: HTTPStatus
    /// Whether pieces are sent as chunks; otherwise closing the connection ends the body.
    let isChunked: Bool
    let keepsAlive: Bool

    /// The part of the request's body that was not passed to the stream yet.
    var input: [UInt8] = []
    /// Whether the last byte of the request's body is in ``input`` or was passed to the stream.
    var inputIsComplete: Bool
    /// Whether the request's body is malformed or incomplete. The part before the error is still answered; then the connection is
    /// closed without the end of the answer.
    var inputIsBroken = false
    /// Whether the stream was notified of the end of its input.
    var endWasPassed = false
    /// Whether a call of the stream is in progress.
    var isRunning = false
    /// The reason why the next call waits; nil if it does not.
    var deferral: Deferral?
    /// Whether the stream asked to be called again.
    var wantsTurn = true
    var isWoken = false
    var isQuiet = false
    var heldByteCount = 0
    var sentByteCount = 0
    /// The present wait; nil before the first.
    var wait: Wait?
    /// The bytes of input since its timeout was started.
    var freshByteCount = 0

    init(_ stream: any BodyStream, _ exchange: Connection.Exchange, status: HTTPStatus, keepsAlive: Bool) {
        self.stream = stream
        self.exchange = exchange
        self.status = status
        isChunked = exchange.head.version == .http11
        self.keepsAlive = keepsAlive && isChunked
        heldByteCount = stream.heldByteCount
        inputIsComplete = !exchange.streamsBody
    }

    /// Whether the stream should be called.
    var isDue: Bool {
        !isRunning && (wantsTurn || isWoken || isQuiet || !input.isEmpty || (inputIsComplete && !endWasPassed))
    }

    /// Returns the input of the next call. A call that the stream asked for gets no new input.
    func takeInput() -> BodyInput {
        defer { (wantsTurn, isWoken, isQuiet) = (false, false, false) }
        guard !wantsTurn else { return BodyInput(isEnd: endWasPassed, isQuiet: isQuiet) }
        defer { input = [] }
        endWasPassed = inputIsComplete
        return BodyInput(bytes: input, isEnd: inputIsComplete, isQuiet: isQuiet)
    }
}
