internal import Foundation
internal import HTTP

extension EventLoop {
    /// The maximum number of requests of one connection that are answered before others are served.
    private static let turn = 32
    /// The bytes of answers that are gathered before the client must read some.
    private static let outputMark = 256 << 10

    /// Advances a connection as far as its input allows.
    func advance(_ connection: Connection) {
        if connection.stream != nil {
            pump(connection)
            return
        }
        if connection.phase == .writing, connection.pendingBytes == 0, !connection.closesAfterOutput { enter(.idle, connection) }
        var served = 0
        while connection.phase.isReading, !connection.closesAfterOutput {
            if connection.pendingBytes > EventLoop.outputMark {
                flush(connection)
                guard connections[connection.id] != nil else { return }
                if connection.pendingBytes > 0 {
                    enter(.writing, connection)
                    break
                }
            }
            if served == EventLoop.turn {
                connection.isQueued = true
                queued.append(connection)
                break
            }
            do throws(RequestError) {
                switch try connection.parser.next() {
                case .head(let head): begin(head, connection)
                case .request(let request):
                    served += 1
                    if let ready = connection.ready { send(ready, request.head, connection) } else { dispatch(request, connection) }
                // A streamed body is read only by `pump`, or not at all.
                case .piece, .bodyEnd: break
                case nil:
                    try pause(connection)
                    countBytes(connection)
                    checkMemory(connection)
                    finishAdvance(connection)
                    return
                }
            } catch {
                refuse(connection, error.response, to: connection.head?.method)
            }
            guard connections[connection.id] != nil else { return }
            if connection.stream != nil {
                pump(connection)
                return
            }
        }
        countBytes(connection)
        finishAdvance(connection)
    }

    private func finishAdvance(_ connection: Connection) {
        guard connections[connection.id] != nil else { return }
        flush(connection)
        guard connections[connection.id] != nil else { return }
        if connection.phase == .writing, connection.pendingBytes == 0, !connection.closesAfterOutput, !connection.isQueued {
            // The client has read everything meanwhile, so no event reports it: the next request is read in the loop's next round.
            connection.isQueued = true
            queued.append(connection)
        }
        // Output that the client does not read immediately needs a timeout, or a client that never reads would remain connected
        // forever.
        if connection.pendingBytes > 0, connection.phase == .idle || connection.closesAfterOutput, connection.phase != .writing {
            enter(.writing, connection)
        }
        watch(connection)
    }

    /// Handles the end of buffered input: waits for more, or ends the connection if none will come.
    private func pause(_ connection: Connection) throws(RequestError) {
        if connection.inputEnded {
            try connection.parser.finish()
            connection.closesAfterOutput = true
            return
        }
        let phase: Connection.Phase =
            connection.parser.isInsideBody ? .body : connection.parser.isInsideRequest ? .head : .idle
        if phase == .idle, stopDeadline != nil {
            connection.closesAfterOutput = true
            return
        }
        if phase != connection.phase { enter(phase, connection) }
    }

    private func begin(_ head: RequestHead, _ connection: Connection) {
        connection.head = head
        let match = responder.match(head)
        connection.match = match
        guard admit(connection, head, match) else { return }
        if match.isDenied, let denial = match.refusal, head.framing != .none, head.framing != .length(0) {
            // The body of a stranger is discarded.
            refuse(connection, denial, to: head.method)
            return
        }
        // Without a body the request is complete, and a prepared response needs nothing else.
        connection.ready = head.framing == .none ? responder.ready(for: head, match) : nil
        if connection.ready != nil { return }
        enter(.body, connection)
        if !match.takesBody { connection.parser.dropBody() }
        let streams = match.streamsBody
        defer {
            if streams, !connection.closesAfterOutput {
                connection.parser.takeBodyInPieces()
                dispatch(HTTPRequest(head: head, body: []), connection, streamsBody: true)
            }
        }
        // A body that is too long is rejected without `100 Continue`.
        if !streams, case .length(let length) = head.framing, length > configuration.limits.bodyBytes { return }
        guard head.expectsContinue else { return }
        if let refusal = match.refusal {
            // The client may send the body or not, so what follows cannot be parsed as a request.
            refuse(connection, refusal, to: head.method)
        } else if connection.parser.bufferedByteCount == 0 {
            connection.send(ResponseSerializer.continueBytes)
        }
    }

