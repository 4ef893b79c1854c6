/// The table of routes. It is immutable, so any number of threads may use it.
public struct Router: Responder {
    /// The resources by the number of segments, the more literal patterns first.
    private let resources: [Int: [RouterBuilder.Resource]]
    private let allMethods: [HTTPMethod]

    public init(_ builder: RouterBuilder) {
        resources = Dictionary(grouping: builder.resources) { $0.pattern.segments.count }
            .mapValues { $0.sorted { $0.pattern.precedes($1.pattern) } }
        allMethods = Router.allowed(builder.resources.flatMap { $0.routes.map(\.method) })
    }

    /// Builds the table of routes.
    public init(_ build: (inout RouterBuilder) throws -> Void) throws {
        var builder = RouterBuilder()
        try build(&builder)
        self.init(builder)
    }

    public func match(_ head: RequestHead) -> RouteMatch {
        let found = head.target.form == .asterisk ? nil : resource(at: head.target.segments)
        let access = found?.resource.access ?? .token
        guard head.method.isKnown, head.method != .connect else {
            let problem = ProblemDetails(status: .notImplemented, code: "method", detail: "The method \(head.method) is not supported.")
            return RouteMatch(access: access, refusal: problem.response)
        }
        if head.target.form == .asterisk { return RouteMatch(refusal: Router.options(allMethods)) }
        guard let (resource, parameters) = found else {
            return RouteMatch(refusal: Router.notFound)
        }
        guard let route = resource.route(head.method) ?? (head.method == .head ? resource.route(.get) : nil) else {
            let methods = Router.allowed(resource.routes.map(\.method))
            let isOptions = head.method == .options
            return RouteMatch(access: access, refusal: isOptions ? Router.options(methods) : Router.methodNotAllowed(head.method, methods))
        }
        return RouteMatch(
            route: route, parameters: parameters, access: access, refusal: route.body?.refusal(for: head),
            isPlain: head.target.query.allSatisfy { Router.plainParameters.contains($0.name) } && !route.computes(head),
            rows: head.target.queryValue("limit").flatMap(Int.init) ?? 0)
    }

    /// Parameters that choose among what is stored.
    private static let plainParameters: Set = ["step", "limit", "cursor"]

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        if let refusal = context.match.refusal { return refusal }
        guard let route = context.match.route else { return Router.notFound }
        do throws(ProblemDetails) {
            return try route.handler(request, context)
        } catch {
            return error.response
        }
    }

    private func resource(at path: [String]) -> (resource: RouterBuilder.Resource, parameters: [String: String])? {
        for resource in resources[path.count] ?? [] {
            if let parameters = resource.pattern.match(path) { return (resource, parameters) }
        }
        return nil
    }

    private static let notFound = ProblemDetails(status: .notFound, code: "not-found", detail: "There is nothing at this path.").response

    private static func methodNotAllowed(_ method: HTTPMethod, _ methods: [HTTPMethod]) -> HTTPResponse {
        let detail = "This path does not support \(method), only \(list(methods))."
        var response = ProblemDetails(status: .methodNotAllowed, code: "method-not-allowed", detail: detail).response
        response.fields.append("Allow", list(methods))
        return response
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
