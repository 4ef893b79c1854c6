internal import HTTP

// Streamed answers.

extension EventLoop {
    /// The maximum number of bytes of a request's body that wait for the stream.
    private static let inputMark = 64 << 10
    /// The maximum number of unread bytes of output at which more pieces are produced. A client that sends a whole batch before
    /// it reads reaches this limit.
    static let streamMark = 1 << 20
    /// The minimum number of bytes of input that restart the timeout. A slower client does not keep its connection alive.
    static let leastProgress = 4 << 10

    /// Starts an answer whose body is a stream.
    func start(_ stream: any BodyStream, _ response: HTTPResponse, _ exchange: Connection.Exchange, _ connection: Connection, keepsAlive: Bool) {
        let streamed = StreamedExchange(stream, exchange, status: response.status, keepsAlive: keepsAlive)
        connection.send(
            ResponseSerializer.bytes(
                of: response, to: exchange.head.method, version: exchange.head.version, keepsAlive: streamed.keepsAlive, date: date()))
        connection.stream = streamed
        connection.phase = .streaming
        let (mailbox, connectionID, requestID) = (mailbox, connection.id, exchange.id)
        stream.open { mailbox.post(.wake(connection: connectionID, request: requestID)) }
        if exchange.head.method == .head || (stream.isEndless && stopDeadline != nil) { end(connection, isWhole: true) }
    }

    /// Advances a streamed answer as far as input, output and workers allow.
    func pump(_ connection: Connection) {
        guard let streamed = connection.stream else { return }
        if streamed.stream.isEndless, connection.inputEnded {
            drop(connection)
            return
        }
        gather(connection, streamed)
        if connection.pendingBytes > 0 {
            flush(connection)
            guard connections[connection.id] != nil else { return }
        }
        if streamed.isDue, connection.pendingBytes <= EventLoop.streamMark {
            if streamed.stream.isCheap {
                take(streamed.stream.next(streamed.takeInput()), connection)
                return
            }
            if mayCall(streamed, connection) { call(streamed, connection) }
        } else if streamed.inputIsBroken, !streamed.isRunning, !streamed.isDue {
            end(connection, isWhole: false)
            advance(connection)
            return
        }
        settle(connection, streamed)
    }

    /// Lets a worker call a stream.
    func call(_ streamed: StreamedExchange, _ connection: Connection) {
        streamed.deferral = nil
        streamed.isRunning = true
        pool.submit(
            streamed.stream, streamed.takeInput(), streamed.exchange, connection.match, connection: connection.id, address: connection.address)
        noteWaiting()
    }

    /// Sends a piece and continues.
    func take(_ piece: BodyPiece, _ connection: Connection) {
        guard let streamed = connection.stream else { return }
        streamed.isRunning = false
        streamed.heldByteCount = piece.heldByteCount
        streamed.sentByteCount += piece.bytes.count
        if !piece.bytes.isEmpty {
            streamed.freshByteCount = EventLoop.leastProgress
            if streamed.isChunked { connection.send(ResponseSerializer.chunkHead(piece.bytes.count)) }
            connection.send(piece.bytes)
            if streamed.isChunked { connection.send(ResponseSerializer.chunkEnd) }
        }
        switch piece.continuation {
        case .end, .fail:
            end(connection, isWhole: piece.continuation == .end)
            advance(connection)
            return
        case .again: streamed.wantsTurn = true
        case .wait: break
        }
        if streamed.stream.isCheap {
            settle(connection, streamed)
            if streamed.isDue, connections[connection.id] != nil, !connection.isQueued {
                connection.isQueued = true
                queued.append(connection)
            }
        } else {
            pump(connection)
        }
    }

    /// Ends the streamed exchange of a connection.
    /// - Parameter isWhole: whether the body is complete. If not, the connection is closed without the last chunk.
    func end(_ connection: Connection, isWhole: Bool) {
        guard let streamed = connection.stream else { return }
        connection.stream = nil
        streamed.exchange.cancellation.cancel()
        streamed.stream.close()
        connection.head = nil
        if isWhole, streamed.isChunked, streamed.exchange.head.method != .head { connection.send(ResponseSerializer.lastChunk) }
        let isLast = connection.inputEnded && connection.parser.bufferedByteCount == 0
        connection.closesAfterOutput = !(isWhole && streamed.keepsAlive && streamed.inputIsComplete && stopDeadline == nil && !isLast)
        log(streamed.status, streamed.exchange.name, bodyBytes: streamed.sentByteCount, streamed.exchange.head, since: streamed.exchange.started)
        enter(.idle, connection)
    }

    /// Ends the streams that have no end of their own.
    func endEndlessStreams() {
        for connection in Array(connections.values) where connection.stream?.stream.isEndless == true {
            end(connection, isWhole: true)
            advance(connection)
        }
    }

    /// Handles the expiry of a phase of the exchange.
    func expireStream(_ connection: Connection) {
        guard let streamed = connection.stream else { return }
        guard streamed.wait == .input, streamed.stream.quietInterval != nil else {
            drop(connection)
            return
        }
        streamed.isQuiet = true
        streamed.freshByteCount = EventLoop.leastProgress
        pump(connection)
    }

    /// Reads the request's body up to the limit.
    private func gather(_ connection: Connection, _ streamed: StreamedExchange) {
        while !streamed.inputIsComplete, !streamed.inputIsBroken, streamed.input.count < EventLoop.inputMark {
            do throws(RequestError) {
                switch try connection.parser.next() {
                case .piece(let bytes):
                    streamed.input += bytes
                    streamed.freshByteCount += bytes.count
                case .bodyEnd: streamed.inputIsComplete = true
                case nil:
                    if connection.inputEnded { try connection.parser.finish() }
                    return
                case .head, .request: streamed.inputIsBroken = true
                }
            } catch {
                streamed.inputIsBroken = true
            }
        }
    }

    /// Sets the timeout and the poller's events according to what the exchange waits for.
    func settle(_ connection: Connection, _ streamed: StreamedExchange) {
        flush(connection)
        guard connections[connection.id] != nil else { return }
        let wait: StreamedExchange.Wait =
            streamed.isRunning
            ? .worker : connection.pendingBytes > 0 ? .client : streamed.deferral == .forMemory ? .memory : .input
        if wait != streamed.wait || streamed.freshByteCount >= EventLoop.leastProgress {
            if wait != streamed.wait { connection.beginPace() }
            streamed.wait = wait
            streamed.freshByteCount = 0
            switch wait {
            case .client: setExpiry(connection, configuration.writeTimeout)
            // Workers have their own deadline.
            case .worker: setExpiry(connection, .seconds(86400))
            case .memory: setExpiry(connection, configuration.requestDeadline)
            case .input: setExpiry(connection, streamed.stream.quietInterval ?? configuration.bodyTimeout)
            }
        }
        countBytes(connection)
        checkMemory(connection)
        guard connections[connection.id] != nil else { return }
        watch(connection)
    }

    /// Returns whether a streamed exchange waits for bytes from its client.
    func wantsInput(_ connection: Connection, _ streamed: StreamedExchange) -> Bool {
        if connection.inputEnded { return false }
        // Only the end of the client's side matters then; pipelined requests hide it until the stream ends.
        if streamed.inputIsComplete { return streamed.stream.isEndless && connection.parser.bufferedByteCount == 0 }
        return !streamed.inputIsBroken && streamed.input.count < EventLoop.inputMark && connection.pendingBytes <= EventLoop.streamMark
    }
}
