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

    /// Bounds the memory that the engine of a file takes in this process. The caches of its connections have some 100 MB.
    public static func limitMemory(to bytes: Int) { Connection.limitMemory(to: max(128 << 20, bytes)) }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - connections: the number of simultaneous calls that a server is to serve.
    ///   - readers: the number of simultaneous reads of a file.
    ///   - longestValue: the greatest length of one value of a file in bytes.
    ///   - allowsLoss: whether a server may be used that can lose what it has acknowledged.
    public func open(
        _ access: StoreAccess, connections: Int = 2, readers: Int = 4, longestValue: Int = longestValue, allowsLoss: Bool = false
    ) throws(StoreError) -> any SessionStore {
        switch self {
        case .file(let path): try SQLiteSessionStore(path: path, access: access, readers: readers, longestValue: longestValue)
        case .server(let text): try PostgreSQLSessionStore(connecting: text, access: access, connections: connections, allowsLoss: allowsLoss)
        }
    }
}
