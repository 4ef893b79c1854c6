/// The reason why a request is rejected. The connection is then unusable, because the start of the next request is unknown.
public enum RequestError: Error, Hashable, Sendable {
    case requestLine(String)
    case target(String)
    case host(String)
    case field(String)
    case framing(String)
    case chunk(String)
    case incomplete
    case requestLineTooLong(limit: Int)
    case fieldsTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case bodyTooLarge(limit: Int)
    case methodTooLong(limit: Int)
    case transferCoding(String)
    case expectation
    case version

    /// The status of the response.
    public var status: HTTPStatus {
        switch self {
        case .requestLine, .target, .host, .field, .framing, .chunk, .incomplete: .badRequest
        case .requestLineTooLong: .targetTooLong
        case .fieldsTooLarge, .tooManyFields: .fieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .methodTooLong, .transferCoding: .notImplemented
        case .expectation: .expectationFailed
        case .version: .versionNotSupported
        }
    }

    /// A code for programs that is stable across versions.
    public var code: String {
        switch self {
        case .requestLine: "request-line"
        case .target: "target"
        case .host: "host"
        case .field: "field"
        case .framing: "framing"
        case .chunk: "chunk"
        case .incomplete: "incomplete"
        case .requestLineTooLong: "request-line-too-long"
        case .fieldsTooLarge: "fields-too-large"
        case .tooManyFields: "too-many-fields"
        case .bodyTooLarge: "body-too-large"
        case .methodTooLong: "method"
        case .transferCoding: "transfer-coding"
        case .expectation: "expectation"
        case .version: "version"
        }
    }

    /// One sentence for a person.
    public var detail: String {
        switch self {
        case .requestLine(let what), .target(let what), .host(let what), .field(let what), .framing(let what), .chunk(let what): what
        case .incomplete: "The client closed its side of the connection before the request was complete."
        case .requestLineTooLong(let limit): "The request line is longer than \(limit) bytes."
        case .fieldsTooLarge(let limit): "The header fields have more than \(limit) bytes in total."
        case .tooManyFields(let limit): "There are more than \(limit) fields."
        case .bodyTooLarge(let limit):
            "The body is longer than \(limit) bytes, which is the limit of this service: send less, or ask its operator to raise --max-body."
        case .methodTooLong(let limit): "The method is longer than \(limit) bytes."
        case .transferCoding(let name): "The transfer coding \"\(name)\" is not known; only chunked is."
        case .expectation: "The only supported value of Expect is 100-continue."
        case .version: "Only HTTP/1.0 and HTTP/1.1 are supported."
        }
    }

    /// The complete response.
    public var response: HTTPResponse {
        ProblemDetails(status: status, code: code, detail: detail).response
    }
}
