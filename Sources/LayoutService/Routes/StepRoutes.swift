internal import Digest
internal import LayoutCheck
internal import HTTP
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

// The routes of a session's steps: events, timeline, blame, replay, export and import.

extension LayoutApplication {
    /// Bodies that are JSON, also as `curl -d` sends them without a type of their own.
    static let jsonBody = BodyRules(
        mediaTypes: ["application/json", "application/x-www-form-urlencoded"], contentCodings: ["gzip", "x-gzip"])

    static func stepRoutes(_ sessions: SessionService, _ limits: InputLimits) -> [Route] {
        [
            Route(method: .post, pattern: "/v1/sessions/{id}/events", body: jsonBody) { request, context throws(ProblemDetails) in
                try append(request, context, limits, sessions)
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/events") { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["from", "limit"])
                let first = try query.integer("from", in: 0...Int(Int32.max)) ?? 0
                let limit = try query.integer("limit", in: 1...pageLimit) ?? pageLimit
                return .json(
                    try answer(context, sessions) { id throws(SessionError) in
                        try sessions.timeline(id, from: first, limit: limit, for: context.caller)
                    })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/blame") { request, context throws(ProblemDetails) in
                let step = try step(request)
                return .json(
                    try answer(context, sessions, step) { id throws(SessionError) in try sessions.blame(id, step: step, for: context.caller) })
            },
            Route(method: .post, pattern: "/v1/sessions/{id}/replay", body: jsonBody) { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let body = try RequestContent.json(request, limits: limits, isOptional: true)
                if !body.isEmpty {
                    // There are no options yet, but the body must be an object.
                    do throws(ImportError) {
                        guard try JSONTree(imported: body).members != nil else {
                            throw ImportError(.invalid, code: "wrong-type", "expected an object", pointer: "")
                        }
                    } catch {
                        throw ProblemDetails(error)
                    }
                }
                return .json(try answer(context, sessions) { id throws(SessionError) in try sessions.replay(id, for: context.caller)?.json })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/export") { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let id = context.parameters["id"] ?? ""
                var response = try longAnswer(request, context, sessions) { id throws(SessionError) in try SessionExport(id, sessions) }
                response.fields.append("Content-Disposition", "attachment; filename=\"plumbline-\(id).json\"")
                return response
            },
            Route(method: .post, pattern: "/v1/import", body: jsonBody) { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                return try importSession(request, context, limits, sessions)
            },
        ]
    }

    private static func importSession(
        _ request: HTTPRequest, _ context: RequestContext, _ limits: InputLimits, _ sessions: SessionService
    ) throws(ProblemDetails) -> HTTPResponse {
        let key = try idempotencyKey(request)
        let body = try RequestContent.json(request, limits: limits)
        // A request for a session is another one, though its body may be the same.
        let keyed = key.map { KeyedRequest(key: $0, digest: SHA256.digest(of: Array("import\n".utf8) + body)) }
        let created: SessionService.Created
        do throws(SessionError) { created = try sessions.importSession(body, keyed: keyed, for: context.caller) } catch {
            throw ProblemDetails(error)
        }
        var response = HTTPResponse.json(created.json, status: .created)
        if let first = created.ids.first { response.fields.append("Location", SessionAnswer.url(first)) }
        if created.isRepeated { response.fields.append("Idempotent-Replayed", "true") }
        return response
    }

    private static func append(
        _ request: HTTPRequest, _ context: RequestContext, _ limits: InputLimits, _ sessions: SessionService
    ) throws(ProblemDetails) -> HTTPResponse {
        _ = try QueryParameters(request, allowed: [])
        let body = try RequestContent.json(request, limits: limits)
        let expected = try expectedSteps(request)
        let key = try idempotencyKey(request)
        let id = context.parameters["id"] ?? ""
        let stepped: SessionService.Stepped?
        do throws(SessionError) {
            stepped = try sessions.append(body, to: id, expected: expected, key: key, for: context.caller)
        } catch {
            throw ProblemDetails(error)
        }
        guard let stepped else { throw absent(id) }
        var response = HTTPResponse.json(stepped.json)
        response.fields.append("ETag", "\"\(stepped.step)\"")
        response.fields.append("Content-Location", "\(SessionAnswer.url(id))/report?step=\(stepped.step)")
        if stepped.isRepeated { response.fields.append("Idempotent-Replayed", "true") }
        return response
    }

    /// Returns the steps that `If-Match` allows, or nil if it allows any.
    static func expectedSteps(_ request: HTTPRequest) throws(ProblemDetails) -> [Int]? {
        let lines = request.fields.values("If-Match")
        guard !lines.isEmpty else { return nil }
        let text = lines.joined(separator: ",")
        if Substring(text).trimmingOptionalWhitespace() == "*" { return nil }
        guard let tags = EntityTag.list(text) else {
            throw .badRequest(
                "invalid-if-match",
                "If-Match must list steps as entity tags with commas between them, such as \"3\" or \"3\", \"4\", not \(text.quotable).")
        }
        // A weak tag never matches, because tags are compared strongly (RFC 9110 section 13.1.1); one that is not a step number matches no step.
        return tags.filter { !$0.isWeak }.compactMap { tag in Int(tag.name).flatMap { String($0) == tag.name ? $0 : nil } }
    }

    static func idempotencyKey(_ request: HTTPRequest) throws(ProblemDetails) -> String? {
        guard let key = request.fields["Idempotency-Key"] else { return nil }
        guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .badRequest("invalid-idempotency-key", "An Idempotency-Key must have 1 to 200 visible ASCII characters.")
        }
        return key
    }

    /// Returns an answer about the session in the path.
    static func answer(
        _ context: RequestContext, _ sessions: SessionService, _ step: Int? = nil, _ read: (String) throws(SessionError) -> [UInt8]?
    ) throws(ProblemDetails) -> [UInt8] {
        let id = context.parameters["id"] ?? ""
        let answer: [UInt8]?
        do throws(SessionError) { answer = try read(id) } catch { throw ProblemDetails(error) }
        guard let answer else { throw absent(id, step, sessions) }
        return answer
    }
}

extension LayoutApplication {
    /// Returns an answer of any length about the session in the path.
    static func longAnswer<Parts: AnswerParts>(
        _ request: HTTPRequest, _ context: RequestContext, _ sessions: SessionService, _ step: Int? = nil,
        _ parts: (String) throws(SessionError) -> Parts?
    ) throws(ProblemDetails) -> HTTPResponse {
        let id = context.parameters["id"] ?? ""
        let response: HTTPResponse?
        do throws(SessionError) {
            response = try parts(id).map { parts throws(SessionError) in
                try AnswerStream.response(parts, to: request, limits: sessions.limits, for: context.caller)
            }
        } catch {
            throw ProblemDetails(error)
        }
        guard let response else { throw absent(id, step, sessions) }
        return response
    }
}

extension RequestContext {
    /// The client that waits for the response.
    var caller: Caller {
        Caller(secondsLeft: { isAwaited ? secondsLeft : 0 }, isWaiting: { isAwaited }, pause: { pause?() }, claim: { claim() })
    }
}
