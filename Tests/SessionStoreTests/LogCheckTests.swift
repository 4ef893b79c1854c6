internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// A damaged log does not silently lose what was acknowledged.
@Suite struct LogCheckTests {
    private let fixture: StoreFixture
    private let copy: String

    init() throws {
        fixture = try StoreFixture()
        copy = fixture.folder.path("copy.db")
    }

    /// Stores sessions, and copies the files as they are while the store is open, as they are after kill -9.
    private func log(of count: Int) throws -> (log: Data, pageSize: Int) {
        let store = try fixture.open()
        for number in 1...count { _ = try store.create(.sample(number)) }
        for end in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: copy + end)
            try FileManager.default.copyItem(atPath: fixture.path + end, toPath: copy + end)
        }
        let size = try fixture.numbers("PRAGMA page_size")[0]
        store.close()
        return (try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")), Int(size))
    }

    /// The places of the frames of the log's last generation, and whether each ends a commit.
    private func frames(_ log: Data, _ pageSize: Int) -> [(place: Int, isCommit: Bool)] {
        stride(from: 32, through: log.count - pageSize - 24, by: pageSize + 24).filter { log[$0 + 8..<$0 + 16] == log[16..<24] }.map {
            ($0, log[$0 + 4..<$0 + 8].contains { $0 != 0 })
        }
    }

    private func open(_ log: Data, _ access: StoreAccess = .create) throws -> Int {
        try? FileManager.default.removeItem(atPath: copy + "-shm")
        try log.write(to: URL(fileURLWithPath: copy + "-wal"))
        let store = try SQLiteSessionStore(path: copy, access: access)
        defer { store.close() }
        return try store.count()
    }

    @Test func `a log that is longer than memory is opened without a check`() throws {
        let log = try log(of: 3).log
        try log.write(to: URL(fileURLWithPath: copy + "-wal"))
        #expect(truncate(copy + "-wal", 1 << 40) == 0)
        let store = try SQLiteSessionStore(path: copy)
        defer { store.close() }
        #expect(try store.count() == 3)
    }

    @Test func `commits behind a damaged frame are not dropped in silence`() throws {
        let (log, pageSize) = try log(of: 12)
        let frames = frames(log, pageSize)
        let commits = frames.indices.filter { frames[$0].isCommit }
        try #require(commits.count >= 12)
        // In a page, in the number of a page, in a sum: in the middle of the third last commit.
        for offset in [24 + pageSize / 2, 3, 16] {
            var damaged = log
            damaged[frames[commits[commits.count - 4] + 1].place + offset] ^= 1
            #expect(throws: StoreError.self) { try open(damaged, .readOnly) }
            let error = #expect(throws: StoreError.self) { try open(damaged) }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("at least 2 commits behind the damage") && text.contains("wal_checkpoint(TRUNCATE)"), "\(offset): \(text)")
            // Nothing was changed.
            #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == damaged)
        }
        // The remedy that the message names.
        try Connection(path: copy, access: .readWrite).run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        let store = try SQLiteSessionStore(path: copy)
        #expect(try store.count() == 9)
    }

    @Test func `a commit whose end is damaged is not dropped in silence with the whole one behind it`() throws {
        let (log, pageSize) = try log(of: 6)
        let commits = frames(log, pageSize).filter(\.isCommit)
        let frame = commits[commits.count - 2].place
        // In the sum, in a salt, in the number of pages, in the page; and a lost sector.
        for (offset, length) in [(18, 1), (9, 1), (5, 1), (24 + pageSize / 2, 1), (0, 512)] {
            var damaged = log
            for place in frame + offset..<frame + offset + length { damaged[place] = length == 1 ? damaged[place] ^ 1 : 0 }
            #expect(throws: StoreError.self, "\(offset)") { try open(damaged) }
        }
    }

    @Test func `a header that is torn over the frames of a write that failed drops no commit`() throws {
        let (log, pageSize) = try log(of: 12)
        let frames = frames(log, pageSize)
        let commits = frames.indices.filter { frames[$0].isCommit }
        let (first, end) = (commits[commits.count - 2] + 1, commits[commits.count - 1])
        try #require(end - first >= 3)
        // The last write did not reach its end, and the next one ended in the header of the second frame.
        var torn = log.prefix(frames[end].place)
        torn[frames[first + 1].place + 7] = 50
        #expect(try open(Data(torn)) == 11)
    }

    @Test func `a log of which bytes are missing is not used up to there in silence`() throws {
        let (log, pageSize) = try log(of: 8)
        let frames = frames(log, pageSize)
        let commits = frames.indices.filter { frames[$0].isCommit }
        let last = frames[commits[commits.count - 2] + 1].place
        for length in [1, 7, 512, 4096] {
            for place in [0, 3, 10, 20, 31, 40, 200, frames[frames.count / 2].place, frames[frames.count / 2].place + 5000, last, last + 30] {
                var damaged = log
                damaged.removeSubrange(place..<place + length)
                #expect(LogCheck.lostCommits(of: LogBytes(Array(damaged))) > 0, "\(length) at \(place)")
            }
        }
        var damaged = log
        damaged.remove(at: frames[frames.count / 2].place + 100)
        let error = #expect(throws: StoreError.self) { try open(damaged) }
        #expect(error.map { "\($0)" }?.contains("behind the damage") == true, "\(error as Any)")
        // As many as a frame has: the others are at the places of frames.
        damaged = log
        damaged.removeSubrange(frames[2].place + 50..<frames[2].place + 50 + 24 + pageSize)
        #expect(LogCheck.lostCommits(of: LogBytes(Array(damaged))) > 0)
    }

    @Test func `a log whose end was not written is opened`() throws {
        let (log, pageSize) = try log(of: 6)
        let frames = frames(log, pageSize)
        let commits = frames.indices.filter { frames[$0].isCommit }
        let last = try #require(commits.last)
        let first = commits[commits.count - 2] + 1
        let database = try Data(contentsOf: URL(fileURLWithPath: copy))
        #expect(try open(log) == 6)
        // Any frame of the last commit may be missing, as the system writes them in any order; and so may be its end.
        for frame in first...last {
            for isCut in [false, true] {
                var torn = log
                if isCut {
                    torn.removeSubrange((frames[frame].place + 100)...)
                } else {
                    torn.replaceSubrange(frames[frame].place..<frames[frame].place + 24 + pageSize, with: Data(count: 24 + pageSize))
                }
                try database.write(to: URL(fileURLWithPath: copy))
                #expect(try open(torn) == 5, "\(frame) \(isCut)")
            }
        }
    }

    @Test func `a header of which a bit changed does not drop its log in silence`() throws {
        let (log, pageSize) = try log(of: 6)
        let commits = frames(log, pageSize).filter(\.isCommit).count
        let database = try Data(contentsOf: URL(fileURLWithPath: copy))
        for bit in 0..<32 * 8 {
            var damaged = log
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            // The lowest bit of the magic number says how sums are made.
            try #require(LogCheck.lostCommits(of: LogBytes(Array(damaged))) == commits, "\(bit)")
        }
        // A lost sector, or page, at the beginning.
        for length in [41, 56, 57, 512, 4096, 32 + 2 * (24 + pageSize), 40 + 3 * (24 + pageSize), 32 + 20 * (24 + pageSize)] {
            var damaged = log
            damaged.replaceSubrange(..<length, with: Data(count: length))
            #expect(LogCheck.lostCommits(of: LogBytes(Array(damaged))) > 0, "\(length)")
        }
        for place in [0, 3, 5, 10, 14, 17, 23, 24, 31] {
            var damaged = log
            damaged[place] ^= 4
            for access in [StoreAccess.create, .readOnly] {
                let error = #expect(throws: StoreError.self) { try open(damaged, access) }
                #expect(error.map { "\($0)" }?.contains("at least \(commits) commits") == true, "\(place) \(access): \(error as Any)")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == damaged)
            #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == database)
        }
        // The log of a database that is opened by a symbolic link is beside the file.
        let link = fixture.folder.path("link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy)
        #expect(throws: StoreError.self) { try SQLiteSessionStore(path: link) }
    }

    @Test func `what SQLite itself leaves in a log is opened`() throws {
        let store = try fixture.open()
        for number in 1...9 { _ = try store.create(.sample(number)) }
        let former = try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
        try fixture.connect().execute("PRAGMA wal_checkpoint(RESTART)")
        _ = try store.create(.sample(10))
        for end in ["", "-wal"] { try copyFile(fixture.path + end, to: copy + end) }
        let database = try Data(contentsOf: URL(fileURLWithPath: copy))
        let log = try Data(contentsOf: URL(fileURLWithPath: copy + "-wal"))
        let pageSize = Int(try fixture.numbers("PRAGMA page_size")[0])
        store.close()
        // The frames of the former log are behind those of the new one.
        let commits = frames(log, pageSize).filter(\.isCommit).count
        try #require(log[16..<24] != former[16..<24] && commits > 0 && log.count > 32 + frames(log, pageSize).count * (pageSize + 24))
        let empty = [Data(), log[..<32], log[..<20], log[..<32] + former[32...]]
        for (place, content) in ([log] + empty).enumerated() {
            try database.write(to: URL(fileURLWithPath: copy))
            #expect(try open(content) == (place == 0 ? 10 : 9), "\(place)")
        }
        // Only what was in the new log is lost.
        for place in [3, 16, 25] {
            var damaged = log
            damaged[place] ^= 8
            #expect(LogCheck.lostCommits(of: LogBytes(Array(damaged))) == commits, "\(place)")
        }
    }

    @Test func `a log that is longer than what is read at once is checked as a whole`() throws {
        let connection = try Connection(path: fixture.path, access: .create)
        try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE noise (bytes BLOB)")
        for _ in 0..<12 { try connection.execute("INSERT INTO noise VALUES (randomblob(300000))") }
        let log = try Array(Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal")))
        try Data(log).write(to: URL(fileURLWithPath: copy + "-wal"))
        let pageSize = Int(try fixture.numbers("PRAGMA page_size")[0])
        let content = LogCheck.content(of: copy + "-wal", file: nil)
        let frames = frames(Data(log), pageSize)
        #expect(log.count > 3 << 20 && content.commitCount == frames.filter(\.isCommit).count && content.pages.count > 400)
        for place in [0, frames[frames.count / 2].place + 200, frames[frames.count / 4].place + 20] {
            var damaged = log
            damaged[place] ^= 4
            try Data(damaged).write(to: URL(fileURLWithPath: copy + "-wal"))
            let lost = LogCheck.lostCommits(of: LogBytes(damaged))
            #expect(lost > 0 && LogCheck.lostCommits(of: copy) == lost, "\(place)")
        }
    }

    @Test func `what is no log is left to SQLite`() throws {
        for bytes in [[], [UInt8](repeating: 0, count: 40), .init(repeating: 0, count: 9999), .init(repeating: 0xff, count: 10_000), .noise(5000)] {
            #expect(LogCheck.lostCommits(of: LogBytes(bytes)) == 0)
        }
    }
}
