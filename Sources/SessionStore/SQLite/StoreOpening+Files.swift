internal import Glibc
internal import SQLite

// Checks of the files of a database before SQLite opens them: it would use a log that is not the database's, or drop one that is.

extension SQLiteSessionStore {
    /// Throws if the files with a database's name and beside it could not be opened together, without opening them.
    public static func checkFiles(of path: String) throws(StoreError) {
        try StoreOpening(path: path, greatestSize: nil).checkFiles(isLocked: false)
    }
}

extension StoreOpening {
    /// The end of the name that a log gets if the database has other content than was written.
    static let asideEnd = ".aside"

    /// The ends of the names that such logs may have, the first of which is used that nothing has.
    static let asideEnds = [asideEnd] + (2..<100).map { "\(asideEnd).\($0)" }

    /// The end of the name that a restored database has until it has its own.
    static let unfinishedEnd = ".restoring-done"

    /// The ends of the names of the files that SQLite and this program use beside a database.
    static let sideEnds = ["-wal", "-shm", "-journal", "-lock"]

    /// Throws if the database and the files beside it cannot be used together as they are.
    ///
    /// - Parameter isLocked: whether other processes cannot commit meanwhile.
    func checkFiles(isLocked: Bool) throws(StoreError) {
        try refuseFurtherNames()
        try refuseSideLinks()
        try refuseUnfinishedRestore()
        try refuseJournal()
        try refuseLogAside()
        try refuseLogAlone()
        try refuseScrap()
        try refuseDamagedLog(isLocked: isLocked)
        try refuseForeignLog()
        try refuseStrangeLog(isLocked: isLocked)
    }

    /// Throws if something is beside a database to be made that SQLite would use, write or delete.
    func refuseSideFiles() throws(StoreError) {
        try refuseSideLinks()
        try refuseJournal()
        try refuseLogAlone()
        try refuseForeignLog()
    }

    /// Throws if a database to be made has the name of a file beside another one, which SQLite would delete or take for that.
    ///
    /// - Parameter isMade: whether the database is made anew though it may be there.
    func refuseSideName(isMade: Bool) throws(StoreError) {
        let file = try PrivateFile(path).path
        guard isMade || !StoreOpening.hasContent(file), let end = (StoreOpening.sideEnds + [StoreOpening.unfinishedEnd]).first(where: file.hasSuffix)
        else { return }
        throw .cannotOpen(path: path, "a name that ends in \"\(end)\" is that of a file beside a database; choose another name")
    }

    /// The length of the shortest database. SQLite takes a file of one byte for an empty one.
    private static let leastSize = 512

    /// Returns whether a file is there and long enough for a database.
    private static func hasContent(_ file: String) -> Bool { size(file) ?? 0 >= leastSize }

    /// Throws if the file is not empty, but too short for a database, unless it was being made.
    private func refuseScrap() throws(StoreError) {
        let file = try PrivateFile(path).path
        guard let size = StoreOpening.size(file), size > 0, size < StoreOpening.leastSize, StoreOpening.size(file + "-journal") ?? 0 == 0 else {
            return
        }
        throw .notADatabase(path: path)
    }

    /// Throws if the file with the name of the log is none: SQLite would delete it.
    private func refuseForeignLog() throws(StoreError) {
        let log = try PrivateFile(path).path + "-wal"
        guard LogCheck.isForeign(log) else { return }
        throw .cannotOpen(path: path, "\(log) beside it is not a log of a database, and would be deleted; move it to another folder")
    }

    /// Throws if a log is there without its database: SQLite would delete it.
    func refuseLogAlone() throws(StoreError) {
        let file = try PrivateFile(path).path
        guard !StoreOpening.hasContent(file), LogCheck.hasFrames(file + "-wal") else { return }
        throw .cannotOpen(
            path: path,
            "it is \(!StoreOpening.exists(file) ? "not there" : StoreOpening.size(file) == 0 ? "empty" : "cut"), but its log \(file)-wal is there, and sessions that were acknowledged may be in that log "
                + "alone. Put the database back beside the log, or move the log to another folder to begin without it")
    }

    /// Throws if the file has several names: the log is beside one of them, and a process that opens another does not read it.
    func refuseFurtherNames() throws(StoreError) {
        if Connection.isMountPoint(path) {
            throw .cannotOpen(
                path: path,
                "the file is mounted there, and has another name where it comes from, and each name would have its own log; mount its folder instead")
        }
        guard let count = StoreOpening.countOfNames(path), count > 1 else { return }
        throw .cannotOpen(
            path: path,
            "the file has \(count) names (hard links), and each name would have its own log; remove the other names, or copy the file to a new one")
    }

