internal import Compression
internal import EmbeddedFiles
internal import HTTP
internal import JSON
internal import LayoutModel
internal import SessionStore

// The routes about the service itself.

extension LayoutApplication {
    static func serviceRoutes(_ sessions: SessionService, _ metrics: ServiceMetrics) -> [Route] {
        [
            Route(method: .get, pattern: "/healthz", cost: .cheap, access: .everybody) { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) },
            Route(method: .get, pattern: "/readyz", cost: .read) { _, _ throws(ProblemDetails) in
                if let obstacle = sessions.obstacle {
                    guard obstacle.isTemporary else {
                        throw ProblemDetails(.serviceUnavailable, "store-failed", "The database failed; the service's log says why.")
                    }
                    throw ProblemDetails(obstacle)
                }
                let engine = sessions.engine
                var writer = JSONWriter()
                writer.object { writer in
                    writer.member("status", "ready")
                    writer.key(text: engine.name)
                    writer.string(engine.version)
                    if let note = engine.note { writer.member("note", note) }
                }
                return .json(writer.bytes)
            },
            Route(method: .get, pattern: "/metrics", cost: .read) { _, _ in
                HTTPResponse(
                    contentType: "text/plain; version=0.0.4; charset=utf-8",
                    body: Array(metrics.text(sessions: sessions.count, storeBytes: sessions.storedBytes, streams: sessions.feed.count).utf8))
            },
            Route(method: .get, pattern: "/openapi.json", cost: .cheap) { request, _ in
                var response = HTTPResponse.json(EmbeddedFile.openAPI.bytes)
                guard let packed = packedDocument, HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")) else { return response }
                response.body = packed
                response.fields.append("Content-Encoding", "gzip")
                response.fields.append("Vary", "Accept-Encoding")
                return response
            },
        ]
    }

    /// The compressed document, computed once: it would take milliseconds each time, on the event loop's thread.
    private static let packedDocument = Gzip.pack(EmbeddedFile.openAPI.bytes)
}
