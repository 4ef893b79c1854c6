internal import Foundation
internal import Synchronization

/// Runs work for the elements of a list on several threads.
enum ParallelWork {
    /// Layouts may be deeply nested, and the stacks of a pool's threads are small.
    private static let stackBytes = 16 << 20

    /// Returns the results for the indices `0..<count`, in order.
    ///
    /// - Parameters:
    ///   - width: the maximum number of threads; the calling thread does the work if one suffices.
    ///   - progress: called after each element with the number of finished ones.
    static func results<Value: Sendable>(
        _ count: Int, width: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }, of work: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        if min(width, count) <= 1 { return (0..<count).map(work) }
        let state = Mutex((next: 0, done: 0, results: [Value?](repeating: nil, count: count)))
        let group = DispatchGroup()
        for _ in 0..<min(width, count) {
            group.enter()
            let thread = Thread {
                while let index = state.withLock({ state -> Int? in
                    guard state.next < count else { return nil }
                    defer { state.next += 1 }
                    return state.next
                }) {
                    let result = work(index)
                    let done = state.withLock { state -> Int in
                        state.results[index] = result
                        state.done += 1
                        return state.done
                    }
                    progress(done)
                }
                group.leave()
            }
            thread.stackSize = stackBytes
            thread.start()
        }
        group.wait()
        return state.withLock { $0.results.compactMap(\.self) }
    }
}
