internal import EmbeddedFiles
internal import SQLite

/// The schema of this version of the program.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(
        applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth, .ninth, .tenth])

    /// `SchemaCheck.digest` of the newest version's objects.
    static let digest = "a2fdb6dd06484577a52593a23313220d724486c977b9689e0db00825d9057793"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: EmbeddedFile.schema.bytes, as: UTF8.self)
    }
}
