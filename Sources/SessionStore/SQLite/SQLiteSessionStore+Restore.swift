internal import Glibc
internal import SQLite

extension SQLiteSessionStore {
    /// A backup in a database's place.
    public struct Restored: Sendable, Equatable {
        /// The new name of the former database; nil if there was none.
        public let former: String?
        /// The sessions of which something differs from its digest. They are answered as damaged, as before the backup.
        public let damaged: [SessionCopy.Problem]
    }

    /// Puts a copy of a backup in a database's place. The former database remains beside it under another name.
    ///
    /// Copying a file over a database in use would destroy both, since the log beside it belongs to the former database, and a
    /// service would continue to write.
    ///
    /// Indexes of the copy that do not lead to all rows are made again.
    ///
    /// - Throws: `inUse` if another process has the database open; `damaged`, `notADatabase` or `foreignDatabase` for a backup
    ///   that is not valid. Then nothing is changed.
    public static func restore(_ backup: String, to path: String) throws(StoreError) -> Restored {
        let target = try PrivateFile(path).path
        try StoreOpening(path: path, greatestSize: nil).refuseSideName(isMade: true)
        // No service may start meanwhile, and no other backup may be put there.
        let restored = try ProcessLock(path).exclusively { () throws(StoreError) in
            guard !isInUse(target) else { throw .inUse(path: path) }
            return try restore(backup, inPlaceOf: target)
        }
        guard let restored else { throw .locked(path) }
        return restored
    }

    private static func restore(_ backup: String, inPlaceOf target: String) throws(StoreError) -> Restored {
        try refuseForeignRestore(target)
        let copy = StoreOpening.freeCopy(target + ".restoring")
        guard try PrivateFile(copy).make() else { throw .cannotOpen(path: copy, StoreOpening.obstacle(to: copy) ?? String(cString: strerror(errno))) }
        // Of a copy in the database's place it removes nothing.
        defer { remove(copy) }
        try StoreOpening(path: backup, greatestSize: nil).checkBackup()
        let damaged: [SessionCopy.Problem]
        do throws(StoreError) {
            damaged = try check(copy, hasSoundIndexes: try make(copy, from: backup))
        } catch {
            guard case .damaged(let what, _) = error else { throw error }
            throw .damaged("\(backup): \(what); 'plumbline sessions copy --from \(backup) --to NEW' saves what can be read of it")
        }
        giveToOwner(of: target, copy)
        // Again, as copying takes a while, and readers do not wait for the lock.
        guard !isInUse(target) else { throw .inUse(path: target) }
        return Restored(former: try exchange(target, for: copy), damaged: damaged)
    }

