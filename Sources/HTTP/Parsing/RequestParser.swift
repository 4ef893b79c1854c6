/// An incremental parser of requests, independent of sockets and clocks.
///
/// Feed it bytes with ``feed(_:)`` and take events with ``next()`` until it returns nil. Pipelined requests remain buffered until
/// they are requested, so responses are in order. After an error the parser throws it again: the start of the next request is
/// unknown, and guessing it would enable request smuggling.
public struct RequestParser: Sendable {
    public enum Event: Hashable, Sendable {
        /// The request line and fields are complete, but not the body: the moment to reject it or to send `100 Continue`.
        case head(RequestHead)
        /// The request is complete.
        case request(HTTPRequest)
        /// A piece of a streamed body.
        case piece([UInt8])
        /// The end of a streamed body.
        case bodyEnd
    }

    private enum State {
        case requestLine
        case fields(StartLine)
        case body(RequestHead, remaining: Int)
        case chunks(RequestHead)
        case pieces(remaining: Int)
        case chunkPieces
        case failed(RequestError)
    }

    /// The maximum number of bytes reserved for a body before they arrive: a client can claim any length.
    private static let mostReserved = 256 << 10

    public let limits: RequestLimits

    private var state = State.requestLine
    private var input = InputBuffer()
    private var emptyLines = 0
    private var section = FieldSection()
    private var chunks = ChunkedDecoder()
    private var body: [UInt8] = []
    /// The number of bytes of the present body that were dropped; nil if the body is retained.
    private var droppedByteCount: Int?

