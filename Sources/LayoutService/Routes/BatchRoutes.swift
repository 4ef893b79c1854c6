internal import Compression
internal import LayoutCheck
internal import HTTP
internal import LayoutModel

// `POST /v1/batch`: one document a line in, one report a line out, both streamed.

extension LayoutApplication {
    static func batchRoutes(_ limits: InputLimits) -> [Route] {
        let bodies = BodyRules(
            mediaTypes: [
                "application/x-ndjson", "application/ndjson", "application/jsonl", "application/octet-stream", "application/x-www-form-urlencoded",
            ],
            contentCodings: ["gzip", "x-gzip"])
        return [
            Route(method: .post, pattern: "/v1/batch", cost: .cheap, body: bodies, streamsBody: true) { request, _ throws(ProblemDetails) in
                let query = try QueryParameters(request, allowed: QueryParameters.analysis)
                // Options for Interface Builder files have no effect here, but are validated.
                _ = try query.interfaceBuilderOptions()
                let batch = BatchAnalyzer(SourceAnalyzer(options: try query.analysisOptions(limits), limits: limits))
                let isPacked = try RequestContent.isPacked(request)
                var unpacker: Inflater?
                if isPacked {
                    unpacker = Inflater(.gzip)
                    if unpacker == nil { throw ProblemDetails(.outOfMemory, limit: limits.bodyBytes) }
                }
                // If memory is exhausted, the response is not compressed.
                let packer = HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")) ? GzipWriter() : nil
                let isCoded = packer != nil
                var response = HTTPResponse(
                    contentType: "application/x-ndjson",
                    stream: BatchStream(batch, lineLimit: limits.bodyBytes, unpacker: unpacker, packer: packer))
                response.addVaryForCoding()
                if isCoded { response.fields.append("Content-Encoding", "gzip") }
                return response
            }
        ]
    }
}
