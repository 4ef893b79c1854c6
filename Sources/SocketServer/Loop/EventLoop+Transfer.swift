internal import Foundation
internal import HTTP

extension EventLoop {
    /// Reads once, and handles what has arrived; if more is available, the poller reports the connection again.
    func read(_ connection: Connection) {
        let begin = ContinuousClock.now
        let count = receive(connection)
        connection.didParse(count, in: begin.duration(to: .now))
    }

    /// Returns the number of received bytes, which are handled already.
    private func receive(_ connection: Connection) -> Int {
        let count = scratch.withUnsafeMutableBytes { recv(connection.descriptor.number, $0.baseAddress, min($0.count, connection.mostRead), 0) }
        if count < 0 {
            if errno != EAGAIN && errno != EINTR { drop(connection) }
            return 0
        }
        if connection.phase == .lingering {
            if count == 0 { drop(connection) }
            return count
        }
        if count == 0 {
            connection.inputEnded = true
        } else {
            connection.parser.feed(scratch[..<count])
            connection.didMove(count)
        }
        advance(connection)
        return count
    }

    /// Writes as much as the system accepts.
    func flush(_ connection: Connection) {
        while let (output, isLast) = connection.next {
            let flags = MSG_NOSIGNAL | (isLast ? 0 : MSG_MORE)
            let count = output.withUnsafeBytes { bytes in
                Foundation.send(
                    connection.descriptor.number, bytes.baseAddress?.advanced(by: connection.written), bytes.count - connection.written,
                    Int32(flags))
            }
            if count > 0 {
                connection.didWrite(count)
                if connection.phase == .writing || connection.stream?.wait == .client { setExpiry(connection, configuration.writeTimeout) }
            } else if errno == EINTR {
                continue
            } else if errno == EAGAIN {
                break
            } else {
                drop(connection)
                return
            }
        }
        if connection.countedBytes > 0 || connection.pendingBytes > 0 { countBytes(connection) }
        if connection.pendingBytes == 0, connection.closesAfterOutput, connection.phase != .lingering { linger(connection) }
    }

    /// Shuts down the sending side and waits for the client's. Closing immediately with unread input would reset the connection,
    /// and the client could lose the answer.
    private func linger(_ connection: Connection) {
        guard !connection.inputEnded, shutdown(connection.descriptor.number, Int32(SHUT_WR)) == 0 else {
            drop(connection)
            return
        }
        enter(.lingering, connection)
        connection.parser = RequestParser(limits: configuration.limits)
        countBytes(connection)
        watch(connection)
    }

    /// Removes a connection; its descriptor is closed with it.
    func drop(_ connection: Connection) {
        connection.exchange?.cancellation.cancel()
        connection.exchange = nil
        if let streamed = connection.stream {
            connection.stream = nil
            streamed.exchange.cancellation.cancel()
            streamed.stream.close()
            log(
                streamed.status, streamed.exchange.name, bodyBytes: streamed.sentByteCount, streamed.exchange.head, since: streamed.exchange.started)
        }
        heldBytes -= connection.countedBytes
        connection.countedBytes = 0
        newcomers.remove(connection.id)
        poller.remove(connection.descriptor.number)
        connections[connection.id] = nil
    }

    /// Sets the poller's events according to the phase.
    func watch(_ connection: Connection) {
        // Clients seldom pipeline, so a connection remains watched during a request, which saves system calls; `ignoreInput` ends
        // that if input arrives.
        let stays = connection.phase == .handling && connection.watched.readable && !connection.inputEnded
        setWatched((readable: stays || wantsInput(connection), writable: connection.pendingBytes > 0), connection)
    }

    /// Returns whether the connection can process input now.
    func wantsInput(_ connection: Connection) -> Bool {
        if let streamed = connection.stream, wantsInput(connection, streamed) { return true }
        return connection.phase == .lingering || (connection.phase.isReading && !connection.inputEnded && !connection.isQueued)
    }

    /// Leaves input in the system's buffer until it can be processed.
    func ignoreInput(_ connection: Connection) {
        setWatched((readable: false, writable: connection.watched.writable), connection)
    }

    private func setWatched(_ wanted: (readable: Bool, writable: Bool), _ connection: Connection) {
        guard wanted != connection.watched else { return }
        connection.watched = wanted
        poller.change(connection.descriptor.number, token: connection.id, readable: wanted.readable, writable: wanted.writable)
    }

    /// Updates the count of a connection's memory.
    func countBytes(_ connection: Connection) {
        let bytes =
            connection.parser.heldByteCount + (connection.exchange?.bodyBytes ?? 0) + connection.pendingBytes
            + (connection.stream.map { $0.input.count + $0.heldByteCount } ?? 0)
        heldBytes += bytes - connection.countedBytes
        connection.countedBytes = bytes
    }
}
