internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

@Suite struct ChangeTests {
    @Test func `a hundred thousand commits are told as the first one`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let count = Mutex(0)
        store.observe { _ in count.withLock { $0 += 1 } }
        let state = try #require(store.state)
        for _ in 0..<100_000 { store.changes.note(since: state, sessions: []) }
        #expect(count.withLock { $0 } == 100_000)
    }

    @Test func `each commit tells the sessions that it changed, and those of other processes tell all`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let changes = Mutex<[StoreChange]>([])
        store.observe { change in changes.withLock { $0.append(change) } }
        func taken() -> [StoreChange] {
            changes.withLock { changes in
                defer { changes = [] }
                return changes
            }
        }
        let start = try #require(store.state)
        let first = try store.create(.sample(1)).id
        let second = try store.create(.sample(2)).id
        #expect(taken().map(\.sessions) == [[], []])
        let step = StoredStep(number: 1, events: [91, 93], report: [123, 125], verdict: "clean", engine: "test", createdAt: 3)
        #expect(try store.append(NewStep(step, findings: []), to: first) == .stored)
        #expect(try store.setPinned(second, true))
        #expect(try store.delete(first))
        let own = taken()
        #expect(own.map(\.sessions) == [[first], [second], [first]])
        #expect(own.last?.after == store.state && own.first?.before != start)
        for (one, next) in zip(own, own.dropFirst()) { #expect(one.after == next.before) }

        let state = store.state
        _ = try store.list(SessionQuery())
        #expect(store.state == state)
        // Another process between two commits of this one is in the state before the second, and not taken for its own.
        let other = try fixture.open()
        _ = try other.create(.sample(3))
        #expect(store.state != state && taken().isEmpty)
        _ = try store.create(.sample(4))
        let last = taken()
        #expect(last.count == 1 && last.first?.sessions == [] && last.first?.before != state)
        store.close()
        #expect(store.state == nil)
    }
}
