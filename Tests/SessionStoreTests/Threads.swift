internal import Foundation

/// Runs the body on that many threads at the same time, and returns when all are through.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    for number in 0..<count {
        Thread.detachNewThread {
            body(number)
            done.signal()
        }
    }
    for _ in 0..<count { done.wait() }
}

/// Runs the body on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}
