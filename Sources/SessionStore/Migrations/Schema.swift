internal import SQLite

/// The schema that this program knows.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth])

    /// What `SchemaCheck` makes of the objects of the newest version.
    static let digest = "c4fc2e260550caae608cf9346dbd58c3a0eb25563bb74a1f46ceff3a32b3e49c"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: PackageResources.schema_sql, as: UTF8.self)
    }
}
