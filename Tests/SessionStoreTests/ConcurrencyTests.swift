internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

@Suite struct ConcurrencyTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func sixteenThreadsLoseNothingAndGetIdsOfTheirOwn() throws {
        let store = try fixture.open()
        let stored = Mutex<[StoredSession]>([])
        let unseen = Mutex(0)
        onThreads(16) { thread in
            for number in 0..<25 {
                // All at the same time of creation, the worst case for its uniqueness.
                guard let session = try? store.create(.sample(thread * 100 + number, at: 5_000_000)) else { continue }
                stored.withLock { $0.append(session) }
                // What is answered is seen by every reader from then on.
                if (try? store.session(session.id)) != session { unseen.withLock { $0 += 1 } }
            }
        }
        let all = stored.withLock { $0 }
        #expect(all.count == 400)
        #expect(unseen.withLock { $0 } == 0)
        #expect(Set(all.map(\.id)).count == 400)
        #expect(Set(all.map(\.createdAt)).count == 400)
        store.close()
        let listed = try fixture.open().list(SessionQuery(limit: 1000)).items
        #expect(listed == all.sorted { $0.createdAt > $1.createdAt })
        #expect(try fixture.connect().query("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) } == ["ok"])
        #expect(try fixture.connect().first("PRAGMA foreign_key_check") { _ in true } == nil)
    }

    @Test func `a thread of low priority does not write itself`() throws {
        let store = try fixture.open()
        let niceness = Mutex<[Int32]>([])
        let threads = DispatchSemaphore(value: 0)
        startThread {
            // On Linux, this sets the priority of this thread only.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            for _ in 0..<5 {
                let found = try? store.write(to: []) { _ in getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
                niceness.withLock { $0.append(found ?? 20) }
            }
            threads.signal()
        }
        threads.wait()
        #expect(niceness.withLock { $0.count == 5 && $0.allSatisfy { $0 < 19 } })
    }

    @Test func callsDuringTheCloseAreDoneOrRefusedButNeverHang() throws {
        let store = try fixture.open()
        let stored = Mutex<[String]>([])
        let others = Mutex<[StoreError]>([])
        onThreads(8) { thread in
            if thread == 0 {
                while stored.withLock({ $0.count }) < 20 {}
                store.close()
                return
            }
            while true {
                do throws(StoreError) {
                    let id = try store.create(.sample(thread)).id
                    stored.withLock { $0.append(id) }
                    _ = try store.list(SessionQuery(limit: 5))
                } catch {
                    if error != .closed { others.withLock { $0.append(error) } }
                    return
                }
            }
        }
        #expect(others.withLock { $0 } == [])
        let reopened = try fixture.open()
        for id in stored.withLock({ $0 }) { #expect(try reopened.session(id) != nil) }
    }

    @Test func moreThreadsThanReadersWaitTheirTurn() throws {
        let store = try SQLiteSessionStore(path: fixture.path, readers: 1)
        let id = try store.create(.sample(1)).id
        let found = Mutex(0)
        onThreads(16) { _ in
            for _ in 0..<20 where (try? store.session(id)) ?? nil != nil { found.withLock { $0 += 1 } }
        }
        #expect(found.withLock { $0 } == 320)
    }

    @Test func aNewDatabaseMayBeOpenedByManyAtOnce() throws {
        let path = fixture.path
        let errors = Mutex<[String]>([])
        onThreads(8) { number in
            do {
                let store = try SQLiteSessionStore(path: path, readers: 1)
                _ = try store.create(.sample(number))
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 } == [])
        #expect(try fixture.rows()["session"] == 8)
    }
}
