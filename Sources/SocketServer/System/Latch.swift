internal import Foundation

/// A latch that opens once and releases all waiting threads.
final class Latch: @unchecked Sendable {
    // Guarded by the condition.
    private var isOpen = false
    private let condition = NSCondition()

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }
}
