internal import Glibc
internal import SQLite

extension SQLiteSessionStore {
    /// Writes a copy of the database, while it is in use, to a file that does not exist yet or is empty.
    ///
    /// - Throws: `fileExists` if the file has content, which is not changed.
    public func backUp(to path: String) throws(StoreError) {
        let target = StoreOpening(path: path, greatestSize: nil)
        try target.refuseSideName(isMade: true)
        try target.refuseLogAlone()
        let connection = try opening.reader()
        // As private as the database itself, from the first byte on: SQLite accepts an empty file.
        let file = try PrivateFile(path)
        let isNew = file.make()
        var status = stat()
        if !isNew, stat(file.path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR, status.st_size > 0 { throw .fileExists(path: path) }
        do throws(SQLiteError) { try connection.copy(to: file.path) } catch {
            if isNew { unlink(file.path) }
            throw error.isCannotOpen ? StoreError(opening: path, error) : StoreError(error)
        }
    }
}
