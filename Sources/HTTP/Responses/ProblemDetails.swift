/// What went wrong, for programs and people (RFC 9457).
public struct ProblemDetails: Error, Hashable, Sendable {
    /// A URI for the kind of problem; `about:blank` says that the status tells it all.
    public var type: String
    /// A few words that are the same for every problem of the status or kind.
    public var title: String
    public var status: HTTPStatus
    /// A word for the problem that stays the same over versions, such as `unknown-item`.
    public var code: String
    /// One or two sentences about this very problem.
    public var detail: String
    /// JSON Pointer to the place in the body; the empty pointer is the whole body.
    public var pointer: String?
    /// The line in the body, from 1.
    public var line: Int?
    /// The column in that line, from 1.
    public var column: Int?
    /// After how many seconds the same request may be answered; told in the field `Retry-After`, not in the body.
    public var retryAfter: Int?

    /// A problem whose title is the status's reason phrase unless one is given.
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
        self.retryAfter = retryAfter
    }

    /// The object in JSON, on one line without its end; absent members are left out.
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

    /// The answer that carries it, as `application/problem+json`.
    public var response: HTTPResponse {
        var response = HTTPResponse(status: status, contentType: "application/problem+json", body: json + [UInt8(ascii: "\n")])
        if let retryAfter { response.fields.append("Retry-After", "\(retryAfter)") }
        return response
    }
}
