/// A request method: a case-sensitive token, whether this service supports it or not (RFC 9110 section 9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let get = HTTPMethod(rawValue: "GET")
    public static let head = HTTPMethod(rawValue: "HEAD")
    public static let post = HTTPMethod(rawValue: "POST")
    public static let put = HTTPMethod(rawValue: "PUT")
    public static let patch = HTTPMethod(rawValue: "PATCH")
    public static let delete = HTTPMethod(rawValue: "DELETE")
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    public static let trace = HTTPMethod(rawValue: "TRACE")
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    public static let query = HTTPMethod(rawValue: "QUERY")

    private static let known: Set<HTTPMethod> = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query]

    /// Whether a standard defines the method (RFC 9110, RFC 5789, the QUERY method of the HTTP working group). Others are
    /// answered 501 instead of 405.
    public var isKnown: Bool { HTTPMethod.known.contains(self) }

    public var description: String { rawValue }
}
