internal import Foundation
internal import HTTP

extension EventLoop {
    /// Requests of one connection that are answered before the others get their turn.
    private static let turn = 32
    /// Bytes of answers that are gathered before the client must take some.
    private static let outputMark = 256 << 10

    /// Goes on with a connection as far as its input allows.
    func advance(_ connection: Connection) {
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
                    dispatch(request, connection)
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
        }
        countBytes(connection)
        finishAdvance(connection)
    }

    private func finishAdvance(_ connection: Connection) {
        guard connections[connection.id] != nil else { return }
        flush(connection)
        guard connections[connection.id] != nil else { return }
        // What the client does not take at once must be watched for, or a client that never reads would be kept for ever.
        if connection.pendingBytes > 0, connection.phase == .idle || connection.closesAfterOutput, connection.phase != .writing {
            enter(.writing, connection)
        }
        watch(connection)
    }

    /// The input is used up: wait for more, or end where none will come.
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
        enter(.body, connection)
        guard head.expectsContinue else { return }
        if let refusal = responder.refusal(for: head) {
            // Whether the client sends the body now is its choice, so what follows cannot be read as a request.
            refuse(connection, refusal, to: head.method)
        } else if connection.parser.bufferedByteCount == 0 {
            connection.send(ResponseSerializer.continueBytes)
        }
    }

    private func dispatch(_ request: HTTPRequest, _ connection: Connection) {
        let now = ContinuousClock.now
        let cancellation = Cancellation()
        let deadline = now + configuration.requestDeadline
        let margin = min(configuration.handlerMargin, configuration.requestDeadline / 4)
        lastID += 1
        connection.exchange = Connection.Exchange(
            id: lastID, head: request.head, bodyBytes: request.body.count, started: now, cancellation: cancellation)
        let context = RequestContext(deadline: deadline - margin, cancellation: cancellation)
        if responder.isCheap(request.head) {
            answer(connection, responder.respond(to: request, context: context))
            return
        }
        let job = WorkerPool.Job(request: request, context: context, connectionID: connection.id, requestID: lastID)
        if pool.submit(job) {
            connection.phase = .handling
            setExpiry(connection, configuration.requestDeadline)
        } else {
            answer(connection, overloaded("overloaded", "All workers are busy and as many requests wait as may."))
        }
    }

    /// Sends the answer to the request under way and turns to the next.
    func answer(_ connection: Connection, _ response: HTTPResponse) {
        guard let exchange = connection.exchange else { return }
        connection.exchange = nil
        connection.head = nil
        let isLast = connection.inputEnded && connection.parser.bufferedByteCount == 0
        let keepsAlive = exchange.head.allowsKeepAlive && stopDeadline == nil && !isLast
        connection.send(
            ResponseSerializer.bytes(
                of: response, to: exchange.head.method, version: exchange.head.version, keepsAlive: keepsAlive, date: date()))
        connection.closesAfterOutput = !keepsAlive
        enter(.idle, connection)
        log(response, exchange.head, since: exchange.started)
    }

    /// Answers what cannot be read on or may not go on, and ends the connection.
    func refuse(_ connection: Connection, _ response: HTTPResponse, to method: HTTPMethod?) {
        connection.exchange?.cancellation.cancel()
        connection.exchange = nil
        connection.send(ResponseSerializer.bytes(of: response, to: method, keepsAlive: false, date: date()))
        connection.closesAfterOutput = true
        log(response, connection.head, since: .now)
        flush(connection)
        guard connections[connection.id] != nil else { return }
        if connection.pendingBytes > 0 { enter(.writing, connection) }
        watch(connection)
    }

    /// A 503 that says when to come back.
    func overloaded(_ code: String, _ detail: String) -> HTTPResponse {
        var response = ProblemDetails(status: .serviceUnavailable, code: code, detail: detail).response
        response.fields.append("Retry-After", "1")
        return response
    }

    private func checkMemory(_ connection: Connection) {
        guard heldBytes > configuration.maximumHeldBytes, connection.countedBytes > 0, !connection.closesAfterOutput else { return }
        refuse(connection, overloaded("memory", "Too many large requests are under way."), to: connection.head?.method)
    }

    private func log(_ response: HTTPResponse, _ head: RequestHead?, since start: ContinuousClock.Instant) {
        configuration.accessLog?(
            AccessRecord(
                method: head?.method, path: head?.target.path ?? "", status: response.status, bodyBytes: response.body.count,
                duration: start.duration(to: .now)))
    }

    /// The value of `Date`, made once a second.
    private func date() -> String {
        let seconds = time(nil)
        if dateCache.seconds != seconds { dateCache = (seconds, HTTPDate.format(secondsSince1970: seconds)) }
        return dateCache.text
    }
}
