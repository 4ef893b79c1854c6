internal import CSQLite

// Marks that distinguish a log from that of another database, or of another state of this one. SQLite's own salts are in the log alone.

extension Connection {
    /// The least schema version that was chosen at random; those that SQLite counts are below.
    private static let leastMark: Int64 = 1 << 24

    /// Commits a schema version that no other database has, and that this one did not have before: a random one at first, and then the next one
    /// each time. It is in the header of the first page, so in the file and in the log.
    ///
    /// Other connections read the schema again, as after any change of it.
    public func renewMark() throws(SQLiteError) {
        func number(_ pragma: String) throws(SQLiteError) -> Int64 {
            try first("PRAGMA \(pragma)") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        }
        var mark = try number("schema_version") + 1
        if mark <= Connection.leastMark || mark > Int64(Int32.max) {
            // The log contains the former one, too, so that it is seen to continue the file.
            try run(script: "PRAGMA user_version = \(number("user_version"))")
            mark = .random(in: Connection.leastMark + 1..<1 << 30)
        }
        _ = plumbline_make_defensive(handle, 0)
        defer { _ = plumbline_make_defensive(handle, 1) }
        try run(script: "PRAGMA schema_version = \(mark)")
    }

    /// Returns the first bytes of the database's file as they are on the disk, whatever its log says; nil if there are fewer.
    ///
    /// By SQLite's own descriptor: to close another one would release the locks that this process has on the file.
    public static func header(of path: String, fileSystem: String?) -> [UInt8]? {
        guard let connection = try? Connection(path: path, access: .readOnly, fileSystem: fileSystem) else { return nil }
        var header = [UInt8](repeating: 0, count: 100)
        return plumbline_read(connection.handle, 0, 0, 100, &header) == SQLITE_OK ? header : nil
    }
}
