internal import Glibc

/// Measures the CPU time of the process, which includes all threads and is less sensitive to other load than wall-clock time.
struct Stopwatch {
    private(set) var laps: [Double] = []
    private var last: Double

    init() {
        laps.reserveCapacity(8)
        last = Stopwatch.now()
    }

    /// The CPU time in seconds.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Ends a part of the measurement.
    mutating func lap() {
        let now = Stopwatch.now()
        laps.append(now - last)
        last = now
    }
}

/// The number of runs of a measurement.
struct Repetition {
    /// The minimum number of runs.
    var runs: Int
    /// The minimum CPU time, in seconds. Runs continue until it is spent, but never beyond `most` runs.
    var seconds: Double
    var most = 1000

    /// Returns the medians of the laps and of their sum, in seconds.
    ///
    /// The result of a run is released after the clock has stopped, as in the peer libraries' benchmarks.
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
    /// The median, or the upper of the two middle elements. 0 for an empty array.
    var median: Double {
        isEmpty ? 0 : sorted()[count / 2]
    }
}
