internal import LayoutCheck
internal import HTTP

// Previews of a session, and the original document: nothing is stored.

extension LayoutApplication {
    static func previewRoutes(_ sessions: SessionService, _ limits: InputLimits) -> [Route] {
        [
            Route(
                method: .post, pattern: "/v1/sessions/{id}/preview",
                body: jsonBody
            ) { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["step", "detail"])
                let step = try query.integer("step", in: 0...Int(Int32.max))
                let detail = try query.word("detail", SessionService.PreviewDetail.self) ?? .report
                let body = try RequestContent.json(request, limits: limits)
                return .json(
                    try answer(context, sessions, step) { id throws(SessionError) in
                        try sessions.preview(body, id, step: step, detail: detail, for: context.caller)
                    })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/source", cachedType: "text/plain; charset=utf-8") {
                request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let body = try answer(context, sessions) { id throws(SessionError) in try sessions.source(id) }
                // Always served as plain text, since it is meant to be read.
                return HTTPResponse(contentType: "text/plain; charset=utf-8", body: body)
            },
        ]
    }
}
