internal import Digest
internal import SQLite

/// Compares a file's tables, indexes, views and triggers with those of its schema version. A view or trigger that another program
/// added could make queries endless or change stored data.
enum SchemaCheck {
    struct Object {
        let type: String
        /// The SQL definition in its normal form.
        let definition: String

        init(type: String, name: String, sql: String) {
            self.type = type
            let (normal, start) = (Object.normal(sql), "CREATE TABLE ")
            // SQLite quotes the names of tables that it makes for an index.
            let quoted = ["'\(name)'", "\"\(name)\""].first { normal.hasPrefix(start + $0) }
            definition = quoted.map { start + name + normal.dropFirst(start.count + $0.count) } ?? normal
        }

        /// Returns a definition with as little white space as it needs, as that depends on the version of SQLite. Quoted text remains as it
        /// is: a text in quotes is not the name without them.
        private static func normal(_ sql: String) -> String {
            var normal: [UInt8] = []
            var (quote, isSpaced): (UInt8?, Bool) = (nil, false)
            for byte in sql.utf8 {
                if quote == nil, isSpace(byte) {
                    isSpaced = true
                    continue
                }
                if isSpaced, let last = normal.last, isOfWord(last), isOfWord(byte) { normal.append(UInt8(ascii: " ")) }
                isSpaced = false
                normal.append(byte)
                quote = quote == nil ? isQuote(byte) ? byte : nil : quote == byte ? nil : quote
            }
            return String(decoding: normal, as: UTF8.self)
        }

        private static func isSpace(_ byte: UInt8) -> Bool { " \t\n\u{c}\r".utf8.contains(byte) }

        private static func isQuote(_ byte: UInt8) -> Bool { "'\"".utf8.contains(byte) }

        /// Returns whether a space before or behind a byte may separate two words, or two texts.
        private static func isOfWord(_ byte: UInt8) -> Bool {
            isQuote(byte) || byte >= 0x80 || "_$".utf8.contains(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
    }

    /// The definitions of the tables that SQLite makes for our full-text indexes, in their normal form and without what precedes the columns, by
    /// the ends of the tables' names. They have been the same in all its versions.
    static let indexTables = [
        "config": "(k PRIMARY KEY,v)WITHOUT ROWID", "content": "(id INTEGER PRIMARY KEY,c0)", "data": "(id INTEGER PRIMARY KEY,block BLOB)",
        "docsize": "(id INTEGER PRIMARY KEY,sz BLOB)", "idx": "(segid,term,pgno,PRIMARY KEY(segid,term))WITHOUT ROWID",
    ]

    /// The maximum number of differences in a message.
    private static let mostListed = 3

    /// Returns how a database differs from its schema version, or nil if it does not or is still empty.
    static func obstacle(_ connection: Connection) throws(MigrationError) -> String? {
        // One snapshot: another process may be migrating the database.
        let (version, found) = try connection.snapshot(mapping: MigrationError.failed) {
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
        // SQLite creates the tables of a full-text index, and a later version could define new ones in another way.
        let indexes = known.filter { $0.value.definition.hasPrefix("CREATE VIRTUAL TABLE ") }.keys
        var changes: [String] = []
        for name in Set(found.keys).union(known.keys).sorted() {
            switch (found[name], known[name]) {
            case (let found?, let known?) where found.type != known.type: changes.append("\(name) is a \(found.type) and not a \(known.type)")
            case (let found?, let known?):
                let isMadeByIndex = indexes.contains { index in
                    indexTables.contains { name == "\(index)_\($0.key)" && found.definition == "CREATE TABLE \(name)\($0.value)" }
                }
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

    /// The objects that SQLite makes for itself, by what no other object has: it would run a trigger of any name.
    private static let internalObjects = """
        type = 'index' AND sql IS NULL AND substr(name, 1, 17) = 'sqlite_autoindex_' OR type = 'table' AND sql IN (
            'CREATE TABLE sqlite_sequence(name,seq)', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
            'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')
        """

    /// Returns the objects by name, without SQLite's internal ones. Two of one name, of which SQLite uses both, have both definitions.
    static func objects(_ connection: Connection) throws(MigrationError) -> [String: Object] {
        do throws(SQLiteError) {
            let sql = "SELECT name, type, ifnull(sql, '') FROM sqlite_master WHERE NOT (\(internalObjects)) ORDER BY name, rowid"
            let rows = try connection.query(sql) { row throws(SQLiteError) in
                let name = try row.text(0)
                return (name, Object(type: try row.text(1), name: name, sql: try row.text(2)))
            }
            return Dictionary(rows) { first, other in
                Object(type: "\(first.type) and \(other.type)", name: "", sql: first.definition + ";" + other.definition)
            }
        } catch {
            throw .failed(error)
        }
    }
}
