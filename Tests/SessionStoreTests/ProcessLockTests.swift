internal import Foundation
internal import Glibc
@testable internal import SessionStore
internal import Synchronization
internal import Testing

/// Each ``ProcessLock`` has a descriptor of its own, so that two of them exclude each other as those of two processes do.
@Suite struct ProcessLockTests {
    private let folder = try? TemporaryFolder()

    private func locks(_ count: Int) throws -> [ProcessLock] {
        let path = try #require(folder).path("store.db")
        return try (0..<count).map { _ in try ProcessLock(path) }
    }

    /// Runs a body on a thread of its own.
    private func start(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            ended.signal()
        }
        return ended
    }

    /// Waits until a checkpoint has closed the gate, the first byte of the lock file, as another process finds it.
    private func waitForClosedGate() throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: #require(folder).path("store.db") + "-lock"))
        for _ in 0..<10_000 {
            var lock = flock()
            lock.l_type = Int16(F_RDLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_len = 1
            // F_OFD_GETLK of Linux, which Swift's module lacks.
            #expect(fcntl(file.fileDescriptor, 36, &lock) == 0)
            if lock.l_type == Int16(F_WRLCK) { return }
            usleep(1000)
        }
        Issue.record("no checkpoint began")
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes files of others")) func `root gives the lock to the owner of the database`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.db")
        #expect(FileManager.default.createFile(atPath: path, contents: nil) && chown(path, 4321, 4322) == 0)
        let lock = try ProcessLock(path)
        var status = stat()
        #expect(stat(path + "-lock", &status) == 0 && status.st_uid == 4321 && status.st_gid == 4322)
        _ = lock
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes files of others")) func `root gives no file away that has another name`() throws {
        let folder = try TemporaryFolder()
        let (path, other) = (folder.path("store.db"), folder.path("other"))
        #expect(FileManager.default.createFile(atPath: path, contents: nil) && chown(path, 4321, 4322) == 0)
        #expect(FileManager.default.createFile(atPath: other, contents: Data("secret".utf8)) && link(other, path + "-lock") == 0)
        let lock = try? ProcessLock(path)
        var status = stat()
        #expect(stat(other, &status) == 0 && status.st_uid == 0)
        _ = lock
    }

    @Test func `commits share the lock`() throws {
        let locks = try locks(3)
        #expect(locks.allSatisfy { $0.beginCommit() })
        for lock in locks { lock.endCommit() }
        #expect(locks[0].exclusively { true } == true)
    }

    @Test func `a checkpoint waits for commits in progress, and keeps new ones waiting`() throws {
        let locks = try locks(3)
        let order = Mutex<[String]>([])
        #expect(locks[0].beginCommit())
        let checkpoint = start { locks[1].exclusively { order.withLock { $0.append("checkpoint") } } }
        try waitForClosedGate()
        let commit = start {
            if locks[2].beginCommit() { order.withLock { $0.append("commit") } }
            locks[2].endCommit()
        }
        usleep(50_000)
        #expect(order.withLock { $0 }.isEmpty)
        locks[0].endCommit()
        checkpoint.wait()
        commit.wait()
        #expect(order.withLock { $0 } == ["checkpoint", "commit"])
    }

    @Test func `a stream of commits does not keep a checkpoint waiting`() throws {
        let locks = try locks(3)
        let isOver = Atomic(false)
        // At any time one of both commits.
        let streams = locks.dropFirst().map { lock in
            start {
                while !isOver.load(ordering: .relaxed) {
                    if lock.beginCommit() { usleep(2000) }
                    lock.endCommit()
                }
            }
        }
        usleep(20_000)
        var done = 0
        for _ in 0..<20 where locks[0].exclusively({ true }) == true { done += 1 }
        isOver.store(true, ordering: .relaxed)
        for stream in streams { stream.wait() }
        #expect(done == 20)
    }

    @Test func `a process that stops with the lock makes others fail, not wait forever`() throws {
        let locks = try locks(2)
        #expect(locks[0].beginCommit())
        #expect(locks[1].exclusively { true } == nil)
        locks[0].endCommit()
        #expect(locks[1].exclusively { true } == true)
    }

    @Test func `a store says that another process has the lock`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.create(.sample(1))
        let lock = try ProcessLock(fixture.path)
        let error = lock.exclusively { #expect(throws: StoreError.self) { _ = try store.create(.sample(2)) } }
        #expect(error == .some(.some(.busy("another process uses the database's log, and did not finish in time; try again"))))
        _ = try store.create(.sample(3))
    }

    @Test func `the lock is beside the file that a link leads to, and only its owner's`() throws {
        let folder = try #require(folder)
        #expect(symlink("store.db", folder.path("link.db")) == 0)
        let lock = try ProcessLock(folder.path("link.db"))
        var status = stat()
        #expect(stat(folder.path("store.db-lock"), &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size == 0)
        #expect(lock.beginCommit())
        lock.endCommit()
    }
}
