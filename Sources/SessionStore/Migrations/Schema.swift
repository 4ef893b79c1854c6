internal import SQLite

/// The schema that this program knows.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth])

    /// What `SchemaCheck` makes of the objects of the newest version.
    static let digest = "aad1c864810ebd02a76319e078e730cf57d865b5615515856c9030f99aac7965"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: PackageResources.schema_sql, as: UTF8.self)
    }
}
