internal import Glibc

/// The files of an open database, to be known again. One that is deleted or replaced while it is open takes writes as before, into a file without a
/// name that is gone with the process: nothing of that may be acknowledged.
struct OpenFiles: Sendable {
    /// What tells one file from another of the same name.
    private struct Identity: Equatable {
        let device: UInt64
        let file: UInt64

        /// Nil where there is no such file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            file = UInt64(status.st_ino)
        }
    }

    /// The database and its log, in the order in which they are looked for.
    private let files: [(path: String, identity: Identity)]

    /// - Parameter path: of a database that is open, and whose log is there.
    init(_ path: String) {
        files = [path, path + "-wal"].compactMap { path in Identity(path).map { (path, $0) } }
    }

    /// Why nothing may be stored; nil where all files are in their places.
    var obstacle: StoreError? {
        for file in files where Identity(file.path) != file.identity {
            return .unavailable(
                "the database's file was deleted or replaced while it was in use; what it holds can still be read and exported. "
                    + "Put the file back where it was, or start the service again")
        }
        return nil
    }
}
