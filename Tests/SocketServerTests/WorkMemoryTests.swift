import Foundation
import StandardAdditions
import Synchronization
import Testing

@testable import SocketServer

/// Requests reserve memory as they grow, and one after another if it is short.
@Suite struct WorkMemoryTests {
    private final class Record: Sendable {
        let pieces = Mutex<[Int]>([])
    }

    /// Blocks of memory that a request holds; 2 MB each.
    private struct Blocks: ~Copyable {
        private var blocks: [UnsafeMutableRawPointer] = []

        mutating func grow() { blocks.append(.allocate(byteCount: 2 << 20, alignment: 16)) }

        deinit { for block in blocks { block.deallocate() } }
    }

    private static func memory(_ capacity: Int, longestWait: Duration = .seconds(600)) -> WorkMemory {
        WorkMemory(capacity: capacity, longestWait: longestWait)
    }

    /// Runs handlers on threads of their own that grow 20 times by 2 MB each, and returns the handlers of all pieces in order.
    private func run(_ count: Int, _ memory: WorkMemory) -> [Int] {
        let record = Record()
        let group = DispatchGroup()
        for handler in 0..<count {
            group.enter()
            Thread {
                let share = WorkMemory.Share()
                memory.reserve(0, for: share, of: 1)
                memory.begin(share)
                var blocks = Blocks()
                for _ in 0..<20 {
                    blocks.grow()
                    memory.wait(share, while: { true }, giveUp: {})
                    record.pieces.withLock { $0.append(handler) }
                    usleep(1000)
                }
                memory.finish(share)
                group.leave()
            }.start()
        }
        group.wait()
        return record.pieces.withLock { $0 }
    }

    @Test func `a growing request continues when the one before is finished`() {
        let memory = WorkMemoryTests.memory(16 << 20)
        memory.setShortage(.tight)
        let pieces = run(4, memory)
        #expect(pieces.count == 80)
        // Each handler's pieces are in one run.
        #expect(zip(pieces, pieces.dropFirst()).count { $0 != $1 } == 3, "\(pieces)")
    }

    @Test func `requests that grow beyond what they may reserve continue one by one`() {
        let memory = WorkMemoryTests.memory(16 << 20)
        let pieces = run(4, memory)
        #expect(pieces.count == 80)
        // The last one to continue of several holds all its pieces but the first few.
        #expect(Set(pieces.suffix(12)).count == 1, "\(pieces)")
        #expect(memory.hasRoom(for: 12 << 20))
    }

    @Test func `requests that do not grow continue beside the one that does`() {
        let memory = WorkMemoryTests.memory(4 << 20)
        let (large, small) = (WorkMemory.Share(), WorkMemory.Share())
        var givenUp = 0
        memory.reserve(0, for: large, of: 1)
        memory.begin(large)
        var blocks = Blocks()
        for _ in 0..<8 { blocks.grow() }
        memory.wait(large, while: { true }, giveUp: { givenUp += 1 })
        #expect(large.held >= 16 << 20 && large.reservedBytes >= 15 << 20)
        // What it may exceed is not taken from others.
        #expect(memory.hasRoom(for: 3 << 20))
        memory.begin(small)
        let bytes = [UInt8](repeating: 1, count: 200_000)
        memory.wait(small, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 0 && small.held >= bytes.count)
        #expect(memory.finish(large) && !memory.finish(large))
    }

    @Test func `a request that is not needed does not wait`() {
        let memory = WorkMemoryTests.memory(1 << 20)
        memory.setShortage(.critical)
        let share = WorkMemory.Share()
        memory.begin(share)
        var blocks = Blocks()
        blocks.grow()
        var questions = 0
        memory.wait(
            share,
            while: {
                questions += 1
                return questions < 3
            }, giveUp: {})
        #expect(questions == 3)
    }

    @Test func `nobody grows while no memory is left`() {
        let memory = WorkMemoryTests.memory(1 << 30)
        memory.setShortage(.critical)
        let share = WorkMemory.Share()
        memory.begin(share)
        var blocks = Blocks()
        blocks.grow()
        let isFreed = Mutex(false)
        Thread {
            Thread.sleep(forTimeInterval: 0.1)
            isFreed.withLock { $0 = true }
            memory.setShortage(.tight)
        }.start()
        memory.wait(share, while: { true }, giveUp: {})
        #expect(isFreed.withLock { $0 })
    }

