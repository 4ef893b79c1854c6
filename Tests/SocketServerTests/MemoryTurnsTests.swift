import Foundation
import StandardAdditions
import Synchronization
import Testing

@testable import SocketServer

/// Near the memory limit, handlers continue one after another.
@Suite struct MemoryTurnsTests {
    private final class Record: Sendable {
        let pieces = Mutex<[Int]>([])
    }

    /// Begins a request that has taken more processor time than a small one does.
    private static func beginLong(_ turn: AsideTurns.Turn, _ turns: AsideTurns) {
        turns.begin(turn)
        while !turns.isLong(turn) {}
    }

    /// Runs handlers of 20 pieces each on threads of their own, and returns the handlers of all pieces in order.
    private func run(_ count: Int, _ turns: AsideTurns) -> [Int] {
        let record = Record()
        let group = DispatchGroup()
        for handler in 0..<count {
            group.enter()
            Thread {
                let turn = AsideTurns.Turn()
                MemoryTurnsTests.beginLong(turn, turns)
                for _ in 0..<20 {
                    turns.pause(turn, while: { true }, giveUp: {})
                    record.pieces.withLock { $0.append(handler) }
                    usleep(1000)
                }
                turns.finish(turn)
                group.leave()
            }.start()
        }
        group.wait()
        return record.pieces.withLock { $0 }
    }

    @Test func `a long request continues when the one before is finished`() {
        let turns = AsideTurns(places: 4, longestMemoryWait: .seconds(600))
        turns.setShortage(.tight)
        let pieces = run(4, turns)
        #expect(pieces.count == 80)
        // Each handler's pieces are in one run.
        #expect(zip(pieces, pieces.dropFirst()).count { $0 != $1 } == 3, "\(pieces)")
    }

    @Test func `a request that is small or not needed does not wait`() {
        let turns = AsideTurns(places: 1, longestMemoryWait: .seconds(600))
        turns.setShortage(.tight)
        let holder = AsideTurns.Turn()
        MemoryTurnsTests.beginLong(holder, turns)
        turns.pause(holder, while: { true }, giveUp: {})
        let small = AsideTurns.Turn()
        turns.begin(small)
        turns.pause(small, while: { true }, giveUp: {})
        let ended = AsideTurns.Turn()
        MemoryTurnsTests.beginLong(ended, turns)
        var questions = 0
        turns.pause(
            ended,
            while: {
                questions += 1
                return questions < 3
            }, giveUp: {})
        #expect(questions == 3)
        // Once there is enough memory, nobody waits.
        turns.setShortage(.none)
        turns.pause(ended, while: { true }, giveUp: {})
        turns.finish(holder)
    }

    @Test func `nobody continues while no memory is left`() {
        let turns = AsideTurns(places: 1, longestMemoryWait: .seconds(600))
        turns.setShortage(.critical)
        let turn = AsideTurns.Turn()
        MemoryTurnsTests.beginLong(turn, turns)
        let isFreed = Mutex(false)
        Thread {
            Thread.sleep(forTimeInterval: 0.1)
            isFreed.withLock { $0 = true }
            turns.setShortage(.tight)
        }.start()
        turns.pause(turn, while: { true }, giveUp: {})
        #expect(isFreed.withLock { $0 })
    }

    @Test func `a request of the reserve is given up once it is long`() {
        let turns = AsideTurns(places: 1, longestMemoryWait: .seconds(600))
        turns.setShortage(.critical)
        let turn = AsideTurns.Turn()
        turns.begin(turn, usingReserve: true)
        var givenUp = 0
        turns.pause(turn, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 0)
        while !turns.isLong(turn) {}
        turns.pause(turn, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `handlers read the memory by themselves`() {
        // All of it is always used, and nobody says so.
        let turns = AsideTurns(places: 1, longestMemoryWait: .zero, limit: MemoryLimit(bytes: 1))
        let turn = AsideTurns.Turn()
        MemoryTurnsTests.beginLong(turn, turns)
        var givenUp = 0
        turns.pause(turn, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `a request that has waited too long is given up`() {
        let turns = AsideTurns(places: 1, longestMemoryWait: .zero)
        turns.setShortage(.tight)
        let (holder, waiting) = (AsideTurns.Turn(), AsideTurns.Turn())
        for turn in [holder, waiting] { MemoryTurnsTests.beginLong(turn, turns) }
        var givenUp = 0
        turns.pause(holder, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 0)
        turns.pause(waiting, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `each of many requests has less processor time`() {
        let turns = AsideTurns(places: 1, longestMemoryWait: .zero)
        func processorTime() -> Int {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
        }
        func longTime() -> Int {
            let (turn, start) = (AsideTurns.Turn(), processorTime())
            MemoryTurnsTests.beginLong(turn, turns)
            turns.finish(turn)
            return processorTime() - start
        }
        #expect(longTime() >= 49)
        let others = (0..<100).map { _ in AsideTurns.Turn() }
        for other in others { turns.begin(other) }
        #expect((9..<40).contains(longTime()))
        for other in others { turns.finish(other) }
        #expect(longTime() >= 49)
    }
}
