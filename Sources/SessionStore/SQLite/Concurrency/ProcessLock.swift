internal import Glibc

/// A lock that prevents commits of one process during checkpoints of another.
///
/// Until version 3.51.3, SQLite can corrupt a database if one process checkpoints the write-ahead log while another one commits
/// and restarts it. Any number of commits share the lock, though SQLite runs only one at a time, and a checkpoint has it
/// exclusively. Programs that do not know this lock, such as the `sqlite3` shell, must not write while a service runs.
///
/// The lock is on an empty file beside the database. Its first byte is a gate: a checkpoint closes it while it waits for commits in
/// progress, so that no stream of commits can keep it waiting. The second byte is the lock itself. Both are open file description locks
/// (fcntl(2)), which end with the process.
final class ProcessLock: @unchecked Sendable {
    /// The time for which a commit or checkpoint waits, in microseconds: the same as for SQLite's own statements.
    private static let patience = 5_000_000
    /// `F_OFD_SETLK` of Linux, which Swift's module lacks.
    private static let setLock: Int32 = 37
    private static let gate: off_t = 0
    private static let main: off_t = 1

    private let descriptor: Int32

    /// - Parameter database: the path of the database.
    /// - Throws: `cannotOpen` if no file can have this name, or the lock file cannot be created.
    init(_ database: String) throws(StoreError) {
        let path = try PrivateFile(database).path + "-lock"
        // Before the file is created: `/` would get a lock beside it.
        if let misnomer = StoreOpening.misnomer(database) { throw .cannotOpen(path: database, misnomer) }
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason =
                errno == ELOOP
                ? "\(path) beside it is a symbolic link; remove it"
                : "\(String(cString: strerror(errno))) (\(path), by which processes wait for each other)"
            throw .cannotOpen(path: database, reason)
        }
        PrivateFile.share(descriptor, withOwnerOf: try PrivateFile(database).path)
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock for a commit.
    ///
    /// - Returns: False if another process did not release it in time.
    func beginCommit() -> Bool {
        guard set(F_RDLCK, ProcessLock.gate) else { return false }
        defer { release(ProcessLock.gate) }
        return set(F_RDLCK, ProcessLock.main)
    }

    func endCommit() {
        release(ProcessLock.main)
    }

    /// Runs the body while no process checkpoints, or not at all if another process did not release the lock in time.
    func withoutCheckpoints(_ body: () -> Void) {
        guard beginCommit() else { return }
        defer { endCommit() }
        body()
    }

    /// Runs the body while no process commits.
    ///
    /// - Returns: Nil if another process did not release the lock in time; then the body did not run.
    func exclusively<T, Failure: Error>(_ body: () throws(Failure) -> T) throws(Failure) -> T? {
        guard set(F_WRLCK, ProcessLock.gate) else { return nil }
        defer { release(ProcessLock.gate) }
        guard set(F_WRLCK, ProcessLock.main) else { return nil }
        defer { release(ProcessLock.main) }
        return try body()
    }

    /// Locks a byte. Waits in steps: a stopped process must not make others wait forever.
    private func set(_ kind: Int32, _ place: off_t) -> Bool {
        var waited = 0
        var pause = 100
        while true {
            if apply(kind, place) { return true }
            guard errno == EAGAIN || errno == EACCES || errno == EINTR else {
                // A file system without such locks: one process alone works as before.
                return true
            }
            guard waited < ProcessLock.patience else { return false }
            usleep(UInt32(pause))
            waited += pause
            pause = min(2 * pause, 5000)
        }
    }

    private func release(_ place: off_t) {
        _ = apply(F_UNLCK, place)
    }

    private func apply(_ kind: Int32, _ place: off_t) -> Bool {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place
        lock.l_len = 1
        return fcntl(descriptor, ProcessLock.setLock, &lock) == 0
    }
}
