internal import Glibc
internal import SQLite

extension SQLiteSessionStore {
    /// Writes a copy of the database, while it is in use, to a file that does not exist yet or is empty.
    ///
    /// Until the copy is complete, it has a name with the end `.unfinished`.
    ///
    /// - Throws: `fileExists` if the file has content, which is not changed.
    public func backUp(to path: String) throws(StoreError) {
        let target = StoreOpening(path: path, greatestSize: nil)
        try target.refuseSideName(isMade: true)
        try target.refuseSideFiles()
        // Nothing would open the backup beside these.
        try target.refuseUnfinishedRestore()
        try target.refuseLogAside()
        let file = try PrivateFile(path).path
        if let misnomer = StoreOpening.misnomer(path) { throw .cannotOpen(path: path, misnomer) }
        guard StoreOpening.size(file) ?? 0 == 0 else { throw .fileExists(path: path) }
        let connection = try opening.reader()
        // It gets its name when it is complete.
        let copy = StoreOpening.freeCopy(file + ".unfinished")
        // As private as the database itself, from the first byte on: SQLite accepts an empty file.
        guard try PrivateFile(copy).make() else {
            throw .cannotOpen(path: path, StoreOpening.obstacle(to: path) ?? String(cString: strerror(errno)))
        }
        defer { SQLiteSessionStore.remove(copy) }
        let made: Connection
        do throws(SQLiteError) {
            try connection.copy(to: copy)
            made = try Connection(path: copy, access: .readOnly, fileSystem: opening.fileSystem)
        } catch {
            if error.isFull { throw .noRoom(for: path) }
            throw error.isCannotOpen ? StoreError(opening: path, error) : StoreError(error)
        }
        // It could not be restored. Indexes are made again by that.
        if let fault = try SQLiteSessionStore.firstFault(made, by: "quick_check") { throw .damaged("\(opening.path): \(fault)") }
        guard StoreOpening.size(file) ?? 0 == 0 else { throw .fileExists(path: path) }
        guard rename(copy, file) == 0 else { throw .cannotOpen(path: path, String(cString: strerror(errno))) }
        SQLiteSessionStore.syncFolder(of: file)
    }
}
