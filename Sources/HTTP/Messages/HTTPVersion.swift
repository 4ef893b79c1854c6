/// The versions that are served. A higher minor version of HTTP/1 is served as 1.1 (RFC 9110 section 2.5).
public enum HTTPVersion: Hashable, Sendable {
    case http10
    case http11
}
