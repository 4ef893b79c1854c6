internal import Glibc
internal import SQLite
internal import Synchronization

/// The files of an open database, to be known again. One that is deleted or replaced while it is open takes writes as before, into a file without a
/// name that is gone with the process; one that something was copied over is destroyed by them. Nothing of that may be acknowledged.
final class OpenFiles: @unchecked Sendable {
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

    private typealias File = (path: String, identity: Identity)

    /// What was seen of the files that no later look takes back.
    private enum Finding {
        /// Something else is in the database's file.
        case otherContent
        /// The log does not have what was written to it.
        case cutLog
        /// SQLite cannot make sense of the file.
        case damage
    }

    private let database: File?
    private let log: File?
    /// Touched by whoever has the writing connection alone.
    private let watch: FileWatch?
    private let finding = Mutex<Finding?>(nil)

    /// - Parameters:
    ///   - path: of a database that is open, and whose log is there.
    ///   - connection: the one that writes it.
    init(_ path: String, _ connection: Connection) {
        // The log is beside the file itself, and not beside a link to it.
        let file = (try? PrivateFile(path).path) ?? path
        database = Identity(path).map { (path, $0) }
        log = Identity(file + "-wal").map { (file + "-wal", $0) }
        watch = FileWatch(path, connection)
    }

    /// Whether the files can be looked at, which ``isLogLong`` needs.
    var isWatched: Bool { watch != nil }

    /// SQLite found the file damaged: nothing is stored any more, and nothing is written to it.
    func noteDamage() {
        finding.withLock { $0 = $0 ?? .damage }
    }

    /// Why nothing may be stored; nil if all files are in their places and nothing else was seen.
    var obstacle: StoreError? {
        switch finding.withLock({ $0 }) {
        case nil: break
        case .damage?:
            return .unavailable(
                "the database is damaged, and nothing was stored. Stop the service, put a backup in the file's place, and start the service again")
        default:
            return .unavailable(
                "the database's file or its log was changed by something else while the service used it, and nothing was stored. "
                    + "Stop the service, put the file back, and start the service again")
        }
        guard isInPlace(database), isInPlace(log) else {
            return .unavailable(
                "the database's file was deleted or replaced while it was in use, and nothing was stored; what it holds can still be read and exported. "
                    + "Put the file back where it was, or stop the service, put the file back, and start it again")
        }
        return nil
    }

    private func isInPlace(_ file: File?) -> Bool {
        file.map { Identity($0.path) == $0.identity } ?? true
    }

    /// The same after a look at what is in the files. Called by whoever has the connection.
    func check(_ connection: Connection) -> StoreError? {
        if let obstacle { return obstacle }
        if let found = watch?.finding(connection) {
            // Moved away between the two looks, it is as it was.
            if let obstacle { return obstacle }
            finding.withLock { $0 = found == .database ? .otherContent : .cutLog }
        }
        return obstacle
    }

    /// Whether the log is as long as it may become before it is brought into the file.
    var isLogLong: Bool {
        guard let frames = watch?.frames else { return false }
        return frames.written >= OpenFiles.longLog && frames.done < frames.written
    }

    /// 16 MB: pages that many sessions share go from the log to the file once, not once for every 4 MB.
    private static let longLog = 2000

    /// Closes the last connection so that nothing is written into what is not ours any more, and that no log is left beside a file that it is not of.
    func close(_ connection: consuming Connection) {
        _ = check(connection)
        let frames = (left: watch?.framesLeft(connection) ?? 0, done: watch?.frames.done ?? 0)
        let isSetAside: Bool
        switch finding.withLock({ $0 }) {
        case .otherContent?: isSetAside = true
        // The rest of the log follows the file, unless the file is ahead of it.
        case .cutLog?: isSetAside = frames.left < frames.done
        case .damage?: isSetAside = false
        case nil:
            isSetAside = !isInPlace(database)
            // The file itself is whole, under another name if it has one.
            if isSetAside { try? connection.checkpoint() }
        }
        if isSetAside || finding.withLock({ $0 }) != nil { connection.leaveFilesAlone() }
        _ = consume connection
        if isSetAside { setLogAside() }
    }

    /// Gives the log another name, under which nobody takes it for the log of what has the database's name now.
    private func setLogAside() {
        guard let log, isInPlace(log) else { return }
        var target = log.path + ".aside"
        var number = 1
        while Identity(target) != nil {
            number += 1
            target = "\(log.path).aside.\(number)"
        }
        rename(log.path, target)
    }
}
