internal import EmbeddedFiles
internal import SQLite

/// The schema of this version of the program.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(
        applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth, .ninth])

    /// `SchemaCheck.digest` of the newest version's objects.
    static let digest = "da369973894729dc6d13e478fd099276e2033b839bb6b54823c58e3f6edeff36"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: EmbeddedFile.schema.bytes, as: UTF8.self)
    }
}
