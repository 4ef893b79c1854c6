internal import HTTP
internal import SessionStore

// `GET /v1/sessions/{id}/stream`: the new steps of a session, as server-sent events.

extension LayoutApplication {
    static func streamRoutes(_ sessions: SessionService) -> [Route] {
        [
            Route(method: .get, pattern: "/v1/sessions/{id}/stream") { request, context throws(ProblemDetails) in
                let last = try lastStep(request)
                let id = context.parameters["id"] ?? ""
                let watching: SessionService.Watching
                do throws(StoreError) { watching = try sessions.watch(id, after: last) } catch { throw ProblemDetails(error) }
                switch watching {
                case .noSession: throw absent(id)
                case .tooMany:
                    throw ProblemDetails(
                        status: .serviceUnavailable, code: "too-many-streams",
                        detail: "The service has reached its limit of \(StepFeed.mostStreams) open streams; try again later.", retryAfter: 10)
                case .stream(let stream):
                    var response = HTTPResponse(contentType: "text/event-stream", stream: stream)
                    response.fields.append("Cache-Control", "no-store")
                    // A proxy that buffers responses would delay events.
                    response.fields.append("X-Accel-Buffering", "no")
                    return response
                }
            }
        ]
    }

    /// Returns the last step that the client has: `Last-Event-ID`, which is the newer one if both are given, or `after`.
    private static func lastStep(_ request: HTTPRequest) throws(ProblemDetails) -> Int? {
        let query = try QueryParameters(request, allowed: ["after"])
        let after = try query.integer("after", in: 0...Int(Int32.max))
        guard let field = request.fields["Last-Event-ID"] else { return after }
        // A client without one sends it empty.
        if field.isEmpty { return after }
        guard let step = Int(digits: field), (0...Int(Int32.max)).contains(step) else {
            throw .badRequest("invalid-last-event-id", "Last-Event-ID must be the number of a step, not '\(field.quotable)'.")
        }
        return step
    }
}
