internal import HTTP
internal import LayoutModel
internal import SessionStore

// The routes about the service itself.

extension LayoutApplication {
    static func serviceRoutes(_ sessions: SessionService, _ metrics: ServiceMetrics) -> [Route] {
        [
            Route(method: .get, pattern: "/healthz", cost: .cheap) { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) },
            Route(method: .get, pattern: "/readyz") { _, _ throws(ProblemDetails) in
                guard sessions.isHealthy else { throw ProblemDetails(.serviceUnavailable, "store-unavailable", "The database does not answer.") }
                return .json(Array(#"{"status":"ready"}"#.utf8))
            },
            Route(method: .get, pattern: "/metrics") { _, _ in
                HTTPResponse(contentType: "text/plain; version=0.0.4; charset=utf-8", body: Array(metrics.text(sessions: sessions.count).utf8))
            },
            Route(method: .get, pattern: "/openapi.json", cost: .cheap) { _, _ in .json(PackageResources.openapi_json) },
            Route(method: .get, pattern: "/", cost: .cheap) { request, _ in .text(home(at: request.fields["Host"] ?? "127.0.0.1:8080")) },
        ]
    }

    /// What a person finds who opens the address.
    /// - Parameter host: as the client named this service, so that the commands work where it listens on another port.
    private static func home(at host: String) -> String {
        """
        \(EngineVersion.text): proves what is wrong with an Auto Layout constraint set.

        Check a layout:    curl -H 'Content-Type: application/json' --data-binary @layout.json http://\(host)/v1/check
        Check a log:       curl -H 'Content-Type: text/plain' --data-binary @console.log http://\(host)/v1/check
        Keep a session:    the same, posted to /v1/sessions
        Find it again:     curl http://\(host)/v1/sessions
        Every route:       /openapi.json

        """
    }
}
