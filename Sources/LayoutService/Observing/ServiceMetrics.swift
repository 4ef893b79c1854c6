internal import LayoutCheck
internal import HTTP
internal import LayoutModel
internal import Synchronization

/// The metrics of a running service, in the text format of Prometheus (version 0.0.4).
///
/// Labels are routes' patterns, methods and statuses: never any content of a request or layout.
final class ServiceMetrics: Sendable {
    /// The labels of a route's durations.
    private struct Label: Hashable {
        var method: String
        var pattern: String
    }

    private struct Durations {
        /// Counts by bucket, not cumulative.
        var counts = [Int](repeating: 0, count: ServiceMetrics.bounds.count + 1)
        var sum = 0.0
    }

    private struct State {
        var durations: [Label: Durations] = [:]
        var statuses: [Int: Int] = [:]
        var gauges: (@Sendable () -> [Gauge])?
    }

    /// The upper bounds of the buckets, in seconds.
    private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    private let state = Mutex(State())

    /// Records the duration of a route's response.
    func note(_ route: Route, _ duration: Duration) {
        let label = Label(method: route.method.rawValue, pattern: route.pattern)
        let seconds = duration / .seconds(1)
        let place = ServiceMetrics.bounds.firstIndex { seconds <= $0 } ?? ServiceMetrics.bounds.count
        state.withLock { state in
            state.durations[label, default: Durations()].counts[place] += 1
            state.durations[label, default: Durations()].sum += seconds
        }
    }

    /// Records the status of a response, from a route or from before one was found.
    func note(_ status: HTTPStatus) {
        state.withLock { $0.statuses[status.code, default: 0] += 1 }
    }

    /// Registers further metrics, which are computed on each request.
    func observe(_ gauges: @escaping @Sendable () -> [Gauge]) {
        state.withLock { $0.gauges = gauges }
    }

    /// - Parameter sessions: the number of stored sessions; nil if the store fails.
    func text(sessions: Int?, storeBytes: Int?, streams: Int) -> String {
        let state = state.withLock { $0 }
        var text = ""
        func family(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }
        family("plumbline_build_info", "gauge", "The program's version.")
        text += "plumbline_build_info{version=\"\(EngineVersion.number)\"} 1\n"
        family("plumbline_http_responses_total", "counter", "Answers by status.")
        for (status, count) in state.statuses.sorted(by: { $0.key < $1.key }) {
            text += "plumbline_http_responses_total{status=\"\(status)\"} \(count)\n"
        }
        family("plumbline_http_request_duration_seconds", "histogram", "Time to answer, by route.")
        for (route, durations) in state.durations.sorted(by: { ($0.key.pattern, $0.key.method) < ($1.key.pattern, $1.key.method) }) {
            let labels = "method=\"\(route.method)\",route=\"\(route.pattern)\""
            var sum = 0
            for (place, count) in durations.counts.enumerated() {
                sum += count
                let bound = place < ServiceMetrics.bounds.count ? "\(ServiceMetrics.bounds[place])" : "+Inf"
                text += "plumbline_http_request_duration_seconds_bucket{\(labels),le=\"\(bound)\"} \(sum)\n"
            }
            text += "plumbline_http_request_duration_seconds_sum{\(labels)} \(durations.sum)\n"
            text += "plumbline_http_request_duration_seconds_count{\(labels)} \(sum)\n"
        }
        family("plumbline_analyses_total", "counter", "Layouts analyzed, by verdict.")
        for (verdict, count) in AnalysisCounts.byVerdict { text += "plumbline_analyses_total{verdict=\"\(verdict)\"} \(count)\n" }
        family("plumbline_analyses_inconclusive_total", "counter", "Analyses with inconclusive results.")
        text += "plumbline_analyses_inconclusive_total \(AnalysisCounts.inconclusive)\n"
        if let sessions {
            family("plumbline_sessions", "gauge", "Stored sessions.")
            text += "plumbline_sessions \(sessions)\n"
        }
        if let storeBytes {
            family("plumbline_store_bytes", "gauge", "Size of the database in bytes.")
            text += "plumbline_store_bytes \(storeBytes)\n"
        }
        family("plumbline_streams", "gauge", "Open streams of clients that watch a session.")
        text += "plumbline_streams \(streams)\n"
        for gauge in state.gauges?() ?? [] {
            family(gauge.name, gauge.kind.rawValue, gauge.help)
            text += "\(gauge.name) \(gauge.value)\n"
        }
        return text
    }
}
