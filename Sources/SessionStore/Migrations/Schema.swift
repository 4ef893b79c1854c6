internal import EmbeddedFiles
internal import SQLite

/// The schema of this version of the program.
enum Schema {
    /// "Plmb" in ASCII, in the header of every database of ours.
    static let applicationID: Int32 = 0x506c_6d62

    static let migrator = Migrator(applicationID: applicationID, migrations: [.first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth])

    /// `SchemaCheck.digest` of the newest version's objects.
    static let digest = "751ed3dcd64b84170ce1d84cb3a97a882a8b866ccecb2c48af9e69026b0fbdfd"

    /// The full current schema, from the file at the top of the repository.
    static var text: String {
        String(decoding: EmbeddedFile.schema.bytes, as: UTF8.self)
    }
}
