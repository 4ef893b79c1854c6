internal import HTTP

// The worked examples.

extension LayoutApplication {
    static func exampleRoutes() -> [Route] {
        let catalog = ExampleCatalog()
        let list = catalog.json
        return [
            Route(method: .get, pattern: "/v1/examples", cost: .cheap) { request, _ throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                return .json(list)
            },
            Route(method: .get, pattern: "/v1/examples/{name}", cost: .cheap) { request, context throws(ProblemDetails) in
                _ = try QueryParameters(request, allowed: [])
                let name = context.parameters["name"] ?? ""
                guard let example = catalog.example(name) else {
                    throw .notFound("There is no example '\(name.quotable)': GET /v1/examples lists them.")
                }
                return .json(ExampleCatalog.json(example.tree))
            },
        ]
    }
}
