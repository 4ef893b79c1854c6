internal import CSQLite

// Marks that distinguish a log from that of another database, or of another state of this one. SQLite's own salts are in the log alone.

extension Connection {
    /// The least schema version that was chosen at random; those that SQLite counts are below.
    private static let leastMark: UInt32 = 1 << 24
    /// A change of the schema raises the version by one, so a step is longer.
    static let longestStep: Int64 = 1 << 14

    /// Returns whether a schema version is a mark.
    public static func isMark(_ schemaVersion: UInt32) -> Bool { schemaVersion > leastMark }

    /// Commits a schema version that no other database has, and no other state of this one: a random one at first, and then one that is higher by
    /// a random step, as a lower one would be of an older state (`FileWatch`). It is in the header of the first page, so in the file and in the log.
    /// The log contains the former one, too, so that it is seen to continue the file.
    ///
    /// Other connections read the schema again, as after any change of it.
    public func renewMark() throws(SQLiteError) {
        try writeFirstPage()
        try setMark()
    }

    func setMark() throws(SQLiteError) {
        let former = try first("PRAGMA schema_version") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        let isMarked = former > Int64(Connection.leastMark) && former < Int64(Int32.max) - Connection.longestStep
        let mark = isMarked ? former + .random(in: 2...Connection.longestStep) : .random(in: Int64(Connection.leastMark) + 1..<1 << 30)
        _ = plumbline_make_defensive(handle, 0)
        defer { _ = plumbline_make_defensive(handle, 1) }
        try run(script: "PRAGMA schema_version = \(mark)")
    }

    /// Writes the first page as it is, so that a commit contains the mark.
    public func writeFirstPage() throws(SQLiteError) {
        let id: Int64
        if let knownApplicationID {
            id = knownApplicationID
        } else {
            id = try first("PRAGMA application_id") { row throws(SQLiteError) in try row.integer(0) } ?? 0
            knownApplicationID = id
        }
        try execute("PRAGMA application_id = \(id)")
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
