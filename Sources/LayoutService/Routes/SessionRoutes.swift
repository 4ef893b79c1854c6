internal import LayoutCheck
internal import HTTP
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The routes of stored sessions.

extension LayoutApplication {
    /// The maximum number of sessions on one page.
    static let pageLimit = 500

    static func sessionRoutes(_ sessions: SessionService) -> [Route] {
        [
            Route(method: .get, pattern: "/v1/sessions", cost: .read) { request, _ throws(ProblemDetails) in
                let query = try sessionQuery(request)
                return .json(try storing { () throws(StoreError) in try sessions.list(query) })
            },
            Route(method: .get, pattern: "/v1/facets") { request, _ throws(ProblemDetails) in
                let query = try sessionQuery(request, pages: false)
                return .json(try storing { () throws(StoreError) in try sessions.facets(query) })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}", cost: .read, cachedType: "application/json") {
                request, context throws(ProblemDetails) in
                let step = try step(request)
                return try longAnswer(request, context, sessions, step) { id throws(SessionError) in
                    try SessionDescription(id, step: step, sessions)
                }
            },
            Route(method: .delete, pattern: "/v1/sessions/{id}") { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let id = context.parameters["id"] ?? ""
                let expected = try expectedSteps(request)
                let isDeleted: Bool
                do throws(SessionError) { isDeleted = try sessions.delete(id, at: expected) } catch { throw ProblemDetails(error) }
                guard isDeleted else { throw absent(id) }
                return HTTPResponse(status: .noContent)
            },
            Route(method: .put, pattern: "/v1/sessions/{id}/pin") { request, context throws(ProblemDetails) in
                try pin(request, context, sessions, true)
            },
            Route(method: .delete, pattern: "/v1/sessions/{id}/pin") { request, context throws(ProblemDetails) in
                try pin(request, context, sessions, false)
            },
            Route(method: .get, pattern: "/v1/findings", cost: .read) { request, _ throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["limit", "cursor", "kind", "history"])
                let kind = try query.word("kind", StoredFinding.Kind.self)?.rawValue
                let limit = try query.integer("limit", in: 1...pageLimit) ?? 50
                let cursor = query.text("cursor")
                let spans = try query.integer("history", in: 1...100)
                return .json(try storing { () throws(StoreError) in try sessions.findings(kind: kind, limit: limit, cursor: cursor, spans: spans) })
            },
            Route(
                method: .get, pattern: "/v1/sessions/{id}/report", cost: .read, cachedType: "application/json",
                computes: { ReportFormat(acceptedBy: $0) != .json }
            ) { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["step", "width", "height", "textScale", "format", "rules", "failOn"])
                let step = try query.integer("step", in: 0...Int(Int32.max))
                if let other = try otherForm(request, query, context, step, sessions) { return other }
                let sizes = try query.sizeRanges()
                let report = try answer(context, sessions, step) { id throws(SessionError) in
                    if !sizes.isEmpty { return try sessions.report(id, step: step, sizes: sizes, for: context.caller) }
                    do throws(StoreError) { return try sessions.report(id, step: step) } catch { throw .store(error) }
                }
                return HTTPResponse.json(report).inFormAskedFor
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/log", cost: .read, cachedType: "text/plain; charset=utf-8") {
                request, context throws(ProblemDetails) in
                let step = try step(request)
                let id = context.parameters["id"] ?? ""
                let log = try found(id, step, sessions) { () throws(StoreError) in try sessions.log(id, step: step) }
                return HTTPResponse(contentType: "text/plain; charset=utf-8", body: log)
            },
        ]
    }

    /// Returns the report in another format than JSON, or with more rules; nil if neither is requested.
    private static func otherForm(
        _ request: HTTPRequest, _ query: QueryParameters, _ context: RequestContext, _ step: Int?, _ sessions: SessionService
    ) throws(ProblemDetails) -> HTTPResponse? {
        let (format, rules, failOn) = (try query.format(request), try query.rules(), try query.failOn())
        if format == .json, rules.isEmpty, failOn == nil { return nil }
        let id = context.parameters["id"] ?? ""
        let sizes = try query.sizeRanges()
        let found: LayoutChecker.Layout?
        do throws(SessionError) {
            found = try sessions.checked(id, step: step, for: context.caller) { analyzer in
                var analyzer = analyzer
                analyzer.options.sizes = sizes
                return query.checker(analyzer, rules, failOn)
            }
        } catch {
            throw ProblemDetails(error)
        }
        guard let found else { throw absent(id, step, sessions) }
        let isFound = failOn != nil && (found.failsWithoutFinding || found.subject.findings.contains(where: \.isFailure))
        return response(format, [found], status: isFound ? .unprocessableContent : .ok)
    }

    private static func pin(
        _ request: HTTPRequest, _ context: RequestContext, _ sessions: SessionService, _ isPinned: Bool
    ) throws(ProblemDetails) -> HTTPResponse {
        _ = try QueryParameters(request, allowed: [])
        let id = context.parameters["id"] ?? ""
        guard try storing({ () throws(StoreError) in try sessions.setPinned(id, isPinned) }) else { throw absent(id) }
        return HTTPResponse(status: .noContent)
    }

    private static func sessionQuery(_ request: HTTPRequest, pages: Bool = true) throws(ProblemDetails) -> SessionQuery {
        let filters: Set = ["q", "verdict", "view", "fingerprint", "owner", "since", "until"]
        let query = try QueryParameters(request, allowed: pages ? filters.union(["limit", "cursor"]) : filters, repeatable: ["tag"])
        var result = SessionQuery()
        result.limit = try query.integer("limit", in: 1...pageLimit) ?? result.limit
        result.cursor = query.text("cursor")
        result.text = try query.text("q", limit: 200)
        result.verdict = try query.word("verdict", Analysis.Verdict.self)?.rawValue
        result.tags = query.texts("tag")
        guard result.tags.count <= tagCountLimit, result.tags.allSatisfy({ (1...tagLimit).contains($0.count) }) else {
            throw query.invalid("tag", "up to \(tagCountLimit) values of 1 to \(tagLimit) characters")
        }
        result.view = try query.text("view", limit: 1000)
        result.fingerprint = try query.text("fingerprint", limit: 100)
        result.owner = try query.word("owner", Diagnosis.Owner.self)?.rawValue
        result.since = try query.timestamp("since")?.microseconds
        result.until = try query.timestamp("until")?.microseconds
        return result
    }

    static func step(_ request: HTTPRequest) throws(ProblemDetails) -> Int? {
        try QueryParameters(request, allowed: ["step"]).integer("step", in: 0...Int(Int32.max))
    }

    static func absent(_ id: String) -> ProblemDetails {
        .notFound("There is no session '\(id.quotable)'; GET /v1/sessions lists them.")
    }

    /// Returns the problem of a session that does not exist, or of one that has no such step.
    static func absent(_ id: String, _ step: Int?, _ sessions: SessionService) -> ProblemDetails {
        guard let step, let last = sessions.lastStep(id) else { return absent(id) }
        let steps = last == 0 ? "it has only step 0" : "its steps are 0 to \(last)"
        return .notFound("The session '\(id.quotable)' has no step \(step): \(steps); GET /v1/sessions/\(id.quotable)/events lists its steps.")
    }

    private static func found(
        _ id: String, _ step: Int?, _ sessions: SessionService, _ read: () throws(StoreError) -> [UInt8]?
    ) throws(ProblemDetails) -> [UInt8] {
        guard let answer = try storing(read) else { throw absent(id, step, sessions) }
        return answer
    }

    private static func storing<T>(_ work: () throws(StoreError) -> T) throws(ProblemDetails) -> T {
        do { return try work() } catch { throw ProblemDetails(error) }
    }
}