    /// Gives the restored database the owner of the former one, if root restores it.
    private static func giveToOwner(of target: String, _ copy: String) {
        // No connection has it open, so closing it releases no lock.
        let descriptor = open(copy, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        PrivateFile.share(descriptor, withOwnerOf: target)
        Glibc.close(descriptor)
    }

    /// Throws if a file has the name of one that an interrupted restore has left, and is another one: it would be replaced.
    private static func refuseForeignRestore(_ target: String) throws(StoreError) {
        let unfinished = target + StoreOpening.unfinishedEnd
        guard StoreOpening.size(unfinished) != nil else { return }
        let header = Connection.header(of: unfinished, fileSystem: nil)
        guard let header, LogBond.number(header, 68) == UInt32(bitPattern: Schema.applicationID), !isInUse(unfinished) else {
            throw .cannotOpen(
                path: unfinished,
                "the restored database gets this name first, and the file that has it is not one of plumbline, or is in use; move it to another folder"
            )
        }
    }

    /// Removes a copy that is not finished, and the files beside it.
    static func remove(_ copy: String) {
        for end in [""] + StoreOpening.sideEnds { unlink(copy + end) }
    }

    /// Checks the sessions of a copy of a backup, which gets the current schema and a summary of findings that follows from them.
    ///
    /// - Parameter hasSoundIndexes: whether all entries of indexes are those of rows. If not, the indexes are made again.
    private static func check(_ copy: String, hasSoundIndexes: Bool) throws(StoreError) -> [SessionCopy.Problem] {
        defer { for end in StoreOpening.sideEnds { unlink(copy + end) } }
        let store = try SQLiteSessionStore(path: copy, readers: 1)
        defer { store.close() }
        guard hasSoundIndexes else {
            try store.opening.rebuildDerivedTables(reindexing: true)
            let damaged = try StoreCheck.damagedSessions(store) + StoreCheck.lostSessions(store)
            // The indexes of a table with lost rows remain as they are.
            if damaged.isEmpty {
                let fault = try store.readers.read(isLimited: false) { connection throws(StoreError) in
                    try firstFault(connection, by: "integrity_check")
                }
                if let fault { throw .damaged(fault) }
            }
            return damaged
        }
        let isSound = try store.readers.read(isLimited: false) { connection throws(StoreError) in try DerivedTables.isSummarySound(connection) }
        if !isSound { try store.opening.rebuildDerivedTables() }
        return try StoreCheck.damagedSessions(store)
    }

    /// Returns the first fault of a database; nil if there is none.
    ///
    /// - Parameter check: `integrity_check`; or `quick_check`, which does not compare indexes with tables.
    static func firstFault(_ connection: Connection, by check: String) throws(StoreError) -> String? {
        let faults = try storing { () throws(SQLiteError) in
            try connection.query("PRAGMA \(check)(1)", repairing: true) { row throws(SQLiteError) in try row.text(0) }
        }
        return faults == ["ok"] ? nil : faults.first ?? "it cannot be checked"
    }

    /// Copies a backup and checks the file of the copy. Returns whether all entries of indexes are those of rows.
    private static func make(_ copy: String, from backup: String) throws(StoreError) -> Bool {
        let file = try PrivateFile(backup).path
        let made: Connection
        do throws(SQLiteError) {
            let source = try Connection(path: file, access: .readOnly)
            try source.copy(to: copy)
            made = try Connection(path: copy, access: .readOnly)
        } catch {
            throw error.isFull ? .noRoom(for: copy) : StoreError(opening: backup, error)
        }
        guard let fault = try firstFault(made, by: "integrity_check") else { return true }
        // As strict as `backUp`: what it accepts is restored.
        guard try firstFault(made, by: "quick_check") == nil else { throw .damaged(fault) }
        return false
    }

    /// Gives a database, its log and a journal another name, and its name to the copy. Returns the new name; nil if there is nothing with the former one.
    ///
    /// From the first renaming to the last, the copy has a name for which nothing opens the database: if this process ends in between, its log
    /// may have the new name already.
    private static func exchange(_ target: String, for copy: String) throws(StoreError) -> String? {
        let unfinished = target + StoreOpening.unfinishedEnd
        let isRepeated = StoreOpening.exists(unfinished)
        let ends = ["-wal"] + StoreOpening.asideEnds.map { "-wal" + $0 } + ["-journal", ""]
        let there = ends.filter { StoreOpening.exists(target + $0) }
        let former = StoreOpening.freeName(target + ".replaced") { name in
            // An interrupted exchange has left the log with the new name, and the database with the former one.
            !StoreOpening.exists(name) && ends.allSatisfy { !StoreOpening.exists(name + $0) || isRepeated && !there.contains($0) }
        }
        try move([(copy, unfinished)] + there.map { (target + $0, former + $0) } + [(unfinished, target)])
        unlink(target + "-shm")
        return there.contains("") ? former : there.first.map { former + $0 }
    }

    /// Renames files in order, so that each is durable before the next one. If one cannot be renamed, those before it get their names back.
    private static func move(_ files: [(from: String, to: String)]) throws(StoreError) {
        for (place, file) in files.enumerated() {
            guard rename(file.from, file.to) != 0 else {
                syncFolder(of: file.to)
                continue
            }
            let reason = String(cString: strerror(errno))
            _ = files[..<place].reversed().allSatisfy { rename($0.to, $0.from) == 0 }
            throw .cannotOpen(path: file.from, "it cannot be renamed to \(file.to): \(reason)")
        }
    }

    /// Returns whether another process has a database open in WAL mode: each holds a lock on a byte of the file `-shm`.
    ///
    /// This process must not have it open, as its own locks would be released.
    static func isInUse(_ path: String) -> Bool { isInUse(sharedMemoryAt: path + "-shm") }

    static func isInUse(sharedMemoryAt path: String) -> Bool {
        guard let descriptor = openSharedMemory(path) else { return false }
        defer { Glibc.close(descriptor) }
        return isInUse(sharedMemory: descriptor)
    }

    /// Opens a file `-shm`. If this process has the database open, too, closing it releases the locks of this process.
    static func openSharedMemory(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        return descriptor < 0 ? nil : descriptor
    }

    /// Returns whether another process holds a lock on an open file `-shm`.
    static func isInUse(sharedMemory descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // SQLite's UNIX_SHM_DMS, the "dead man's switch".
        lock.l_start = 128
        lock.l_len = 1
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }
}
