internal import Glibc
@testable internal import SQLite
internal import Testing

@Suite struct FileWatchTests {
    private let folder: TemporaryFolder
    private let path: String
    private let connection: Connection
    private let watch: FileWatch

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.db")
        connection = try Connection(path: path, access: .create)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("CREATE TABLE a (x)")
        try connection.checkpoint()
        watch = try #require(FileWatch(path, connection))
    }

    /// Sets the file's time of change to one that it did not have.
    private func touch(_ seconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    @Test func `commits and checkpoints are no change by others`() throws {
        for number in 0..<3 {
            try connection.execute("INSERT INTO a VALUES (\(number))")
            #expect(watch.finding(connection) == nil)
            try connection.checkpoint()
            #expect(watch.finding(connection) == nil)
        }
        try connection.reserve(freePages: 20)
        #expect(watch.finding(connection) == nil)
    }

    @Test func `the first checkpoint of another process writes what the log says of the file`() throws {
        for (id, finding) in [(7, nil), (8, FileWatch.Finding.database)] {
            try connection.execute("PRAGMA application_id = \(id)")
            let other = try Connection(path: path, access: .create)
            try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            #expect(watch.finding(connection) == finding)
        }
    }

    @Test func `another time of change is a change by others`() {
        touch(1000)
        #expect(watch.finding(connection) == .database)
    }

    @Test func `another process that extends the file may have set the time of change first`() {
        touch(1000)
        #expect(watch.finding(connection, isShared: { true }) == nil)
        touch(2000)
        #expect(watch.finding(connection) == .database)
    }

    @Test func `a lower mark follows the last one`() throws {
        let other = try Connection(path: path, access: .create)
        other.allowWritesToIndexes()
        try other.run(script: "PRAGMA schema_version = \(Int32.max - 9)")
        try other.checkpoint()
        #expect(watch.finding(connection) == nil)
        for _ in 0..<2 {
            try other.setMark()
            try other.checkpoint()
            #expect(watch.finding(connection) == nil)
        }
    }

    @Test func `a failed attempt to extend the file explains another time of change, once`() throws {
        // On some file systems, the attempt sets the file's time. It is not made here, as it would first take all of the disk.
        connection.hasFailedToGrow = true
        touch(1000)
        #expect(watch.finding(connection) == nil)
        touch(2000)
        #expect(watch.finding(connection) == .database)
    }

    @Test func `a failed attempt does not explain other content`() throws {
        connection.hasFailedToGrow = true
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        // The counter of changes in the header.
        #expect(pwrite(descriptor, [9, 9, 9, 9], 4, 24) == 4)
        touch(3000)
        #expect(watch.finding(connection) == .database)
        // Only now, as closing it releases the locks that SQLite has on the file.
        close(descriptor)
    }

    @Test func `a checkpoint that ended on a full disk is no change by others`() throws {
        for _ in 0..<50 { try connection.execute("INSERT INTO a VALUES (zeroblob(3000))") }
        let (database, index) = (open(path, O_RDWR | O_CLOEXEC), open(path + "-shm", O_RDWR | O_CLOEXEC))
        // Closing them releases the locks that SQLite has on the files.
        defer {
            close(database)
            close(index)
        }
        var frames = UInt32(watch.frames.written)
        #expect(frames > 0 && pwrite(index, &frames, 4, 32 * 4) == 4)
        // As SQLite does, the first page is written first. It has the number of pages.
        #expect(pwrite(database, try newestFirstPage(), 4096, 0) == 4096)
        #expect(watch.finding(connection) == nil)
        try connection.checkpoint()
        #expect(watch.finding(connection) == nil)
        #expect(try connection.first("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) } == "ok")
    }

    /// Returns the last content of the first page in the log, whose pages have 4,096 bytes.
    private func newestFirstPage() throws -> [UInt8] {
        let log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        defer { close(log) }
        var newest: [UInt8] = []
        for frame in 0..<watch.frames.written {
            var bytes = [UInt8](repeating: 0, count: 24 + 4096)
            #expect(pread(log, &bytes, bytes.count, off_t(32 + frame * bytes.count)) == bytes.count)
            if bytes[..<4] == [0, 0, 0, 1] { newest = Array(bytes[24...]) }
        }
        return newest
    }

    @Test func `an emptied log is found`() throws {
        try connection.execute("INSERT INTO a VALUES (1)")
        #expect(truncate(path + "-wal", 0) == 0)
        #expect(watch.finding(connection) == .log)
    }
}