    /// Throws if SQLite would silently drop commits from the log.
    ///
    /// - Parameter isLocked: whether other processes cannot commit meanwhile. If they can, a log that one of them has open is not judged:
    ///   it may change while it is read, and was checked when the first of them opened it.
    private func refuseDamagedLog(isLocked: Bool) throws(StoreError) {
        var lost = LogCheck.lostCommits(of: path)
        if lost > 0, !isLocked {
            if SQLiteSessionStore.isInUse(try PrivateFile(path).path) { return }
            // Another process may have ended meanwhile.
            lost = LogCheck.lostCommits(of: path)
        }
        guard lost > 0 else { return }
        throw .cannotOpen(
            path: path,
            "its log \"-wal\" is damaged, and at least \(lost) commit\(lost == 1 ? "" : "s") behind the damage cannot be read, which may be sessions "
                + "that were acknowledged; restore a backup, or keep a copy of both files and run `sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)'` "
                + "to continue without them; until then no command opens the file")
    }

    /// Throws if a file beside the database is no regular file, or has other names, under which it would be written as well.
    func refuseSideLinks() throws(StoreError) {
        let file = try PrivateFile(path).path
        for end in StoreOpening.sideEnds {
            var status = stat()
            guard lstat(file + end, &status) == 0 else { continue }
            let what: String
            switch status.st_mode & S_IFMT {
            case S_IFREG where status.st_nlink <= 1:
                try refuseUnreadable(file + end)
                continue
            case S_IFREG: what = "a file with other names (hard links), which would be written, too"
            case S_IFLNK: what = "a symbolic link"
            default: what = "not a regular file"
            }
            throw .cannotOpen(path: path, "\(file + end) beside it is \(what); remove it")
        }
    }

    /// Throws if a file beside the database cannot be read by this user: what is in it is not known.
    private func refuseUnreadable(_ file: String) throws(StoreError) {
        guard access(file, R_OK) != 0, errno == EACCES else { return }
        throw .cannotOpen(
            path: path,
            "this user cannot read \(file) beside it, in which sessions may be that were acknowledged; give that file the owner of the database, "
                + "or use the account of its owner")
    }

    /// Throws if a backup is being put in the database's place, or only a part of that was done.
    func refuseUnfinishedRestore() throws(StoreError) {
        let unfinished = try PrivateFile(path).path + StoreOpening.unfinishedEnd
        guard StoreOpening.exists(unfinished) else { return }
        throw .cannotOpen(
            path: path,
            "'sessions restore' is at work, or was interrupted before the backup had the database's name. If it is not running any more, run it again: "
                + "the former database remains, as \(try PrivateFile(path).path).replaced. Until then no command opens the file")
    }

    /// Throws if a log was set aside, of which the commits are lost once the file is written without it.
    func refuseLogAside() throws(StoreError) {
        let log = try PrivateFile(path).path + "-wal"
        let aside = StoreOpening.asideEnds.map { log + $0 }.first { LogCheck.hasFrames($0) }
        if let aside { throw StoreOpening.logIsAside(path, aside) }
    }

    /// Returns the error for a log that was set aside.
    static func logIsAside(_ path: String, _ log: String) -> StoreError {
        .cannotOpen(
            path: path,
            "another program changed the file while a service used it, so the service renamed its log to \(log), and sessions that were acknowledged "
                + "may be in that log alone. If somebody put a backup in the file's place, move the log to another folder. If the file is the "
                + "service's own, keep a copy of both, and remove \"\(asideEnd)\", with a number behind it, from the log's name. "
                + "Until then no command opens the file")
    }

    /// Returns a name that nothing has: the given one, or one with a number behind it.
    static func freeName(_ name: String, _ isFree: (String) -> Bool = { !exists($0) }) -> String {
        var (free, number) = (name, 1)
        while !isFree(free) {
            number += 1
            free = "\(name).\(number)"
        }
        return free
    }

    /// Returns a name for a copy of a database that nothing has, nor the files beside it.
    static func freeCopy(_ name: String) -> String {
        freeName(name) { name in ([""] + sideEnds).allSatisfy { !exists(name + $0) } }
    }

    /// Returns whether anything has a name, also a link that leads nowhere.
    static func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat(name, &status) == 0
    }
}
