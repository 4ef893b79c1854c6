internal import Glibc

/// Measures CPU time of the process, so that other load counts less, and all threads count.
struct Stopwatch {
    private(set) var laps: [Double] = []
    private var last: Double

    init() {
        laps.reserveCapacity(8)
        last = Stopwatch.now()
    }

    /// Seconds of CPU time.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Ends a part of what is measured.
    mutating func lap() {
        let now = Stopwatch.now()
        laps.append(now - last)
        last = now
    }
}

/// How often something is measured.
struct Repetition {
    /// At least so many runs, …
    var runs: Int
    /// … and more until so many seconds of CPU time are spent, but never more than `most` runs.
    var seconds: Double
    var most = 1000

    /// The medians of the laps, in seconds, and of their sum.
    ///
    /// What a run gives is released after the clock has stopped, as the peers do it.
    func medians<Result>(_ body: (inout Stopwatch) throws -> Result) rethrows -> Medians {
        var samples: [[Double]] = []
        var spent = 0.0
        while samples.count < runs || (spent < seconds && samples.count < most) {
            var watch = Stopwatch()
            let result = try body(&watch)
            samples.append(watch.laps)
            spent += watch.laps.reduce(0, +)
            withExtendedLifetime(result) {}
        }
        let parts = samples.first?.indices.map { lap in samples.map { $0[lap] }.median } ?? []
        return Medians(parts: parts, total: samples.map { $0.reduce(0, +) }.median, runs: samples.count)
    }
}

struct Medians {
    var parts: [Double]
    var total: Double
    var runs: Int
}

extension [Double] {
    /// The middle one, the upper of two; 0 where there is none.
    var median: Double {
        isEmpty ? 0 : sorted()[count / 2]
    }
}
