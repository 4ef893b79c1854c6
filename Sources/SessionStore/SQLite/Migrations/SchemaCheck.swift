internal import Digest
internal import SQLite

/// Compares a file's tables, indexes, views and triggers with those of its schema version. A view or trigger that another program
/// added could make queries endless or change stored data.
enum SchemaCheck {
    struct Object {
        let type: String
        /// The SQL definition without white space and quotes, which depend on the version of SQLite.
        let definition: String
    }

    /// The maximum number of differences in a message.
    private static let mostListed = 3

    /// Returns how a database differs from its schema version, or nil if it does not or is still empty.
    static func obstacle(_ connection: Connection) throws(MigrationError) -> String? {
        // One snapshot: another process may be migrating the database.
        let (version, found) = try connection.transaction(.deferred, mapping: MigrationError.failed) {
            () throws(MigrationError) in (try Schema.migrator.version(of: connection), try objects(connection))
        }
        if version == 0, found.isEmpty { return nil }
        // Creating a database for comparison would take milliseconds at each start.
        if version == Schema.migrator.newestVersion, digest(found) == Schema.digest { return nil }
        guard version > 0 else { return "its header says schema \(version), which does not exist" }
        let changes = differences(found, try objects(try fresh(version)))
        if changes.isEmpty { return nil }
        let rest = changes.count > mostListed ? ", and \(changes.count - mostListed) more" : ""
        return "schema \(version) differs: " + changes.prefix(mostListed).joined(separator: ", ") + rest
    }

    /// Returns a digest that is equal for all databases of one schema created by one version of SQLite.
    static func digest(_ objects: [String: Object]) -> String {
        let lines = objects.map { name, object in "\(name) \(object.type) \(object.definition)\n" }
        return SHA256.hex(of: lines.sorted().joined())
    }

    private static func differences(_ found: [String: Object], _ known: [String: Object]) -> [String] {
        // SQLite creates the tables of a full-text index; their definitions depend on its version.
        let indexes = known.filter { $0.value.definition.hasPrefix("CREATEVIRTUALTABLE") }.keys
        var changes: [String] = []
        for name in Set(found.keys).union(known.keys).sorted() {
            switch (found[name], known[name]) {
            case (let found?, let known?) where found.type != known.type: changes.append("\(name) is a \(found.type) and not a \(known.type)")
            case (let found?, let known?):
                let isMadeByIndex = indexes.contains { name.hasPrefix($0 + "_") }
                if found.definition != known.definition, !isMadeByIndex { changes.append("the \(known.type) \(name) has a different definition") }
            case (let found?, nil): changes.append("the \(found.type) \(String(name.prefix(64)).debugDescription) is unknown")
            case (nil, let known?): changes.append("the \(known.type) \(name) is missing")
            case (nil, nil): break
            }
        }
        return changes
    }

    /// Creates a database by the migrations up to a version.
    private static func fresh(_ version: Int64) throws(MigrationError) -> Connection {
        let connection: Connection
        do { connection = try Connection.inMemory() } catch { throw .failed(error) }
        let steps = Schema.migrator.migrations.filter { $0.version <= version }
        try Migrator(applicationID: Schema.applicationID, migrations: steps).migrate(connection)
        return connection
    }

    /// Returns the objects by name, without SQLite's internal ones.
    static func objects(_ connection: Connection) throws(MigrationError) -> [String: Object] {
        do throws(SQLiteError) {
            let sql = "SELECT name, type, ifnull(sql, '') FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'"
            let rows = try connection.query(sql) { row throws(SQLiteError) in
                let definition = try row.text(2).unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\"" && $0 != "'" }
                return (try row.text(0), Object(type: try row.text(1), definition: String(String.UnicodeScalarView(definition))))
            }
            return Dictionary(rows, uniquingKeysWith: { first, _ in first })
        } catch {
            throw .failed(error)
        }
    }
}
