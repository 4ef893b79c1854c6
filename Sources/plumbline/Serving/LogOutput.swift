internal import Glibc
internal import Synchronization

/// Standard error for the lines of a log. A line that cannot be taken at once is dropped and counted: whoever reads the log, and stops reading,
/// must not stop the service.
final class LogOutput: Sendable {
    private let dropped = Mutex(0)

    /// - Parameters:
    ///   - line: without its end. A pipe that is ready takes 4096 bytes; of a longer line the rest may wait for its reader.
    ///   - notice: the line that tells how many were dropped before it.
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
