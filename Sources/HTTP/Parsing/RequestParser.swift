/// Reads requests from bytes as they come in, without sockets or clocks.
///
/// Give it bytes with ``feed(_:)`` and take events with ``next()`` until that is nil. Requests that were sent ahead stay
/// buffered until they are asked for, so answers keep their order. After a thrown error the parser throws it again: where the next
/// request would begin is not known, and guessing is what smuggling needs.
public struct RequestParser: Sendable {
    public enum Event: Hashable, Sendable {
        /// Start line and fields are there, the body is not yet: the moment to refuse it or to send `100 Continue`.
        case head(RequestHead)
        /// The request is complete.
        case request(HTTPRequest)
        /// More of a body that is taken in pieces.
        case piece([UInt8])
        /// The end of a body that is taken in pieces.
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

    /// Room that is made for a body at once, before its bytes are there: a length costs nothing to claim.
    private static let mostReserved = 256 << 10

    public let limits: RequestLimits

    private var state = State.requestLine
    private var input = InputBuffer()
    private var emptyLines = 0
    private var section = FieldSection()
    private var chunks = ChunkedDecoder()
    private var body: [UInt8] = []

    public init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
    }

    /// Bytes that are fed and not consumed yet.
    public var bufferedByteCount: Int { input.count }

    /// Bytes of memory that the unread input and the body being read hold.
    public var heldByteCount: Int { input.count + body.count }

    /// Whether a request has begun that is not complete.
    public var isInsideRequest: Bool {
        switch state {
        case .requestLine: input.count > 0
        case .fields, .body, .chunks, .pieces, .chunkPieces: true
        case .failed: false
        }
    }

    /// Whether the head of the request being read is complete and its body is awaited.
    public var isInsideBody: Bool {
        switch state {
        case .body, .chunks, .pieces, .chunkPieces: true
        case .requestLine, .fields, .failed: false
        }
    }

    /// Lets the body come in pieces, as ``Event/piece(_:)`` and ``Event/bodyEnd``, of any length. To be called right after ``Event/head(_:)``.
    public mutating func takeBodyInPieces() {
        switch state {
        case .body(_, let remaining): state = .pieces(remaining: remaining)
        case .chunks: state = .chunkPieces
        case .requestLine, .fields, .pieces, .chunkPieces, .failed: break
        }
    }

    /// Takes bytes that arrived.
    public mutating func feed(_ bytes: some Collection<UInt8>) {
        switch state {
        case .failed: return
        case .body(let head, let remaining) where input.count == 0 && remaining <= limits.bodyBytes:
            // Most bytes that ever come are of bodies whose length is known: they need not wait in between.
            let taken = bytes.prefix(remaining)
            if body.isEmpty { body.reserveCapacity(min(remaining, RequestParser.mostReserved)) }
            body.append(contentsOf: taken)
            state = .body(head, remaining: remaining - taken.count)
            if taken.count < bytes.count { input.feed(bytes.dropFirst(taken.count)) }
        default: input.feed(bytes)
        }
    }

    /// The next event; nil until more bytes are fed.
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

    /// Says that no more bytes will come. Throws ``RequestError/incomplete`` where a request had begun.
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
                body.append(contentsOf: taken)
                state = .body(head, remaining: remaining - taken.count)
                guard taken.count == remaining else { return nil }
                return complete(head)
            case .chunks(let head):
                guard try chunks.read(&input, into: &body, limits: limits) else { return nil }
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
            // What came before the error is told before it.
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
            state = .requestLine
        }
        return .request(HTTPRequest(head: head, body: body))
    }

    private mutating func readStartLine() throws(RequestError) -> StartLine? {
        while true {
            let outcome = input.scanLine(limit: limits.requestLineBytes)
            // Before all else, so that the answer does not depend on how much of the line came with the method.
            let limit = max(0, min(limits.methodBytes, limits.requestLineBytes))
            let rest = input.rest
            if rest.count > limit, rest.prefix(limit).allSatisfy(ASCII.isTokenByte), ASCII.isTokenByte(rest[rest.startIndex + limit]) {
                throw .methodTooLong(limit: limits.methodBytes)
            }
            switch outcome {
            case .incomplete: return nil
            case .badByte: throw .requestLine("The request line holds a control character or a bare line end.")
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
