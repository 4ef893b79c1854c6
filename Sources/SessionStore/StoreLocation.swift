internal import PostgreSQL
internal import SQLite

/// The place of a database: a file of SQLite, or a PostgreSQL database.
public enum StoreLocation: Sendable {
    /// The path of a SQLite file.
    case file(String)
    /// A connection string of libpq, which may contain a password.
    case server(String)

    /// - Parameter text: `postgresql://…`, `postgres://…`, or parameters such as `service=…`; any other text is the path of a file.
    public init(_ text: String) {
        self = ConnectionText.isConnection(text) ? .server(text) : .file(text)
    }

    /// The place for messages, without a password.
    public var text: String {
        switch self {
        case .file(let path): path
        case .server(let text): PostgreSQLSessionStore.place(of: text)
        }
    }

    /// The path of the file; nil for a server.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The greatest length of one stored value in bytes, far above what services store with the usual limits.
    public static let longestValue = 256 << 20

    /// The greatest length of the cache of pages of a connection to a file, in bytes, so that the lists of common trigrams remain in memory from
    /// page to page.
    public static let mostCacheBytes = 16 << 20
    /// The number of connections to a file that a store has by default, with the one that writes.
    private static let connections = 5

    /// Returns the length of the cache of a connection in bytes: those of all connections together have at most a sixteenth of the memory.
    private static func cacheBytes(memory: Int?) -> Int {
        memory.map { min(mostCacheBytes, max(2 << 20, $0 / (16 * connections))) } ?? mostCacheBytes
    }

    /// Bounds the memory that the engine of a file takes in this process to half of its memory: its copies of long values, and those of other
    /// requests, are in memory at the same time.
    public static func limitMemory(ofProcess bytes: Int) { Connection.limitMemory(to: max(128 << 20, bytes / 2)) }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - connections: the number of simultaneous calls that a server is to serve.
    ///   - readers: the number of simultaneous reads of a file.
    ///   - longestValue: the greatest length of one value of a file in bytes.
    ///   - memory: the memory that the process may use, in bytes; nil for any.
    ///   - onFailedRepair: called if damaged indexes of a file could not be made again.
    ///   - allowsLoss: whether a server may be used that can lose what it has acknowledged.
    public func open(
        _ access: StoreAccess, connections: Int = 2, readers: Int = 4, longestValue: Int = longestValue, memory: Int? = nil,
        allowsLoss: Bool = false, onFailedRepair: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws(StoreError) -> any SessionStore {
        switch self {
        case .file(let path):
            try SQLiteSessionStore(
                path: path, access: access, readers: readers, longestValue: longestValue, cacheBytes: StoreLocation.cacheBytes(memory: memory),
                onFailedRepair: onFailedRepair)
        case .server(let text): try PostgreSQLSessionStore(connecting: text, access: access, connections: connections, allowsLoss: allowsLoss)
        }
    }
}
