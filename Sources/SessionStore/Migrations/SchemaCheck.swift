internal import Digest
internal import SQLite

/// Holds the tables, indexes, views and triggers of a file against those that its version of the schema has: what another program has added or
/// replaced could answer without an end, or change what is stored.
enum SchemaCheck {
    struct Object {
        let type: String
        /// What it was made by, without white space and quotes, which depend on the version of SQLite.
        let definition: String
    }

    /// So many differences are told.
    private static let mostTold = 3

    /// Why a database is not as its version says; nil where it is, or is still empty.
    static func obstacle(_ connection: Connection) throws(MigrationError) -> String? {
        // Of one moment: another process may be migrating it.
        let (version, found) = try connection.transaction(.deferred, mapping: MigrationError.failed) {
            () throws(MigrationError) in (try Schema.migrator.version(of: connection), try objects(connection))
        }
        if version == 0, found.isEmpty { return nil }
        // To make a database for comparison takes milliseconds of each start.
        if version == Schema.migrator.newestVersion, digest(found) == Schema.digest { return nil }
        guard version > 0 else { return "its header names schema \(version), of which there is none" }
        let told = differences(found, try objects(try fresh(version)))
        if told.isEmpty { return nil }
        let rest = told.count > mostTold ? ", and \(told.count - mostTold) more" : ""
        return "schema \(version) is another: " + told.prefix(mostTold).joined(separator: ", ") + rest
    }

    /// The same for all databases of one schema that one version of SQLite made.
    static func digest(_ objects: [String: Object]) -> String {
        let lines = objects.map { name, object in "\(name) \(object.type) \(object.definition)\n" }
        return SHA256.hex(of: lines.sorted().joined())
    }

    private static func differences(_ found: [String: Object], _ known: [String: Object]) -> [String] {
        // The tables of a full-text index are made by SQLite, whose versions may word them otherwise.
        let indexes = known.filter { $0.value.definition.hasPrefix("CREATEVIRTUALTABLE") }.keys
        var told: [String] = []
        for name in Set(found.keys).union(known.keys).sorted() {
            switch (found[name], known[name]) {
            case (let found?, let known?) where found.type != known.type: told.append("\(name) is a \(found.type) and not a \(known.type)")
            case (let found?, let known?):
                let isMadeByIndex = indexes.contains { name.hasPrefix($0 + "_") }
                if found.definition != known.definition, !isMadeByIndex { told.append("the \(known.type) \(name) has another definition") }
            case (let found?, nil): told.append("the \(found.type) \(String(name.prefix(64)).debugDescription) is none of its own")
            case (nil, let known?): told.append("the \(known.type) \(name) is missing")
            case (nil, nil): break
            }
        }
        return told
    }

    /// A database as the migrations up to a version make it.
    private static func fresh(_ version: Int64) throws(MigrationError) -> Connection {
        let connection: Connection
        do { connection = try Connection.inMemory() } catch { throw .failed(error) }
        let steps = Schema.migrator.migrations.filter { $0.version <= version }
        try Migrator(applicationID: Schema.applicationID, migrations: steps).migrate(connection)
        return connection
    }

    /// By their names. Those that SQLite keeps for itself are left out.
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