    public init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
    }

    /// The number of bytes that were fed but not consumed yet.
    public var bufferedByteCount: Int { input.count }

    /// The bytes of memory of the unread input and the present body.
    public var heldByteCount: Int { input.count + body.count }

    /// Whether a request has begun and is incomplete.
    public var isInsideRequest: Bool {
        switch state {
        case .requestLine: input.count > 0
        case .fields, .body, .chunks, .pieces, .chunkPieces: true
        case .failed: false
        }
    }

    /// Whether the head of the present request is complete and its body is not.
    public var isInsideBody: Bool {
        switch state {
        case .body, .chunks, .pieces, .chunkPieces: true
        case .requestLine, .fields, .failed: false
        }
    }

    /// Streams the body as ``Event/piece(_:)`` and ``Event/bodyEnd``, of any length. Call it right after ``Event/head(_:)``.
    public mutating func takeBodyInPieces() {
        switch state {
        case .body(_, let remaining): state = .pieces(remaining: remaining)
        case .chunks: state = .chunkPieces
        case .requestLine, .fields, .pieces, .chunkPieces, .failed: break
        }
    }

    /// Drops the bytes of the body as they arrive: the request has an empty one. Call it right after ``Event/head(_:)``.
    public mutating func dropBody() { droppedByteCount = 0 }

    /// Adds received bytes.
    public mutating func feed(_ bytes: some Collection<UInt8>) {
        switch state {
        case .failed: return
        case .body(let head, let remaining) where input.count == 0 && remaining <= limits.bodyBytes:
            // Fast path: most bytes belong to bodies with a known length, and need no intermediate buffer.
            let taken = bytes.prefix(remaining)
            if droppedByteCount == nil, body.isEmpty { body.reserveCapacity(min(remaining, RequestParser.mostReserved)) }
            if droppedByteCount == nil { body.append(contentsOf: taken) }
            state = .body(head, remaining: remaining - taken.count)
            if taken.count < bytes.count { input.feed(bytes.dropFirst(taken.count)) }
        default: input.feed(bytes)
        }
    }

    /// Returns the next event, or nil until more bytes are fed.
    public mutating func next() throws(RequestError) -> Event? {
        do throws(RequestError) {
            let event = try step()
            if event == nil { input.releaseIfEmpty() }
            return event
        } catch {
            fail(error)
            throw error
        }
    }

    /// Marks the end of input. Throws ``RequestError/incomplete`` if a request had begun.
    public mutating func finish() throws(RequestError) {
        switch state {
        case .failed(let error): throw error
        case .requestLine where input.rest.allSatisfy({ $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed }): return
        case .requestLine, .fields, .body, .chunks, .pieces, .chunkPieces:
            fail(.incomplete)
            throw .incomplete
        }
    }

    private mutating func fail(_ error: RequestError) {
        state = .failed(error)
        input.clear()
        body = []
    }

    private mutating func step() throws(RequestError) -> Event? {
        while true {
            switch state {
            case .failed(let error):
                throw error
            case .requestLine:
                guard let line = try readStartLine() else { return nil }
                state = .fields(line)
            case .fields(let line):
                guard try section.read(&input, limits: limits) else { return nil }
                let head = try RequestHead(line, fields: section.take(), limits: limits)
                switch head.framing {
                case .none: state = .body(head, remaining: 0)
                case .length(let length): state = .body(head, remaining: length)
                case .chunked: state = .chunks(head)
                }
                return .head(head)
            case .body(let head, let remaining):
                guard remaining <= limits.bodyBytes else { throw .bodyTooLarge(limit: limits.bodyBytes) }
                let taken = input.take(upTo: remaining)
                if droppedByteCount == nil { body.append(contentsOf: taken) }
                state = .body(head, remaining: remaining - taken.count)
                guard taken.count == remaining else { return nil }
                return complete(head)
            case .chunks(let head):
                let isEnd = try readChunks()
                guard isEnd else { return nil }
                chunks = ChunkedDecoder()
                return complete(head)
            case .pieces(let remaining):
                if remaining == 0 { return endPieces() }
                let taken = input.take(upTo: remaining)
                state = .pieces(remaining: remaining - taken.count)
                return taken.isEmpty ? nil : .piece(Array(taken))
            case .chunkPieces:
                return try nextChunkPiece()
            }
        }
    }

    /// Decodes buffered chunks. Returns whether they were the last ones.
    private mutating func readChunks() throws(RequestError) -> Bool {
        guard let dropped = droppedByteCount else { return try chunks.read(&input, into: &body, limits: limits) }
        var rest = limits
        rest.bodyBytes -= dropped
        defer {
            droppedByteCount = dropped + body.count
            body = []
        }
        return try chunks.read(&input, into: &body, limits: rest)
    }

    private mutating func nextChunkPiece() throws(RequestError) -> Event? {
        defer { body = [] }
        var unbounded = limits
        unbounded.bodyBytes = .max
        do throws(RequestError) {
            let isEnd = try chunks.read(&input, into: &body, limits: unbounded)
            if body.isEmpty { return isEnd ? endPieces() : nil }
            if isEnd { state = .pieces(remaining: 0) }
            return .piece(body)
        } catch {
            // Data before the error is delivered first.
            guard !body.isEmpty else { throw error }
            let piece = body
            fail(error)
            return .piece(piece)
        }
    }

    private mutating func endPieces() -> Event {
        chunks = ChunkedDecoder()
        state = .requestLine
        return .bodyEnd
    }

    private mutating func complete(_ head: RequestHead) -> Event {
        defer {
            body = []
            droppedByteCount = nil
            state = .requestLine
        }
        return .request(HTTPRequest(head: head, body: body))
    }

    private mutating func readStartLine() throws(RequestError) -> StartLine? {
        while true {
            let outcome = input.scanLine(limit: limits.requestLineBytes)
            // Checked first, so that the response does not depend on how much of the line arrived with the method.
            let limit = max(0, min(limits.methodBytes, limits.requestLineBytes))
            let rest = input.rest
            if rest.count > limit, rest.prefix(limit).allSatisfy(ASCII.isTokenByte), ASCII.isTokenByte(rest[rest.startIndex + limit]) {
                throw .methodTooLong(limit: limits.methodBytes)
            }
            switch outcome {
            case .incomplete: return nil
            case .badByte: throw .requestLine("The request line contains a control character, or a line feed without a carriage return.")
            case .tooLong: throw .requestLineTooLong(limit: limits.requestLineBytes)
            case .line(length: 0):
                _ = input.takeLine(length: 0)
                emptyLines += 1
                guard emptyLines <= limits.leadingEmptyLines else {
                    throw .requestLine("More than \(limits.leadingEmptyLines) empty lines come before the request line.")
                }
            case .line(let length):
                emptyLines = 0
                return try StartLine(input.takeLine(length: length))
            }
        }
    }
}
