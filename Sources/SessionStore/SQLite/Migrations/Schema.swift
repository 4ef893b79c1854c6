internal import EmbeddedFiles
internal import SQLite

/// The schema of this version of the program.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(
        applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth, .ninth, .tenth])

    /// `SchemaCheck.digest` of the newest version's objects.
    static let digest = "ab37b0ba1782d3f0655c5b18f0af82d7d6cca187591103922e6233b48a754e1a"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: EmbeddedFile.schema.bytes, as: UTF8.self)
    }
}
