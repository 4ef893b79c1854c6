internal import Glibc
internal import LayoutService
internal import SocketServer
internal import StandardAdditions

/// Metrics of the process and the server, with the names of Prometheus' client libraries.
struct ProcessFigures: Sendable {
    let server: ServerFigures
    /// The start time, in seconds since 1970.
    let started: Double

    init(_ server: ServerFigures) {
        self.server = server
        started = Double(CivilTime.microsecondsNow) / 1e6
    }

    var gauges: [Gauge] {
        var gauges = [
            Gauge("plumbline_connections", "Open connections.", Double(server.connections)),
            Gauge("plumbline_queue_length", "Requests that are waiting for a worker.", Double(server.waiting)),
            Gauge("plumbline_busy_workers", "Workers that are processing a request.", Double(server.busy)),
            Gauge("process_start_time_seconds", "When the service started, in seconds since 1970.", started),
        ]
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
            gauges.append(Gauge("process_cpu_seconds_total", "Processor time that the service has used.", kind: .counter, seconds))
        }
        let memory = MemoryLimit.used
        if memory > 0 { gauges.append(Gauge("process_resident_memory_bytes", "Memory that the service uses.", Double(memory))) }
        if let count = ProcessFigures.openDescriptors {
            gauges.append(Gauge("process_open_fds", "Open file descriptors.", Double(count)))
        }
        return gauges
    }

    private static var openDescriptors: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Two entries are `.` and `..`, and one is the descriptor of this listing.
        return max(0, count - 3)
    }
}
