/// The request line and fields of a request, available before its body.
public struct RequestHead: Hashable, Sendable {
    /// The way in which the end of the body is determined (RFC 9112 section 6).
    public enum Framing: Hashable, Sendable {
        case none
        /// The body has that many bytes.
        case length(Int)
        case chunked
    }

    public let method: HTTPMethod
    public let target: RequestTarget
    public let version: HTTPVersion
    public let fields: HTTPFields
    public let framing: Framing
    /// The requested host: that of an absolute target, otherwise that of `Host`; nil only for HTTP/1.0 without one.
    public let authority: Authority?

    /// Whether the client waits for `100 Continue` before it sends the body.
    public var expectsContinue: Bool {
        guard version == .http11, fields.contains("Expect") else { return false }
        switch framing {
        case .none, .length(0): return false
        case .length, .chunked: return true
        }
    }

    /// Whether the connection may serve another request after this one.
    public var allowsKeepAlive: Bool {
        let options = fields.tokens("Connection")
        if options.contains("close") { return false }
        return version == .http11 || options.contains("keep-alive")
    }

    /// The media type of the body in lower case without its parameters; nil if the field is absent, repeated or empty.
    public var mediaType: String? {
        let values = fields.values("Content-Type")
        guard values.count == 1, let value = values.first else { return nil }
        let type = value.utf8.prefix { $0 != ASCII.semicolon }
        let text = asciiLowercased(String(Substring(type).trimmingOptionalWhitespace()))
        return text.isEmpty ? nil : text
    }
}

/// A complete request.
public struct HTTPRequest: Hashable, Sendable {
    public let head: RequestHead
    /// The body without its framing, not decoded from its content coding.
    public let body: [UInt8]

    public init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    public var method: HTTPMethod { head.method }
    public var target: RequestTarget { head.target }
    public var fields: HTTPFields { head.fields }
}
