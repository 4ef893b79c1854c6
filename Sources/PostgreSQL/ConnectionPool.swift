internal import StandardAdditions

/// A pool of connections to one server, each lent to one thread at a time. They are opened when they are needed.
public final class ConnectionPool: @unchecked Sendable {
    // A connection is accessed only by its borrower; the lists and counts only under the monitor.
    private let monitor = Monitor()
    private var idle: [Connection] = []
    private var lent = 0
    /// The number of connections lent for long reads, and its maximum: others remain for short work.
    private var lentForLong = 0
    private var isClosed = false
    private let most: Int
    private let text: ConnectionText
    private let isWriting: Bool

    /// The reason why no connection is lent.
    public enum Failure: Error {
        case closed
        case server(PostgreSQLError)
    }

    /// - Parameters:
    ///   - most: the maximum number of connections; further callers wait.
    ///   - isWriting: whether the connection is for writing, so that a standby is refused.
    public init(_ text: ConnectionText, most: Int, isWriting: Bool) {
        self.text = text
        self.most = max(1, most)
        self.isWriting = isWriting
    }

    /// Lends a connection, which must be returned by `giveBack`.
    ///
    /// - Parameter isLong: whether it is for work that may take long. Such work leaves a connection to others.
    public func borrow(isLong: Bool = false) throws(Failure) -> Connection {
        enum Turn {
            case closed, new
            case known(Connection)
        }
        let turn = monitor.wait { () -> Turn? in
            if isClosed { return .closed }
            if isLong, lentForLong >= max(1, most - 1) { return nil }
            guard lent < most else { return nil }
            lent += 1
            if isLong { lentForLong += 1 }
            return idle.popLast().map { .known($0) } ?? .new
        }
        switch turn {
        case .closed: throw .closed
        case .known(let connection): return connection
        case .new: break
        }
        do throws(PostgreSQLError) { return try Connection(text, isWriting: isWriting) } catch {
            returned(nil, isLong: isLong)
            throw .server(error)
        }
    }

    /// Takes a connection back. One that was lost, or is in a transaction, is closed; if it was lost, the idle ones probably were,
    /// too.
    public func giveBack(_ connection: Connection, isLong: Bool = false) {
        let isLost = connection.isLost
        if isLost { forgetIdle() }
        returned(!isLost && connection.isIdle ? connection : nil, isLong: isLong)
    }

    /// Closes the idle connections, for example because the server is a standby now.
    public func forgetIdle() {
        var former: [Connection] = []
        monitor.locked { swap(&former, &idle) }
    }

    private func returned(_ connection: Connection?, isLong: Bool) {
        monitor.locked {
            lent -= 1
            if isLong { lentForLong -= 1 }
            if let connection, !isClosed { idle.append(connection) }
        }
    }

    /// Lends no more connections, and closes all after they have been returned.
    public func close() {
        monitor.locked { isClosed = true }
        forgetIdle()
        monitor.wait { lent == 0 ? () : nil }
    }
}
