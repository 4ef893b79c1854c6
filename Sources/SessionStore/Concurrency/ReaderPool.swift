internal import SQLite

/// Connections for reading, lent to one thread each. In WAL mode they neither wait for the writer nor make it wait.
final class ReaderPool: @unchecked Sendable {
    // A connection is touched only by the thread that holds it; the lists and flags under the monitor.
    private let monitor = Monitor()
    private var idle: [Connection]
    private var lent = 0
    private var isClosed = false

    private let noteDamage: @Sendable () -> Void

    /// - Parameter noteDamage: called when SQLite finds the file damaged while it is read.
    init(_ connections: [Connection], noteDamage: @escaping @Sendable () -> Void) {
        idle = connections
        self.noteDamage = noteDamage
    }

    /// Lends a connection to the body, in a read transaction: all it reads is of one moment.
    func read<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
        let borrowed: Connection? = monitor.wait { () -> Connection?? in
            if isClosed { return .some(nil) }
            guard let connection = idle.popLast() else { return nil }
            lent += 1
            return connection
        }
        guard let connection = borrowed else { throw .closed }
        defer {
            monitor.locked {
                lent -= 1
                if !isClosed { idle.append(connection) }
            }
        }
        return try connection.transaction(.deferred, mapping: { StoreError($0) }) { () throws(StoreError) in
            do throws(StoreError) {
                return try body(connection)
            } catch {
                // A row that is not as it should be is its session's damage; this is the file's.
                if connection.hasMetDamage { noteDamage() }
                throw error
            }
        }
    }

    /// Closes the connections, after those that are lent have come back.
    func close() {
        monitor.locked {
            isClosed = true
            idle = []
        }
        monitor.wait { lent == 0 ? () : nil }
    }
}
