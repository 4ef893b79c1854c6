/// The media types and codings of bodies that a route accepts; others are answered 415 before the handler is called.
public struct BodyRules: Hashable, Sendable {
    /// Media types in lower case. A body without `Content-Type` is accepted: the handler detects its format.
    public var mediaTypes: [String]
    /// Content codings in lower case, besides `identity`.
    public var contentCodings: [String]

    public init(mediaTypes: [String], contentCodings: [String] = []) {
        self.mediaTypes = mediaTypes
        self.contentCodings = contentCodings
    }

    /// Returns the 415 for a request that violates the rules, or nil.
    func refusal(for head: RequestHead) -> HTTPResponse? {
        guard head.framing != .none else { return nil }
        // An empty body has no type, even if the client sends one, as curl -d '' does.
        if head.framing != .length(0), head.fields.contains("Content-Type"), !mediaTypes.contains(head.mediaType ?? "") {
            let problem = ProblemDetails(
                status: .unsupportedMediaType, code: "media-type",
                detail: "The body's Content-Type is not supported here; send one of: \(mediaTypes.joined(separator: ", ")).")
            var response = problem.response
            response.fields.append("Accept-Post", mediaTypes.joined(separator: ", "))
            return response
        }
        if let unknown = head.fields.tokens("Content-Encoding").first(where: { $0 != "identity" && !contentCodings.contains($0) }) {
            let problem = ProblemDetails(
                status: .unsupportedMediaType, code: "content-coding",
                detail:
                    "The content coding \"\(unknown)\" is not supported; send the body uncompressed\(contentCodings.first.map { ", or as \($0)" } ?? "")."
            )
            var response = problem.response
            response.fields.append("Accept-Encoding", contentCodings.isEmpty ? "identity" : contentCodings.joined(separator: ", "))
            return response
        }
        return nil
    }
}
