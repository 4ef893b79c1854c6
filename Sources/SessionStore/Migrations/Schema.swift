internal import SQLite

/// The schema that this program knows.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh])

    /// What `SchemaCheck` makes of the objects of the newest version.
    static let digest = "d31bd377f44d2d977d067ff6fa714578d0b8a380ecf6926e41174f6937f71e66"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: PackageResources.schema_sql, as: UTF8.self)
    }
}
