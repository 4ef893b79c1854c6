internal import Digest
internal import LayoutCheck
internal import HTTP
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The routes that accept a layout: `POST /v1/check` and `POST /v1/sessions`.

extension LayoutApplication {
    private static let bodies = BodyRules(mediaTypes: RequestContent.mediaTypes, contentCodings: ["gzip", "x-gzip"])

    /// The longest name of a session and the longest tag, in characters.
    static let nameLimit = 200
    static let tagLimit = 100
    /// The maximum number of tags of a session.
    static let tagCountLimit = 20

    static func analysisRoutes(_ sessions: SessionService, _ limits: InputLimits) -> [Route] {
        [
            Route(method: .post, pattern: "/v1/check", body: bodies) { request, context throws(ProblemDetails) in
                try check(request, context, limits)
            },
            Route(method: .post, pattern: "/v1/sessions", body: bodies) { request, context throws(ProblemDetails) in
                try create(request, context, limits, sessions)
            },
        ]
    }

    private static func create(
        _ request: HTTPRequest, _ context: RequestContext, _ limits: InputLimits, _ sessions: SessionService
    ) throws(ProblemDetails) -> HTTPResponse {
        let query = try QueryParameters(request, allowed: QueryParameters.analysis.union(["name", "file"]), repeatable: ["tag"])
        let name = try query.text("name", limit: nameLimit)
        let file = try query.text("file", limit: nameLimit)
        let tags = query.texts("tag")
        guard tags.count <= tagCountLimit else {
            throw query.invalid("tag", "up to \(tagCountLimit) tags", found: "\(tags.count)")
        }
        if let tag = tags.first(where: { $0.isEmpty || $0.count > tagLimit }) {
            throw query.invalid("tag", "text of 1 to \(tagLimit) characters", found: "'\(tag.quotable)'")
        }
        let key = try idempotencyKey(request)
        let content = try RequestContent(request, limits: limits)
        let keyed = key.map { KeyedRequest(key: $0, digest: digest(of: content, query)) }
        if let keyed, let earlier = try creating({ () throws(SessionError) in try sessions.created(by: keyed) }) { return response(earlier) }
        let layouts = try analyze(content, query, context, limits, keepsProgress: true)
        guard !layouts.isEmpty else {
            throw ProblemDetails(.unprocessableContent, "no-views", "The file contains no view, so there is no layout to store.")
        }
        let options = try query.analysisOptions(limits)
        let details = SessionRequest(name: name, tags: tags, reading: query.reading, file: file ?? content.fileName)
        return response(
            try creating { () throws(SessionError) in
                try sessions.create(
                    layouts, of: content.bytes, mediaType: content.mediaType, options: options, request: details, keyed: keyed, for: context.caller)
            })
    }

    /// Returns the digest of a request for sessions, by which one with the same idempotency key is the same: its body with its media type and
    /// the name of the file, and the parameters in any order.
    private static func digest(of content: RequestContent, _ query: QueryParameters) -> [UInt8] {
        let texts = [SHA256.hex(of: content.bytes), content.mediaType, content.fileName ?? ""] + query.all
        // With their lengths, so that no text can be confused with the end of another.
        return SHA256.digest(of: texts.flatMap { Array("\($0.utf8.count) \($0)\n".utf8) })
    }

    private static func creating<T>(_ work: () throws(SessionError) -> T) throws(ProblemDetails) -> T {
        do { return try work() } catch { throw ProblemDetails(error) }
    }

    private static func response(_ created: SessionService.Created) -> HTTPResponse {
        var response = HTTPResponse.json(created.json, status: .created)
        if let first = created.ids.first {
            response.fields.append("Location", SessionAnswer.url(first))
            response.fields.append("Link", "<\(SessionAnswer.page(first))>; rel=\"alternate\"; type=\"text/html\"")
        }
        if created.isRepeated { response.fields.append("Idempotent-Replayed", "true") }
        return response
    }

    static func analyze(
        _ content: RequestContent, _ query: QueryParameters, _ context: RequestContext, _ limits: InputLimits, keepsProgress: Bool = false
    ) throws(ProblemDetails) -> [AnalyzedLayout] {
        var options = try query.analysisOptions(limits)
        options.deadline = min(options.deadline, context.secondsLeft)
        options.interest = context.interest
        var analyzer = SourceAnalyzer(options: options, limits: limits.asked(by: context), interfaceBuilder: try query.interfaceBuilderOptions())
        analyzer.keepsProgress = keepsProgress
        let layouts: [AnalyzedLayout]
        do { layouts = try analyzer.analyze(content.bytes, kind: content.kind) } catch { throw ProblemDetails(content.advised(error)) }
        try beginReport(context)
        return layouts
    }

    /// Waits for its turn if memory is short: a report takes as much as its analysis.
    ///
    /// - Throws: If nobody waits for the report any more.
    static func beginReport(_ context: RequestContext) throws(ProblemDetails) {
        guard context.isOpen || context.isAwaited else { throw ProblemDetails(StoreError.overdue) }
    }
}

extension InputLimits {
    /// Returns the limits for reading the body of a request, which waits for its turn between pieces and ends with the request.
    func asked(by context: RequestContext) -> InputLimits {
        var limits = self
        limits.interest = context.interest
        return limits
    }
}

extension RequestContext {
    /// The interest in an analysis for the request, which has its turns.
    var interest: AnalysisOptions.Interest { AnalysisOptions.Interest({ isOpen }, isAwaited: { mayContinue }) }
}
