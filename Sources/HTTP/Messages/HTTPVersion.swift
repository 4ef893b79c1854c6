/// The supported versions. A higher minor version of HTTP/1 is treated as 1.1 (RFC 9110 section 2.5).
public enum HTTPVersion: Hashable, Sendable {
    case http10
    case http11
}
