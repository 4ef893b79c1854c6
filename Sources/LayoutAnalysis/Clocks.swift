internal import Glibc

/// The CPU time of the current thread, in seconds.
enum CPUClock {
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A monotonic clock, in seconds. Unlike CPU time it also advances while the thread waits. Deadlines use it.
enum SteadyClock {
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