    private func dispatch(_ request: HTTPRequest, _ connection: Connection, streamsBody: Bool = false) {
        let now = ContinuousClock.now
        let cancellation = Cancellation()
        lastID += 1
        connection.exchange = Connection.Exchange(
            id: lastID, name: nextRequestName(), head: request.head, bodyBytes: request.body.count, started: now, cancellation: cancellation,
            streamsBody: streamsBody)
        let match = connection.match ?? responder.match(request.head)
        let context = configuration.context(match, cancellation)
        if match.isCheap {
            answer(connection, responder.respond(to: request, context: context))
            return
        }
        if pool.submit(request, context, connection: connection.id, address: connection.address, request: lastID) {
            noteWaiting()
            connection.phase = .handling
            setExpiry(connection, configuration.requestDeadline)
        } else {
            let detail = "All workers are busy and the queue of waiting requests is full; try again in a second."
            answer(connection, EventLoop.overloaded("overloaded", detail))
        }
    }

    /// Sends a prepared response.
    private func send(_ ready: CachedResponse, _ head: RequestHead, _ connection: Connection) {
        let now = ContinuousClock.now
        let name = nextRequestName()
        connection.ready = nil
        connection.head = nil
        let keepsAlive = keepsAlive(head, connection)
        // A long body is shared: copying it for each of hundreds of readers would take the loop's thread for seconds.
        let isShared = ready.body.count > EventLoop.largeAnswer && head.method != .head && !ready.status.forbidsBody
        connection.send(
            ResponseSerializer.bytes(
                of: ready, to: head.method, request: name, version: head.version, keepsAlive: keepsAlive, date: date(), hasBody: !isShared))
        if isShared { connection.send(ready.body) }
        connection.closesAfterOutput = !keepsAlive
        enter(.idle, connection)
        log(ready.status, name, bodyBytes: ready.body.count, head, since: now)
    }

    /// Returns whether another request may follow one that is answered completely.
    private func keepsAlive(_ head: RequestHead, _ connection: Connection) -> Bool {
        let isLast = connection.inputEnded && connection.parser.bufferedByteCount == 0
        return head.allowsKeepAlive && stopDeadline == nil && !isLast && !connection.isLast
    }

    /// Sends the answer to the present request and continues with the next.
    func answer(_ connection: Connection, _ response: HTTPResponse) {
        guard let exchange = connection.exchange else { return }
        let response = response.identified(by: exchange.name)
        connection.exchange = nil
        if isTooMuch(response, exchange, for: connection.address) {
            response.stream?.stream.close()
            connection.exchange = exchange
            answer(connection, EventLoop.overloaded("memory", "Too many answers are waiting for their clients to read them; try again in a second."))
            return
        }
        if let stream = response.stream?.stream {
            let keepsAlive = exchange.head.allowsKeepAlive && stopDeadline == nil
            start(stream, response, exchange, connection, keepsAlive: keepsAlive)
            return
        }
        connection.head = nil
        let keepsAlive = keepsAlive(exchange.head, connection) && !exchange.streamsBody
        connection.send(ResponseSerializer.head(of: response, version: exchange.head.version, keepsAlive: keepsAlive, date: date()))
        connection.send(ResponseSerializer.body(of: response, to: exchange.head.method))
        connection.closesAfterOutput = !keepsAlive
        enter(.idle, connection)
        log(response.status, exchange.name, bodyBytes: response.body.count, exchange.head, since: exchange.started)
    }

