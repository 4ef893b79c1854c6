/// A router that finds the handler of a request. It is immutable, so any number of threads may use it.
public struct Router: Responder {
    private enum Match {
        case endpoint(RouterBuilder.Endpoint, parameters: [String: String])
        case answer(HTTPResponse)
    }

    /// The resources by the number of segments, the more literal patterns first.
    private let resources: [Int: [RouterBuilder.Resource]]
    private let allMethods: [HTTPMethod]

    public init(_ builder: RouterBuilder) {
        resources = Dictionary(grouping: builder.resources) { $0.pattern.segments.count }
            .mapValues { $0.sorted { $0.pattern.precedes($1.pattern) } }
        allMethods = Router.allowed(builder.resources.flatMap { $0.endpoints.map(\.method) })
    }

    /// Builds the table of routes.
    public init(_ build: (inout RouterBuilder) throws -> Void) throws {
        var builder = RouterBuilder()
        try build(&builder)
        self.init(builder)
    }

    public func refusal(for head: RequestHead) -> HTTPResponse? {
        switch match(head) {
        case .answer(let response): response
        case .endpoint(let endpoint, _): endpoint.body?.refusal(for: head)
        }
    }

    public func isCheap(_ head: RequestHead) -> Bool {
        switch match(head) {
        case .answer: true
        case .endpoint(let endpoint, _): endpoint.cost == .cheap || endpoint.body?.refusal(for: head) != nil
        }
    }

    public func streamsBody(of head: RequestHead) -> Bool {
        guard case .endpoint(let endpoint, _) = match(head) else { return false }
        return endpoint.streamsBody && endpoint.body?.refusal(for: head) == nil
    }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        switch match(request.head) {
        case .answer(let response):
            return response
        case .endpoint(let endpoint, let parameters):
            if let refusal = endpoint.body?.refusal(for: request.head) { return refusal }
            var context = context
            context.parameters = parameters
            do throws(ProblemDetails) {
                return try endpoint.handler(request, context)
            } catch {
                return error.response
            }
        }
    }

    private func match(_ head: RequestHead) -> Match {
        guard head.method.isKnown, head.method != .connect else {
            return .answer(
                ProblemDetails(status: .notImplemented, code: "method", detail: "The method \(head.method) is not known here.").response)
        }
        if head.target.form == .asterisk { return .answer(Router.options(allMethods)) }
        for resource in resources[head.target.segments.count] ?? [] {
            guard let parameters = resource.pattern.match(head.target.segments) else { continue }
            if let endpoint = resource.endpoint(head.method) ?? (head.method == .head ? resource.endpoint(.get) : nil) {
                return .endpoint(endpoint, parameters: parameters)
            }
            let methods = Router.allowed(resource.endpoints.map(\.method))
            if head.method == .options { return .answer(Router.options(methods)) }
            let detail = "The method \(head.method) is not among those of this path: \(Router.list(methods))."
            var response = ProblemDetails(status: .methodNotAllowed, code: "method-not-allowed", detail: detail).response
            response.fields.append("Allow", Router.list(methods))
            return .answer(response)
        }
        return .answer(ProblemDetails(status: .notFound, code: "not-found", detail: "There is nothing at this path.").response)
    }

    private static func options(_ methods: [HTTPMethod]) -> HTTPResponse {
        HTTPResponse(status: .noContent, fields: HTTPFields([("Allow", list(methods))]))
    }

    private static func list(_ methods: [HTTPMethod]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }

    /// Returns the methods and those implied by them, without duplicates, sorted by name.
    private static func allowed(_ methods: [HTTPMethod]) -> [HTTPMethod] {
        var all = Set(methods)
        if all.contains(.get) { all.insert(.head) }
        all.insert(.options)
        return all.sorted { $0.rawValue < $1.rawValue }
    }
}
