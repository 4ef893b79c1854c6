/// Which bodies a route takes; anything else is 415 before the handler sees it.
public struct BodyRules: Hashable, Sendable {
    /// Media types in lower case. A body without `Content-Type` passes: the handler tells its kind by content.
    public var mediaTypes: [String]
    /// Content codings in lower case beside `identity`.
    public var contentCodings: [String]

    public init(mediaTypes: [String], contentCodings: [String] = []) {
        self.mediaTypes = mediaTypes
        self.contentCodings = contentCodings
    }

    /// The 415 for a request that breaks the rules; nil for one that keeps them.
    func refusal(for head: RequestHead) -> HTTPResponse? {
        guard head.framing != .none else { return nil }
        if head.fields.contains("Content-Type"), !mediaTypes.contains(head.mediaType ?? "") {
            let problem = ProblemDetails(
                status: .unsupportedMediaType, code: "media-type",
                detail: "The Content-Type of the body is none of: \(mediaTypes.joined(separator: ", ")).")
            var response = problem.response
            response.fields.append("Accept-Post", mediaTypes.joined(separator: ", "))
            return response
        }
        if let unknown = head.fields.tokens("Content-Encoding").first(where: { $0 != "identity" && !contentCodings.contains($0) }) {
            let problem = ProblemDetails(
                status: .unsupportedMediaType, code: "content-coding", detail: "The content coding \"\(unknown)\" is not known here.")
            var response = problem.response
            response.fields.append("Accept-Encoding", contentCodings.isEmpty ? "identity" : contentCodings.joined(separator: ", "))
            return response
        }
        return nil
    }
}
