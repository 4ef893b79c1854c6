/// Problem details for programs and people (RFC 9457).
public struct ProblemDetails: Error, Hashable, Sendable {
    /// A URI for the kind of problem; `about:blank` means that the status suffices.
    public var type: String
    /// A short title that is the same for every problem of the status or kind.
    public var title: String
    public var status: HTTPStatus
    /// A code for programs that is stable across versions, such as `unknown-item`.
    public var code: String
    /// One or two sentences about this occurrence.
    public var detail: String
    /// A JSON Pointer into the body; the empty pointer is the whole body.
    public var pointer: String?
    /// The line in the body, from 1.
    public var line: Int?
    /// The column in that line, from 1.
    public var column: Int?
    /// The seconds after which to retry the request; sent in the field `Retry-After`, not in the body. Each 503 has them.
    public var retryAfter: Int?

    /// The default for `retryAfter`, of a 503 whose cause may last, such as a request that took too long.
    private static let laterRetry = 10

    /// Creates a problem; its default title is the status's reason phrase.
    public init(
        status: HTTPStatus, code: String, detail: String, title: String? = nil, type: String = "about:blank", pointer: String? = nil,
        line: Int? = nil, column: Int? = nil, retryAfter: Int? = nil
    ) {
        self.type = type
        self.title = title ?? status.reason
        self.status = status
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.line = line
        self.column = column
        self.retryAfter = retryAfter ?? (status == .serviceUnavailable ? ProblemDetails.laterRetry : nil)
    }

    /// The problem as JSON, on one line without its line end; absent members are omitted.
    public var json: [UInt8] {
        var bytes = Array("{\"type\":".utf8)
        appendJSONString(type, to: &bytes)
        func add(_ name: String, _ text: String?) {
            guard let text else { return }
            bytes.append(contentsOf: ",\"\(name)\":".utf8)
            appendJSONString(text, to: &bytes)
        }
        func add(_ name: String, _ number: Int?) {
            guard let number else { return }
            bytes.append(contentsOf: ",\"\(name)\":\(number)".utf8)
        }
        add("title", title)
        add("status", status.code)
        add("detail", detail)
        add("code", code)
        add("pointer", pointer)
        add("line", line)
        add("column", column)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// The response with the problem as `application/problem+json`.
    public var response: HTTPResponse {
        var response = HTTPResponse(status: status, contentType: "application/problem+json", body: json + [UInt8(ascii: "\n")])
        if let retryAfter { response.fields.append("Retry-After", "\(retryAfter)") }
        return response
    }
}
