internal import Foundation

/// Opens once; whoever waits goes on then.
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
