internal import LayoutCheck
internal import ExactArithmetic
internal import HTTP
internal import LayoutModel

// The routes that query a step: exercise, affecting constraints, the difference of two sessions.

extension LayoutApplication {
    static func questionRoutes(_ sessions: SessionService, _ limits: InputLimits) -> [Route] {
        [
            Route(
                method: .post, pattern: "/v1/sessions/{id}/exercise",
                body: jsonBody
            ) { request, context throws(ProblemDetails) in
                let step = try step(request)
                let body = try RequestContent.json(request, limits: limits, isOptional: true)
                return .json(
                    try answer(context, sessions, step) { id throws(SessionError) in
                        try sessions.exercise(body, id, step: step, for: context.caller)
                    })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/affecting") { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["view", "axis", "by", "step"])
                guard let view = try query.text("view", limit: 1000) else {
                    throw .badRequest("missing-parameter", "The query parameter 'view' is missing; it must be the id of a view.")
                }
                let axis = try query.word("axis", AxisWord.self) ?? .horizontal
                let step = try query.integer("step", in: 0...Int(Int32.max))
                var by: Rational?
                if let text = query.text("by") {
                    guard let value = decimal(text), value.isFinite, value.magnitude < 1e6, value != 0 else {
                        throw query.invalid("by", "points other than 0, such as 20 or -8")
                    }
                    by = Rational(shortestDecimalOf: value)
                }
                let wanted = by
                return .json(
                    try answer(context, sessions, step) { id throws(SessionError) in
                        try sessions.affecting(
                            id, view: view, axis: axis == .horizontal ? .horizontal : .vertical, by: wanted, step: step, for: context.caller)
                    })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/constraints") { request, context throws(ProblemDetails) in
                let query = try constraintQuery(request)
                return .json(
                    try answer(context, sessions, query.step) { id throws(SessionError) in
                        try sessions.constraints(id, matching: query.wanted, step: query.step, for: context.caller)
                    })
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/document", cost: .read, cachedType: "application/json") {
                request, context throws(ProblemDetails) in
                let step = try step(request)
                let document = try answer(context, sessions, step) { id throws(SessionError) in
                    try sessions.canonicalDocument(id, step: step, for: context.caller)
                }
                return .json(ConstraintLines.broken(document))
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/diagram.svg") { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["step", "alternate", "detail"])
                let step = try query.integer("step", in: 0...Int(Int32.max))
                let alternate = try query.text("alternate", limit: 20)
                let detail = try query.word("detail", DrawingDetail.self) ?? .full
                let svg = try answer(context, sessions, step) { id throws(SessionError) in
                    try sessions.diagram(id, step: step, alternate: alternate, isThumbnail: detail == .thumbnail, for: context.caller)
                }
                return HTTPResponse(contentType: "image/svg+xml", body: svg)
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/sizes.svg") { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: ["step", "width", "height", "textScale"])
                let step = try query.integer("step", in: 0...Int(Int32.max))
                var sizes = try query.sizeRanges()
                // From the smallest phones to large tablets.
                if sizes.isEmpty { sizes = [SizeRange(.width, text: "280...1400")].compactMap(\.self) }
                let svg = try answer(context, sessions, step) { id throws(SessionError) in
                    try sessions.sizeChart(id, step: step, sizes: sizes, for: context.caller)
                }
                return HTTPResponse(contentType: "image/svg+xml", body: svg)
            },
            Route(method: .get, pattern: "/v1/sessions/{id}/diff/{other}") { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let other = context.parameters["other"] ?? ""
                return .json(try answer(context, sessions) { id throws(SessionError) in try sessions.difference(id, other, for: context.caller) })
            },
        ]
    }
}

extension LayoutApplication {
    /// Reads the query of `/v1/sessions/{id}/constraints`.
    private static func constraintQuery(_ request: HTTPRequest) throws(ProblemDetails) -> (wanted: ConstraintQuery, step: Int?) {
        let query = try QueryParameters(request, allowed: ["identifier", "limit", "step"], repeatable: ["view"])
        var wanted = ConstraintQuery()
        for view in query.texts("view") where !wanted.views.contains(view) { wanted.views.append(view) }
        guard wanted.views.count <= 2 else {
            throw query.invalid("view", "at most two views, since a constraint names no more", found: "\(wanted.views.count)")
        }
        wanted.identifier = try query.text("identifier", limit: 1000)
        wanted.limit = try query.integer("limit", in: 1...ConstraintQuery.greatestLimit) ?? wanted.limit
        return (wanted, try query.integer("step", in: 0...Int(Int32.max)))
    }
}

/// Returns the number that a decimal text such as `-8` or `1.5e3` says. `Double` also reads hexadecimal digits.
private func decimal(_ text: String) -> Double? {
    text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
}

private enum AxisWord: String, CaseIterable {
    case horizontal, vertical
}

private enum DrawingDetail: String, CaseIterable {
    case full, thumbnail
}
