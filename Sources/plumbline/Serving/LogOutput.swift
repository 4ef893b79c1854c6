internal import Glibc
internal import Synchronization

/// Writes log lines to standard error. A line that would block is dropped and counted, so that a stalled log reader cannot block
/// the service.
final class LogOutput: Sendable {
    private let dropped = Mutex(0)

    /// - Parameters:
    ///   - line: the line without its newline. A pipe that is ready accepts 4096 bytes. The remainder of a longer line may block.
    ///   - notice: returns the line that reports how many lines were dropped before.
    func write(_ line: String, notice: (Int) -> String) {
        dropped.withLock { dropped in
            if dropped > 0, isReady {
                Console.message(notice(dropped))
                dropped = 0
            }
            guard dropped == 0, isReady else {
                dropped += 1
                return
            }
            Console.message(line)
        }
    }

    private var isReady: Bool {
        var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) > 0
    }
}
