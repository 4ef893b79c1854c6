internal import HTTP
internal import LayoutModel

// `POST /v1/batch`: documents a line each, reports a line each.

extension LayoutApplication {
    static func batchRoutes(_ limits: ServiceLimits) -> [Route] {
        let bodies = BodyRules(mediaTypes: ["application/x-ndjson", "application/ndjson", "application/jsonl"], contentCodings: ["gzip", "x-gzip"])
        return [
            Route(method: .post, pattern: "/v1/batch", body: bodies) { request, context throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: QueryParameters.analysis)
                let batch = BatchAnalyzer(SourceAnalyzer(options: try query.analysisOptions(limits), limits: limits))
                let body = try RequestContent.json(request, limits: limits)
                var answer: [UInt8] = []
                for (index, line) in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
                    guard let report = batch.answer(to: line, number: index + 1, deadline: context.secondsLeft) else { continue }
                    answer += report
                    answer.append(UInt8(ascii: "\n"))
                }
                return HTTPResponse(contentType: "application/x-ndjson", body: answer)
            }
        ]
    }
}