    @Test func `a request of the reserve is given up once it is not small`() {
        let memory = WorkMemoryTests.memory(1 << 30)
        memory.setShortage(.critical)
        let share = WorkMemory.Share()
        memory.reserve(0, for: share, of: 1, usesReserve: true)
        memory.begin(share)
        var givenUp = 0
        memory.wait(share, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 0)
        var blocks = Blocks()
        blocks.grow()
        memory.wait(share, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `handlers read the memory of the process by themselves`() {
        // All of it is always used, and no event loop sets that.
        let memory = WorkMemory(capacity: 1 << 30, longestWait: .zero, limit: MemoryLimit(bytes: 1))
        let share = WorkMemory.Share()
        memory.begin(share)
        var blocks = Blocks()
        blocks.grow()
        var givenUp = 0
        memory.wait(share, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `a request that has waited too long is given up`() {
        let memory = WorkMemoryTests.memory(1 << 20, longestWait: .zero)
        let (holder, waiting) = (WorkMemory.Share(), WorkMemory.Share())
        var givenUp = 0
        var blocks = Blocks()
        for (share, expected) in [(holder, 0), (waiting, 1)] {
            memory.begin(share)
            blocks.grow()
            memory.wait(share, while: { true }, giveUp: { givenUp += 1 })
            #expect(givenUp == expected)
        }
    }

    @Test func `near the limit, a little remains for an address that has little`() {
        let memory = WorkMemoryTests.memory(64 << 20, longestWait: .zero)
        memory.setShortage(.tight)
        let (large, small) = (WorkMemory.Share(), WorkMemory.Share())
        var blocks = Blocks()
        var givenUp = 0
        for (share, address, count) in [(large, 1, 20), (small, 2, 1)] as [(WorkMemory.Share, UInt64, Int)] {
            memory.reserve(0, for: share, of: address)
            memory.begin(share)
            for _ in 0..<count { blocks.grow() }
            memory.wait(share, while: { true }, giveUp: { givenUp += 1 })
        }
        #expect(givenUp == 0)
        for _ in 0..<4 { blocks.grow() }
        memory.wait(small, while: { true }, giveUp: { givenUp += 1 })
        #expect(givenUp == 1)
    }

    @Test func `the address that has least is the next one that may grow`() {
        let memory = WorkMemoryTests.memory(8 << 20)
        let holder = WorkMemory.Share()
        memory.reserve(4 << 20, for: holder, of: 1)
        memory.begin(holder)
        var blocks = Blocks()
        for _ in 0..<4 { blocks.grow() }
        memory.wait(holder, while: { true }, giveUp: {})
        let record = Record()
        let group = DispatchGroup()
        for address in [1, 1, 1, 2] {
            let isWaiting = DispatchSemaphore(value: 0)
            group.enter()
            Thread {
                let share = WorkMemory.Share()
                memory.reserve(address == 1 ? 1 << 20 : 0, for: share, of: UInt64(address))
                memory.begin(share)
                var blocks = Blocks()
                for _ in 0..<4 { blocks.grow() }
                memory.wait(share, while: { true }, leave: { isWaiting.signal() }, giveUp: {})
                record.pieces.withLock { $0.append(address) }
                memory.finish(share)
                group.leave()
            }.start()
            isWaiting.wait()
        }
        usleep(20_000)
        memory.finish(holder)
        group.wait()
        let order = record.pieces.withLock { $0 }
        #expect(order.count == 4 && order.first == 2, "\(order)")
    }

    @Test func `each address finds memory that others leave`() {
        let memory = WorkMemoryTests.memory(64 << 20, longestWait: .zero)
        var blocks = Blocks()
        /// Returns the bytes that requests of an address reserve, each growing by 2 MB, until one would have to wait.
        func reserve(_ address: UInt64) -> Int {
            var (sum, isOver) = (0, false)
            while !isOver {
                let share = WorkMemory.Share()
                memory.reserve(0, for: share, of: address)
                memory.begin(share)
                blocks.grow()
                memory.wait(share, while: { true }, giveUp: { isOver = true })
                sum += share.reservedBytes
            }
            return sum
        }
        let holder = WorkMemory.Share()
        memory.reserve(32 << 20, for: holder, of: 1)
        memory.begin(holder)
        for _ in 0..<20 { blocks.grow() }
        memory.wait(holder, while: { true }, giveUp: {})
        #expect(holder.reservedBytes >= 39 << 20)
        #expect(reserve(1) == 0)
        #expect((12 << 20...16 << 20).contains(reserve(2)))
        #expect((5 << 20...9 << 20).contains(reserve(3)))
    }

    @Test func `a request that needs more than there is starts when most is free`() {
        let memory = WorkMemoryTests.memory(100 << 20)
        let (small, large) = (WorkMemory.Share(), WorkMemory.Share())
        memory.reserve(30 << 20, for: small, of: 1)
        #expect(!memory.hasRoom(for: 900 << 20))
        #expect(memory.finish(small) && memory.hasRoom(for: 900 << 20))
        memory.reserve(900 << 20, for: large, of: 1)
        #expect(memory.hasRoom(for: 25 << 20) && !memory.hasRoom(for: 26 << 20))
        #expect(memory.finish(large) && !memory.finish(large))
    }
}
