internal import CSQLite
internal import Glibc

/// The CPU time that a connection's thread may spend, which SQLite checks every few thousand of its steps.
final class TimeLimit {
    /// The thread's CPU time in nanoseconds after which statements are interrupted; nil for none.
    var end: Int?
    var isOver = false

    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

extension Connection {
    /// SQLite's steps between two questions, some ten microseconds.
    private static let steps: Int32 = 4000

    /// Interrupts statements once the present thread has spent this CPU time from now on; nil ends that.
    public func limit(nanoseconds: Int?) {
        timeLimit.end = nanoseconds.map { TimeLimit.now() + $0 }
        if nanoseconds != nil { timeLimit.isOver = false }
        guard nanoseconds != nil else {
            sqlite3_progress_handler(handle, 0, nil, nil)
            return
        }
        // The connection owns the limit, and ends before it does.
        sqlite3_progress_handler(
            handle, Connection.steps,
            { pointer in
                guard let pointer else { return 0 }
                let limit = Unmanaged<TimeLimit>.fromOpaque(pointer).takeUnretainedValue()
                guard let end = limit.end, TimeLimit.now() > end else { return 0 }
                limit.isOver = true
                return 1
            }, Unmanaged.passUnretained(timeLimit).toOpaque())
    }

    /// Whether the last limit was reached.
    public var isOverLimit: Bool { timeLimit.isOver }
}
