internal import SQLite

/// The schema of this version of the program.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh])

    /// `SchemaCheck.digest` of the newest version's objects.
    static let digest = "7629c08425624f6d1fa189c53b0c9f4719108275ed4b3b7d6121ae2481fd75dc"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: PackageResources.schema_sql, as: UTF8.self)
    }
}
