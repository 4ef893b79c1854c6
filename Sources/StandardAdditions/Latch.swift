/// A latch that opens once and releases all waiting threads.
public final class Latch: @unchecked Sendable {
    // Accessed only under the monitor.
    private var isOpen = false
    private let monitor = Monitor()

    public init() {}

    public func open() {
        monitor.locked { isOpen = true }
    }

    public func wait() {
        monitor.wait { isOpen ? () : nil }
    }
}