    /// Rejects a request that cannot be parsed or may not continue, and ends the connection.
    func refuse(_ connection: Connection, _ response: HTTPResponse, to method: HTTPMethod?) {
        connection.exchange?.cancellation.cancel()
        let name = connection.exchange?.name ?? nextRequestName()
        connection.exchange = nil
        let response = response.identified(by: name)
        connection.send(ResponseSerializer.bytes(of: response, to: method, keepsAlive: false, date: date()))
        connection.closesAfterOutput = true
        // Nothing more of it is parsed, so what it held is free while the client reads the answer.
        connection.parser = RequestParser(limits: configuration.limits)
        log(response.status, name, bodyBytes: response.body.count, connection.head, since: .now)
        flush(connection)
        guard connections[connection.id] != nil else { return }
        if connection.pendingBytes > 0 { enter(.writing, connection) }
        watch(connection)
    }

    /// Returns a 503 with `Retry-After`.
    static func overloaded(_ code: String, _ detail: String) -> HTTPResponse {
        ProblemDetails(status: .serviceUnavailable, code: code, detail: detail, retryAfter: 1).response
    }

    /// The length from which an answer is refused while too many other answers wait to be read.
    static let largeAnswer = 64 << 10

    /// Returns whether there is no memory for an answer. An answer that reports a change is always sent.
    private func isTooMuch(_ response: HTTPResponse, _ exchange: Connection.Exchange, for address: UInt64) -> Bool {
        let byteCount = response.stream?.stream.heldByteCount ?? response.body.count
        guard byteCount >= EventLoop.largeAnswer else { return false }
        let reportsChange = exchange.cancellation.isClaimed
        while heldBytes + byteCount > configuration.maximumHeldBytes,
            let other = slowest(at: .now, holding: EventLoop.largeAnswer) ?? greediest(for: reportsChange ? nil : address)
        {
            endForMemory(other)
        }
        return !reportsChange && heldBytes > 0 && heldBytes + byteCount > configuration.maximumHeldBytes
    }

    private static let memoryDetail = "Other large requests use all the memory that is allowed for requests; try again in a second."

    /// Ends a connection that holds much: one whose client reads or sends a stream is dropped, and a body is refused.
    private func endForMemory(_ connection: Connection) {
        guard connection.phase == .body else { return drop(connection) }
        refuse(connection, EventLoop.overloaded("memory", EventLoop.memoryDetail), to: connection.head?.method)
        if connections[connection.id] != nil { countBytes(connection) }
    }

    func checkMemory(_ connection: Connection) {
        guard heldBytes > configuration.maximumHeldBytes, connection.countedBytes > 0, !connection.closesAfterOutput else { return }
        // The slowest reader or sender makes room, then the body that has been arriving for longest, and then the one that holds most.
        while heldBytes > configuration.maximumHeldBytes {
            let slow = slowest(at: .now, holding: EventLoop.largeAnswer)
            if slow === connection { return drop(connection) }
            guard let other = slow ?? slowestBody ?? greediest(for: connection.address), other !== connection else { break }
            endForMemory(other)
        }
        // Clients that read are not limited further: their answers are bounded when they are created.
        guard heldBytes > configuration.maximumHeldBytes, connection.countedBytes > connection.pendingBytes else { return }
        if let stream = connection.stream?.stream {
            // An answer that is only read waits instead: see `mayAnswer`.
            if stream.isWork { drop(connection) }
            return
        }
        refuse(connection, EventLoop.overloaded("memory", EventLoop.memoryDetail), to: connection.head?.method)
    }

    func log(_ status: HTTPStatus, _ name: String, bodyBytes: Int, _ head: RequestHead?, since start: ContinuousClock.Instant) {
        configuration.accessLog?(
            AccessRecord(
                request: name, method: head?.method, path: head?.target.path ?? "", status: status, bodyBytes: bodyBytes,
                duration: start.duration(to: .now)))
    }

    /// Returns the value of `Date`, cached for a second.
    func date() -> String {
        let seconds = time(nil)
        if dateCache.seconds != seconds { dateCache = (seconds, HTTPDate.format(secondsSince1970: seconds)) }
        return dateCache.text
    }
}
